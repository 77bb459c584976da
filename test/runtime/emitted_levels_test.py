#!/usr/bin/env python3
"""emitted_levels_test.py KASURI LIBRARY: what the table of a program that Kasuri has made requests is what is recorded:
each row that names a level once in each run, nothing else. Where the plan names none yet, the test puts levels into
the emitted tables, which are C."""
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
ROW = re.compile(r"^  \{(\d+), (\d+), (\d+), (\d+), (\d+), (\d+), (\d+), (\d+)\}")


def run(*words, **environment):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=200,
                          env={**os.environ, **environment})
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def with_levels(text):
    """The emitted C, and for each of its tables the level of each row."""
    tables, lines = {}, []
    for line in text.splitlines():
        begun = re.match(r"static const ks_row (\w+)_(\d+)_rows\[\]", line)
        if begun:
            rows = tables[begun[1], int(begun[2])] = []
        found = ROW.match(line)
        if found:
            fields = found.groups()
            level = int(fields[5])
            if level == KEEP:
                level = len(rows) % 4 if len(rows) % 4 != 3 else KEEP
            rows.append(level)
            line = "  {" + ", ".join([*fields[:5], str(level), *fields[6:]]) + "}" + line[found.end():]
        lines.append(line)
    return "\n".join(lines) + "\n", tables


def main():
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        (work / "matrix.c").write_text(SOURCE)
        run(KASURI, work / "matrix.c", "-o", work / "out", "--cores=2", "--", "-O2")
        text, tables = with_levels((work / "out/matrix.c").read_text())
        (work / "out/matrix.c").write_text(text)
        run("cc", "-O2", "-I", ROOT / "include", work / "out/matrix.c", LIBRARY, "-lm", "-pthread", "-o", work / "matrix")
        plain = run(work / "matrix", KASURI_CORES="1")
        assert plain == run(work / "matrix", KASURI_CORES="2", KASURI_ADAPT="0", KASURI_POWER=f"record:{work / 'record'}")
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


main()
