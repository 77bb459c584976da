#!/usr/bin/env python3
"""The cost of a frequency change with each method, on an emulated board with a real kernel (scripts/board): opening, writing
and closing cpufreq's file; the same file kept open; and the register that selects the clock. The runtime's driver sets
the register as test/board/board.clocks describes it, after the kernel's drivers are unbound.

usage: board_power.py [--rounds N] [--suite SUITE] [--markdown]

All in one run of the board: medians of the rounds with 100 changes each, on a core without other programs. The changes are
real: each is a switch of the board's clock. Absolute times are those of an emulator; figures are ratios. --markdown also
writes the table into docs/boards.md.
"""
import argparse
import datetime
import io
import pathlib
import re
import shutil
import statistics
import sys
import tempfile

from common import ROOT, verdict, write_measured

sys.path.insert(0, str(ROOT / "test/board"))
from emulator import kernel_cache, machine
import programs

PAGE = ROOT / "docs/boards.md"
GOAL = 3.0
CORE = 3
WAYS = {"path": "open, write, close", "cpufreq": "kept descriptor", "registers": "register"}
WORDS = {"cpufreq": " (`KASURI_POWER=cpufreq`)", "registers": " (`KASURI_POWER=registers`)"}


def measure(folder, rounds, suite):
    """For each way the rounds: nanoseconds of a change, and of asking for what is there."""
    one = "echo @{0}; KASURI_MACHINE=board.clocks taskset 8 ./ways {0} {1} {2}"
    lines = [one.format(way, CORE, rounds) for way in ("path", "cpufreq")]
    lines += [". ./unbind.sh", one.format("registers", CORE, rounds)]
    out = io.BytesIO()
    status = machine.run(folder, ["sh", "-ec", "\n".join(lines)], machine.Options(suite=suite), out=out)
    said = out.getvalue().decode()
    parts = {name: [tuple(map(int, line.split())) for line in text.splitlines() if re.fullmatch(r"\d+ \d+", line)]
             for name, text in re.findall(r"^@(\w+)\n(.*?)(?=^@|\Z)", said, re.MULTILINE | re.DOTALL)}
    if status != 0 or any(len(parts.get(way, ())) != rounds for way in WAYS):
        sys.exit(f"bench: the board ends with {status}: {said[-800:]}")
    return parts


def table(medians):
    """Of nanoseconds; the speedup is that of a change."""
    lines = ["| method | a change | the current level again | speedup |", "| --- | --- | --- | --- |"]
    for way, (change, same) in medians.items():
        speedup = medians["path"][0] / change
        lines.append(f"| {WAYS[way]}{WORDS.get(way, '')} | {change / 1000:.1f} us | {same / 1000:.1f} us "
                     f"| {speedup:.{1 if speedup < 100 else 0}f} |")
    return "\n".join(lines)


def leave_out(why):
    print(f"bench board_power: left out: {why} (scripts/setup --boards installs what is missing)")
    sys.exit(0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--suite", choices=kernel_cache.SUITES, default="trixie")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    if shutil.which(programs.TARGETS["aarch64"]) is None:
        leave_out(f"no {programs.TARGETS['aarch64']}")
    with tempfile.TemporaryDirectory() as folder:
        try:
            made = programs.Programs(None, pathlib.Path(folder))
            made.compile("ways", ROOT / "bench/dvfs/ways.c")
            made.copy_checks()
            parts = measure(made.folder, options.rounds, options.suite)
        except (machine.Failure, kernel_cache.Unavailable) as problem:
            leave_out(problem)
    medians = {way: [statistics.median(each) for each in zip(*parts[way])] for way in WAYS}
    slow = medians["path"]
    for way, (change, same) in medians.items():
        print(f"{WAYS[way]:20} change {change / 1000:6.1f} us ({slow[0] / change:5.1f}x)   "
              f"same level {same / 1000:6.1f} us ({slow[1] / same:5.1f}x)")
    if options.markdown:
        head = f"Measured on {datetime.date.today()}: {options.rounds} rounds, the kernel of Debian {options.suite}."
        write_measured(PAGE, "board_power.py", f"{head}\n\n{table(medians)}\n")
    print(f"register against kept descriptor: {medians['cpufreq'][0] / medians['registers'][0]:.1f}x")
    kept = slow[0] / medians["cpufreq"][0]
    verdict("board_power", kept, "x as fast as open, write, close, by a kept descriptor", f"{GOAL:.2f}", kept >= GOAL)


main()
