#!/usr/bin/env python3
"""Two rounds on the AAC encoder: a plan by estimate, and a plan by what the first one took.

usage: feedback.py [--rounds N] [--seconds N]

Round 1 is planned from estimates, for 2 cores; it encodes the demo's audio once with KASURI_PROFILE. Round 2 is planned
with that profile. Both encode the same audio in turns; the figure is how many times quicker round 2 is, by medians.
As the plans may come out the same, anything above 0.97 counts as at least as quick.
"""
import argparse
import os
import pathlib
import tempfile
import time

from common import BUILD, ROOT, run, take_turns, verdict

ENCODER = ROOT / "samples/aac-encoder"
GOAL = 0.97


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
        times = take_turns({"round 1": lambda: seconds(first, audio, work / "first.aac"),
                            "round 2": lambda: seconds(second, audio, work / "second.aac")}, options.rounds)
    for name, median in times.items():
        print(f"{name}: {median:.3f} s")
    quicker = times["round 1"] / times["round 2"]
    verdict("feedback", quicker, "times as quick by the profile", GOAL, quicker >= GOAL)


if __name__ == "__main__":
    main()
