#!/usr/bin/env python3
"""Compares what two builds of kasuri say and write: for changes that must not change behavior.

usage: compare_builds.py [--sample=N] [--jobs=N] OLD NEW [PROGRAM...]

OLD and NEW are two kasuri binaries. A program is a .c file, or a directory whose .c files are one program. Without
PROGRAM all of these are compared: each case of test/run/cases, each .c file of test/lit, and each folder of samples.
Several views are taken of each program (VIEWS). In each view both binaries must give the same bytes on stdout, stderr
and in all files that they write, and end with the same status. A program that both reject in the same words is equal.
Plans are made for a described machine, so that the host's speed does not matter.

Prints a line for each view that differs, with the first differing line; how many views both reject, since these show
little; and `N passed, N failed`. Exits with 1 on a difference. --sample=N takes every Nth program.
"""
import argparse
import concurrent.futures
import difflib
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test/run"))
from run_cases import all_cases  # noqa: E402

LANGUAGE = ["-std=gnu11", "-w"]
PLANNED = [f"--machine={ROOT / 'machines/raspberry-pi-4.json'}", "--cores=4", "--min-gain=0"]
REMARKS = ["-Rkasuri", "-Rkasuri-analysis", "-Rkasuri-missed"]
# By name: options of kasuri, and flags of the compiler.
VIEWS = {
    "analysis": (["--dump=analysis", "--stop-after=analysis"], []),
    "analysis of 32 bits": (["--dump=analysis", "--stop-after=analysis"], ["-m32"]),
    "graph": (["--dump=graph", "--stop-after=graph"], []),
    "plan and runtime": (["--dump=plan", *PLANNED, *REMARKS, "-o", "out"], []),
    "openmp": (["--emit=openmp", *PLANNED, *REMARKS, "-o", "out"], []),
}
SECONDS = 600 # for one run; longer ones count as failed


def all_programs():
    found = all_cases()
    found += (ROOT / "test/lit").rglob("*.c")
    found += [folder for folder in (ROOT / "samples").iterdir() if folder.is_dir()]
    return sorted(found)


def sources_of(program):
    return sorted(program.glob("*.c")) if program.is_dir() else [program]


def taken(binary, program, view, folder):
    """All that a run of the binary gives, by name."""
    options, flags = VIEWS[view]
    folder.mkdir()
    # A cached result of one binary must not be taken for the other's.
    environment = dict(os.environ, KASURI_CACHE="off")
    command = [binary, *sources_of(program), *options, "--", *LANGUAGE, *flags]
    done = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=SECONDS)
    written = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {"status": str(done.returncode).encode(), "stdout": done.stdout, "stderr": done.stderr, **written}


def first_difference(old, new):
    for name in sorted(old.keys() | new.keys()):
        if name not in old or name not in new:
            return f"{name} is written only by the {'new' if name in new else 'old'} build"
        if old[name] != new[name]:
            lines = [each[name].decode(errors="replace").splitlines() for each in (old, new)]
            changed = [line for line in difflib.unified_diff(*lines, lineterm="", n=0) if line[:3] not in ("---", "+++")]
            return f"{name}: {' '.join(changed[1:3]) or 'bytes differ'}"
    return ""


def compare(binaries, program):
    """What differs, by view, and how many views both binaries reject."""
    problems, rejected = [], 0
    for view in VIEWS:
        with tempfile.TemporaryDirectory() as work:
            try:
                old, new = (taken(binary, program, view, pathlib.Path(work) / str(number))
                            for number, binary in enumerate(binaries))
            except subprocess.TimeoutExpired:
                problems.append(f"{view}: takes more than {SECONDS} s")
                continue
        if difference := first_difference(old, new):
            problems.append(f"{view}: {difference}")
        elif old["status"] != b"0":
            rejected += 1
    return problems, rejected


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", type=pathlib.Path)
    parser.add_argument("programs", type=pathlib.Path, nargs="*")
    arguments = parser.parse_args()
    binaries = [arguments.old.resolve(), arguments.new.resolve()]
    programs = [program.resolve() for program in arguments.programs] or all_programs()[:: arguments.sample]
    failed = refused = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = pool.map(lambda program: compare(binaries, program), programs)
        for program, (problems, rejected) in zip(programs, results):
            failed += bool(problems)
            refused += rejected
            for problem in problems:
                print(f"{os.path.relpath(program, ROOT)}: {problem}", flush=True)
    print(f"compare: {len(VIEWS) * len(programs)} views, {refused} rejected by both builds")
    print(f"compare: {len(programs) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
