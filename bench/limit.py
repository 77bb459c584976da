#!/usr/bin/env python3
"""Speedup of the samples on two cores, against what this machine gives: limit [--rounds=9] [SAMPLE...]

In each round a sample runs as `cc -O3` makes it, as Kasuri makes it on one core and on all cores, and in as many
copies of the sequential program as there are cores, beside each other. These copies share caches, memory and what else
runs on the machine, as a parallel program does, so their throughput over that of one is the most that a program can
gain here. Medians are compared, outputs byte for byte.

Samples: `aac` at a constant bit rate, which is the demo's; `aac-ahead` at a constant bit rate and `aac-quality` at
constant quality, with the two assumptions that make its frames a pipeline; all also as `-mono` and `-surround` (5.1);
`mpeg2`. Without SAMPLE: all.
A sample falls short if it gains less than 0.95 of the limit (the decoder: 0.9), or takes over 1 % longer on one core.
"""
import argparse
import array
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import wave

from common import ROOT, run, take_turns, verdict
from samples import Sample

CORES = 2
FLAGS = ["-std=c11", "-O3"]
AUDIO = ROOT / "samples/aac-encoder/make-audio"
QUALITY = ["-q", "5"]
ASSUMED = ["--assume=input,exits"]


def make_audio(path, channels):
    """Recorded sound: stereo, its left channel, or six channels of which the others are mixed and late ones."""
    run(["python3", AUDIO, path, "12"])
    if channels == 2:
        return
    with wave.open(str(path)) as stereo:
        rate, samples = stereo.getframerate(), array.array("h", stereo.readframes(stereo.getnframes()))
    left, right = samples[0::2], samples[1::2]
    middle = array.array("h", ((a + b) // 2 for a, b in zip(left, right)))
    late = rate // 50
    parts = [left, right, middle, middle, right[-late:] + right[:-late], left[-late:] + left[:-late]][:channels]
    mixed = array.array("h", bytes(2 * channels * len(left)))
    for channel, part in enumerate(parts):
        mixed[channel::channels] = part
    with wave.open(str(path), "wb") as out:
        out.setparams((channels, 2, rate, 0, "NONE", None))
        out.writeframes(mixed.tobytes())


class Measured:
    """`channels`: of made audio; None: a video. `words`: options of the program, `options`: of kasuri."""

    def __init__(self, folder, goal, channels=None, words=(), options=()):
        self.folder, self.goal, self.channels, self.words = folder, goal, channels, words
        self.sample = Sample(folder, 0, None, None, options, FLAGS)

    def prepare(self, work):
        self.work, self.input = work, work / "in"
        if self.channels is None:
            run([ROOT / "samples/mpeg2-decoder/make-video", self.input, "150"])
        else:
            make_audio(self.input, self.channels)
        run(["cc", *FLAGS, *self.sample.sources, "-lm", "-o", work / "sequential"])
        self.sample.translate(work / "out", f"--cores={CORES}")
        self.parallel = self.sample.build(work / "out")

    def start(self, program, output, cores):
        return subprocess.Popen([program, *self.words, self.input, self.work / output],
                                stdout=subprocess.DEVNULL, env={**os.environ, "KASURI_CORES": str(cores)})

    def seconds(self, program, outputs, cores):
        """Until all copies have ended, each with an output of its own."""
        for output in outputs:  # to empty the last run's takes time, and is not the program's
            (self.work / output).unlink(missing_ok=True)
        begin = time.perf_counter()
        copies = [self.start(program, output, cores) for output in outputs]
        if any([copy.wait() != 0 for copy in copies]):
            sys.exit(f"limit: {self.folder} failed")
        return time.perf_counter() - begin

    def measure(self, rounds):
        copies = [f"copy{core}" for core in range(CORES)]
        sequential = self.work / "sequential"
        variants = {
            "sequential": lambda: self.seconds(sequential, ["sequential.out"], 1),
            "one": lambda: self.seconds(self.parallel, ["one.out"], 1),
            "all": lambda: self.seconds(self.parallel, ["all.out"], CORES),
            "copies": lambda: self.seconds(sequential, copies, 1),
        }
        medians = take_turns(variants, rounds)
        outputs = {(self.work / f"{name}.out").read_bytes() for name in ("sequential", "one", "all")}
        if len(outputs) != 1:
            sys.exit(f"limit: outputs of {self.folder} differ")
        return medians


SAMPLES = {
    "aac": Measured("aac-encoder", 0.95, 2),
    "aac-mono": Measured("aac-encoder", 0.95, 1),
    "aac-surround": Measured("aac-encoder", 0.95, 6),
    "aac-ahead": Measured("aac-encoder", 0.95, 2, (), ASSUMED),
    "aac-ahead-mono": Measured("aac-encoder", 0.95, 1, (), ASSUMED),
    "aac-ahead-surround": Measured("aac-encoder", 0.95, 6, (), ASSUMED),
    "aac-quality": Measured("aac-encoder", 0.95, 2, QUALITY, ASSUMED),
    "aac-quality-mono": Measured("aac-encoder", 0.95, 1, QUALITY, ASSUMED),
    "aac-quality-surround": Measured("aac-encoder", 0.95, 6, QUALITY, ASSUMED),
    "mpeg2": Measured("mpeg2-decoder", 0.9),
}


def main():
    parser = argparse.ArgumentParser(prog="limit", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("samples", nargs="*", metavar="SAMPLE", help=", ".join(SAMPLES))
    options = parser.parse_args()
    if unknown := [name for name in options.samples if name not in SAMPLES]:
        parser.error(f"no sample {unknown[0]}")
    worst = 1.0
    print(f"{'sample':20} {'one core':>9} {f'{CORES} cores':>9} {'limit':>9} {'of limit':>9} {'goal':>9}")
    for name in options.samples or SAMPLES:
        with tempfile.TemporaryDirectory(prefix="kasuri-limit-") as work:
            sample = SAMPLES[name]
            sample.prepare(pathlib.Path(work))
            medians = sample.measure(options.rounds)
        speedup = medians["sequential"] / medians["all"]
        limit = CORES * medians["sequential"] / medians["copies"]
        one = medians["sequential"] / medians["one"]
        print(f"{name:20} {one:9.3f} {speedup:9.2f} {limit:9.2f} {speedup / limit:9.2f} {sample.goal:9.2f}", flush=True)
        worst = min(worst, speedup / limit / sample.goal, one / 0.99)
    verdict("limit", worst, "of the goal, at worst", "1 or more", worst >= 1)


if __name__ == "__main__":
    main()
