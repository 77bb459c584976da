#!/usr/bin/env python3
"""Affine loop nests, as a textbook spells them and as people write them, against compilers, experts and OpenBLAS.

usage: affine.py [--rounds N] [--exact | --small] [--no-peers] [NAME...]

bench/affine has one program for each kind of nest, in groups: NAME.c with global arrays of constant size, NAME_structs.c with
sizes known at run time, structures and accessors. Both compute the same. NAME_omp.c and NAME_blas.c are the kernel of NAME.c by
hand with OpenMP and with OpenBLAS. Each program prints the seconds of its kernel, and a checksum of all bits of its results.

The reference is `gcc -O3 -march=native` on one core; all others are built with these flags, too, and run on two cores, Kasuri's
program also on one. All programs of a name take turns. A figure is the median over rounds of the reference's time divided by
that of the run beside it. Kasuri's checksum must be the reference's: if it differs, the program counts as failed. Others may
compute in another order: `*` marks other bits, `!` values that differ by more than rounding, which do not count as a peer.
Automatic peers are GCC's parallelization and Polly's. Threads of OpenMP wait actively or passively, whichever was faster in
the first runs. A peer that is not installed is left out, with a note. OpenBLAS is Debian's package libopenblas-dev
(`apt-get install libopenblas-dev`).

With FMA instructions, GCC chooses which product of `a * b + c * d` it fuses with the sum by the code around it, so that bits may
differ between programs that compute the same. --exact adds -ffp-contract=off everywhere. --small does so, too, builds with small
sizes, and compares outputs only, also those of both spellings, without GCC's parallelization and Polly's. --no-peers measures
GCC's and Kasuri's programs only, in a third of the time.
"""
import argparse
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from common import BUILD, ROOT

FOLDER = ROOT / "bench/affine"
FLAGS = ["-O3", "-march=native"]
EXACT = ["-ffp-contract=off"]
SMALL = ["-DN=210", "-DSIDE=40"]
CORES = 2
GCC_PARALLEL = [f"-ftree-parallelize-loops={CORES}", "-floop-parallelize-all", "-floop-nest-optimize"]
POLLY = [word for option in ("-polly", "-polly-parallel", "-polly-vectorizer=stripmine", f"-polly-num-threads={CORES}")
         for word in ("-mllvm", option)]
SPELLINGS = {"textbook": "", "structs": "_structs"}
WAYS = ["gcc", "gcc parallel", "polly", "by hand", "OpenBLAS", "kasuri", "kasuri on 1"]
AUTOMATIC = ["gcc parallel", "polly"]
MUST_BE_RIGHT = ["gcc", "kasuri", "kasuri on 1"]
WITH_OPENMP = [*AUTOMATIC, "by hand"]
MEAN_GOAL, ONE_CORE_GOAL, EACH_GOAL, PEER_GOAL, SPELLING_GOAL, BLAS_GOAL = 3.0, 1.6, 1.0, 1.0, 1.1, 0.5
NOISE = 0.03  # by which a program may seem slower than it is
TIMEOUT = 300  # seconds
SLOWEST = 20  # a peer that takes this many times as long as gcc, and 10 s more, is left out


class Failure(Exception):
    pass


def call(words, limit=TIMEOUT, **variables):
    words = [str(word) for word in words]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=limit, env={**os.environ, **variables})
    except subprocess.TimeoutExpired:
        raise Failure(f"{words[0]} takes more than {limit:.0f} s")
    if done.returncode:
        raise Failure(f"{' '.join(words)} ends with {done.returncode}: {done.stderr[-400:]}")
    return done


def build(way, source, binary, flags):
    """False: the source has no such version."""
    by_hand = source.with_name(f"{source.stem}_{'omp' if way == 'by hand' else 'blas'}.c")
    if way in ("by hand", "OpenBLAS") and not by_hand.exists():
        return False
    words = {
        "gcc": ["gcc", *flags, source],
        "gcc parallel": ["gcc", *flags, *GCC_PARALLEL, source],
        "polly": ["clang-22", *flags, *POLLY, source, "-lgomp"],
        "by hand": ["gcc", *flags, "-fopenmp", f'-DBY_HAND="{by_hand.name}"', source],
        "OpenBLAS": ["gcc", *flags, f'-DBY_HAND="{by_hand.name}"', source, "-lopenblas"],
        "kasuri": ["gcc", *flags, "-I", ROOT / "include", "-iquote", source.parent, binary.with_suffix(".out") / source.name,
                   BUILD / "lib/libkasuri.a", "-pthread"],
    }[way]
    if way == "kasuri":
        call([BUILD / "bin/kasuri", source, "-o", binary.with_suffix(".out"), f"--cores={CORES}", "--", *flags])
    call([*words, "-lm", "-o", binary])
    return True


