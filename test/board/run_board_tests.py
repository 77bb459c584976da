#!/usr/bin/env python3
"""Generated programs, the runtime and the tools on an emulated ARM board (scripts/board).

usage: run_board_tests.py BUILD_DIRECTORY [--suites=SUITE,...] [--repeat=N] [NAME...]

First scripts/board itself (harness_tests.py), then sessions: each boots the board once and runs scripts of checks/
there. What cannot be had (a compiler, QEMU, the kernel) is said, and what needs it left out. The last line is
`N passed, N failed`.
"""
import argparse
import inspect
import pathlib
import shutil
import sys
import tempfile
import traceback

import harness_tests
from emulator import kernel_cache, machine

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


class Tally:
    def __init__(self):
        self.passed = self.failed = 0

    def note(self, name, problem=None):
        if problem is None:
            self.passed += 1
        else:
            self.failed += 1
            print(f"failed: {name}: {problem}", flush=True)

    def add(self, passed, failed):
        self.passed += passed
        self.failed += failed


def run_harness_tests(tally, can_boot):
    for name, test in inspect.getmembers(harness_tests, inspect.isfunction):
        if not name.startswith("test_") or ("booted" in inspect.signature(test).parameters and not can_boot):
            continue
        with tempfile.TemporaryDirectory(prefix="board-test-") as work:
            try:
                test(pathlib.Path(work))
                tally.note(name)
            except Exception:  # whatever it is, the other tests go on
                tally.note(name, traceback.format_exc(limit=-1).strip())


def problem_with_kernel(suite):
    missing = machine.missing_packages(needs_kernel=not kernel_cache.is_made(suite))
    if missing:
        return f"no {', '.join(missing)} (scripts/setup --boards)"
    try:
        with kernel_cache.kernel(suite):
            return None
    except kernel_cache.Unavailable as problem:
        return f"no kernel: {problem}"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--suites", default="trixie")
    options = parser.parse_args()
    tally = Tally()
    suites = options.suites.split(",")
    problems = {suite: problem_with_kernel(suite) for suite in suites}
    for suite, problem in problems.items():
        if problem:
            print(f"board {suite}: left out: {problem}")
    run_harness_tests(tally, problems["trixie"] is None)
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
