#!/usr/bin/env python3
"""Loops whose chunks wait for chunks, against the same loops with all cores meeting between them.

usage: aligned.py [--rounds N]

The figure is the time of a pass over three stencils with a layer for each, divided by that with one layer, on two
cores, for the size that profits least. The programs take turns, and medians are compared.
"""
import argparse
import os
import pathlib
import tempfile

from common import ROOT, build_parallel, run, take_turns, verdict

SOURCE = ROOT / "bench/aligned/chain.c"
SIZES = {4000: 20000, 40000: 3000, 400000: 300, 4000000: 20}
GOAL = 1.0


def build(work, name, text, layers):
    source = work / name / SOURCE.name
    source.parent.mkdir()
    source.write_text(text)
    build_parallel(source, source.parent, source.parent / "chain", "--cores=2")
    found = (source.parent / "out" / SOURCE.name).read_text().count("ks_workers(&ks_pass")
    if found != layers:
        print(f"{found} layers where {layers} were meant: this measures nothing")
    return source.parent / "chain"


def pass_ns(binary, size):
    environment = dict(os.environ, KASURI_CORES="2", KASURI_ADAPT="0")
    return float(run([binary, size, SIZES[size]], env=environment).stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work, text = pathlib.Path(folder), SOURCE.read_text()
        aligned, apart = build(work, "aligned", text, 1), build(work, "apart", "#define APART\n" + text, 3)
        worst = 1e9
        for size in SIZES:
            times = take_turns({"aligned": lambda: pass_ns(aligned, size), "apart": lambda: pass_ns(apart, size)},
                               options.rounds)
            ratio = times["apart"] / times["aligned"]
            worst = min(worst, ratio)
            print(f"{size} elements: {times['aligned'] / 1e3:.1f} us aligned, {times['apart'] / 1e3:.1f} us apart, "
                  f"{ratio:.2f}x")
        verdict("aligned", worst, "x layers apart", f"{GOAL:.2f}", worst >= GOAL)


main()