def absent_ways():
    """Which peers are not installed, and why."""
    absent = {}
    if not shutil.which("clang-22"):
        absent["polly"] = "no clang-22"
    check = ["gcc", "-x", "c", "-", "-lopenblas", "-o", "/dev/null"]
    program = "#include <cblas.h>\nint main(void) { return cblas_idamax(0, 0, 1) != 0; }"
    if subprocess.run(check, input=program, text=True, capture_output=True).returncode:
        absent["OpenBLAS"] = "no libopenblas-dev"
    return absent


def blas_kernels():
    """An OpenBLAS that is older than the processor takes it for one with SSE3 only; this names better kernels."""
    known = re.findall(r"\w+", pathlib.Path("/proc/cpuinfo").read_text())
    core = next((core for feature, core in (("avx512vl", "SkylakeX"), ("avx2", "Haswell")) if feature in known), None)
    return {"OPENBLAS_CORETYPE": core} if core else {}


def values_of(text):
    return [float(word) for line in text.splitlines() for word in line.split()[2:]]


def is_near(text, wanted):
    values, others = values_of(text), values_of(wanted)
    return len(values) == len(others) and all(math.isclose(*each, rel_tol=1e-5, abs_tol=1e-9) for each in zip(values, others))


class Spelling:
    """The binaries of one source, and what each printed: if ever something else than the reference, that."""

    def __init__(self, name, kind, work, ways, flags, **variables):
        self.name, self.kind, self.source = name, kind, find(name + SPELLINGS[kind])
        self.binaries, self.printed, self.failures = {}, {}, {}
        self.peer_limit = TIMEOUT
        self.work, self.flags = work, flags
        self.variables = {way: dict(variables) for way in WAYS}
        self.variables["OpenBLAS"] |= blas_kernels()
        for way in ways:
            self.add(way)
        if "kasuri" in self.binaries:
            self.binaries["kasuri on 1"] = self.binaries["kasuri"]
            self.try_to_run("kasuri on 1")

    def add(self, way):
        binary = self.work / f"{self.source.stem}_{way.replace(' ', '_')}"
        try:
            if build(way, self.source, binary, self.flags):
                self.binaries[way] = binary
                self.try_to_run(way)
        except Failure as failure:
            self.failures[way] = failure

    def try_to_run(self, way):
        """Threads of OpenMP wait in the way that is faster."""
        try:
            begin = time.monotonic()
            seconds = self.seconds(way)
            if way == "gcc":
                self.peer_limit = min(TIMEOUT, 10 + SLOWEST * (time.monotonic() - begin))
            if way in WITH_OPENMP:
                self.variables[way]["OMP_WAIT_POLICY"] = "passive"
                if self.seconds(way) > seconds:
                    self.variables[way].pop("OMP_WAIT_POLICY")
        except Failure as failure:
            self.failures[way] = failure
            self.binaries.pop(way)

    def seconds(self, way):
        cores = "1" if way == "kasuri on 1" else str(CORES)
        limit = self.peer_limit if way in WITH_OPENMP else TIMEOUT
        done = call([self.binaries[way]], limit, KASURI_CORES=cores, OMP_NUM_THREADS=cores, OPENBLAS_NUM_THREADS=cores,
                    **self.variables[way])
        if way not in self.printed or done.stdout != self.printed.get("gcc"):
            self.printed[way] = done.stdout
        return float(re.search(r"^kernel (\S+)$", done.stderr, re.MULTILINE)[1])

    def mark(self, way):
        if self.printed[way] == self.printed.get("gcc", self.printed[way]):
            return ""
        return "*" if is_near(self.printed[way], self.printed["gcc"]) else "!"

    def problems(self):
        """What is wrong with what must be right: the reference and Kasuri's program."""
        for way in MUST_BE_RIGHT:
            if way in self.failures:
                yield f"{self.name}, {self.kind}, {way}: {self.failures[way]}"
            elif way in self.printed and self.mark(way):
                how = "bits" if self.mark(way) == "*" else "values"
                yield (f"{self.name}, {self.kind}, {way}: DIFFERENT {how}, {self.exact_result()}: {self.printed[way]!r} for "
                       f"{self.printed['gcc']!r}")

    def exact_result(self):
        """Whether Kasuri's program is right where products and sums are not fused."""
        if EXACT[0] in self.flags:
            return "without fusion"
        exact = Spelling(self.name, self.kind, self.work, ["gcc", "kasuri"], [*self.flags, *EXACT])
        return "also without fusion" if any(exact.problems()) else "the same without fusion"


def find(stem):
    return next(FOLDER.glob(f"*/{stem}.c"))


