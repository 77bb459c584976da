#!/usr/bin/env python3
"""GCC's own execution tests, sequentially and through kasuri: the same output and exit status on 1 to 3 workers.

The programs come from Debian's package gcc-12-source and are unpacked into BUILD_DIRECTORY/torture.
They check themselves and abort when something is wrong. Those that gcc does not accept, or that do not
end by themselves, are left out. Those that kasuri accepts but cannot analyze are counted. Without --all,
the hundred named in sample.txt run; --choose runs all and writes that file anew: what kasuri makes
parallel first, then others evenly.
Every layer that is legal is emitted, however short (--min-gain=0).
"""
import argparse
import collections
import concurrent.futures
import glob
import os
import pathlib
import re
import signal
import subprocess
import sys
import tarfile
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SAMPLE = HERE / "sample.txt"
PART = "gcc/testsuite/gcc.c-torture/execute/"
ARCHIVES = "/usr/src/gcc-12/gcc-12*.tar.xz"
LIMIT = 60  # seconds for any one step
Result = collections.namedtuple("Result", "name state text")  # state: passed, parallel, unread, left, failed


def unpack(build):
    """The directory of the programs, unpacked once; None when the package is missing."""
    folder = build / "torture"
    stamp = folder / "complete"
    if not stamp.exists():
        found = sorted(glob.glob(ARCHIVES))
        if not found:
            return None
        with tarfile.open(found[0]) as archive:
            for member in archive:
                if PART in member.name and member.isfile() and ".." not in member.name:
                    target = folder / "execute" / member.name.split(PART)[1]
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(archive.extractfile(member).read())
        stamp.touch()
    return folder / "execute"


def run(command, work, **variables):
    """Ends what the command started, too, and with it, when it takes too long."""
    words, environment = [str(word) for word in command], dict(os.environ, **variables)
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          cwd=work, env=environment, start_new_session=True) as child:
        try:
            output, _ = child.communicate(timeout=LIMIT)
            return child.returncode, output.decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            return "takes too long", ""


def flags_of(source):
    """What all compilers get: the options that the program asks for, at one level of optimisation."""
    words = ["-O1"]
    for line in re.findall(r'dg-(?:additional-)?options\s+"([^"]*)"\s*\}', source.read_text(errors="replace")):
        words += [word for word in line.split() if not word.startswith("-O")]
    return words


def check(source, name, build, work):
    flags = flags_of(source)
    sequential = ["gcc", "-w", *flags, source, "-o", work / "sequential", "-lm"]
    if run(sequential, work)[0] != 0:
        return Result(name, "left", "not accepted")
    expected = run([work / "sequential"], work)
    if expected[0] == "takes too long":
        return Result(name, "left", "does not end")
    is_steady = run([work / "sequential"], work) == expected  # some print addresses
    words = [build / "bin/kasuri", source, "-o", work / "out", "--cores=3", "--min-gain=0", "--", "-w", *flags]
    status, messages = run(words, work)
    if status != 0:
        return Result(name, "failed", f"kasuri: {status}: {messages[-600:]}")
    emitted = work / "out" / source.name
    words = ["gcc", "-w", *flags, "-I", ROOT / "include", "-iquote", source.parent, emitted,
             build / "lib/libkasuri.a", "-o", work / "parallel", "-lm", "-pthread"]
    status, text = run(words, work)
    if status != 0:
        return Result(name, "failed", f"gcc does not accept the output: {text[-600:]}")
    for workers in "123":
        seen = run([work / "parallel"], work, KASURI_CORES=workers, KASURI_ADAPT="0")
        if seen[0] != expected[0] or (is_steady and seen != expected):
            return Result(name, "failed", f"{seen} and not {expected} on {workers} workers")
    if "[NotAnalyzed]" in messages:
        return Result(name, "unread", messages.splitlines()[0])
    parallel = re.search(r"\bks_run(?:_groups|_graph)?\(&", emitted.read_text(errors="replace"))
    return Result(name, "parallel" if parallel else "passed", "")


def check_one(name, folder, build):
    source = folder / name
    if not source.exists():
        return Result(name, "failed", "the package does not have it")
    with tempfile.TemporaryDirectory(prefix="kasuri-torture-") as work:
        return check(source, name, build, pathlib.Path(work))


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
    parser.add_argument("--choose", action="store_true", help="all programs; some of those that pass become the sample")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    folder = unpack(build)
    if folder is None:
        print(f"torture: {ARCHIVES} is missing; the package gcc-12-source has it, scripts/setup installs it")
        print("0 passed, 1 failed")
        return 1
    everything = arguments.all or arguments.choose
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.c")) if everything else (
        SAMPLE.read_text().split())
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda name: check_one(name, folder, build), names))
    for result in results:
        if result.state == "failed":
            print(f"FAIL {result.name}: {result.text}")
        if result.state == "unread" and everything:
            print(f"UNREAD {result.text}")
    if arguments.choose:
        SAMPLE.write_text("\n".join(sorted(choose(results))) + "\n")
    counts = collections.Counter(result.state for result in results)
    passed = counts["passed"] + counts["parallel"] + counts["unread"]
    print(f"torture: {counts['parallel']} with parallel layers, {counts['unread']} passed through unanalyzed, "
          f"{counts['left']} left out")
    print(f"{passed} passed, {counts['failed']} failed")
    return 1 if counts["failed"] or not passed else 0


sys.exit(main())
