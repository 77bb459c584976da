#!/usr/bin/env python3
"""What does counting and timing the loops of a sequential program cost? The samples and the kernels are built by
`cc -O3` and by kasuri-cc with KASURI_PROFILE_SEQUENTIAL, and run in turns. The slowdown is that of the medians.

--rounds=N  how often each program runs (default 7)
"""
import argparse
import os
import pathlib
import subprocess
import tempfile
import time

import common
import samples

FLAGS = ["-O3", "-w"]


def build(work, name, sources):
    plain, counted = work / name, work / f"{name}-counted"
    for compiler, program, more in (("cc", plain, {}), (common.BUILD / "bin/kasuri-cc", counted,
                                    {"KASURI_PROFILE_SEQUENTIAL": str(work / f"{name}.json")})):
        common.run([compiler, *FLAGS, *sources, "-lm", "-pthread", "-o", program], env={**os.environ, **more})
    return {"plain": plain, "counted": counted}


def seconds(program, arguments, output):
    def measure():
        if output:
            output.unlink(missing_ok=True)
        begin = time.perf_counter()
        subprocess.run([program, *arguments], stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - begin
    return measure


def compare(work, name, sources, arguments, output, rounds):
    programs = build(work, name, sources)
    times = common.take_turns({each: seconds(program, arguments, output) for each, program in programs.items()}, rounds)
    print(f"{name:16} {times['plain']:8.3f} s {times['counted']:8.3f} s {100 * (times['counted'] / times['plain'] - 1):+6.1f} %",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    print(f"{'program':16} {'cc -O3':>10} {'counted':>10} slowdown")
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for sample in samples.SAMPLES:
            sample.make_input(work)
            arguments = sample.arguments(work)
            compare(work, sample.name, sample.sources, arguments, arguments[-1], options.rounds)
        for source in sorted((common.ROOT / "bench/kernels").glob("*.c")):
            compare(work, source.stem, [source], [], None, options.rounds)


if __name__ == "__main__":
    main()
