#!/usr/bin/env python3
"""Loops as people write them, parallelised by Kasuri and by GCC (-ftree-parallelize-loops), on 2 cores.

usage: kernels.py [--rounds N] [NAME...]

Every program in bench/kernels is built by `cc -O3`, by that with GCC's own parallelisation for two threads, and
from Kasuri's output with the same flags. All print the same; the runs take turns, and the medians of their wall times
are compared. The figure is how many times faster than GCC's the programs are in geometric mean.
"""
import argparse
import math
import pathlib
import tempfile
import time

from common import BUILD, ROOT, run, take_turns, verdict

KERNELS = ROOT / "bench/kernels"
GOAL = 1.2


def build(source, work):
    """The program in three ways, by name."""
    ways = {"cc -O3": [], "gcc parallel": ["-ftree-parallelize-loops=2", "-fopenmp"]}
    built = {}
    for name, flags in ways.items():
        built[name] = work / name.replace(" ", "_")
        run(["gcc", "-O3", *flags, source, "-lm", "-o", built[name]])
    run([BUILD / "bin/kasuri", source, "-o", work / "out", "--cores=2", "--", "-O3"])
    built["kasuri"] = work / "kasuri"
    run(["gcc", "-O3", "-I", ROOT / "include", work / "out" / source.name, BUILD / "lib/libkasuri.a", "-lm", "-pthread",
         "-o", built["kasuri"]])
    return built


def wall_seconds(binary):
    begin = time.perf_counter()
    run([binary])
    return time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    ratios = []
    print(f"{'kernel':12} {'cc -O3':>9} {'gcc parallel':>15} {'kasuri':>15}")
    for source in sorted(KERNELS.glob("*.c")):
        if options.names and source.stem not in options.names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            built = build(source, pathlib.Path(folder))
            outputs = {run([binary]).stdout for binary in built.values()}
            if len(outputs) != 1:
                raise SystemExit(f"bench: {source.name}: the outputs differ: {outputs}")
            times = take_turns({name: lambda binary=binary: wall_seconds(binary) for name, binary in built.items()},
                               options.rounds)
        plain, gcc, kasuri = times.values()
        print(f"{source.stem:12} {plain:7.3f} s {gcc:7.3f} s {plain / gcc:4.2f}x {kasuri:7.3f} s {plain / kasuri:4.2f}x",
              flush=True)
        ratios.append(gcc / kasuri)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    verdict("kernels", mean, "x GCC's parallelisation", f"{GOAL:.2f}", mean >= GOAL)


main()
