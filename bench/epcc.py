#!/usr/bin/env python3
"""EPCC's overheads of parallel constructs: Kasuri's runtime beside libgomp and LLVM's libomp, all waiting actively.

usage: epcc.py [--rounds N]

barrier, fork-join, loop with static and with dynamic chunks of one iteration, reduction, a graph of 66 tasks; on two
threads, with work of about 0.1 us between them. Each overhead is the time of the construct less that of the
work alone (see epcc/patterns.h). The programs take turns, under the system's real-time scheduler where that is allowed,
since other programs' time slices are a thousand times longer than what is measured. The figure is the
worst ratio of the medians of Kasuri's overhead to the better of the other two; one row must not cost more than 10 ns,
fork-join not more than 0.3 us, in the best round: a virtual machine's cores come to lie nearer to each other or
farther apart, and what all of this costs follows what a signal takes from one to the other (`hop`). `adapt` is Kasuri's default, in which workers are not pinned and the caller takes back
rows that no worker has begun: both are shown, and the figure is of the pinned team, since the others are pinned.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import tempfile

from common import BUILD, ROOT, become_real_time, run, verdict

FOLDER = ROOT / "bench/epcc"
PATTERNS = ("fork-join", "barrier", "static-loop", "dynamic-loop", "reduction", "graph")
OWN = ("static-graph", "row", "hop")
ACTIVE = {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "active", "OMP_PROC_BIND": "true", "OMP_DYNAMIC": "false",
          "GOMP_SPINCOUNT": "infinite", "KMP_BLOCKTIME": "infinite", "KASURI_CORES": "2", "KASURI_SPIN_US": "100000",
          "KASURI_SHARE": "0"}
MOST_FORK_JOIN_NS, MOST_ROW_NS = 300, 10
GAVE_WAY = 3


def overheads(words, **knobs):
    """None of them if the runtime let its workers go, since the machine was busy."""
    done = subprocess.run([str(word) for word in words], env={**os.environ, **ACTIVE, **knobs}, capture_output=True,
                          text=True, preexec_fn=become_real_time, timeout=120)
    if done.returncode not in (0, GAVE_WAY):
        raise SystemExit(f"bench: {words[0]} ends with {done.returncode}: {done.stderr}")
    lines = done.stdout.splitlines() if done.returncode == 0 else []
    return {name: float(ns) for name, ns in (line.split() for line in lines)}


def build(work):
    """The variants: a name and what it takes to run it."""
    delay = work / "delay.o"
    run(["cc", "-O1", "-c", FOLDER / "delay.c", "-o", delay])
    run(["cc", "-O2", "-I", ROOT / "include", FOLDER / "kasuri.c", delay, BUILD / "lib/libkasuri.a", "-lm", "-pthread",
         "-o", work / "kasuri"])
    variants = {"kasuri": ([work / "kasuri"], {"KASURI_ADAPT": "0"}), "adapt": ([work / "kasuri"], {})}
    for name, compiler in (("libgomp", "gcc"), ("libomp", "clang-22")):
        try:
            run([compiler, "-O2", "-fopenmp", FOLDER / "openmp.c", delay, "-o", work / name])
            variants[name] = ([work / name], {})
        except (SystemExit, FileNotFoundError):
            print(f"{name}: left out, since {compiler} -fopenmp does not link here (scripts/setup installs it)")
    return variants


def take_rounds(variants, rounds):
    seen = {}
    for _ in range(rounds):
        for name, (words, knobs) in variants.items():
            for pattern, ns in overheads(words, **knobs).items():
                seen.setdefault((name, pattern), []).append(ns)
    return seen


def print_table(variants, times):
    print("overhead, ns  " + "".join(f"{name:>12}" for name in variants) + "   kasuri / better other")
    worst = 0
    for pattern in PATTERNS + OWN:
        cells = [times.get((name, pattern)) for name in variants]
        line = f"{pattern:14}" + "".join(f"{cell:12.1f}" if cell is not None else f"{'-':>12}" for cell in cells)
        others = [times[name, pattern] for name in variants if name.startswith("lib") and (name, pattern) in times]
        if others and times.get(("kasuri", pattern)) is not None:
            ratio = times["kasuri", pattern] / min(others)
            worst = max(worst, ratio)
            line += f"{ratio:10.2f}"
        print(line)
    return worst


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        variants = build(pathlib.Path(folder))
        seen = take_rounds(variants, options.rounds)
    times = {key: statistics.median(each) for key, each in seen.items()}
    worst = print_table(variants, times)
    graph = times.get(("kasuri", "graph"))
    print(f"per task of the graph: {graph / 66:.1f} ns dynamic, {times['kasuri', 'static-graph'] / 66:.1f} ns static; "
          "Taskflow publishes 61 ns per task and 14 ns per edge (2 edges per task here: 89 ns)")
    fork_join, row, hop = (min(seen["kasuri", name]) for name in ("fork-join", "row", "hop"))
    print(f"best round: fork-join {fork_join / 1000:.3f} us (at most 0.3), row {row:.1f} ns (at most 10), a signal to the "
          f"other core and its row {hop:.0f} ns")
    verdict("epcc", worst, "x the better of libgomp and libomp", "1.00, fork-join 0.3 us, row 10 ns",
            worst < 1 and fork_join <= MOST_FORK_JOIN_NS and row <= MOST_ROW_NS)


main()
