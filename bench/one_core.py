#!/usr/bin/env python3
"""What the layers of a program cost where they do not run, and where they run but hardly gain.

usage: one_core.py [--rounds N] [--cases N] [--packages] [NAME...]

For the samples, the programs of bench/one_core and bench/kernels and, with --packages, those of bench/coverage: the
emitted program against the plain one, on one core by processor time, on two by wall time. The runs take turns; the figure
of a program is the median of the ratios of runs beside each other. Beside it are instructions on one core, which no other
program disturbs, where this machine counts them or valgrind is installed. Every Nth run case that has a layer by default is
counted too, by instructions alone, since they take milliseconds. With NAMEs, only these programs.
"""
import argparse
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import coverage
from common import BUILD, ROOT, run
from samples import SAMPLES

sys.path.insert(0, str(ROOT / "test/run"))
from run_cases import all_cases  # noqa: E402

MEAN_GOAL, WORST_GOAL, TWO_CORES_GOAL = 1.01, 1.03, 1.00
NOISE = 0.03  # of wall time on two cores, by which a program may seem slower
LEAST_INSTRUCTIONS = 20_000_000  # with less, the start of the process is what is counted


def environment_of(cores):
    return {**os.environ, "KASURI_CORES": str(cores)}


class Program:
    """Two binaries that do the same; `arguments` of both, `clear` before each run."""

    def __init__(self, name, plain, emitted, arguments=(), clear=lambda: None, folder=None):
        self.name, self.binaries, self.arguments = name, {"plain": plain, "emitted": emitted}, arguments
        self.clear, self.folder = clear, folder

    def words(self, which):
        return [str(word) for word in (self.binaries[which], *self.arguments)]

    def times(self, which, cores):
        """Processor time and wall time in seconds, and the output."""
        self.clear()
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(self.words(which), env=environment_of(cores), cwd=self.folder, capture_output=True)
        wall, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
        processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return processor, wall, (done.returncode, done.stdout)

    def ratios(self, rounds):
        """On one core by processor time, on two by wall time."""
        one, two = [], []
        for _ in range(rounds):
            plain = self.times("plain", 1)
            emitted = self.times("emitted", 1)
            on_two = self.times("emitted", 2)
            if not plain[2] == emitted[2] == on_two[2]:
                sys.exit(f"bench: {self.name}: the outputs differ")
            one.append(emitted[0] / plain[0])
            two.append(on_two[1] / plain[1])
        return statistics.median(one), statistics.median(two)

    def instructions(self, which):
        """None: nothing counts them here."""
        self.clear()
        for count in (perf_instructions, valgrind_instructions):
            if found := count(self.words(which), self.folder):
                return found
        return None

    def instruction_ratio(self):
        plain, emitted = self.instructions("plain"), self.instructions("emitted")
        return (emitted / plain, plain) if plain and emitted else (None, 0)


class Package(Program):
    """A program of bench/coverage, whose command is a shell's; the shell's own work is that of both."""

    def __init__(self, built):
        super().__init__(built.name, built.work / "sequential", built.work / "parallel", folder=built.runs)
        self.command = built.data["command"]

    def words(self, which):
        return ["env", f"PROGRAM={self.binaries[which]}", "sh", "-c", self.command]

    def instructions(self, which):
        """Of all processes that the shell starts: perf alone counts these."""
        return perf_instructions(self.words(which), self.folder)


def perf_instructions(words, folder):
    if not shutil.which("perf"):
        return None
    done = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", *words], env=environment_of(1), cwd=folder,
                          capture_output=True, text=True, errors="replace")
    found = re.search(r"^(\d+),.*instructions", done.stderr, re.MULTILINE)
    return int(found.group(1)) if found else None


def valgrind_instructions(words, folder):
    if not shutil.which("valgrind"):
        return None
    done = subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", *words],
                          env=environment_of(1), cwd=folder, capture_output=True, text=True, errors="replace")
    found = re.search(r"I +refs: +([\d,]+)", done.stderr)
    return int(found.group(1).replace(",", "")) if found else None


