#!/usr/bin/env python3
"""Programs that csmith generates, which print a checksum of all their variables: sequentially and through kasuri (program.py).

Csmith's programs have no undefined behavior. Those that take more than a few seconds are left out. Debian's packages csmith and
libcsmith-dev have the generator and its headers. --keep=FOLDER keeps the programs that fail.
"""
import argparse
import concurrent.futures
import pathlib
import shutil
import subprocess
import sys
import tempfile

from program import Result, check, run, summary

FLAGS = ["-O1", "-I/usr/include/csmith"]
SECONDS = 5  # that a sequential program may take


def check_seed(seed, build, keep):
    name = f"csmith-{seed}.c"
    with tempfile.TemporaryDirectory(prefix="kasuri-csmith-") as folder:
        work = pathlib.Path(folder)
        source = work / name
        # Without volatile variables, so that loops can run in parallel at all.
        made = subprocess.run(["csmith", "--seed", str(seed), "--no-volatiles", "--max-funcs", "4", "--output", source],
                              capture_output=True, text=True, cwd=work)
        if made.returncode != 0:
            return Result(name, "failed", f"csmith: {made.stderr}")
        if run(["gcc", "-w", *FLAGS, source, "-o", work / "first"], work)[0] != 0:
            return Result(name, "failed", "gcc does not accept the program")
        if run(["timeout", str(SECONDS), work / "first"], work)[0] != 0:
            return Result(name, "left", "does not end")
        result = check(source, name, FLAGS, build, work)
        if result.state == "failed" and keep:
            shutil.copy(source, keep)
        return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first program; the next has the next")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER")
    arguments = parser.parse_args()
    if not shutil.which("csmith"):
        print("csmith: not installed; the packages csmith and libcsmith-dev have it")
        print("0 passed, 1 failed")
        return 1
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda seed: check_seed(seed, arguments.build.resolve(), arguments.keep), seeds))
    return summary(results)


sys.exit(main())
