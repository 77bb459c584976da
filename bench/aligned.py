#!/usr/bin/env python3
"""Aligned loops in one layer, in groups whose data stay in a cache, against the plain doall: a layer for each loop.

usage: aligned.py [--rounds N] [--flags=FLAGS]

Chains of 2, 3 and 5 loops over declared and allocated arrays, on two cores. The programs take turns, and medians are
compared: the time of a pass with a layer for each loop, divided by that with one layer. The figure is the least of
these ratios where all data of the chain exceed the last cache. Where they do not, groups have little to gain: all
streams come from a near cache, as fast as a core computes. By default all are compiled with vectors: a scalar loop
over two arrays takes as long to compute as its data take to come from memory.
"""
import argparse
import os
import pathlib
import tempfile

from common import BUILD, ROOT, become_real_time, run, take_turns, verdict

SOURCE = ROOT / "bench/aligned/chain.c"
ARRAYS = {2: 2, 3: 3, 5: 5}  # of 8 bytes an element, that so many loops touch
SIZES = {600: 100000, 30000: 3000, 300000: 300, 4000000: 20}  # of an array, and passes
CACHES = pathlib.Path("/sys/devices/system/cpu/cpu0/cache")
GOAL = 1.15


def build(work, name, text, layers, flags):
    source = work / name / SOURCE.name
    source.parent.mkdir()
    source.write_text(text)
    emitted = source.parent / "out" / SOURCE.name
    run([BUILD / "bin/kasuri", source, "-o", emitted.parent, "--cores=2", "--", *flags])
    run(["cc", *flags, "-I", ROOT / "include", emitted, BUILD / "lib/libkasuri.a", "-lm", "-pthread",
         "-o", source.parent / "chain"])
    found = emitted.read_text().count("ks_workers(&ks_pass")
    if found != layers:
        print(f"{found} layers where {layers} were meant: this measures nothing")
    return source.parent / "chain"


def pass_ns(binary, size):
    environment = dict(os.environ, KASURI_CORES="2", KASURI_ADAPT="0")
    return float(run([binary, size, SIZES[size]], env=environment, preexec_fn=become_real_time).stdout)


def cache_bytes():
    """By level, of a core; the usual ones where the system does not say."""
    sizes = {1: 32 << 10, 2: 512 << 10, 3: 32 << 20}
    for index in CACHES.glob("index*"):
        if (index / "type").read_text().strip() != "Instruction":
            sizes[int((index / "level").read_text())] = int((index / "size").read_text().strip("K\n")) << 10
    return sizes


def place_of(size, loops, caches):
    """Where the data are that a core touches in a pass; the last cache is one for all cores."""
    all_bytes = 8 * ARRAYS[loops] * size
    for level in sorted(caches):
        if all_bytes / (1 if level == max(caches) else 2) <= caches[level]:
            return f"L{level}"
    return "memory"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--flags", default="-O3 -march=native")
    options = parser.parse_args()
    flags, caches, worst = options.flags.split(), cache_bytes(), 1e9
    with tempfile.TemporaryDirectory() as folder:
        for loops in ARRAYS:
            for kind in ("declared", "allocated"):
                head = f"#define LOOPS {loops}\n" + ("#define HEAP\n" if kind == "allocated" else "")
                name, text = f"{loops}{kind}", SOURCE.read_text()
                aligned = build(pathlib.Path(folder), name, head + text, 1, flags)
                apart = build(pathlib.Path(folder), name + "apart", head + "#define APART\n" + text, loops,
                              flags)
                for size in SIZES:
                    times = take_turns({"aligned": lambda: pass_ns(aligned, size),
                                        "apart": lambda: pass_ns(apart, size)}, options.rounds)
                    ratio, place = times["apart"] / times["aligned"], place_of(size, loops, caches)
                    if place == "memory":
                        worst = min(worst, ratio)
                    print(f"{loops} loops, {kind} arrays of {size}, data in {place}: {times['aligned'] / 1e3:.1f} us "
                          f"aligned, {times['apart'] / 1e3:.1f} us apart, {ratio:.2f}x", flush=True)
    verdict("aligned", worst, "x layers apart", f"{GOAL:.2f}", worst >= GOAL)


main()