def build(source, work, flags=("-O2",)):
    """The plain binary, the emitted one, and the emitted text."""
    sources = sorted(source.glob("*.c")) if source.is_dir() else [source]
    beside = sources[0].parent
    out = work / f"{source.stem}.out"
    flags = [*flags, "-I", ROOT / "include"]
    run([BUILD / "bin/kasuri", *sources, "-o", out, "--cores=2", "--", *flags])
    emitted = sorted(out.rglob("*.c"))
    plain, parallel = work / f"{source.stem}.plain", work / f"{source.stem}.emitted"
    run(["cc", *flags, *sources, "-lm", "-pthread", "-o", plain])
    run(["cc", *flags, "-iquote", beside, *emitted, BUILD / "lib/libkasuri.a", "-lm", "-pthread",
         "-o", parallel])
    return plain, parallel, "".join(each.read_text(errors="replace") for each in emitted)


def small_programs(work, names):
    for source in [*sorted((ROOT / "bench/one_core").glob("*.c")), *sorted((ROOT / "bench/kernels").glob("*.c"))]:
        is_main = "int main(" in source.read_text()
        if is_main and (not names or source.stem in names):
            plain, emitted, _ = build(source, work)
            yield Program(source.stem, plain, emitted)


def samples(work, names):
    for sample in SAMPLES:
        if names and sample.name not in names:
            continue
        sample.make_input(work)
        sample.translate(work / sample.name, "--cores=2")
        plain = work / f"{sample.name}.plain"
        run(["cc", "-O2", *sample.sources, "-lm", "-pthread", "-o", plain])
        yield Program(sample.name, plain, sample.build(work / sample.name), sample.arguments(work),
                      lambda sample=sample: sample.clear(work))


def packages(names):
    """What cannot be fetched or built is said and left out."""
    for path in sorted(coverage.DATA.glob("*.json")):
        if names and path.stem not in names:
            continue
        try:
            program = coverage.Program(path.stem)
            program.compile()
            program.make_input()
        except coverage.Failure as failure:
            print(f"{path.stem}: left out: {str(failure).splitlines()[0]}")
            continue
        yield Package(program)


def cases(work, every):
    """Those that have a layer where the plan is made as users have it made."""
    for source in all_cases()[::every]:
        text = "".join(each.read_text(errors="replace") for each in source.rglob("*.c")) if source.is_dir() \
            else source.read_text(errors="replace")
        if "OPTIONS" in text or "SEQUENTIAL" in text:
            continue
        plain, emitted, made = build(source, work)
        if "ks_run" in made:
            yield Program(source.stem, plain, emitted, ("an argument",))


def measured(program, rounds):
    one, two = program.ratios(rounds)
    count, _ = program.instruction_ratio()
    print(f"{program.name}: one core {one:.3f}, two cores {two:.3f}, "
          f"instructions on one core {'not counted' if count is None else f'{count:.4f}'}", flush=True)
    return one, two


def counted(program):
    ratio, plain = program.instruction_ratio()
    if not ratio or plain < LEAST_INSTRUCTIONS:
        return None
    print(f"{program.name}: instructions on one core {ratio:.4f}", flush=True)
    return ratio


def tell(name, figure, unit, goal, is_met):
    print(f"bench {name}: {figure:.3f} {unit}, goal {goal:.2f}, {'ok' if is_met else 'short'}")
    return is_met


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--cases", type=int, default=1, help="every Nth run case; 0: none")
    parser.add_argument("--packages", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    one, two = [], []
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        programs = [*small_programs(work, options.names), *samples(work, options.names)]
        if options.packages:
            programs += packages(options.names)
        for program in programs:
            ratio, on_two = measured(program, options.rounds)
            one.append(ratio)
            two.append(on_two)
        if options.cases and not options.names:
            one += [ratio for program in cases(work, options.cases) if (ratio := counted(program))]
    mean, worst, slowest = statistics.geometric_mean(one), max(one), max(two)
    unit = "x the plain program's time"
    met = [tell("one_core_mean", mean, unit, MEAN_GOAL, mean <= MEAN_GOAL),
           tell("one_core_worst", worst, unit, WORST_GOAL, worst <= WORST_GOAL),
           tell("two_cores_worst", slowest, unit, TWO_CORES_GOAL, slowest <= TWO_CORES_GOAL + NOISE)]
    sys.exit(0 if all(met) else 1)


main()
