#!/usr/bin/env python3
"""kasuri verify finds broken promises in every run, and does not blame programs that keep theirs.

usage: run_verify_tests.py BUILD_DIRECTORY [--runs=N] [CASE...]

Each file in cases/ is a pair: as it is, it keeps its promise; with -DBROKEN it does not. `FOUND BY:` in its first line
says which checks must find that: `orders` (output on one thread in other orders), `oracle` (each access), `threads`
(ThreadSanitizer). The kept program must pass all of them. Then the programs that verify has built run N times (20) once
more, as verify runs them, and each run must say the same: nothing may depend on time or load. Those for ThreadSanitizer
take long, and run a quarter as often.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
WORKERS = 4


def run(words, **variables):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KASURI")}
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, env=kept | variables,
                          stdin=subprocess.DEVNULL, timeout=300)


def found_by(result):
    """Which checks have found something, of a verify.json."""
    found = set()
    for check in result["checks"]:
        if check["verdict"] not in ("same", "not-checked"):
            found.add("threads" if check["threadSanitizer"] else "orders" if check["orders"] else "output")
    if any(each["faults"] for each in result["oracle"]):
        found.add("oracle")
    return found


def not_checked(result):
    reasons = [check["reason"] for check in result["checks"] if check["verdict"] == "not-checked"]
    return reasons + [each["problem"] for each in result["oracle"] if each["problem"]]


def verify(case, wanted, build, work, flags):
    """The result of kasuri verify, its programs in work/kept; and what is wrong with its words."""
    races = [] if "threads" in wanted else ["--no-tsan"]
    done = run([build / "bin/kasuri", "verify", case, f"--workers={WORKERS}", "--min-gain=0", *races,
                f"--keep={work / 'kept'}", f"--json={work / 'verify.json'}", f"--directory={work / 'empty'}", "--",
                "-O2", *flags])
    if not (work / "verify.json").exists():
        return None, f"status {done.returncode}: {done.stderr[-800:]}"
    result = json.loads((work / "verify.json").read_text())
    if done.returncode != (0 if result["same"] else 1):
        return result, f"status {done.returncode}, 'same' is {result['same']}"
    if "the oracle checks it access by access" not in done.stdout:
        return result, "the promise is not told"
    return result, ""


def check_orders(result, work, runs):
    """Each order gives the same output in all runs."""
    orders = next(check["orders"] for check in result["checks"] if check["orders"])
    for order in orders:
        outputs = {run([work / "kept/parallel/program-in-orders"], KASURI_ORDER=order).stdout for _ in range(runs)}
        if len(outputs) != 1:
            return f"order {order} gives {len(outputs)} outputs in {runs} runs"
    return ""


def check_threads(is_broken, work, runs):
    """ThreadSanitizer sees the race in all runs, or in none."""
    for workers in (2, WORKERS):
        racing = 0
        for _ in range(runs):
            done = run([work / "kept/parallel/tsan/program"], KASURI_CORES=str(workers), KASURI_TOGETHER="1",
                       KASURI_SHARE="0", TSAN_OPTIONS="exitcode=0 atexit_sleep_ms=20")
            racing += "data race" in done.stderr
        if racing != (runs if is_broken else 0):
            return f"{workers} workers: a race in {racing} of {runs} runs"
    return ""


def check(case, is_broken, build, runs):
    wanted = set(re.search(r"FOUND BY: ([a-z ]+)", case.read_text()).group(1).split())
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        (work / "empty").mkdir()
        result, problem = verify(case, wanted, build, work, ["-DBROKEN"] if is_broken else [])
        if problem:
            return problem
        if not_checked(result):
            return f"not checked: {not_checked(result)}"
        found = found_by(result) - {"output"}  # of threads that happen to meet: neither asked for nor an error
        if found != (wanted if is_broken else set()) or (not is_broken and not result["same"]):
            return f"found by {sorted(found) or 'nothing'}, expected {sorted(wanted) if is_broken else 'nothing'}"
        problem = check_orders(result, work, runs)
        if not problem and "threads" in wanted:
            problem = check_threads(is_broken, work, max(runs // 4, 1))  # each takes long
        return problem


def check_pair(case, build, runs):
    try:
        problems = [f"{way}: {problem}" for way, is_broken in (("broken", True), ("kept", False))
                    if (problem := check(case, is_broken, build, runs))]
    except subprocess.TimeoutExpired as late:
        problems = [f"takes too long: {late.cmd[0]}"]
    return case.name, "; ".join(problems)


def main():
    given = [word for word in sys.argv[1:] if not word.startswith("--runs=")]
    runs = int(next((word[7:] for word in sys.argv[1:] if word.startswith("--runs=")), "20"))
    build = pathlib.Path(given[0]).resolve()
    cases = [case for case in sorted((HERE / "cases").glob("*.c")) if len(given) == 1 or case.name in given[1:]]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda case: check_pair(case, build, runs), cases))
    problems = [(name, problem) for name, problem in results if problem]
    for name, problem in problems:
        print(f"FAIL {name}: {problem}")
    print(f"verify: {len(results) - len(problems)} passed, {len(problems)} failed")
    return 1 if problems or not results else 0


sys.exit(main())
