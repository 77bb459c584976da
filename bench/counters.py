#!/usr/bin/env python3
"""What counters cost: on, off, and compiled out, for layers of 64 tasks of 1, 10 and 100 us; and what pinning gains.

usage: counters.py [--rounds N] [--flow-rounds N]

Each round runs all variants, one after the other, and takes of each the median of batches of runs; what is
compared is the median of the rounds' ratios. Times are processor times of the calling thread per task, which other programs move little.
The figure is the worst of (on - compiled out) / compiled out; every run measured stands beside it.

Pinning is measured as in the GNU Radio document, where threads that were not pinned cost 13.5 %: a source, a head, a
filter and a sink with queues between them, the filter on a core of its own, against the same wherever the system puts
them. Runs take turns, and the ratio of each pair counts, since here other programs matter.
"""
import argparse
import os
import pathlib
import statistics
import tempfile

from common import ROOT, run, verdict

ROWS = 64
SIZES_US = (1, 10, 100)
BATCH_US = 3200  # so many runs that some of them are measured
PROCESS_US = 64000
GOAL = 1.0
FLOW_BLOCKS = 1000


def build(work, name, counters):
    binary = work / name
    run(["cc", "-std=gnu11", "-O2", f"-DKS_COUNTERS={counters}", "-I", ROOT / "include", ROOT / "bench/counters/tasks.c",
         *sorted((ROOT / "runtime").glob("*/*.c")), "-o", binary, "-lm", "-pthread"])
    return binary


def measure(binary, turns, size_us, **environment):
    runs = max(1, round(BATCH_US / (ROWS * size_us)))
    batches = max(10, PROCESS_US // (runs * ROWS * size_us))
    kept = {name: text for name, text in os.environ.items() if not name.startswith("KASURI_")}
    words = {**kept, "KASURI_CORES": "2", **environment}
    return float(run([binary, turns, ROWS, runs, batches], env=words).stdout)


def turns_of_1_us(binary):
    return 1000 / min(measure(binary, 10000, 10) / 10000 for _ in range(5))


def pinning(work, rounds):
    if len(os.sched_getaffinity(0)) < 2:
        print("pinning: left out, since there is one core")
        return
    binary = work / "flow"
    run(["cc", "-std=gnu11", "-O2", "-I", ROOT / "include", ROOT / "bench/counters/flow.c",
         *sorted((ROOT / "runtime").glob("*/*.c")), "-o", binary, "-lm", "-pthread"])
    pairs = []
    for i in range(rounds):
        seconds = {}
        for way in ("free", "pinned") if i % 2 == 0 else ("pinned", "free"):
            seconds[way] = float(run([binary, way, FLOW_BLOCKS]).stdout)
        pairs.append((seconds["free"], seconds["pinned"]))
    free, pinned = (statistics.median(each) for each in zip(*pairs))
    ratios = sorted(each / other for each, other in pairs)
    low, high = ratios[len(ratios) // 4], ratios[-1 - len(ratios) // 4]
    print(f"flow graph: {free:.3f} s free, {pinned:.3f} s pinned (medians of {rounds}); free / pinned "
          f"{statistics.median(ratios):.3f}, half of the pairs from {low:.3f} to {high:.3f}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=41)
    parser.add_argument("--flow-rounds", type=int, default=21)
    options = parser.parse_args()
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        without, having = build(work, "without", 0), build(work, "having", 1)
        profile = str(work / "profile.json")
        each = turns_of_1_us(without)
        for size in SIZES_US:
            turns = round(each * size)
            variants = {
                "out": lambda: measure(without, turns, size),
                "off": lambda: measure(having, turns, size),
                "on": lambda: measure(having, turns, size, KASURI_PROFILE=profile),
                "every": lambda: measure(having, turns, size, KASURI_PROFILE=profile, KASURI_PROFILE_EVERY="1"),
            }
            rounds = [{name: time() for name, time in variants.items()} for _ in range(options.rounds)]
            costs = {name: 100 * statistics.median(each[name] / each["out"] - 1 for each in rounds) for name in variants}
            print(f"tasks of {size:3} us: compiled out {statistics.median(each['out'] for each in rounds):.1f} ns per task, "
                  f"off {costs['off']:+.2f} %, on {costs['on']:+.2f} %, every run measured {costs['every']:+.2f} %",
                  flush=True)
            worst = max(worst, costs["on"])
        pinning(work, options.flow_rounds)
    verdict("counters", worst, "% more time with counters on", f"{GOAL:.2f}", worst <= GOAL)


main()