def all_names():
    return [path.stem for path in sorted(FOLDER.glob("*/*.c")) if not re.search(r"_(structs|omp|blas)$", path.stem)]


def measure(spellings, rounds):
    """Seconds of each round, by spelling and way; each round has another order."""
    turns = [(each, way) for each in spellings for way in each.binaries]
    seen = {(each.kind, way): [] for each, way in turns}
    for number in range(rounds):
        first = number * len(turns) // rounds
        order = turns[first:] + turns[:first]
        for each, way in order if number % 2 == 0 else reversed(order):
            seen[each.kind, way].append(each.seconds(way))
    return seen


def median_ratio(times, others):
    return statistics.median(time / other for time, other in zip(times, others))


def figures_of(spellings, rounds):
    """By spelling and way: how many times faster than the reference, and two more ratios of Kasuri's program."""
    seen = measure(spellings, rounds)
    figures = {(kind, way): median_ratio(seen[kind, "gcc"], times) for (kind, way), times in seen.items()}
    if ("textbook", "OpenBLAS") in seen and ("textbook", "kasuri") in seen:
        figures["blas"] = median_ratio(seen["textbook", "OpenBLAS"], seen["textbook", "kasuri"])
    if ("textbook", "kasuri") in seen and ("structs", "kasuri") in seen:
        figures["spelling"] = median_ratio(seen["structs", "kasuri"], seen["textbook", "kasuri"])
    return figures, {kind: statistics.median(seen[kind, "gcc"]) for kind in SPELLINGS}


def best_peer(spelling, figures):
    peers = [figures[spelling.kind, way] for way in AUTOMATIC if way in spelling.binaries and spelling.mark(way) != "!"]
    return max(peers, default=None)


def cell(spelling, figures, way):
    if way not in spelling.binaries:
        return "fails" if way in spelling.failures else "-"
    return f"{figures[spelling.kind, way]:.2f}{spelling.mark(way) or ' '}"


def header():
    return f"{'':16} {'':8} {'gcc':>8}" + "".join(f" {way:>12}" for way in WAYS[1:]) + f" {'':>8}"


def row(spelling, figures, seconds):
    text = f"{spelling.name:16} {spelling.kind:8} {seconds[spelling.kind]:6.3f} s"
    text += "".join(f" {cell(spelling, figures, way):>12}" for way in WAYS[1:])
    if spelling.kind == "structs" and "spelling" in figures:
        text += f"  {figures['spelling']:.2f} x textbook's time"
    if spelling.kind == "textbook" and "blas" in figures:
        text += f"  {figures['blas']:.2f} of OpenBLAS"
    return text


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float("nan")


class Results:
    """Kasuri's figures, by name and spelling."""

    def __init__(self):
        self.two, self.one, self.peers, self.spellings, self.blas = {}, {}, {}, {}, {}

    def add(self, spellings, figures):
        for each in spellings:
            key, name = (each.kind, each.name), each.name
            if "kasuri" in each.binaries:
                self.two[key] = figures[each.kind, "kasuri"]
                if (peer := best_peer(each, figures)) is not None:
                    self.peers[key] = self.two[key] / peer
            if "kasuri on 1" in each.binaries:
                self.one[key] = figures[each.kind, "kasuri on 1"]
        if "spelling" in figures:
            self.spellings[name] = figures["spelling"]
        if "blas" in figures:
            self.blas[name] = figures["blas"]

    def of(self, figures, kind):
        return [ratio for (other, _), ratio in figures.items() if other == kind]


def name_of(key):
    return key if isinstance(key, str) else f"{key[1]}, {key[0]}"


def list_short(title, figures, is_short):
    short = sorted((ratio, name_of(key)) for key, ratio in figures.items() if is_short(ratio))
    if short:
        print(f"{title}: " + "; ".join(f"{name} {ratio:.2f}" for ratio, name in short))


def verdict(name, figure, unit, goal, is_met):
    print(f"bench {name}: {figure:.2f} {unit}, goal {goal}, {'ok' if is_met else 'short'}")
    return is_met


