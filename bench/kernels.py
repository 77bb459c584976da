#!/usr/bin/env python3
"""Loops as people write them, made parallel in several ways, on 2 cores.

usage: kernels.py [--rounds N] [--all | --markdown] [NAME...]

Every program in bench/kernels is built by `cc -O3`, by that with GCC's own parallelisation for two threads, and
from Kasuri's output with the same flags. All print the same; the runs take turns, and the medians of their wall times
are compared. The figure is how many times faster than GCC's the programs are in geometric mean.

--all adds what docs/comparison.md compares: Clang, its Polly, bench/kernels/openmp (the same programs with pragmas, as a
person writes them), and `kasuri --emit=openmp`. Programs with OpenMP are measured both as they come and with
OMP_WAIT_POLICY=passive; the better median counts. --markdown writes the table into that page as well.
"""
import argparse
import datetime
import math
import os
import pathlib
import platform
import re
import shutil
import tempfile
import time

from common import BUILD, ROOT, run, take_turns, verdict, write_measured

KERNELS = ROOT / "bench/kernels"
PAGE = ROOT / "docs/comparison.md"
GOAL = 1.2
CORES = 2
POLLY = ["-mllvm", "-polly", "-mllvm", "-polly-parallel", "-mllvm", f"-polly-num-threads={CORES}", "-lgomp"]


def compiled(source, binary, compiler, *flags):
    run([compiler, "-O3", source, *flags, "-lm", "-o", binary])
    return binary


def by_kasuri(source, binary):
    made = binary.with_name("runtime")
    run([BUILD / "bin/kasuri", source, "-o", made, f"--cores={CORES}", "--", "-O3"])
    return compiled(made / source.name, binary, "gcc", "-I", ROOT / "include", BUILD / "lib/libkasuri.a", "-pthread")


def by_kasuri_openmp(source, binary):
    made = binary.with_name("openmp")
    run([BUILD / "bin/kasuri", "--emit=openmp", source, "-o", made, f"--cores={CORES}", "--", "-O3"])
    return compiled(made / source.name, binary, "gcc", "-fopenmp")


# What is always measured, and what --all adds.
WAYS = {
    "cc -O3": lambda source, binary: compiled(source, binary, "gcc"),
    "gcc parallel": lambda source, binary: compiled(source, binary, "gcc", f"-ftree-parallelize-loops={CORES}", "-fopenmp"),
    "kasuri": by_kasuri,
}
MORE_WAYS = {
    "clang -O3": lambda source, binary: compiled(source, binary, "clang-22"),
    "polly": lambda source, binary: compiled(source, binary, "clang-22", *POLLY),
    "by hand": lambda source, binary: compiled(KERNELS / "openmp" / source.name, binary, "gcc", "-fopenmp"),
    "kasuri openmp": by_kasuri_openmp,
}
WITH_OPENMP = {"gcc parallel", "polly", "by hand", "kasuri openmp"}


def loops_taken(name, source, binary):
    """How many loops, or layers, of the source are divided among threads."""
    if name in ("gcc parallel", "polly"):
        return len(re.findall(r" t \S*(?:_loopfn|_polly_subfn)\S*$", run(["nm", binary]).stdout, re.MULTILINE))
    if name == "by hand":
        text = (KERNELS / "openmp" / source.name).read_text()
        return len(re.findall(r"#pragma omp (?:parallel )?for", text))
    if name == "kasuri openmp":
        return (binary.with_name("openmp") / source.name).read_text().count("#pragma omp parallel")
    if name == "kasuri":
        return (binary.with_name("runtime") / source.name).read_text().count("static const ks_layer ")
    return None


def wall_seconds(binary, **variables):
    begin = time.perf_counter()
    run([binary], env={**os.environ, "OMP_NUM_THREADS": str(CORES), **variables})
    return time.perf_counter() - begin


