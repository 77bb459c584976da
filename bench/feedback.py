#!/usr/bin/env python3
"""Two rounds on the AAC encoder: a plan by estimate, and a plan by what the first one took.

usage: feedback.py [--rounds N] [--seconds N]

Round 1 is planned from estimates, for 2 cores; it encodes the demo's audio once with KASURI_PROFILE. Round 2 is planned
with that profile. Both encode the same audio in turns; the figure is how many times quicker round 2 is, by the
quickest of their runs, which other programs have disturbed least. As the plans may come out the same, and
a program differs from itself by a few hundredths, anything above 0.95 counts as at least as quick.
"""
import argparse
import os
import pathlib
import tempfile
import time

from common import BUILD, ROOT, run, verdict

ENCODER = ROOT / "samples/aac-encoder"
GOAL = 0.95


def build(work, *options):
    sources = sorted(ENCODER.glob("*.c"))
    said = run([BUILD / "bin/kasuri", *sources, "-o", work, "--cores=2", *options, "--", "-O2"]).stderr
    run(["cc", "-O2", "-I", ROOT / "include", "-iquote", ENCODER, *sorted(work.glob("*.c")), BUILD / "lib/libkasuri.a",
         "-lm", "-pthread", "-o", work / "encode"])
    print("\n".join(line for line in said.splitlines() if line.startswith("kasuri:")))
    return work / "encode"


def seconds(binary, audio, output):
    begin = time.perf_counter()
    run([binary, audio, output])
    return time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=int, default=15, help="of audio")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        audio, profile = work / "demo.wav", work / "profile.json"
        run(["python3", ENCODER / "make-audio", audio, options.seconds])
        first = build(work / "first")
        run([first, audio, work / "first.aac"], env={**os.environ, "KASURI_PROFILE": str(profile)})
        second = build(work / "second", f"--profile={profile}")
        run([second, audio, work / "second.aac"])
        if (work / "first.aac").read_bytes() != (work / "second.aac").read_bytes():
            raise SystemExit("bench: the two rounds encode differently")
        times = {first: [], second: []}
        for turn in range(options.rounds):
            for binary in (first, second) if turn % 2 else (second, first):
                times[binary].append(seconds(binary, audio, work / "again.aac"))
    quickest = [min(each) for each in times.values()]
    for number, best in enumerate(quickest, 1):
        print(f"round {number}: {best:.3f} s")
    quicker = quickest[0] / quickest[1]
    verdict("feedback", quicker, "times as quick by the profile", GOAL, quicker >= GOAL)


if __name__ == "__main__":
    main()
