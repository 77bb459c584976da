#!/usr/bin/env python3
"""Does the plan choose the better of a table and a graph? Twenty layers (bench/dispatch/layers.c) are planned with a
profile of their own: as tables, as graphs, and as Kasuri chooses. All run in turns. Where the choice is the program of
one of the two, it has that one's time. A layer is right if the choice is at most 5 % slower than the better one.

The goal is for those twenty. Layers 21 to 25 have other shapes, and nothing in the plan was made with them in mind:
--further measures these instead. `simulated` is the ratio of table and graph that the plan expects.

Programs run at real-time priority where that is allowed, so that other programs hardly slow them down and do not make
the runtime give cores away; otherwise the machine must be quiet. A program always does the same, and what disturbs it
makes it slower, so of all its runs the lower quartile counts.

--rounds=N  how often all programs of a layer run (default 11)
--layer=N   only that one
--further   layers 21 to 25
"""
import argparse
import json
import pathlib
import re
import subprocess
import tempfile
import time

import common

LAYERS, ALL, RIGHT, GOAL = 20, 25, 1.05, 18
SOURCE = common.ROOT / "bench/dispatch/layers.c"
# Of one run: at first the runtime measures each layer, and runs some in order (runtime/team/measure.c).
ABOUT_SECONDS = 0.3


def build(work, layer, name, *options):
    source = work / f"layer{layer}.c"
    source.write_text(f"#define LAYER {layer}\n" + SOURCE.read_text())
    common.build_parallel(source, work / name, work / name / "program", "--cores=2", *options)
    return work / name / "program", (work / name / "out" / source.name).read_text()


def seconds(program, runs):
    def measure():
        begin = time.perf_counter()
        common.run([program, runs], preexec_fn=common.become_real_time)
        return time.perf_counter() - begin
    return measure


def lower_quartile(values):
    return sorted(values)[len(values) // 4]


def runs_for(program):
    """So many that starting the program does not count."""
    few, more = seconds(program, 20)(), seconds(program, 120)()
    return max(100, int(100 * ABOUT_SECONDS / max(1e-4, more - few)))


def simulated(source, profile):
    """Of table and graph, as the plan expects them; 1 where it does not look at a graph."""
    plan = common.run([common.BUILD / "bin/kasuri", source, "-o", profile.parent / "plan", f"--profile={profile}",
                       "--cores=2", "--dispatch=dynamic", "--dump=plan", "--", "-O2"]).stdout
    found = re.search(r"mean makespan (\d+) ns, by a table (\d+)", plan)
    return int(found[2]) / int(found[1]) if found else 1


def profile_of(program, runs, path):
    """Of the five runs that take a profile, that of the shortest. Long runs have been disturbed."""
    found = []
    for _ in range(5):
        subprocess.run([program, str(runs)], check=True, capture_output=True, preexec_fn=common.become_real_time,
                       env={"KASURI_PROFILE": str(path), "KASURI_CORES": "2", "KASURI_ADAPT": "0",
                            "PATH": "/usr/bin:/bin"})
        found.append(path.read_text())
    path.write_text(min(found, key=lambda text: json.loads(text)["spanNs"]))


def measure(work, layer, rounds):
    profile = work / f"{layer}.json"
    for name in ("profiled", "table", "graph", "chosen"):
        (work / name).mkdir(exist_ok=True)
    profiled, _ = build(work, layer, "profiled", "--min-gain=0", "--dispatch=static")
    runs = runs_for(profiled)
    profile_of(profiled, runs, profile)
    made = {name: build(work, layer, name, f"--profile={profile}", *options)
            for name, options in {"table": ["--dispatch=static"], "graph": ["--dispatch=dynamic"], "chosen": []}.items()}
    same = [name for name in ("table", "graph") if made[name][1] == made["chosen"][1]]
    programs = {name: program for name, (program, _) in made.items() if name != "chosen" or not same}
    times = common.take_turns({name: seconds(program, runs) for name, program in programs.items()}, rounds,
                              lower_quartile)
    chosen = times[same[0]] if same else times["chosen"]
    return (times["table"] / times["graph"], simulated(work / f"layer{layer}.c", profile),
            same[0] if same else "neither", chosen / min(times["table"], times["graph"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--layer", type=int)
    parser.add_argument("--further", action="store_true")
    given = parser.parse_args()
    folder = tempfile.TemporaryDirectory(prefix="kasuri-dispatch-")
    work = pathlib.Path(folder.name)
    layers = range(LAYERS + 1, ALL + 1) if given.further else range(1, LAYERS + 1)
    right = 0
    print("layer  table/graph  simulated  chosen   chosen/better")
    for layer in [given.layer] if given.layer else layers:
        ratio, expected, name, loss = measure(work, layer, given.rounds)
        right += loss <= RIGHT
        print(f"{layer:5}  {ratio:11.2f}  {expected:9.2f}  {name:8} {loss:5.2f}{'' if loss <= RIGHT else '  wrong'}",
              flush=True)
    folder.cleanup()
    if not given.layer and not given.further:
        common.verdict("dispatch", right, "layers where the better dispatch is chosen", f"at least {GOAL}", right >= GOAL)


main()
