#!/usr/bin/env python3
"""Holds what kasuri says of the chunks of two loops against all of their iterations.

usage: alignment.py BUILD_DIRECTORY [SEED]

Pairs of loops over the same arrays, with other starts, strides, directions and offsets, are made at random. Where
kasuri calls them aligned, both must take equally many iterations, and no two of them that touch the same element,
one of them to write, may be further apart than the halo; where it sees no dependence there must be none. Tried
for all small values of n and m.
"""
import dataclasses
import pathlib
import random
import re
import subprocess
import sys
import tempfile

PAIRS = 600
VALUES = range(0, 14)
ARRAYS = ("a", "b")
LINE = re.compile(r"order \S+:(\d+):\d+ -> \S+:(\d+):\d+ .*?( aligned(?:, halo (\d+)(?: before and (\d+) after)?)?)?$")


@dataclasses.dataclass
class Loop:
    start: str
    test: str  # of i, without it
    step: int
    write: tuple  # array and subscript
    reads: list

    def text(self):
        value = " + ".join(f"{array}[{index}]" for array, index in self.reads) or "1"
        return [f"  for (int i = {self.start}; i {self.test}; i += {self.step})",
                f"    {self.write[0]}[{self.write[1]}] = {value};"]

    def iterations(self, n, m):
        """For each: the elements it touches, and whether it writes them."""
        i, found = evaluate(self.start, 0, n, m), []
        operator, bound = self.test.split(" ", 1)
        end = evaluate(bound, 0, n, m)
        while {"<": i < end, "<=": i <= end, ">": i > end, ">=": i >= end}[operator]:
            touched = [(array, evaluate(index, i, n, m), False) for array, index in self.reads]
            found.append([*touched, (self.write[0], evaluate(self.write[1], i, n, m), True)])
            i += self.step
        return found


def evaluate(text, i, n, m):
    return eval(text, {}, {"i": i, "n": n, "m": m})  # text of our own


def subscript(rng, step):
    shift = rng.choice((0, 0, 0, 1, 2, 3, 5))
    if rng.random() < 0.1:
        return f"40 + n - i + {shift}"
    factor = rng.choice((1, 1, 1, 2, 3))
    return f"{factor} * i + {40 + shift}" if factor > 1 else f"i + {40 + shift}"


def loop(rng):
    last = rng.choice(("n", "n", "n", "n", "n - 1", "n + 1", "m", "2 * n", "9"))
    first, step = rng.choice((0, 0, 0, 1, 2)), rng.choice((1, 1, 1, 1, 2, 3))
    if rng.random() < 0.25:
        start, test, step = f"{last} - 1", f">= {first}" if rng.random() < 0.5 else f"> {first - 1}", -step
    else:
        start, test = str(first), f"< {last}" if rng.random() < 0.8 else f"<= {last} - 1"
    arrays = rng.sample(ARRAYS, 2)
    reads = [(rng.choice(ARRAYS[:1] + ("c",)) if rng.random() < 0.5 else arrays[1], subscript(rng, step))
             for _ in range(rng.randint(0, 2))]
    return Loop(start, test, step, (arrays[0], subscript(rng, step)), reads)


def pair(rng):
    """The second loop is often much like the first."""
    first, second = loop(rng), loop(rng)
    if rng.random() < 0.6:
        second.start, second.test, second.step = first.start, first.test, first.step
    return first, second


def claims_of(kasuri, pairs, directory):
    """By pair: None without a dependence, False with any, else how far before and after."""
    lines, places = ["long a[4096], b[4096], c[4096];"], []
    for number, (first, second) in enumerate(pairs):
        lines.append(f"void f{number}(int n, int m) {{")
        places.append((len(lines) + 1, len(lines) + 3))
        lines += [*first.text(), *second.text(), "}"]
    source = directory / "pairs.c"
    source.write_text("\n".join(lines) + "\n")
    done = subprocess.run([kasuri, source, "--dump=analysis", "--stop-after=analysis"], capture_output=True, text=True,
                          timeout=300)
    if done.returncode:
        sys.exit(f"kasuri ends with {done.returncode}: {done.stderr}")
    found = {}
    for line in done.stdout.splitlines():
        if match := LINE.match(line):
            both, before = match.group(4), match.group(5)
            halo = (int(both or 0), int(before if before is not None else both or 0))
            found[int(match.group(1)), int(match.group(2))] = halo if match.group(3) else False
    return [found.get(place) for place in places]


def problem(first, second, claim):
    """What is wrong with the claim, or nothing."""
    for n in VALUES:
        for m in (n, 5):
            earlier, later = first.iterations(n, m), second.iterations(n, m)
            if claim and len(earlier) != len(later):
                return f"n = {n}, m = {m}: {len(earlier)} and {len(later)} iterations"
            for j, after in enumerate(later):
                for i, before in enumerate(earlier):
                    meet = any(x[:2] == y[:2] and (x[2] or y[2]) for x in before for y in after)
                    if meet and (claim is None or (claim and not j - claim[0] <= i <= j + claim[1])):
                        return f"n = {n}, m = {m}: iteration {j} needs {i}"
    return ""


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    pairs = [pair(rng) for _ in range(PAIRS)]
    with tempfile.TemporaryDirectory() as directory:
        claims = claims_of(build / "bin/kasuri", pairs, pathlib.Path(directory))
    faults = 0
    for (first, second), claim in zip(pairs, claims):
        if found := problem(first, second, claim):
            print("\n".join(["FAIL", *first.text(), *second.text(), f"claim {claim}: {found}"]))
            faults += 1
    aligned = sum(isinstance(claim, tuple) for claim in claims)
    wide = sum(bool(claim) and max(claim) > 0 for claim in claims)
    print(f"alignment: {PAIRS} pairs of loops, {aligned} aligned, {wide} of them with a halo, {faults} wrong")
    return 1 if faults or wide < PAIRS // 50 else 0


sys.exit(main())
