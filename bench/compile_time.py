#!/usr/bin/env python3
"""How long the analysis takes, against clang -O2, on generated programs of growing size.

usage: compile_time.py [KASURI] [--sizes 2000,10000,50000] [--connected] [--runs 3] [--keep DIRECTORY]

The programs have structs, linked tables, nested loops, calls and pointers; the same size always gives
the same program. With --connected, the modules of a program are no islands: functions call those of
earlier modules, also through a table of pointers, and work on their memory. bench/compile_time_large.py
does the same with real programs. The runs of the two compilers alternate and the medians of
their times are compared.
Printed for each row: lines, seconds of `kasuri --stop-after=analysis` and of `clang-22 -O2 -c`, their
ratio, the most memory that Kasuri takes, and how many times as long it takes for a line as in the row
before (1: linear growth). The worst ratio is to be at most 10, and memory below 2 GB.
"""
import argparse
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

from common import ROOT, verdict

TYPES = """\
struct item { struct item *next; double weight; int key; };
struct table { struct item *slots[64]; struct item pool[256]; int used; };
struct frame { double spec[1024]; int scale[49]; short codes[1024]; struct table *owner; };
"""
HEAD = """\
static struct table table{m};
static struct frame frames{m}[4];
static int total{m};
"""

# What a module is made of; each fills in its own number, an earlier function to call and a constant.
PIECES = [
    """\
static void fill{n}(struct frame *f, int n) {{
  for (int i = 0; i < n; i++) {{
    f->spec[i] = i * {k}.5;
    f->codes[i] = (short)(i + {k});
  }}
  for (int b = 0; b < 49; b++)
    f->scale[b] = b * {k};
  {call}
}}
""",
    """\
static void put{n}(struct table *t, int key, double weight) {{
  struct item *it = &t->pool[t->used++ & 255];
  it->key = key;
  it->weight = weight;
  it->next = t->slots[key & 63];
  t->slots[key & 63] = it;
}}
static void enter{n}(struct frame *f, int n) {{
  f->owner = &table{m};
  for (int i = 0; i < n; i++)
    put{n}(f->owner, i * {k}, f->spec[i]);
  {call}
}}
""",
    """\
static void walk{n}(struct frame *f, int n) {{
  double sum = 0;
  int found = 0;
  for (int s = 0; s < 64; s++)
    for (struct item *it = f->owner->slots[s]; it; it = it->next) {{
      sum += it->weight;
      if (it->key == {k})
        found++;
    }}
  f->spec[0] = sum;
  total{m} += found + n;
  {call}
}}
""",
    """\
static void mix{n}(struct frame *f, int n) {{
  double row[32], *p = f->spec;
  for (int r = 0; r < n / 32; r++) {{
    for (int c = 0; c < 32; c++)
      row[c] = p[c] * {k} + (c > {k} ? p[0] : p[31]);
    for (int c = 0; c < 32; c++)
      *p++ = row[31 - c];
  }}
  if (n > 64 && f->scale[0] < {k}) {{
    switch (n & 3) {{
    case 0:
      f->scale[1] += {k};
      break;
    case 1:
      f->scale[2] -= {k};
      /* fall through */
    default:
      f->scale[3]++;
    }}
  }}
  {call}
}}
""",
    """\
static void count{n}(struct frame *f, int n) {{
  int bits = 0, least = f->scale[0], i = 0;
  while (i < n) {{
    int v = f->codes[i];
    if (v < 0)
      v = -v;
    while (v > {k}) {{
      bits += 2;
      v >>= 1;
    }}
    i++;
  }}
  for (int b = 1; b < 49; b++)
    if (f->scale[b] < least)
      least = f->scale[b];
  f->scale[0] = least;
  total{m} += bits;
  {call}
}}
""",
]
NAMES = ["fill", "enter", "walk", "mix", "count"]
PIECES_PER_MODULE = 20


HOOKS = "static void (*hooks{m}[])(struct frame *, int) = {{{names}}};\n"


