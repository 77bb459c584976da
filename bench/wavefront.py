#!/usr/bin/env python3
"""Edit distance and Gauss-Seidel as wavefronts on two cores: the sequential program, what kasuri makes of it, and the same by hand
with two threads.

usage: wavefront.py [--runs N]

The figure is the worse of the two: the time by hand over that of kasuri. The programs take turns, with priority over others
where that is allowed, and medians are compared; their outputs are the same.
"""
import argparse
import os
import pathlib
import subprocess
import tempfile

from common import ROOT, become_real_time, build_parallel, build_sequential, take_turns, verdict

FOLDER = ROOT / "bench/wavefront"
GOAL = 0.95


def measured(binary, expected):
    environment = dict(os.environ, KASURI_CORES="2", KASURI_SHARE="0")  # whatever other programs there are
    done = subprocess.run([binary], env=environment, check=True, capture_output=True, text=True, preexec_fn=become_real_time)
    if expected is not None and done.stdout != expected:
        raise SystemExit(f"{binary.name}: another output")
    return done


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    worst = 1e9
    for name in ("edit", "seidel"):
        with tempfile.TemporaryDirectory() as folder:
            work = pathlib.Path(folder)
            binaries = {each: work / each for each in ("sequential", "by hand", "kasuri")}
            build_sequential(FOLDER / f"{name}.c", binaries["sequential"])
            build_sequential(FOLDER / f"{name}_threads.c", binaries["by hand"], "-pthread")
            build_parallel(FOLDER / f"{name}.c", work, binaries["kasuri"], "--cores=2")
            expected = measured(binaries["sequential"], None).stdout
            times = take_turns({each: lambda binary=binary: float(measured(binary, expected).stderr.split()[-1])
                                for each, binary in binaries.items()}, options.runs)
        ratio = times["by hand"] / times["kasuri"]
        worst = min(worst, ratio)
        print(f"{name}: {times['sequential'] / times['kasuri']:.2f}x on two cores, by hand "
              f"{times['sequential'] / times['by hand']:.2f}x; {ratio:.2f} of that by hand")
    verdict("wavefront", worst, "x by hand", f"{GOAL:.2f}", worst >= GOAL)


main()
