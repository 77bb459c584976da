#!/usr/bin/env python3
"""Hands kasuri annotations in every odd place: `annotation_tests.py BUILD [--count=N] [--seed=N]`.

Pragmas, right and wrong, stand in front of loops and functions, where most belong, and between any other lines: in front of
declarations, in macros, within expressions, in headers, twice, contradicting each other. kasuri must end with a result that compiles, or
with a diagnostic; and a pragma that is wrong in itself must be an error wherever it stands. The last line is `N passed,
N failed`; a case that fails is printed with the number that makes it again.
"""
import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RIGHT = ["independent", "noalias(p, q)", "noalias(q, p)", "distinct(t)", "reduction(+ : s)", "reduction(max : s)",
         "trip_count(100)", "exclude", "pure", "whole", 'deadline("33ms")', "trip_count(1)"]
WRONG = ["", "independant", "noalias", "noalias()", "noalias(p)", "noalias(p, )", "distinct(t", "distinct t)", "distinct(,)",
         "reduction(+ s)", "reduction(% : s)", "reduction( : )", "reduction(+ : s) t", "trip_count(-1)", "trip_count(x)",
         "trip_count(99999999999999999999999999)", "trip_count()", "trip_count(1e999)", "deadline(33ms)", 'deadline("")',
         'deadline("-1s")', 'deadline("nan")', 'deadline("1e999s")', "independent independent", "pure(", "((((", '"', "'",
         "exclude;", "whole \\", "independent()", "\x01", "noalias(p, p, p)", "trip_count(" + "9" * 5000 + ")",
         "distinct(" + "(" * 3000, "@#$", "noalias(p + 1, q)", "noalias(int, q)", "distinct(nothing_of_that_name)"]
PROGRAM = """
struct s { int a; double b[10]; };
static double total;
double *table[100];
static int twice(int x) {
  return x * 2;
}
void body(double *p, double *q, double **t, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
  {
    p[i] = q[i] * 2;
    s += q[i];
  }
  for (int i = 0; i < n; i++)
    t[i][0] = twice(i)
      + 1;
  while (n-- > 0)
    if (p[n] > s)
      s = p[n];
    else
      break;
  switch (n) {
  case 1:
    do
      n++;
    while (n < 10);
  default:
    ;
  }
  {
    total += s;
  }
  goto end;
end:
  ;
}
int main(void) {
  static double x[100], y[100];
  for (int i = 0; i < 100; i++)
    table[i] = &x[i];
  body(x, y, table, 100);
  return (int)total;
}
"""


def place(lines, text, chance):
    """Where the annotation may belong; mostly."""
    kind = text.split("(")[0]
    ahead = {"pure": r"^\w.*\) \{", "whole": r"^\w.*\) \{", "deadline": r"^\w.*\) \{",
             "exclude": r"^ *(for|while|do|\{)|^\w.*\) \{"}.get(kind, r"^ *(for|while|do)\b")
    fitting = [at for at, line in enumerate(lines) if re.search(ahead, line)]
    return chance.choice(fitting) if fitting and chance.random() < 0.85 else chance.randrange(len(lines) + 1)


def program(chance):
    """The text, and whether some annotation in it is wrong in itself."""
    lines = PROGRAM.split("\n")
    is_wrong = False
    wrongs = chance.choice([0, 0, 0.4])
    for _ in range(chance.choice([1, 1, 2, 3, 8])):
        is_bad = chance.random() < wrongs
        text = chance.choice(WRONG if is_bad else RIGHT)
        at = place(lines, text, chance)
        form = chance.random()
        if form < 0.6 or '"' in text or "\\" in text or "\x01" in text or "'" in text:
            added = [f"#pragma kasuri {text}"] * chance.choice([1, 1, 2])
        elif form < 0.8:
            added = [f'_Pragma("kasuri {text}")']
        elif form < 0.9:
            added = ["#define M _Pragma(\"kasuri " + text + "\")", "M", "#undef M"]
        else:
            added = ['#include "head.h"']
            is_bad = False
        if at and lines[at - 1].endswith("\\"):
            continue
        lines[at:at] = added
        is_wrong |= is_bad
    return "\n".join(lines) + "\n", is_wrong


def problem_with(kasuri, text, is_wrong, folder):
    source, out = folder / "a.c", folder / "out"
    source.write_text(text)
    shutil.rmtree(out, ignore_errors=True)
    try:
        made = subprocess.run([kasuri, source, "-o", out], capture_output=True, text=True, timeout=60, errors="replace")
    except subprocess.TimeoutExpired:
        return "does not end"
    if made.returncode not in (0, 1):
        return f"status {made.returncode}: {made.stderr[-500:]}"
    if made.returncode and not re.search(r"a\.c:\d+:\d+: (fatal )?error: |head\.h:\d+", made.stderr):
        return f"refused without a place: {made.stderr[-500:]}"
    if made.returncode == 0 and is_wrong:
        return "a wrong annotation is taken in silence"
    if made.returncode == 0:
        compiled = subprocess.run(["clang-22", "-w", "-fsyntax-only", "-I", ROOT / "include", out / "a.c"],
                                  capture_output=True, text=True)
        return compiled.returncode and f"what is emitted does not compile: {compiled.stderr[:500]}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the programs of failures")
    arguments = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kasuri-annotation-"))
    (folder / "head.h").write_text("#pragma kasuri pure\nint twice_of(int);\n#pragma kasuri trip_count(7)\n")
    failed = 0
    for number in range(arguments.seed, arguments.seed + arguments.count):
        text, is_wrong = program(random.Random(number))
        problem = problem_with((arguments.build / "bin/kasuri").resolve(), text, is_wrong, folder)
        if problem:
            failed += 1
            print(f"--seed={number} --count=1: {problem}", flush=True)
            if arguments.keep:
                arguments.keep.mkdir(exist_ok=True)
                (arguments.keep / f"{number}.c").write_text(text)
    shutil.rmtree(folder)
    print(f"{arguments.count - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