def measure(source, ways, are_all, rounds, work):
    """Median seconds by the name of the way, and the number of loops that it divides."""
    built = {name: build(source, work / name.replace(" ", "_")) for name, build in ways.items()}
    outputs = {name: run([binary]).stdout for name, binary in built.items()}
    if len(set(outputs.values())) != 1:
        raise SystemExit(f"bench: {source.name}: the outputs differ: {outputs}")
    runs = {(name, ""): lambda binary=binary: wall_seconds(binary) for name, binary in built.items()}
    if are_all:
        runs |= {(name, "passive"): lambda binary=built[name]: wall_seconds(binary, OMP_WAIT_POLICY="passive")
                 for name in ways if name in WITH_OPENMP}
    medians = take_turns(runs, rounds)
    times = {name: min(seconds for (other, _), seconds in medians.items() if other == name) for name in ways}
    return times, {name: loops_taken(name, source, binary) for name, binary in built.items()}


def mean(numbers):
    return math.exp(sum(map(math.log, numbers)) / len(numbers))


def table(results, ways):
    """Speedups over `cc -O3`, the best of each kernel in bold."""
    others = [name for name in ways if name != "cc -O3"]
    lines = ["| kernel | `cc -O3` | " + " | ".join(others) + " |", "| --- " * (len(others) + 2) + "|"]
    for kernel, times in results.items():
        speedups = {name: times["cc -O3"] / times[name] for name in others}
        best = max(speedups.values())
        cells = [f"**{x:.2f}**" if x == best else f"{x:.2f}" for x in speedups.values()]
        lines.append(f"| {kernel} | {times['cc -O3']:.3f} s | " + " | ".join(cells) + " |")
    means = [mean([times["cc -O3"] / times[name] for times in results.values()]) for name in others]
    return "\n".join([*lines, "| geometric mean | | " + " | ".join(f"{each:.2f}" for each in means) + " |"])


def loops_table(loops):
    names = [name for name, count in next(iter(loops.values())).items() if count is not None]
    lines = ["| kernel | " + " | ".join(names) + " |", "| --- " * (len(names) + 1) + "|"]
    return "\n".join([*lines, *(f"| {kernel} | " + " | ".join(str(counts[name]) for name in names) + " |"
                                for kernel, counts in loops.items())])


def write_page(results, loops, ways, rounds):
    gcc, clang = (run([name, "-dumpversion"]).stdout.strip() for name in ("gcc", "clang-22"))
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    head = (f"Measured on {datetime.date.today()}: {rounds} rounds, {CORES} cores ({cpu[1] if cpu else platform.machine()}), "
            f"GCC {gcc}, Clang {clang}.")
    made = f"{head}\n\n{table(results, ways)}\n\nLoops, or groups of statements, that run on several threads:\n\n{loops_table(loops)}\n"
    write_measured(PAGE, "kernels.py", made)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    are_all = options.all or options.markdown
    if options.markdown and options.names:
        parser.error("the page's table is of all kernels")
    if are_all and not shutil.which("clang-22"):
        raise SystemExit("bench: no clang-22 (scripts/setup)")
    ways = WAYS | (MORE_WAYS if are_all else {})
    results, loops = {}, {}
    for source in sorted(KERNELS.glob("*.c")):
        if options.names and source.stem not in options.names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            times, loops[source.stem] = measure(source, ways, are_all, options.rounds, pathlib.Path(folder))
        print(f"{source.stem:12}" + "  ".join(f"{name} {seconds:.3f} s {times['cc -O3'] / seconds:4.2f}x"
                                              for name, seconds in times.items()), flush=True)
        results[source.stem] = times
    if options.markdown:
        write_page(results, loops, ways, options.rounds)
    gain = mean([times["gcc parallel"] / times["kasuri"] for times in results.values()])
    verdict("kernels", gain, "x GCC's parallelisation", f"{GOAL:.2f}", gain >= GOAL)


main()
