#!/usr/bin/env python3
"""Programs whose loops hand something on, against the same programs with threads by hand.

usage: pipeline.py [--rounds N] [--cores N] [--small] [--no-assume] [PROGRAM...]

Nine programs as people write them (bench/pipeline): each reads pieces, works on them, carries a little state, and
writes a result. Each has a version with threads. All three (sequential, by hand, by Kasuri) must write the same bytes
and print the same text. They take turns, and medians are compared. `hand/Kasuri` is the time of the version by hand
divided by that of Kasuri's. A program that Kasuri leaves sequential is marked, and counts with what it gives.
Where an option grants an assumption, the line says so: --no-assume leaves these out.
--small checks outputs only, on small inputs.
"""
import argparse
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from common import BUILD, ROOT, run, take_turns

FOLDER = ROOT / "bench/pipeline"
MEAN_GOAL, EACH_GOAL = 0.95, 0.85
# Its folder, sources of both versions, those of each, arguments of the generator (measured, small), a program that
# makes the input from the generated one.
PROGRAMS = {
    "compressor": ("bpack", ["codec.c"], ["bpack.c"], ["bpack_hand.c"], (["12000000"], ["300000"]), None),
    "decompressor": ("bpack", ["codec.c"], ["bunpack.c"], ["bunpack_hand.c"], (["24000000"], ["300000"]), "compressor"),
    "video filter": ("video", ["filter.c"], ["video.c"], ["video_hand.c"], (["320", "240", "160"], ["64", "48", "20"]), None),
    "denoiser": ("denoise", ["filter.c"], ["denoise.c"], ["denoise_hand.c"], (["300"], ["6"]), None),
    "speech codec": ("speech", ["codec.c"], ["speech.c"], ["speech_hand.c"], (["4800000"], ["40000"]), None),
    "log analyzer": ("weblog", ["parse.c", "table.c"], ["weblog.c"], ["weblog_hand.c"], (["600000"], ["3000"]), None),
    "packet monitor": ("packets", ["decode.c", "flows.c"], ["monitor.c"], ["monitor_hand.c"], (["250000"], ["2000"]), None),
    "alignment": ("align", ["grid.c"], ["align.c"], ["align_hand.c"], (["9000"], ["300"]), None),
    "relaxation": ("relax", ["plate.c"], ["relax.c"], ["relax_hand.c"], (["600", "500"], ["50", "40"]), None),
}
# What their users know of them: the decompressor handles any input.
ASSUMED = {"decompressor": ["--assume=input"]}


def compile_c(sources, binary):
    run(["cc", "-O2", *sources, "-lm", "-pthread", "-o", binary])


def compile_by_kasuri(sources, work, binary, cores, options):
    """How many pipelines and other layers it has made."""
    run([BUILD / "bin/kasuri", *sources, "-o", work, f"--cores={cores}", *options, "--", "-O2"])
    emitted = [work / source.name for source in sources]
    run(["cc", "-O2", "-I", ROOT / "include", "-iquote", sources[0].parent, *emitted, BUILD / "lib/libkasuri.a", "-lm",
         "-pthread", "-o", binary])
    text = "".join(each.read_text() for each in emitted)
    pipelines = text.count("= ks_pipe_open(")
    return pipelines, sum(text.count(f"{entry}(&") for entry in ("ks_run", "ks_run_graph", "ks_run_groups", "ks_run_helped", "ks_run_graph_helped", "ks_run_piped")) - pipelines