def generate(lines, connected):
    rng = random.Random(lines)
    text, drivers, written, number, everywhere = [TYPES], [], 0, 0, []
    while written < lines:
        module, own = len(drivers), []
        part = [HEAD.format(m=module)]
        for _ in range(PIECES_PER_MODULE):
            kind = rng.randrange(len(PIECES))
            known = everywhere if connected else own
            call = f"{rng.choice(known)}(f, n - 1);" if known and rng.random() < 0.4 else ""
            part.append(PIECES[kind].format(n=number, m=module, k=rng.randrange(2, 30), call=call))
            own.append(f"{NAMES[kind]}{number}")
            everywhere.append(own[-1])
            number += 1
        steps = "".join(f"  {name}(&frames{module}[{rng.randrange(4)}], n);\n" for name in own)
        owner = rng.randrange(module + 1) if connected else module
        if connected:
            part.append(HOOKS.format(m=module, names=", ".join(rng.sample(everywhere, 8))))
            steps += f"  hooks{module}[n & 7](frames{owner}, n);\n"
        part.append(f"static void module{module}(int n) {{\n"
                    f"  for (int c = 0; c < 4; c++)\n    frames{module}[c].owner = &table{owner};\n{steps}}}\n")
        drivers.append(f"  module{module}(n);\n  sum += total{module};\n")
        text += part
        written += sum(piece.count("\n") for piece in part)
    main = f"int main(int argc, char **argv) {{\n  int n = argc * 512, sum = 0;\n  (void)argv;\n{''.join(drivers)}"
    return "".join(text) + main + "  return sum & 1;\n}\n"


MOST_RATIO, MOST_MB = 10, 2000


def seconds(command, directory):
    """Of processor time, which other programs on the machine disturb less than the clock's, and the
    most memory it took, in MB."""
    with open("/dev/null", "w") as nowhere:
        process = subprocess.Popen([str(word) for word in command], cwd=directory, stdout=nowhere, stderr=nowhere)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"bench: {command[0]} ends with {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


class Table:
    """A row for each program measured, and the worst of them."""

    def __init__(self, first, kasuri, runs):
        self.kasuri, self.runs, self.before = kasuri, runs, None
        self.worst = self.memory = 0
        print(f"{first:>14} {'lines':>8} {'kasuri s':>9} {'clang s':>9} {'ratio':>6} {'MB':>6} {'growth':>7}")

    def measure(self, name, sources, flags, work):
        ours, theirs, memory = [], [], 0
        for _ in range(self.runs):
            taken, needed = seconds([self.kasuri, *sources, "--stop-after=analysis", "--", *flags], work)
            ours.append(taken)
            memory = max(memory, needed)
            theirs.append(sum(seconds(["clang-22", *flags, "-O2", "-w", "-c", source, "-o", "/dev/null"], work)[0]
                              for source in sources))
        self.add(name, sum(path.read_bytes().count(b"\n") for path in sources),
                 statistics.median(ours), statistics.median(theirs), memory)

    def add(self, name, lines, ours, theirs, memory):
        growth = f"{ours / lines / self.before:7.2f}" if self.before else ""
        print(f"{name:>14} {lines:8} {ours:9.2f} {theirs:9.2f} {ours / theirs:6.1f} {memory:6.0f} {growth}", flush=True)
        self.before = ours / lines
        self.worst, self.memory = max(self.worst, ours / theirs), max(self.memory, memory)

    def conclude(self):
        verdict("compile_time", self.worst, "times clang -O2", f"{MOST_RATIO} in {MOST_MB} MB",
                self.worst <= MOST_RATIO and self.memory <= MOST_MB)


def measure_generated(sizes, connected, work, table):
    work.mkdir(parents=True, exist_ok=True)
    for size in sizes:
        source = work / f"program{size}.c"
        source.write_text(generate(size, connected))
        table.measure(source.stem, [source.resolve()], [], work)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kasuri", type=pathlib.Path, nargs="?", default=ROOT / "build/bin/kasuri")
    parser.add_argument("--sizes", default="2000,10000,50000")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--keep", type=pathlib.Path, help="leave the programs here")
    parser.add_argument("--connected", action="store_true", help="modules that use each other")
    arguments = parser.parse_args()
    table = Table("program", arguments.kasuri.resolve(), arguments.runs)
    with tempfile.TemporaryDirectory() as temporary:
        measure_generated(map(int, arguments.sizes.split(",")), arguments.connected,
                          arguments.keep or pathlib.Path(temporary), table)
    table.conclude()


if __name__ == "__main__":
    main()
