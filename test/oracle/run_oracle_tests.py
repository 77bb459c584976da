#!/usr/bin/env python3
"""Tests ks-oracle on layers written by hand, and everything in test/run/cases by it.

usage: run_oracle_tests.py [--sample=N] BUILD_DIRECTORY [CASE...]

A case is a file in test/oracle/cases, whose first line has the number of conflicts to be found; a file in
test/oracle/loop_cases, where it is the number of conflicts that claims made with -DCLAIMED lack, and the
program's own claims lack none; or a file or directory in test/run/cases, which must have none and do what the
plain program does (but for sources that number their lines themselves). The samples have to pass, too, when all cases are run.
--sample=N takes every Nth of test/run/cases.
"""
import argparse
import concurrent.futures
import math
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import wave

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "test/run"))
from run_cases import all_cases  # noqa: E402


def oracle(words, build, **variables):
    environment = dict(os.environ, KASURI=str(build / "bin/kasuri"), CFLAGS="-std=gnu11") | variables
    done = subprocess.run([str(word) for word in (sys.executable, ROOT / "runtime/tools/ks-oracle/ks-oracle", *words)], env=environment,
                          capture_output=True, text=True, errors="replace", timeout=300)
    return done.returncode, done.stdout + done.stderr


def check_by_hand(case, build):
    wanted = int(re.search(r"CONFLICTS: (\d+)", case.read_text()).group(1))
    status, text = oracle(["--emitted", case], build)
    seen = re.search(r" (\d+) conflicts$", text.strip())
    if not seen or int(seen.group(1)) != wanted or status != (wanted > 0):
        return f"status {status}, expected {wanted} conflicts: {text}"
    return ""


def check_claims(case, build):
    wanted = int(re.search(r"CONFLICTS: (\d+)", case.read_text()).group(1))
    for flags, count in (("-DCLAIMED", wanted), ("", 0)):
        status, text = oracle(["--loops", case], build, ORACLE_CLAIMED=flags)
        if f", {count} not claimed" not in text or status != (count > 0):
            return f"status {status}, expected {count} conflicts not claimed with '{flags}': {text}"
    return ""


def check_emitted(case, build):
    sources = sorted(case.glob("*.c")) if case.is_dir() else [case]
    status, text = oracle([*sources, "--", "an argument"], build)
    return "" if status == 0 else f"status {status}: {text}"


def encoder_input(case, work):
    """Arguments of the AAC encoder."""
    with wave.open(f"{work}/in.wav", "wb") as sound:
        sound.setparams((2, 2, 44100, 0, "NONE", ""))
        sound.writeframes(b"".join(struct.pack("<hh", int(9000 * math.sin(i / 20)), i * i % 7001 - 3500)
                                   for i in range(6000)))
    return ["-b", "96", f"{work}/in.wav", f"{work}/out.aac"]


def decoder_input(case, work):
    """Arguments of the video decoder."""
    subprocess.run([case / "make-video", f"{work}/in.m2v", "4", "48x48", "-i", "-x"], check=True)
    return ["-l", f"{work}/in.m2v"]


def check_sample(case, build):
    """Both runs would take minutes; its layers are those of the run tests' kinds."""
    make_input = {"aac-encoder": encoder_input, "mpeg2-decoder": decoder_input}[case.name]
    with tempfile.TemporaryDirectory() as work:
        status, text = oracle(["--loops", *sorted(case.glob("*.c")), "--", *make_input(case, work)], build)
    return "" if status == 0 else f"status {status}: {text}"


def check(case, build):
    try:
        how = {HERE / "cases": check_by_hand, HERE / "loop_cases": check_claims,
               ROOT / "samples": check_sample}.get(case.parent, check_emitted)
        problem = how(case, build)
    except subprocess.TimeoutExpired:
        problem = "takes too long"
    return case.name, problem


def numbers_lines(case):
    """Loops are known by their lines: to the oracle by debug information, which follows #line, to Kasuri by the file."""
    return case.is_file() and "\n#line " in case.read_text(errors="replace")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("build", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("cases", nargs="*")
    given = parser.parse_args()
    cases = [ROOT / "samples/aac-encoder", ROOT / "samples/mpeg2-decoder", *sorted((HERE / "cases").glob("*.c")), *sorted((HERE / "loop_cases").glob("*.c")),
             *all_cases()[::given.sample]]
    cases = [case for case in cases if not numbers_lines(case)]
    cases = [case for case in cases if not given.cases or case.name in given.cases]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda case: check(case, given.build), cases))
    problems = [(name, problem) for name, problem in results if problem]
    for name, problem in problems:
        print(f"FAIL {name}: {problem[-2000:]}")
    print(f"oracle: {len(results) - len(problems)} passed, {len(problems)} failed")
    return 1 if problems or not results else 0


sys.exit(main())
