#!/usr/bin/env python3
"""emitted_levels_test.py KASURI LIBRARY: what the table of a program that Kasuri has made requests is what is recorded:
each row that names a level once in each run, nothing else. Once with levels that the test puts into the emitted tables,
which are C, and once with those that the compiler has planned for a machine with two speeds. Code between layers requests
its level where its function begins and behind each layer, and not where there are too few workers."""
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

KASURI, LIBRARY = sys.argv[1:3]
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RUNS, KEEP = 6, 255
SOURCE = """#include <stdio.h>
enum { N = 200 };
static double a[N][N], b[N][N], c[N][N];
static void multiply(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
}
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i + j, b[i][j] = i - j;
  for (int i = 0; i < 6; i++)
    multiply();
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += c[i][j];
  printf("%g\\n", sum);
}
"""
UNEVEN = """#include <stdio.h>
static double grow(double x, int times) {
  for (int i = 0; i < times; i++)
    x = x * 1.0001 + 1;
  return x;
}
static double big(double x) { for (int i = 0; i < 300000; i++) x = x * 1.0001 + 1; return x; }
static double half(double x) { for (int i = 0; i < 140000; i++) x = x * 1.0001 + 1; return x; }
int main(void) {
  double a = 0, b = 0, sum = grow(1, 3);
  for (int i = 0; i < 6; i++) {
    a = big(sum);
    b = half(sum);
    sum += a + b;
    printf("%g\\n", sum);
  }
}
"""
PACED = """#include <stdio.h>
static double a, b, c, d, sum;
static double big(double x) { for (int i = 0; i < 300000; i++) x = x * 1.0001 + 1; return x; }
static double between(double x) { for (int i = 0; i < 90000; i++) x = x * 1.0001 + 1; return x; }
static int frame(int i) {
  sum = between(sum + i);
  a = big(sum);
  b = big(sum + 1);
  sum = between(a + b);
  c = big(sum);
  d = big(sum + 1);
  if (i == 3)
    return 1;
  sum = between(c - d);
  return sum > 1e300;
}
int main(void) {
  int odd = 0;
  for (int i = 0; i < 6; i++)
    odd += frame(i);
  printf("%g %d\\n", sum, odd);
}
"""
MACHINE = ROOT / "test/lit/plan/Inputs/two-speeds.json"
ROW = re.compile(r"^  \{(\d+), (\d+), (\d+), (\d+), (\d+), (\d+), (\d+), (\d+)\}")


def run(*words, **environment):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=200,
                          env={**os.environ, **environment})
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def levels_of(text, change):
    """The emitted C, its levels changed, and for each of its tables the level of each row."""
    tables, lines = {}, []
    for line in text.splitlines():
        begun = re.match(r"static const ks_row (\w+)_(\d+)_rows\[\]", line)
        if begun:
            rows = tables[begun[1], int(begun[2])] = []
        found = ROW.match(line)
        if found:
            fields = found.groups()
            rows.append(change(int(fields[5]), len(rows)))
            line = "  {" + ", ".join([*fields[:5], str(rows[-1]), *fields[6:]]) + "}" + line[found.end():]
        lines.append(line)
    return "\n".join(lines) + "\n", tables


def put_level(level, row):
    return level if level != KEEP or row % 4 == 3 else row % 4


def check(work, source, change, *options):
    (work / "p.c").write_text(source)
    run(KASURI, work / "p.c", "-o", work / "out", *options, "--", "-O2")
    text, tables = levels_of((work / "out/p.c").read_text(), change)
    (work / "out/p.c").write_text(text)
    run("cc", "-O2", "-I", ROOT / "include", work / "out/p.c", LIBRARY, "-lm", "-pthread", "-o", work / "p")
    plain = run(work / "p", KASURI_CORES="1")
    assert plain == run(work / "p", KASURI_CORES="2", KASURI_ADAPT="0", KASURI_POWER=f"record:{work / 'record'}")
    seen = collections.defaultdict(collections.Counter)
    for line in (work / "record").read_text().splitlines()[2:]:
        _, layer, workers, row, _, _, level, *_ = line.split("\t")
        assert workers == "2"
        seen[layer][int(row), int(level)] += 1
    wanted = [{(row, level) for row, level in enumerate(levels) if level != KEEP}
              for (_, workers), levels in tables.items() if workers == 2]
    assert seen and len(seen) == sum(map(bool, wanted)), (seen, wanted)
    for layer, counts in seen.items():
        assert set(counts) in wanted and len(set(counts.values())) == 1, (layer, counts, wanted)
    assert max(next(iter(counts.values())) for counts in seen.values()) == RUNS, seen
    print(f"{len(seen)} layers: each row that names a level was recorded once in each run")


def requests_of(record):
    """Of rows and of code between layers, in order: the layer and the level."""
    lines = [line.split("\t") for line in record.read_text().splitlines()[2:]]
    assert all(len(line) == 12 for line in lines), lines
    return [(line[1], line[3] == "-", int(line[6]), line[11]) for line in lines]


def check_pace(work):
    (work / "p.c").write_text(PACED)
    plan = run(KASURI, work / "p.c", "-o", work / "out", f"--machine={MACHINE}", "--mode=deadline", "--deadline=1s@frame",
               "--dump=plan", "--", "-O2")
    planned = re.search(r"^code between layers of (frame@p.c:5) at level (1), ", plan, re.MULTILINE)
    assert planned, plan
    layers = re.findall(r"^layer (frame@p.c:\d+),", plan, re.MULTILINE)
    assert len(layers) == 2, plan
    run("cc", "-O2", "-Wall", "-Werror", "-I", ROOT / "include", work / "out/p.c", LIBRARY, "-lm", "-pthread", "-o",
        work / "p")
    options = {"KASURI_ADAPT": "0", "KASURI_POWER": f"record:{work / 'record'}"}
    (work / "record").write_text("")
    plain = run(work / "p", KASURI_CORES="1", **options)
    assert not requests_of(work / "record")
    assert plain == run(work / "p", KASURI_CORES="2", **options) == run(work / "p", KASURI_CORES="2")
    seen = requests_of(work / "record")
    assert {outcome for *_, outcome in seen} <= {"set", "same", "merged"}, seen
    paced = [(layer, level) for layer, is_pace, level, _ in seen if is_pace]
    assert paced == [(planned[1], int(planned[2]))] * (3 * RUNS), paced
    # Each frame: between, the first layer, between, the second, between. Rows of a layer may come in any order.
    order = [layer for i, (layer, *_) in enumerate(seen) if i == 0 or seen[i - 1][0] != layer]
    assert order[:5] == [planned[1], layers[0], planned[1], layers[1], planned[1]], order
    print("code between layers: as planned")


def main():
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        check(work, SOURCE, put_level, f"--machine={MACHINE}", "--no-reorder")
        for options in [], ["--mode=deadline", "--deadline=10s"]:
            check(work, UNEVEN, lambda level, row: level, f"--machine={MACHINE}", *options)
        check_pace(work)


main()
