#!/usr/bin/env python3
"""How many parallel loops kasuri finds, and whether it takes a sequential one for parallel: the loops of bench/recall.

usage: python3 bench/recall.py [--kasuri=PATH] [--check-labels] [--check] [--page] [--compare OLD NEW] [FILE.c...]

Every loop in bench/recall/*.c has a label in a comment on its line or the line above, the truth about the program for
all inputs with defined behavior, with bit-identical results:

  parallel                     no iteration needs another's values, but for what is named behind a colon:
                               reduction(a b), induction(p), private(buffer), last value(v), ordered(line)
  parallel if CONDITION        only if the condition holds, which has to be tested when the program runs
  sequential: REASON           REASON may name the counter, carried(i), if it is what iterations hand on; `unseen` says that
                               a run does not show it as a conflict about memory

A loop counts as found if kasuri's verdict is parallel, whatever it plans: without tests, behind tests, or with some
statements in the loop's order. It is wrong (unsound) to call a loop parallel without a test and without a statement in
order if it is sequential, or parallel only under a condition. The status is 1 then, and if recall is below the goal.

--check-labels  also runs each program with ks-oracle: a loop labeled parallel may show no conflict other than what its
                label names, a loop labeled sequential has to show one; and what kasuri emits may have no conflicts.
                The status is then 1 for a label in doubt or a wrong verdict, whatever recall is
--check         prints `N passed, M failed`, one test for each loop: fails if a loop is missed that docs/recall.md does
                not have among the missed ones
--page          prints docs/recall.md
--compare OLD NEW  lists the loops whose verdicts differ between two kasuri binaries
"""
import concurrent.futures
import os
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))
import common  # noqa: E402
import recall_labels  # noqa: E402
import recall_page  # noqa: E402
import recall_verdicts  # noqa: E402

GOAL = 97  # percent


def measure(files, kasuri, seen=False):
    """The suite's loops with label and verdict, in order; with `seen` also what a run showed of each."""
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(2) as pool:
        measured = pool.map(lambda file: measure_file(file, kasuri, seen, pathlib.Path(work)), files)
        return [loop for loops in measured for loop in loops]


def measure_file(file, kasuri, seen, work):
    loops = recall_verdicts.verdicts(file, kasuri, work / file.stem)
    recall_labels.attach(file, loops)
    if seen:
        recall_verdicts.watch(file, kasuri, loops, work / file.stem)
    return loops


def compare(files, old, new):
    """Verdicts of two binaries, side by side where they differ."""
    pairs = list(zip(measure(files, old), measure(files, new)))
    changed = [(before, after) for before, after in pairs if before.verdict != after.verdict]
    for before, after in changed:
        print(f"{before.place}: {before.verdict} -> {after.verdict} ({before.label})"
              + (f" [{after.obstacle}]" if after.obstacle else ""))
    print(f"{len(changed)} of {len(pairs)} verdicts differ")
    return 1 if any(after.is_wrong for _, after in changed) else 0


def check(loops):
    """One test for each loop."""
    known = recall_page.known_misses(ROOT / "docs/recall.md")
    faults = [f"{loop.place}: wrongly parallel: {loop.label}" for loop in loops if loop.is_wrong]
    faults += [f"{loop.place}: missed, and not among the misses of docs/recall.md: {loop.reason}"
               for loop in loops if loop.is_missed and loop.place not in known]
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(loops) - len(faults)} passed, {len(faults)} failed")
    return 1 if faults else 0


def check_labels(loops):
    faults = [fault for loop in loops for fault in recall_labels.faults(loop)]
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"labels: {len(loops)} loops run by the oracle, {len(faults)} labels in doubt")
    return 1 if faults else 0


def print_report(loops, with_labels):
    print(recall_page.report(loops))
    is_sound = not any(loop.is_wrong for loop in loops)
    if with_labels:
        return check_labels(loops) or not is_sound
    recall = recall_page.recall(loops)
    return common.verdict("recall", recall, "%", GOAL, recall >= GOAL and is_sound)


def print_page(loops):
    print(recall_page.page(loops), end="")
    return 0


def sources(names):
    return [pathlib.Path(name).resolve() for name in names] or sorted((ROOT / "bench/recall").glob("*.c"))


def main():
    words = sys.argv[1:]
    names = [word for word in words if not word.startswith("--")]
    given = dict(word.partition("=")[::2] for word in words if word.startswith("--"))
    kasuri = pathlib.Path(given.pop("--kasuri", "") or os.environ.get("KASURI") or ROOT / "build/bin/kasuri").resolve()
    mode = "".join(given)  # one at most
    if mode == "--compare" and len(names) >= 2:
        return compare(sources(names[2:]), *(pathlib.Path(name).resolve() for name in names[:2]))
    if mode not in ("", "--check", "--page", "--check-labels"):
        print(__doc__)
        return 0 if mode == "--help" else 2
    loops = measure(sources(names), kasuri, mode == "--check-labels")
    if mode == "--page":
        return print_page(loops)
    return check(loops) if mode == "--check" else print_report(loops, mode == "--check-labels")


if __name__ == "__main__":
    sys.exit(main())
