#!/usr/bin/env python3
"""Floating-point sums that keep their order, on two cores against `cc -O2`.

usage: terms.py [--runs N]

The figure is the sequential program's time over the parallel one's: for a sum of one term per iteration, of many, into
elements of an array by a key and in pairs, and for one whose terms are cheap, which is to stay as it is. The programs
take turns, and medians are compared; their outputs are the same. Two further figures are those of --fp=reproducible and
--fp=fast, whose outputs may differ in the last digits; with the former they are the same on one core and on two.
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


def output(binary, sums, cores=2):
    environment = dict(os.environ, KASURI_CORES=str(cores))
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
        sequential, parallel = work / "sequential", work / "parallel"
        others = {mode: work / mode for mode in ("reproducible", "fast")}
        build_sequential(SOURCE, sequential)
        build_parallel(SOURCE, work, parallel, "--cores=2")
        for mode, binary in others.items():
            build_parallel(SOURCE, work, binary, "--cores=2", f"--fp={mode}")
        worst = 1e9
        for sums in REPEATS:
            if output(sequential, sums) != output(parallel, sums):
                raise SystemExit(f"{sums}: another output")
            for mode, binary in others.items():
                if not math.isclose(float(output(sequential, sums)), float(output(binary, sums)), rel_tol=1e-9):
                    raise SystemExit(f"{sums}: another output with --fp={mode}")
            if output(others["reproducible"], sums) != output(others["reproducible"], sums, cores=1):
                raise SystemExit(f"{sums}: --fp=reproducible depends on the cores")
            times = take_turns({"sequential": lambda: timed(sequential, sums),
                                "parallel": lambda: timed(parallel, sums),
                                **{mode: lambda each=binary: timed(each, sums) for mode, binary in others.items()}},
                               options.runs)
            ratio = times["sequential"] / times["parallel"]
            worst = min(worst, ratio)
            print(f"{sums.replace('_', ' ')}: {ratio:.2f}x on two cores" +
                  "".join(f", with --fp={mode} {times['sequential'] / times[mode]:.2f}x" for mode in others))
        verdict("terms", worst, "x cc -O2", f"{GOAL:.2f}", worst >= GOAL)


main()
