#!/usr/bin/env python3
"""A loop of which a printed line and a filter keep the order, on two cores against `cc -O2`.

usage: ordered.py [--runs N]

The figure is the sequential program's time over the parallel one's, for rows that take about 1, 10 and 100 us. The
programs take turns, and medians are compared; their outputs are the same.
"""
import argparse
import os
import pathlib
import subprocess
import tempfile
import time

from common import ROOT, build_parallel, build_sequential, take_turns, verdict

SOURCE = ROOT / "bench/ordered/rows.c"
ROWS = {1: 200000, 10: 20000, 100: 2000}  # by rounds over a row
GOAL = 1.0


def output(binary, rounds):
    environment = dict(os.environ, KASURI_CORES="2")
    return subprocess.run([binary, str(ROWS[rounds]), str(rounds)], env=environment, check=True, capture_output=True).stdout


def timed(binary, rounds):
    begin = time.monotonic()
    output(binary, rounds)
    return time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        sequential, parallel = work / "sequential", work / "parallel"
        build_sequential(SOURCE, sequential)
        build_parallel(SOURCE, work, parallel, "--cores=2")
        worst = 1e9
        for rounds, rows in ROWS.items():
            if output(sequential, rounds) != output(parallel, rounds):
                raise SystemExit(f"{rows} rows: another output")
            times = take_turns({"sequential": lambda: timed(sequential, rounds),
                                "parallel": lambda: timed(parallel, rounds)}, options.runs)
            ratio = times["sequential"] / times["parallel"]
            worst = min(worst, ratio)
            print(f"{rows} rows, {times['sequential'] / rows * 1e6:.1f} us for each: {ratio:.2f}x on two cores")
        verdict("ordered", worst, "x cc -O2", f"{GOAL:.2f}", worst >= GOAL)


main()
