#!/usr/bin/env python3
"""Gives the tools odd options and the runtime odd environments: `word_tests.py BUILD`.

Options are those that --help names. Each gets values that it cannot mean: the tool has to refuse them, with a diagnostic
and the status for wrong usage; for files and names, anything but a crash will do. A parallel program must compute
the same whatever KASURI_* variables say. The last line is `N passed, N failed`.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import mutation_tests

NEVER = {  # by what --help calls the value
    "n": ["", "x", "-1", "4x", "0x", "nan", "1.5", "99999999999999999999", " 3", "3 ", "\u0663"],
    "x": ["", "x", "-1", "nan", "inf", "1e999", "1,5", "0x1p3z", "--"],
    "time": ["", "33", "ms", "-1ms", "nanms", "1e999s", "5 parsecs", "0ms@", "3ms@"],
    "list": ["", "x", "0", "1-", "-1", "3-1", "1,,2", "1-65", "1-99999999999999999999", ","],
    "value": ["", "x", "exact,exact", "-1", "=", "Runtime"],
}
ALIASES = {"time[@function]": "time", "what": "value", "how": "value", "mode": "value"}
NAMES = ["", "x" * 5000, "/", "/dev/null", "/nonexistent/x", "\n", "%s%n", "-", "--", "\udc80\udcff", "a\tb", "~", "$(x)", "*"]
VARIABLES = {
    "KASURI_CORES": ["", "0", "-1", "x", "999999999999", "1-3", "0,1", "0-", ",", "1,1,1,1", "nan", "2 "],
    "KASURI_ADAPT": ["", "2", "x", "-1"], "KASURI_SHARE": ["", "x", "-1"], "KASURI_SPIN": ["", "x", "-1", "1e30"],
    "KASURI_SPIN_US": ["", "x", "-1", "99999999999999999999"],
    "KASURI_EXCLUSIVE": ["", "x", "2", "-1"], "KASURI_EXCLUSIVE_SET": ["", "x", "/", "../.."],
    "KASURI_POWER": ["", "x", "record:", "record:/nonexistent/x", "mem", "mem:/dev/null", "sysfs", "*"],
    "KASURI_MACHINE": ["", "/nonexistent", "/dev/null", "/", "x"],
    "KASURI_PROFILE": ["", "/nonexistent/x", "/", "/dev/full"], "KASURI_PROFILE_EVERY": ["", "0", "x", "-1", "1e9"],
    "KASURI_PROFILE_HW": ["", "x", "2"],
    "KASURI_TRACE": ["", "/nonexistent/x", "/", "/dev/full"], "KASURI_TRACE_EVENTS": ["", "0", "x", "-1", "99999999999999999999"],
}
CC_VARIABLES = {
    "KASURI_CC": ["", "/nonexistent/cc", "/", "/dev/null", " ", "gcc -O7 -nonsense", "sh"],
    "KASURI_CACHE": ["", "/nonexistent/x", "/dev/null", "/dev/null/x", "off", "x" * 5000],
    "KASURI_CACHE_SIZE": ["", "x", "-1", "99999999999999999999", "1e9", "3M"],
    "KASURI": ["", "x", "off", "-1"],
}


def start(command, folder, **variables):
    try:
        return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
                              env={**os.environ, "KASURI_CACHE": str(folder / "cache"), **variables})
    except subprocess.TimeoutExpired as late:
        return subprocess.CompletedProcess(late.cmd, 124, b"", b"takes too long")
    except (ValueError, OSError):  # no such word can be given
        return None


def problem_of(done, must_fail):
    if done is None:
        return None
    said = done.stderr.decode(errors="replace")
    if done.returncode not in (0, 1, 2):
        return f"status {done.returncode}: {said[-400:]}"
    if done.returncode == 0 and must_fail:
        return "taken"
    if done.returncode and not said.strip():
        return f"status {done.returncode} without a diagnostic"
    return None


def options(kasuri, command, folder):
    """Pairs of an option and what --help calls its value."""
    said = start([kasuri, *command, "--help"], folder).stdout.decode()
    return re.findall(r"^  (--?[A-Za-z][-A-Za-z]*)[= ]?<([^>]+)>", said, re.MULTILINE)


def option_cases(kasuri, folder):
    report = "out/report/report.json"
    for command in (["p.c", "-o", "again"], ["simulate", report], ["report", report, "-o", "again"],
                    ["check", "p.c", "--update", "--baseline=again.json"],
                    ["verify", "p.c", "--run={}", "--no-tsan", "--workers=1"]):
        name = command[:1] if command[0] in ("simulate", "report", "verify", "check") else []
        for option, kind in options(kasuri, name, folder):
            kind = ALIASES.get(kind, kind)
            for value in NEVER.get(kind, NAMES):
                if (option, value) in (("--timeout", "33"), ("--directory", "/")):  # seconds; a copy of all there is
                    continue
                words = [option, value] if option.count("-") == 1 else [f"{option}={value}"]
                given = [kasuri, *command, *words]
                if name == [] and option == "--deadline":
                    given += ["--mode=deadline"]
                yield given, kind in NEVER
        for odd in (["--"], ["-"], [""], ["--nonsense"], ["---"], ["--=x"], ["-o"], ["@/nonexistent"], ["\n"], ["--cores"],
                    ["x" * 100000], ["--cores=2", "--cores=3"], ["a.c"] * 3000):
            yield [kasuri, *command, *odd], False


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    kasuri, passed, failed = build / "bin/kasuri", 0, 0

    def count(what, problem):
        nonlocal passed, failed
        passed += problem is None
        failed += problem is not None
        if problem:
            print(f"{what}: {problem}", flush=True)

    with tempfile.TemporaryDirectory(prefix="kasuri-words-") as name:
        folder = pathlib.Path(name)
        mutation_tests.make_seeds(build, folder)
        for given, must_fail in option_cases(kasuri, folder):
            shown = " ".join(repr(str(word))[:60] for word in given[1:2] + given[-2:])
            count(f"kasuri {shown}", problem_of(start(given, folder), must_fail))
        expected = start(["./p"], folder, KASURI_CORES="1")
        for variable, values in VARIABLES.items():
            for value in values:
                done = start(["./p"], folder, **{"KASURI_CORES": "2", variable: value})
                same = done and (done.returncode, done.stdout) == (expected.returncode, expected.stdout)
                count(f"{variable}={value!r}", None if same else f"status {done.returncode}, {done.stderr[-300:]}")
        for variable, values in CC_VARIABLES.items():
            for value in values:
                done = start([build / "bin/kasuri-cc", "-O1", "tiny.c", "-o", "tiny"], folder, **{variable: value})
                count(f"{variable}={value[:40]!r}", problem_of(done, False) if variable != "KASURI_CACHE" else
                      None if done.returncode == 0 else f"status {done.returncode}, {done.stderr[-300:]}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
