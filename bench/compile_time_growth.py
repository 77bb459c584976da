#!/usr/bin/env python3
"""How the time of Kasuri grows with a program that becomes large in one direction.

usage: compile_time_growth.py [--kasuri=KASURI] [--runs=3] [--seconds=8] [--list] [CASE...]

The cases are those of test/hostile/pathological.py: chains of `else if`, cases, calls, members, loops and so on, of any
size. Each is measured from its small size on, with the size doubled up to the full one, or until Kasuri takes longer
than --seconds, of processor time; what an empty program takes is subtracted. The exponent is that of the last two
doublings: 1 is linear, 2 quadratic. It is not told where Kasuri takes less than a tenth of a second, or refuses.

Printed for each case: sizes with their seconds, and the exponent. The worst exponent is to be at most 1.3.
"""
import argparse
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from common import ROOT, verdict

sys.path.insert(0, str(ROOT / "test/hostile"))
import pathological  # noqa: E402

MOST_EXPONENT = 1.3
LEAST_SECONDS = 0.1
MACHINE = ROOT / "machines/raspberry-pi-4.json"


def seconds(kasuri, text, folder):
    """Of processor time; None if the program is refused."""
    source = folder / "a.c"
    source.write_text(text)
    process = subprocess.Popen([kasuri, source, f"--machine={MACHINE}", "-o", folder / "out"], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env=dict(os.environ, KASURI_CACHE="off"))
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return None if process.returncode else usage.ru_utime + usage.ru_stime


def measured(kasuri, case, most, runs, folder):
    """Sizes with the medians of their seconds, the last one beyond `most` if there is one."""
    make, size, largest = case
    rows = []
    while size <= largest and (not rows or rows[-1][1] <= most):
        taken = [seconds(kasuri, make(size), folder) for _ in range(runs)]
        if None in taken:
            break
        rows.append((size, statistics.median(taken)))
        size *= 2
    return rows


def exponent(rows, empty):
    """None: too little to tell."""
    work = [taken - empty for _, taken in rows[-3:]]
    if len(work) < 3 or work[-1] < LEAST_SECONDS or min(work) <= 0:
        return None
    return math.log2(work[-1] / work[0]) / (len(work) - 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("cases", nargs="*", metavar="CASE")
    parser.add_argument("--kasuri", type=pathlib.Path, default=ROOT / "build/bin/kasuri")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--list", action="store_true", help="print the names of the cases")
    options = parser.parse_args()
    if options.list:
        print("\n".join(pathological.CASES))
        return
    kasuri, worst = options.kasuri.resolve(), 0.0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        empty = statistics.median(seconds(kasuri, "int main(void) { return 0; }\n", folder) for _ in range(5))
        for name in options.cases or pathological.CASES:
            rows = measured(kasuri, pathological.CASES[name], options.seconds, options.runs, folder)
            found = exponent(rows, empty)
            shown = ", ".join(f"{size}: {taken:.2f} s" for size, taken in rows)
            print(f"{name}: {shown}; {'-' if found is None else f'exponent {found:.2f}'}", flush=True)
            worst = max(worst, found or 0)
    verdict("compile_time_growth", worst, "(exponent)", MOST_EXPONENT, worst <= MOST_EXPONENT)


if __name__ == "__main__":
    main()
