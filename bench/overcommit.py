#!/usr/bin/env python3
"""Programs that each ask for all cores, at the same time: 1, 2, 3, 4 copies of a matrix multiplication.

usage: overcommit.py [--rounds N]

Ideal is a makespan of k times that of one copy. Small matrices make layers of about 0.1 ms, the others
of about 10 ms. libgomp runs beside it, spinning as it does by default, if the compiler has it. All take
turns, and the medians are compared. The figure is the worst of Kasuri's makespan / (k * single).
"""
import argparse
import os
import pathlib
import subprocess
import tempfile
import time

from common import ROOT, build_parallel, build_sequential, run, take_turns, verdict

SOURCE = ROOT / "bench/overcommit/matrix.c"
SHAPES = {"small": (48, 500), "large": (200, 8)}
COPIES = (1, 2, 3, 4)
GOAL = 1.10


def makespan(binary, shape, copies):
    begin = time.perf_counter()
    words = [str(binary), *map(str, SHAPES[shape])]
    running = [subprocess.Popen(words, stdout=subprocess.DEVNULL) for _ in range(copies)]
    if any(each.wait() for each in running):
        raise SystemExit("bench: a copy failed")
    return time.perf_counter() - begin


def same_results(binaries, shape):
    return len({run([binary, *SHAPES[shape]]).stdout for binary in binaries}) == 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        binaries = {name: work / name for name in ("sequential", "kasuri", "libgomp")}
        build_sequential(SOURCE, binaries["sequential"])
        build_parallel(SOURCE, work, binaries["kasuri"], f"--cores={max(2, os.cpu_count())}")
        try:
            build_sequential(SOURCE, binaries["libgomp"], "-fopenmp")
        except SystemExit:
            del binaries["libgomp"]
        worst = 0
        for shape in SHAPES:
            if not same_results(binaries.values(), shape):
                raise SystemExit("bench: results differ")
            times = take_turns({(name, copies): lambda b=binary, k=copies: makespan(b, shape, k)
                                for name, binary in binaries.items() for copies in COPIES}, options.rounds)
            for name in binaries:
                single = times[name, 1]
                ratios = [times[name, copies] / (copies * single) for copies in COPIES]
                print(f"{shape} {name:10} one copy {single:.3f} s ({times['sequential', 1] / single:.2f}x); makespan / "
                      f"(k * single): " + ", ".join(f"k={k} {ratio:.2f}" for k, ratio in zip(COPIES, ratios)))
                worst = max(worst, *ratios) if name == "kasuri" else worst
        verdict("overcommit", worst, "x of k * single", f"{GOAL:.2f}", worst <= GOAL)


main()
