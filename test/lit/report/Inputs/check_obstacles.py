"""Each kind of Obstacle.def is raised by its program, and gone from it with UNLOCKED defined.

A program whose first line has `LOCKED: OPTION` is instead unlocked by leaving the option out.

usage: check_obstacles.py OBSTACLE_DEF WORK_DIRECTORY
"""
import json
import pathlib
import re
import subprocess
import sys

PROGRAMS = pathlib.Path(__file__).resolve().parent / "obstacles"
# Kinds that no analysis raises yet.
PENDING = set()


def report(program, work, options=(), flags=()):
    cores = [] if any(each.startswith("--cores") for each in options) else ["--cores=2"]
    words = ["kasuri", program, *cores, "--min-gain=0", *options, f"--report={work}", "--", *flags]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode != 0:
        return None, done.stderr
    return json.loads((work / "report.json").read_text()), ""


def problem(kind, program, work):
    options = re.findall(r"LOCKED: (\S+)", program.read_text().splitlines()[0])
    locked, error = report(program, work / "locked", options)
    unlocked, more = report(program, work / "unlocked", flags=["-DUNLOCKED"])
    if locked is None or unlocked is None:
        return error + more
    reasons = [each for loop in locked["loops"] if loop["function"] == "f" for each in loop["obstacles"]]
    raised = [each for each in reasons if each["kind"] == kind]
    if not raised:
        return "not raised, but " + ", ".join(each["kind"] for each in reasons)
    if not raised[0]["source"] or not raised[0]["help"]:
        return "raised without a place or help"
    left = [each["message"] for loop in unlocked["loops"] if loop["function"] == "f" for each in loop["obstacles"]]
    return "still sequential: " + ", ".join(left) if left else ""


def main():
    text = re.sub(r"//.*", "", pathlib.Path(sys.argv[1]).read_text())
    kinds = re.findall(r"OBSTACLE\(\s*(\w+)", text)
    wrong = {}
    for kind in kinds:
        program = PROGRAMS / f"{kind}.c"
        if program.exists():
            wrong[kind] = problem(kind, program, pathlib.Path(sys.argv[2]) / kind)
        elif kind not in PENDING:
            wrong[kind] = "has no program in obstacles/"
    for stale in sorted({path.stem for path in PROGRAMS.glob("*.c")} - set(kinds)):
        wrong[stale] = "is no kind"
    for kind, reason in wrong.items():
        if reason:
            print(f"{kind}: {reason}")
    return 1 if any(wrong.values()) else 0


sys.exit(main())