def summarize(results):
    """Whether all goals are met."""
    for kind in SPELLINGS:
        print(f"geometric mean, {kind}: {mean(results.of(results.two, kind)):.2f} x gcc on {CORES} cores, "
              f"{mean(results.of(results.one, kind)):.2f} x on one")
    if results.spellings:
        print(f"geometric mean, structs over textbook: {mean(list(results.spellings.values())):.2f} x the time")
    list_short("slower than gcc", results.two, lambda ratio: ratio < EACH_GOAL - NOISE)
    list_short("slower than gcc on one core", results.one, lambda ratio: ratio < EACH_GOAL - NOISE)
    list_short("slower than an automatic peer", results.peers, lambda ratio: ratio < PEER_GOAL - NOISE)
    list_short("slower as structs", results.spellings, lambda ratio: ratio > SPELLING_GOAL)
    list_short("less than half of OpenBLAS", results.blas, lambda ratio: ratio < BLAS_GOAL)
    textbook, one_core = mean(results.of(results.two, "textbook")), mean(results.of(results.one, "textbook"))
    met = [verdict("affine", textbook, f"x gcc {' '.join(FLAGS)} on {CORES} cores", f"{MEAN_GOAL:.2f}", textbook >= MEAN_GOAL),
           verdict("affine_one_core", one_core, f"x gcc {' '.join(FLAGS)}", f"{ONE_CORE_GOAL:.2f}", one_core >= ONE_CORE_GOAL)]
    if results.two:
        lowest = min(results.two.values())
        met.append(verdict("affine_lowest", lowest, "x gcc", f"{EACH_GOAL:.2f}", lowest >= EACH_GOAL - NOISE))
    if results.peers:
        lowest = min(results.peers.values())
        met.append(verdict("affine_peers", lowest, "x the best automatic peer", f"{PEER_GOAL:.2f}", lowest >= PEER_GOAL - NOISE))
    if results.spellings:
        worst = max(results.spellings.values())
        met.append(verdict("affine_structs", worst, "x the textbook's time", f"{SPELLING_GOAL:.2f}", worst <= SPELLING_GOAL))
    if "product" in results.blas:
        of_blas = results.blas["product"]
        met.append(verdict("affine_product", of_blas, "of OpenBLAS", f"{BLAS_GOAL:.2f}", of_blas >= BLAS_GOAL))
    return all(met)


def measure_program(name, ways, rounds, flags, results):
    """Prints its rows; what is wrong with it, and which peers fail."""
    with tempfile.TemporaryDirectory() as folder:
        spellings = [Spelling(name, kind, pathlib.Path(folder), ways, flags) for kind in SPELLINGS]
        problems = []
        if all("gcc" in each.binaries for each in spellings):
            try:
                figures, seconds = figures_of(spellings, rounds)
                results.add(spellings, figures)
                for each in spellings:
                    print(row(each, figures, seconds), flush=True)
            except Failure as failure:
                problems.append(f"{name}: {failure}")
        problems += [problem for each in spellings for problem in each.problems()]
    for problem in problems:
        print(f"FAIL {problem}", flush=True)
    notes = [f"{name}, {each.kind}, {way}: {each.failures[way]}" for each in spellings for way in each.failures
             if way not in MUST_BE_RIGHT]
    return problems, notes


def run_measured(names, ways, rounds, flags):
    print(header())
    results, problems, notes = Results(), [], []
    for name in names:
        more_problems, more_notes = measure_program(name, ways, rounds, flags, results)
        problems += more_problems
        notes += more_notes
    for note in notes:
        print(f"note: {note}")
    for problem in problems:
        print(f"FAIL {problem}")
    return summarize(results) and not problems


def check_small(name, ways, work):
    """What is wrong with a program."""
    flags = [*FLAGS, *EXACT, *SMALL]
    spellings = [Spelling(name, kind, work, ways, flags, KASURI_ADAPT="0") for kind in SPELLINGS]
    for each in spellings:
        yield from each.problems()
        for way in ("by hand", "OpenBLAS"):
            if way in each.failures:
                yield f"{name}, {each.kind}, {way}: {each.failures[way]}"
            elif way in each.binaries and each.mark(way) == "!":
                yield f"{name}, {each.kind}, {way}: other values: {each.printed[way]!r} for {each.printed['gcc']!r}"
    if len({each.printed.get("gcc") for each in spellings}) != 1:
        yield f"{name}: its spellings print different results"


def run_small(names, ways):
    failed = 0
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            problems = list(check_small(name, [way for way in ways if way not in AUTOMATIC], pathlib.Path(folder)))
        for problem in problems:
            print(f"FAIL {problem}", flush=True)
        failed += bool(problems)
    print(f"{len(names) - failed} passed, {failed} failed")
    return failed == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--exact", action="store_true")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in all_names()]
    if unknown:
        parser.error(f"no program '{unknown[0]}'; there are {', '.join(all_names())}")
    absent = {} if options.no_peers else absent_ways()
    for way, why in absent.items():
        print(f"{way} left out: {why}")
    ways = ["gcc", "kasuri"] if options.no_peers else [way for way in WAYS if way not in absent and way != "kasuri on 1"]
    names = options.names or all_names()
    if options.small:
        return 0 if run_small(names, ways) else 1
    return 0 if run_measured(names, ways, options.rounds, [*FLAGS, *(EXACT if options.exact else [])]) else 1


if __name__ == "__main__":
    sys.exit(main())
