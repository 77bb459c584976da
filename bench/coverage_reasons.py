#!/usr/bin/env python3
"""Holds the first reason of each program's ten hottest loops against what a reader of the loop found.

usage: bench/coverage_reasons.py [--measure] [--update] [--page] [PROGRAM...]

bench/reasons.json has, for each program of bench/reasons and bench/coverage, its ten hottest loops: where they are, their share of the time, Kasuri's
verdict and first reason with its help, and a judgment. The judgments are made by hand:

  true            the reason is what a programmer would have to remove, and the help says how
  wrong: WHY      it is not, or the help cannot be followed
  missed: WHAT    the loop could run in parallel, and this is lacking

--measure fetches, compiles and profiles the programs, and compares the output on 2 cores with the sequential one.
--update takes places, shares, verdicts and reasons from the last results, those of bench/coverage.py included, and keeps the judgments of
loops whose place and kind of reason stay the same; others get `?`. --page writes the table into docs/coverage.md. In the end,
it prints the loops that have no judgment yet, and how many there are of each.
"""
import argparse
import collections
import json
import pathlib
import sys

import coverage
import coverage_table
from coverage_profile import profile

ROOT = pathlib.Path(__file__).resolve().parent.parent
REASONS = ROOT / "bench/reasons.json"
PROGRAMS = ROOT / "bench/reasons"
HOTTEST = 10
KERNELS = 5  # of these, chosen by the time in no loop inside them


def measure(name):
    """Writes what rows_of needs; a Failure says what went wrong."""
    folder = PROGRAMS if (PROGRAMS / f"{name}.json").exists() else coverage.DATA
    program = coverage.Program(name, folder)
    program.compile()
    program.make_input()
    expected = program.execute("sequential")[1]
    if program.execute("parallel", KASURI_CORES=str(coverage.CORES))[1] != expected or not any(expected):
        raise coverage.Failure("the parallel output differs from the sequential one")
    result = {"name": name, "loops": program.report["loops"], "profile": profile(program)}
    (program.work / "result.json").write_text(json.dumps(result))
    print(f"coverage_reasons: {name}: identical, {program.kasuri_seconds:.1f} s", file=sys.stderr)


def hottest(result):
    """The loops with most time of their own, filled up with those that hold most; by the time that they hold."""
    share = result["profile"]
    held, own = share["loops"], share["own"]
    kernels = [i for i in sorted(range(len(own)), key=lambda i: (-own[i], i))[:KERNELS] if own[i] > 0]
    others = [i for i in sorted(range(len(held)), key=lambda i: (-held[i], i)) if i not in kernels]
    chosen = kernels + others[:HOTTEST - len(kernels)]
    return sorted((i for i in chosen if held[i] > 0), key=lambda i: (-held[i], i))


def rows_of(result, known):
    rows = []
    for index in hottest(result):
        loop = result["loops"][index]
        first = loop["obstacles"][0] if loop["obstacles"] else {"kind": "", "message": "", "help": ""}
        place = f"{pathlib.Path(loop['file']).name}:{loop['line']}"
        row = {"place": place, "function": loop["function"], "share": round(result["profile"]["loops"][index], 3),
               "own": round(result["profile"]["own"][index], 3), "verdict": loop["verdict"],
               "kind": first["kind"], "message": first["message"], "help": first["help"]}
        before = known.get((place, loop["function"]))
        same = before and before["kind"] == row["kind"]
        rows.append(row | {"judgment": before["judgment"] if same else "?"})
    return rows


def write(reasons):
    """One line for each loop."""
    programs = [f"  {json.dumps(name)}: [\n" +
                ",\n".join("    " + json.dumps(row, ensure_ascii=False) for row in rows) + "\n  ]"
                for name, rows in sorted(reasons.items())]
    REASONS.write_text("{\n" + ",\n".join(programs) + "\n}\n")


def update(reasons, names):
    for name in names:
        result = json.loads((coverage.WORK / name / "result.json").read_text())
        if "profile" not in result:
            sys.exit(f"coverage_reasons: {name}: {result.get('failure', 'no profile')}")
        known = {(row["place"], row["function"]): row for row in reasons.get(name, [])}
        reasons[name] = rows_of(result, known)
    write(reasons)


def write_page(reasons):
    """Puts the section in its place, in front of the packages."""
    page = ROOT / "docs/coverage.md"
    text, packages = page.read_text(), coverage_table.PACKAGES.splitlines()[1]
    front, _, behind = text.partition(packages)
    front = front.partition(coverage_table.REASONS.splitlines()[1])[0].rstrip("\n") + "\n\n"
    page.write_text(front + coverage_table.REASONS + coverage_table.reasons_table(reasons) + "\n\n" + packages + behind)


def word(row):
    return row["judgment"].split(":")[0]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--page", action="store_true")
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    reasons = json.loads(REASONS.read_text()) if REASONS.exists() else {}
    names = options.programs or sorted(reasons)
    for name in names if options.measure else []:
        measure(name)
    if options.update:
        update(reasons, names)
    if options.page:
        write_page(reasons)
    rows = [(name, row) for name in names for row in reasons.get(name, [])]
    for name, row in rows:
        if row["judgment"] == "?":
            print(f"{name} {row['place']} {row['verdict']} {row['kind']}: {row['message']}")
    print("coverage_reasons: " + ", ".join(f"{count} {kind}" for kind, count in
                                           collections.Counter(word(row) for _, row in rows).most_common()))


if __name__ == "__main__":
    main()
