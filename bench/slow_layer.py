#!/usr/bin/env python3
"""A layer that is hundreds of times shorter than its dispatch: what the program loses by it.

usage: slow_layer.py [--rounds N]

The figure is the processor time with all workers against that of the sequential program, in which threads
that only wait would show, and what other programs do does not. Wall time stands beside it; the runs take turns.
"""
import argparse
import pathlib
import resource
import tempfile
import time

from common import ROOT, build_parallel, build_sequential, run, take_turns, verdict

SOURCE = ROOT / "bench/slow_layer/lists.c"
GOAL = 2.0


def wall_seconds(binary):
    begin = time.perf_counter()
    run([binary])
    return time.perf_counter() - begin


def processor_seconds(binary):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run([binary])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        sequential, parallel = work / "sequential", work / "parallel"
        build_sequential(SOURCE, sequential)
        build_parallel(SOURCE, work, parallel, "--cores=2")
        if b"ks_run" not in (work / "out" / SOURCE.name).read_bytes():
            print("the layer is no longer planned, so this measures nothing")
        for what, measure in (("wall time", wall_seconds), ("processor time", processor_seconds)):
            times = take_turns({"sequential": lambda: measure(sequential), "parallel": lambda: measure(parallel)},
                               options.rounds)
            ratio = times["parallel"] / times["sequential"]
            print(f"{what}: sequential {times['sequential']:.3f} s, parallel {times['parallel']:.3f} s, {ratio:.2f}x")
        verdict("slow_layer", ratio, "x the sequential processor time", f"{GOAL:.2f}", ratio <= GOAL)


main()
