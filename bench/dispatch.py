#!/usr/bin/env python3
"""Does the plan choose the better of a table and a graph? Twenty layers (bench/dispatch/layers.c) are planned with a
profile of their own: as tables, as graphs, and as Kasuri chooses. All run in turns. Where the choice is the program of
one of the two, it has that one's time. A layer is right if the choice is at most 5 % slower than the better one.

--rounds=N  how often all programs of a layer run (default 7)
--layer=N   only that one
"""
import argparse
import pathlib
import shutil
import subprocess
import tempfile
import time

import common

LAYERS, RIGHT, GOAL = 20, 1.05, 18
SOURCE = common.ROOT / "bench/dispatch/layers.c"
ABOUT_SECONDS = 0.15  # of one run


def build(work, layer, name, *options):
    source = work / f"layer{layer}.c"
    source.write_text(f"#define LAYER {layer}\n" + SOURCE.read_text())
    common.build_parallel(source, work / name, work / name / "program", "--cores=2", *options)
    return work / name / "program", (work / name / "out" / source.name).read_text()


def seconds(program, runs):
    def measure():
        begin = time.perf_counter()
        common.run([program, runs])
        return time.perf_counter() - begin
    return measure


def runs_for(program):
    """So many that starting the program does not count."""
    begin = time.perf_counter()
    common.run([program, 20])
    return max(20, int(20 * ABOUT_SECONDS / (time.perf_counter() - begin)))


def measure(work, layer, rounds):
    profile = work / f"{layer}.json"
    for name in ("profiled", "table", "graph", "chosen"):
        (work / name).mkdir(exist_ok=True)
    profiled, _ = build(work, layer, "profiled", "--min-gain=0", "--dispatch=static")
    runs = runs_for(profiled)
    subprocess.run([profiled, str(runs)], check=True, capture_output=True,
                   env={"KASURI_PROFILE": str(profile), "KASURI_CORES": "2", "PATH": "/usr/bin:/bin"})
    made = {name: build(work, layer, name, f"--profile={profile}", *options)
            for name, options in {"table": ["--dispatch=static"], "graph": ["--dispatch=dynamic"], "chosen": []}.items()}
    same = [name for name in ("table", "graph") if made[name][1] == made["chosen"][1]]
    programs = {name: program for name, (program, _) in made.items() if name != "chosen" or not same}
    times = common.take_turns({name: seconds(program, runs) for name, program in programs.items()}, rounds)
    chosen = times[same[0]] if same else times["chosen"]
    return times["table"] / times["graph"], same[0] if same else "neither", chosen / min(times["table"], times["graph"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--layer", type=int)
    given = parser.parse_args()
    work = pathlib.Path(tempfile.mkdtemp(prefix="kasuri-dispatch-"))
    layers = [given.layer] if given.layer else range(1, LAYERS + 1)
    right = 0
    print("layer  table/graph  chosen   chosen/better")
    for layer in layers:
        ratio, name, loss = measure(work, layer, given.rounds)
        right += loss <= RIGHT
        print(f"{layer:5}  {ratio:11.2f}  {name:8} {loss:5.2f}{'' if loss <= RIGHT else '  wrong'}", flush=True)
    shutil.rmtree(work)
    if not given.layer:
        common.verdict("dispatch", right, "layers where the better dispatch is chosen", f"at least {GOAL}", right >= GOAL)


main()
