#!/usr/bin/env python3
"""How long Kasuri takes for large programs, all phases, against cc -O2.

usage: compile_time_large.py [--kasuri=KASURI] [--runs=1] [--seconds=1800] [PROGRAM...]

A program is described in bench/large/PROGRAM.json, with the fields of bench/coverage.py up to `flags`: all its files
are one program, which is fetched as bench/coverage.py fetches them. `solver` is generated: 3,000 lines of loop nests,
all of which are planned (--min-gain=0). Without PROGRAM, all are measured. Runs of the two compilers take turns, and
medians of processor times are compared, which other programs disturb less than the clock's.

Printed for each: lines (of the files and of what they include from the package, each once), seconds of `cc -O2 -c`
and of Kasuri, their ratio, and the most memory that Kasuri takes. The worst ratio is to be at most 5, and memory at
most 2,000 MB. A run that takes longer than --seconds of processor time counts as infinitely long.
"""
import argparse
import math
import os
import pathlib
import resource
import signal
import statistics
import subprocess
import sys
import tempfile

import coverage
from common import ROOT, verdict

LARGE = ROOT / "bench/large"
MOST_RATIO, MOST_MB = 5, 2000

# Nests of the kinds that solvers are made of, on arrays of their own and on those of other functions.
NESTS = [
    """\
static void relax{n}(int n) {{
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      u{n}[i][j] = 0.25 * (v{m}[i - 1][j] + v{m}[i + 1][j] + v{m}[i][j - 1] + v{m}[i][j + 1]) + f[i][j] * {k};
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      v{n}[i][j] = u{n}[i][j];
}}
""",
    """\
static double norm{n}(int n) {{
  double sum = 0, most = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {{
      sum += u{n}[i][j] * v{m}[i][j];
      most = u{n}[i][j] > most ? u{n}[i][j] : most;
    }}
  return sum + most * {k};
}}
""",
    """\
static void multiply{n}(int n) {{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {{
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += u{m}[i][k] * v{n}[k][j];
      u{n}[i][j] = sum / {k};
    }}
  for (int i = 0; i < n; i++)
    rows{n}[i] = u{n}[i][i] + rows{m}[i];
}}
""",
    """\
static void sweep{n}(int n) {{
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      v{n}[i][j] -= v{n}[i - 1][j] * rows{m}[j] / {k};
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      u{n}[i][j] += f[i][j];
}}
""",
]
CALLS = ["relax{n}(n);", "sum += norm{n}(n);", "multiply{n}(n);", "sweep{n}(n);"]


def solver(lines):
    """A program of about so many lines, always the same."""
    parts, calls, number, written = [], [], 0, 0
    while written < lines:
        kind, before = number % len(NESTS), max(0, number - 1 - number % 7)
        text = (f"static double u{number}[N][N], v{number}[N][N], rows{number}[N];\n" +
                NESTS[kind].format(n=number, m=before, k=number % 13 + 2))
        parts.append(text)
        calls.append(f"    {CALLS[kind].format(n=number)}\n")
        written += text.count("\n") + 1
        number += 1
    return ("#include <stdio.h>\nenum { N = 400 };\nstatic double f[N][N];\n" + "".join(parts) +
            "int main(int argc, char **argv) {\n  int n = argc < 2 ? N : argc;\n  double sum = 0;\n  (void)argv;\n"
            "  for (int step = 0; step < 10; step++) {\n" + "".join(calls) + "  }\n"
            "  printf(\"%g\\n\", sum);\n  return 0;\n}\n")


class Program:
    """What is compiled: sources in a folder, flags, and options of Kasuri."""

    def __init__(self, name, work):
        self.name = name
        if name == "solver":
            self.folder, self.flags, self.options = work, ["-O2"], ["--min-gain=0", "--cores=4"]
            self.sources, self.root = [work / "solver.c"], work.resolve()
            self.sources[0].write_text(solver(3000))
            return
        described = coverage.Program(name, LARGE)
        self.folder, self.flags, self.options = described.folder, described.flags, []
        self.sources, self.root = described.sources, described.root.resolve()

    def lines(self):
        made = subprocess.run(["cc", *self.flags, "-MM", *self.sources], cwd=self.folder, capture_output=True, check=True)
        words = made.stdout.decode().replace("\\\n", " ").split()
        files = {(self.folder / word).resolve() for word in words if not word.endswith(":")}
        return sum(path.read_bytes().count(b"\n") for path in files if path.is_relative_to(self.root))


def measured(command, folder, seconds):
    """Of processor time, and the most memory in MB."""
    with tempfile.TemporaryFile() as said:
        limit = (seconds, seconds)
        process = subprocess.Popen(list(map(str, command)), cwd=folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=said,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limit))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode == -signal.SIGKILL:
            return math.inf, usage.ru_maxrss / 1024
        if process.returncode:
            said.seek(0)
            sys.exit(f"bench: {command[0]} ends with {process.returncode}: {said.read().decode(errors='replace')[-800:]}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def measure(kasuri, program, runs, seconds, work):
    """Medians of the two compilers' times, and Kasuri's memory."""
    ours, theirs, memory = [], [], 0
    for _ in range(runs):
        theirs.append(sum(measured(["cc", *program.flags, "-w", "-c", source, "-o", "/dev/null"], program.folder, seconds)[0]
                          for source in program.sources))
        taken, needed = measured([kasuri, *program.sources, *program.options, "-o", work / "out", "--", *program.flags],
                                 program.folder, seconds)
        ours.append(taken)
        memory = max(memory, needed)
    return statistics.median(ours), statistics.median(theirs), memory


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    parser.add_argument("--kasuri", type=pathlib.Path, default=ROOT / "build/bin/kasuri")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=1800)
    options = parser.parse_args()
    names = options.programs or ["solver"] + sorted(path.stem for path in LARGE.glob("*.json"))
    worst, most = 0.0, 0.0
    print("| program | lines | cc -O2 | kasuri | ratio | memory |\n| --- | --: | --: | --: | --: | --: |", flush=True)
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            work = pathlib.Path(folder)
            program = Program(name, work)
            ours, theirs, memory = measure(options.kasuri.resolve(), program, options.runs, options.seconds, work)
            lines = program.lines()
        print(f"| {name} | {lines} | {theirs:.1f} s | {ours:.1f} s | "
              f"{ours / theirs:.1f} | {memory:.0f} MB |", flush=True)
        worst, most = max(worst, ours / theirs), max(most, memory)
    verdict("compile_time_large", worst, "times cc -O2", f"{MOST_RATIO} in {MOST_MB} MB",
            worst <= MOST_RATIO and most <= MOST_MB)


if __name__ == "__main__":
    main()
