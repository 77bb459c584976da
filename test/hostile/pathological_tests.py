#!/usr/bin/env python3
"""Holds kasuri against programs that are large in one direction: `pathological_tests.py BUILD [--full] [CASE...]`.

Each ends with 0, or with 1 and a diagnostic, within limits of processor time and of memory. What comes out for the
small sizes compiles. The last line is `N passed, N failed`.
"""
import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import pathological

LIMITS = {False: (10, 1 << 30), True: (120, 4 << 30)}  # by --full: seconds of processor, bytes of address space
STACK = 1 << 30  # of which pages are used that are touched


def run(kasuri, source, out, full):
    seconds, memory = LIMITS[full]

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (memory + STACK, memory + STACK))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))

    begin = time.monotonic()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen([kasuri, source, "-o", out], stdout=subprocess.DEVNULL, stderr=said,
                                   preexec_fn=limit)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode(errors="replace")
    figures = f"{usage.ru_utime + usage.ru_stime:.1f} s, {usage.ru_maxrss >> 10} MB, {time.monotonic() - begin:.1f} s passed"
    return process.returncode, text, figures


def check(name, kasuri, folder, full):
    """None, or what is wrong; and what it took."""
    make, small, large = pathological.CASES[name]
    source, out = folder / f"{name}.c", folder / f"{name}.out"
    source.write_text(make(large if full else small))
    status, said, figures = run(kasuri, source, out, full)
    emitted = out / source.name
    problem = None
    if status not in (0, 1):
        problem = f"status {status}"
    elif status == 1 and "error: " not in said:
        problem = "refused without a diagnostic"
    elif status == 1 and emitted.exists():
        problem = "refused, and written"
    elif status == 0 and not full:
        include = pathlib.Path(__file__).parents[2] / "include"
        compiled = subprocess.run(["cc", "-w", "-fsyntax-only", "-I", include, emitted], capture_output=True,
                                  text=True)
        if compiled.returncode:
            problem = "what is emitted does not compile: " + compiled.stderr[:500]
    if problem:
        problem += "\n" + "\n".join(line for line in said.splitlines()[:400]
                                    if "error" in line or "kasuri" in line)[:1500]
    return problem, figures


def run_out_of_memory(kasuri, folder):
    """What is wrong when there is ever less of it."""
    source = folder / "a.c"
    source.write_text(pathological.long_body(1500))
    ended = 0
    for megabytes in range(250, 1000, 50):
        made = subprocess.run(["sh", "-c", f'ulimit -v {megabytes << 10}; exec "$0" "$1" -o "$2"', kasuri, source, folder / "out"],
                              capture_output=True, text=True, errors="replace")
        ended += made.returncode == 1 and "out of memory" in made.stderr
        if made.returncode not in (0, 1, 127) or (made.returncode == 1 and "error: out of memory" not in made.stderr):
            return f"{megabytes} MB: status {made.returncode}: {made.stderr[-300:]}"  # 127: not even its libraries fit
    return None if ended else "memory never runs out"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--full", action="store_true", help="the sizes of the night")
    parser.add_argument("cases", nargs="*", metavar="CASE")
    arguments = parser.parse_args()
    kasuri = (arguments.build / "bin/kasuri").resolve()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kasuri-pathological-"))
    failed = 0
    names = arguments.cases or list(pathological.CASES)
    for name in names:
        problem, figures = check(name, kasuri, folder, arguments.full)
        failed += problem is not None
        print(f"{name}: {problem or 'ok'}, {figures}", flush=True)
        for left in folder.iterdir():
            shutil.rmtree(left) if left.is_dir() else left.unlink()
    if not arguments.cases:
        names.append("out of memory")
        problem = run_out_of_memory(kasuri, folder)
        failed += problem is not None
        print(f"out of memory: {problem or 'ok'}")
    shutil.rmtree(folder)
    print(f"{len(names) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
