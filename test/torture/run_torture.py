#!/usr/bin/env python3
"""GCC's own tests that run: of execution, and of its vectorizer, its loop optimizer and its parallelizer (program.py).

The programs come from Debian's package gcc-12-source and are unpacked into BUILD_DIRECTORY/torture. They check
themselves and abort when something is wrong. Those that gcc does not accept or link, or that do not end by
themselves, are left out, and those that are only to be compiled. Those that kasuri accepts but cannot analyze are
counted. Without --all, the hundred named in sample.txt run; --choose runs all and writes that file anew: what kasuri
makes parallel first, then others evenly.
"""
import argparse
import concurrent.futures
import glob
import pathlib
import re
import sys
import tarfile
import tempfile

from program import Result, check, summary

SAMPLE = pathlib.Path(__file__).resolve().parent / "sample.txt"
TESTS = "gcc/testsuite/"
PARTS = {"execute": "gcc.c-torture/execute/", "vect": "gcc.dg/vect/", "graphite": "gcc.dg/graphite/", "autopar": "gcc.dg/autopar/"}
ARCHIVES = "/usr/src/gcc-12/gcc-12*.tar.xz"


def place_of(member):
    """`vect/slp-1.c` of a file of the archive that belongs to one of the parts, else None."""
    if not member.isfile() or ".." in member.name:
        return None
    for part, prefix in PARTS.items():
        if TESTS + prefix in member.name:
            return f"{part}/{member.name.split(TESTS + prefix)[1]}"
    return None


def unpack(build):
    """The directory of the programs, unpacked once; None when the package is missing."""
    folder = build / "torture"
    stamp = folder / "unpacked"
    if not stamp.exists():
        found = sorted(glob.glob(ARCHIVES))
        if not found:
            return None
        with tarfile.open(found[0]) as archive:
            for member in archive:
                target = place_of(member)
                if target:
                    (folder / target).parent.mkdir(parents=True, exist_ok=True)
                    (folder / target).write_bytes(archive.extractfile(member).read())
        stamp.touch()
    return folder


def flags_of(source):
    """What all compilers get: the options that the program asks for, at one level of optimisation."""
    words = ["-O1"]
    for line in re.findall(r'dg-(?:additional-)?options\s+"([^"]*)"\s*\}', source.read_text(errors="replace")):
        words += [word for word in line.split() if not word.startswith("-O")]
    return words


def check_one(name, folder, build):
    source = folder / name
    if not source.exists():
        return Result(name, "failed", "the package does not have it")
    if "dg-do compile" in source.read_text(errors="replace"):
        return Result(name, "left", "is only to be compiled")
    with tempfile.TemporaryDirectory(prefix="kasuri-torture-") as work:
        return check(source, name, flags_of(source), build, pathlib.Path(work))


def choose(results):
    """The names for the sample: parallel ones, then others at even distances."""
    parallel = [result.name for result in results if result.state == "parallel"][:100]
    others = [result.name for result in results if result.state == "passed"]
    missing = 100 - len(parallel)
    return parallel + [others[at * len(others) // missing] for at in range(missing)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--all", action="store_true", help="all programs, and not the sample")
    parser.add_argument("--part", choices=PARTS, help="all programs of one part")
    parser.add_argument("--choose", action="store_true", help="all programs; some of those that pass become the sample")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    folder = unpack(build)
    if folder is None:
        print(f"torture: {ARCHIVES} is missing; the package gcc-12-source has it, scripts/setup installs it")
        print("0 passed, 1 failed")
        return 1
    everything = arguments.all or arguments.choose or arguments.part
    names = sorted(str(path.relative_to(folder)) for path in (folder / (arguments.part or "")).rglob("*.c")) if everything else (
        SAMPLE.read_text().split())
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda name: check_one(name, folder, build), names))
    for result in results:
        if result.state == "unread" and everything:
            print(f"UNREAD {result.text}")
    if arguments.choose:
        SAMPLE.write_text("\n".join(sorted(choose(results))) + "\n")
    return summary(results)


sys.exit(main())
