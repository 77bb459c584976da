#!/usr/bin/env python3
"""Estimated and measured time of macro-tasks: how far the cost model is from this machine.

usage: cost.py [--least-us N]

The programs of bench/kernels and the samples are built with every legal layer (--min-gain=0) for 2 cores and run
once with KASURI_PROFILE; `kasuri --profile` then tells what each macro-task was estimated at and what it took. Tasks of
less than 100 us are left out: what they take depends on what the caches happen to hold. The figure is the share of
tasks within 2x among those whose estimate claims to be of medium or high confidence; those of low confidence rest on
a guess, and are shown beside it.
"""
import argparse
import json
import math
import os
import pathlib
import tempfile

from common import BUILD, ROOT, run, verdict

GOAL = 0.6
FLAGS = ["--", "-O2"]


def programs(work):
    """Name, sources, and the arguments of a run."""
    for source in sorted((ROOT / "bench/kernels").glob("*.c")):
        yield source.stem, [source], []
    encoder = ROOT / "samples/aac-encoder"
    run(["python3", encoder / "make-audio", work / "demo.wav", "10"])
    yield "aac-encoder", sorted(encoder.glob("*.c")), [work / "demo.wav", work / "demo.aac"]
    decoder = ROOT / "samples/mpeg2-decoder"
    run([decoder / "make-video", work / "demo.m2v", "30"])
    yield "mpeg2-decoder", sorted(decoder.glob("*.c")), [work / "demo.m2v", work / "demo.y4m"]


def measure(sources, arguments, work):
    """The profile of one run."""
    run([BUILD / "bin/kasuri", *sources, "-o", work / "out", "--cores=2", "--min-gain=0", *FLAGS])
    binary, profile = work / "program", work / "profile.json"
    run(["cc", "-O2", "-I", ROOT / "include", "-iquote", sources[0].parent, *sorted((work / "out").glob("*.c")),
         BUILD / "lib/libkasuri.a", "-lm", "-pthread", "-o", binary])
    run([binary, *arguments], env={**os.environ, "KASURI_PROFILE": str(profile), "KASURI_ADAPT": "0"})
    return profile


def loops(sources, work, *options):
    """report.json's loops by their place, under the options."""
    report = work / "report"
    run([BUILD / "bin/kasuri", *sources, "--cores=2", f"--report={report}", *options, *FLAGS])
    found = json.loads((report / "report.json").read_text())["loops"]
    return {(loop["file"], loop["line"], loop["column"]): loop for loop in found}


def compare(name, sources, arguments, work, least_ns):
    """(confidence, estimated / measured) of each loop that was measured."""
    profile = measure(sources, arguments, work)
    estimated = loops(sources, work)
    pairs = []
    for place, loop in loops(sources, work, f"--profile={profile}").items():
        if loop["measuredNs"] is None or loop["measuredNs"] < least_ns:
            continue
        ratio = max(loop["estimatedNs"], 0.1) / loop["measuredNs"]
        confidence = estimated[place]["confidence"]
        pairs.append((confidence, ratio))
        print(f"{name:14} {pathlib.Path(place[0]).name + ':' + str(place[1]):20} {loop['measuredNs'] / 1000:12.1f} us "
              f"{loop['estimatedNs'] / 1000:12.1f} us {ratio:8.2f}  {confidence}")
    return pairs


def summary(name, ratios):
    if not ratios:
        return 0
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    near = sum(0.5 <= ratio <= 2 for ratio in ratios) / len(ratios)
    print(f"{name}: {len(ratios)} loops, estimated / measured {mean:.2f} in geometric mean, {near:.0%} within 2x")
    return near


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--least-us", type=float, default=100)
    options = parser.parse_args()
    print(f"{'program':14} {'loop':20} {'measured':>15} {'estimated':>15} {'ratio':>8}  confidence")
    pairs = []
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for name, sources, arguments in programs(work):
            (work / name).mkdir()
            pairs += compare(name, sources, arguments, work / name, options.least_us * 1000)
    trusted = [ratio for confidence, ratio in pairs if confidence in ("medium", "high")]
    summary("low confidence", [ratio for confidence, ratio in pairs if confidence == "low"])
    near = summary("medium and high confidence", trusted)
    verdict("cost", near, "of the estimates within 2x", GOAL, near >= GOAL)


if __name__ == "__main__":
    main()
