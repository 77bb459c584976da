#!/usr/bin/env python3
"""Floating-point sums that keep their order, on two cores against `cc -O2`.

usage: terms.py [--runs N]

The figure is the sequential program's time over the parallel one's: for a sum of one term per iteration, of many, into
elements of an array by a key and in pairs, and for one whose terms are cheap, which is to stay as it is. The programs
take turns, and medians are compared; their outputs are the same. A second figure is that of --fp=fast, whose outputs
may differ in the last digits.
"""
import argparse
import math
import os
import pathlib
import subprocess
import tempfile
import time

from common import ROOT, build_parallel, build_sequential, take_turns, verdict

SOURCE = ROOT / "bench/terms/sums.c"
REPEATS = {"one_term": 60, "many_terms": 60, "by_key": 60, "pairs": 20, "plain": 400}
GOAL = 0.95


def output(binary, sums):
    environment = dict(os.environ, KASURI_CORES="2")
    return subprocess.run([binary, sums, str(REPEATS[sums])], env=environment, check=True, capture_output=True).stdout


def timed(binary, sums):
    begin = time.monotonic()
    output(binary, sums)
    return time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        sequential, parallel, fast = work / "sequential", work / "parallel", work / "fast"
        build_sequential(SOURCE, sequential)
        build_parallel(SOURCE, work, parallel, "--cores=2")
        build_parallel(SOURCE, work, fast, "--cores=2", "--fp=fast")
        worst = 1e9
        for sums in REPEATS:
            if output(sequential, sums) != output(parallel, sums):
                raise SystemExit(f"{sums}: another output")
            if not math.isclose(float(output(sequential, sums)), float(output(fast, sums)), rel_tol=1e-9):
                raise SystemExit(f"{sums}: another output with --fp=fast")
            times = take_turns({"sequential": lambda: timed(sequential, sums),
                                "parallel": lambda: timed(parallel, sums),
                                "fast": lambda: timed(fast, sums)}, options.runs)
            ratio = times["sequential"] / times["parallel"]
            worst = min(worst, ratio)
            print(f"{sums.replace('_', ' ')}: {ratio:.2f}x on two cores, with --fp=fast {times['sequential'] / times['fast']:.2f}x")
        verdict("terms", worst, "x cc -O2", f"{GOAL:.2f}", worst >= GOAL)


main()