class Program:
    def __init__(self, name, work, cores, is_small, may_assume):
        folder, both, sequential, by_hand, sizes, maker = PROGRAMS[name]
        self.name, self.cores, self.work = name, cores, work / name.replace(" ", "-")
        self.work.mkdir()
        self.assumed = ASSUMED.get(name, []) if may_assume else []
        source = FOLDER / folder
        self.binaries = {each: self.work / each for each in ("sequential", "hand", "kasuri")}
        compile_c([source / each for each in both + sequential], self.binaries["sequential"])
        compile_c([source / each for each in both + by_hand], self.binaries["hand"])
        self.pipelines, self.layers = compile_by_kasuri([source / each for each in both + sequential],
                                                        self.work / "out", self.binaries["kasuri"], cores, self.assumed)
        compile_c([source / "generate.c"], self.work / "generate")
        self.input = self.work / "input"
        with self.input.open("wb") as file:
            file.write(run_bytes([self.work / "generate", *sizes[is_small]]))
        if maker:
            self.make_input(maker)

    def make_input(self, maker):
        folder, both, sequential, *_ = PROGRAMS[maker]
        compile_c([FOLDER / folder / each for each in both + sequential], self.work / "maker")
        run([self.work / "maker", self.input, self.work / "made"])
        (self.work / "made").replace(self.input)

    def measure(self, which):
        """Seconds of one run; its outputs stay."""
        environment = dict(os.environ, KASURI_CORES=str(self.cores), THREADS=str(self.cores))
        begin = time.perf_counter()
        self.printed = run([self.binaries[which], self.input, self.work / f"{which}.out"], env=environment).stdout
        return time.perf_counter() - begin

    def check(self):
        """Which versions write or print something else than the sequential one."""
        self.measure("sequential")
        wanted = self.printed, (self.work / "sequential.out").read_bytes()
        wrong = []
        for which in ("hand", "kasuri"):
            self.measure(which)
            if (self.printed, (self.work / f"{which}.out").read_bytes()) != wanted:
                wrong.append(which)
        return wrong


def run_bytes(words):
    return subprocess.run([str(word) for word in words], check=True, stdout=subprocess.PIPE).stdout


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def show(program, times):
    by_hand, by_kasuri = times["sequential"] / times["hand"], times["sequential"] / times["kasuri"]
    ratio = times["hand"] / times["kasuri"]
    made = f"{program.pipelines} pipelines, {program.layers} other layers"
    if program.pipelines + program.layers == 0:
        made = "sequential"
    made = " ".join([made + (", with" if program.assumed else ""), *program.assumed])
    print(f"{program.name:15} {times['sequential']:9.2f} s {by_hand:9.2f} {by_kasuri:9.2f} {ratio:12.2f}  {made}", flush=True)
    return ratio


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--no-assume", action="store_true")
    parser.add_argument("program", nargs="*")
    options = parser.parse_args()
    names = options.program or list(PROGRAMS)
    unknown = [name for name in names if name not in PROGRAMS]
    if unknown:
        sys.exit(f"bench: no program '{unknown[0]}'; there are {', '.join(PROGRAMS)}")
    with tempfile.TemporaryDirectory() as folder:
        programs = [Program(name, pathlib.Path(folder), options.cores, options.small, not options.no_assume)
                    for name in names]
        wrong = [f"{program.name} by {which}" for program in programs for which in program.check()]
        for each in wrong:
            print(f"FAIL {each}: its output differs from the sequential program's")
        if options.small or wrong:
            print(f"{2 * len(programs) - len(wrong)} passed, {len(wrong)} failed")
            return 1 if wrong else 0
        print(f"{options.cores} cores     sequential  seq/hand seq/Kasuri  hand/Kasuri")
        ratios = []
        for program in programs:
            ratios.append(show(program, take_turns({which: lambda which=which: program.measure(which)
                                                    for which in program.binaries}, options.rounds)))
    is_met = mean(ratios) >= MEAN_GOAL and min(ratios) >= EACH_GOAL
    print(f"bench pipeline: {mean(ratios):.2f} of the versions by hand in the geometric mean, goal {MEAN_GOAL}; lowest "
          f"{min(ratios):.2f}, goal {EACH_GOAL}, {'ok' if is_met else 'short'}")
    return 0 if is_met else 1


sys.exit(main())
