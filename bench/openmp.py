#!/usr/bin/env python3
"""The samples as sequential programs, with Kasuri's runtime, and with OpenMP (docs/openmp.md).

usage: bench/openmp.py [--cores=N] [--runs=N] [--min-gain=X]

Each is built by the same compiler with the same flags. Runs of the three take turns, so that what else the machine does
meets all of them; the medians are compared. Outputs have to be the same bytes. Also told: the layers that each way has.
"""
import argparse
import os
import pathlib
import re
import statistics
import tempfile
import time

from common import run
from samples import SAMPLES

FLAGS = ["-O2"]
CALLS = {"runtime": r"\bks_run(?:_groups|_graph|_piped)?\(&", "openmp": r"#pragma omp parallel"}


def build_sequential(sample, folder):
    binary = folder / "sequential"
    run(["cc", *FLAGS, *sample.sources, "-lm", "-o", binary])
    return binary


def build_parallel(sample, folder, emit, options):
    """The program, and how many layers its sources have."""
    made = folder / emit
    sample.translate(made, f"--emit={emit}", *options)
    sources = sorted(made.glob("*.c"))
    layers = sum(len(re.findall(CALLS[emit], path.read_text())) for path in sources)
    if emit == "runtime":
        return sample.build(made), layers
    binary = made / sample.name
    run(["cc", *FLAGS, "-fopenmp", "-iquote", sample.sources[0].parent, *sources, "-lm", "-o", binary])
    return binary, layers


def measure(sample, binary, work, cores):
    """Seconds of a run, and what it wrote."""
    sample.clear(work)
    environment = {**os.environ, "KASURI_CORES": str(cores), "OMP_NUM_THREADS": str(cores)}
    begin = time.monotonic()
    run([binary, *sample.arguments(work)], env=environment)
    return time.monotonic() - begin, sample.arguments(work)[-1].read_bytes()


def compare(sample, options, cores, runs, work):
    binaries = {"sequential": build_sequential(sample, work)}
    layers = {}
    for emit in CALLS:
        binaries[emit], layers[emit] = build_parallel(sample, work, emit, options)
    sample.make_input(work)
    times, outputs = {name: [] for name in binaries}, {}
    for _ in range(runs):
        for name, binary in binaries.items():
            seconds, written = measure(sample, binary, work, cores)
            times[name].append(seconds)
            if outputs.setdefault("first", written) != written:
                raise SystemExit(f"{sample.name}: {name} writes something else")
    medians = {name: statistics.median(each) for name, each in times.items()}
    for name, seconds in medians.items():
        told = f", {layers[name]} layers" if name in layers else ""
        print(f"{sample.name}: {name} {seconds:.3f} s, speedup {medians['sequential'] / seconds:.2f}{told}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--min-gain", type=float, default=1.05)
    given = parser.parse_args()
    options = [f"--cores={given.cores}", f"--min-gain={given.min_gain}"]
    for sample in SAMPLES:
        with tempfile.TemporaryDirectory() as work:
            compare(sample, options, given.cores, given.runs, pathlib.Path(work))


main()
