"""What the page of each kind of Obstacle.def says of its programs is so.

usage: check_obstacle_pages.py WORK_DIRECTORY [KIND...]

The commands are those of docs/obstacles/KIND.md. By the first, the loop whose line says `this loop` has the obstacle, with a place
and help; by each later one, all such loops run in parallel. All programs compile without warnings, the rewritten one prints what the
first prints, and so does what Kasuri has made of it, on several cores.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[4]
PAGES = ROOT / "docs/obstacles"
RUNTIME = ROOT / "build/lib/libkasuri.a"
NOT_A_STOP = "FewIterations"  # of loops that run in parallel


class Wrong(Exception):
    pass


def run(words, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=PAGES, **options)
    if done.returncode != 0 or (words[0] == "cc" and done.stderr):
        raise Wrong(f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stderr}")
    return done.stdout


def commands(kind):
    page = PAGES / f"{kind}.md"
    if not page.exists():
        raise Wrong("has no page")
    found = [line.split() for line in re.findall(r"^```sh\n(kasuri .*)$", page.read_text(), re.MULTILINE)]
    if not found or (len(found) == 1 and "nothing helps" not in page.read_text().lower()):
        raise Wrong("the page has no command for a rewritten program, and does not say that nothing helps")
    return found


def this_loop(name):
    return [number for number, line in enumerate((PAGES / name).read_text().split("\n"), 1) if "// this loop" in line]


def source_of(command):
    return next(word for word in command if word.endswith(".c"))


def loops_of(command, work):
    """The loops that the page speaks of, from the report."""
    words = [word for word in command if not word.startswith("-Rkasuri")]
    run([*words, f"--report={work}", "-o", work / "out"])
    report, name = json.loads((work / "report.json").read_text()), source_of(command)
    found = {loop["line"]: loop for loop in report["loops"] if loop["file"].endswith(name)}
    if not this_loop(name):
        raise Wrong(f"{name}: no line says `// this loop`")
    return [found[line] for line in this_loop(name)]


def check_obstacle(kind, command, work):
    for loop in loops_of(command, work):
        reasons = loop["obstacles"] + [loop["noPipeline"]] * (loop["noPipeline"] is not None)
        raised = [each for each in reasons if each["kind"] == kind]
        if not raised:
            raise Wrong("not raised, but " + ", ".join(each["kind"] for each in loop["obstacles"]))
        if not raised[0]["source"] or not raised[0]["help"]:
            raise Wrong("raised without a place or help")
        if loop["planned"] != (kind == NOT_A_STOP):
            raise Wrong(f"the loop is {loop['verdict']}")


def check_unlocked(command, work):
    for loop in loops_of(command, work):
        if not loop["planned"] or loop["obstacles"]:
            reasons = ", ".join(each["message"] for each in loop["obstacles"])
            raise Wrong(f"{source_of(command)}:{loop['line']} is {loop['verdict']}: {reasons}")


def build(sources, binary, *flags):
    run(["cc", "-std=gnu11", "-Wall", "-Wextra", "-O1", *sources, "-I", ROOT / "include", *flags, "-lm", "-o", binary])
    return binary


def outputs(command, work):
    """What the source prints, and what Kasuri has made of it."""
    sources = [word for word in command if word.endswith(".c")]
    # Kasuri's file is instead of the first; what it was not given is linked as it is.
    rest = ["curve.c"] if sources == ["UnknownCall.c"] else []
    printed = [run([build([*sources, *rest], work / "plain")])]
    if "--emit=openmp" not in command:
        made = [work / "out" / name for name in sources]
        parallel = build([*made, *rest], work / "parallel", "-iquote", PAGES, RUNTIME, "-pthread", "-w")
        printed += [run([parallel], env={**os.environ, "KASURI_CORES": cores, "KASURI_ADAPT": "0"}) for cores in "13"]
    return set(printed)


def check(kind, work):
    printed = set()
    for number, command in enumerate(commands(kind)):
        place = work / f"{kind}-{number}"
        place.mkdir(parents=True, exist_ok=True)
        if number == 0:
            check_obstacle(kind, command, place)
        else:
            check_unlocked(command, place)
        printed |= outputs(command, place)
    if len(printed) != 1:
        raise Wrong(f"the programs print different things: {sorted(printed)}")


def main():
    text = re.sub(r"//.*", "", (ROOT / "compiler/support/Obstacle.def").read_text())
    kinds, wrong = re.findall(r"OBSTACLE\(\s*(\w+)", text), {}
    for kind in sys.argv[2:] or kinds:
        try:
            check(kind, pathlib.Path(sys.argv[1]))
        except Wrong as error:
            wrong[kind] = error
    for stale in sorted({path.stem for path in PAGES.glob("*.md")} - set(kinds)):
        wrong[stale] = "is no kind"
    for kind, reason in wrong.items():
        print(f"{kind}: {reason}")
    return 1 if wrong else 0


sys.exit(main())
