#!/usr/bin/env python3
"""Programs that each ask for all cores, at the same time: 1, 2, 3, 4 copies of a matrix multiplication.

usage: overcommit.py [--rounds N] [--only PATTERN]

Ideal is a makespan of k times that of one copy, and a processor time and a system time per job that do not
grow with k. Small matrices make layers of about 0.2 ms, large ones of about 15 ms. Beside it run the same source
with libgomp and LLVM's libomp, as they wait by default and with OMP_WAIT_POLICY=active, if there are compilers
that have them. All take turns, and the medians are compared, with those of as many sequential copies, too, which
waste nothing: on a machine that is busy with other things that says more. A run that takes longer than 10 s is
stopped and counted as 10 s; after 50 s with matrices of one size only Kasuri and the sequential program take further
turns, so the whole takes two to three minutes, however long those beside it spin.
The figure is the worst of Kasuri's makespan / (k * single). --only leaves out the variants whose name has no
PATTERN in it, and their reference.
"""
import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

from common import ROOT, build_parallel, build_sequential, run, verdict

SOURCE = ROOT / "bench/overcommit/matrix.c"
SHAPES = {"small": (48, 800), "large": (200, 10)}
COPIES = (1, 2, 3, 4)
GOAL = 1.10
LONGEST_S = 10
TURNS_S = 50
COMPARED = ("sequential", "kasuri")
ACTIVE = {"OMP_WAIT_POLICY": "active"}


def end_of(job, deadline):
    """The job's processor time and system time in seconds; it is stopped at the deadline."""
    while True:
        number, status, usage = os.wait4(job.pid, os.WNOHANG)
        if number:
            break
        if time.perf_counter() > deadline:
            job.kill()
            _, status, usage = os.wait4(job.pid, 0)
            status = 0
            break
        time.sleep(0.0005)
    job.returncode = status
    if status:
        raise SystemExit("bench: a copy failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_stime


def run_copies(binary, shape, copies, more):
    """Makespan, and what a job takes on average of processor time and system time, in seconds."""
    begin = time.perf_counter()
    words = [str(binary), *map(str, SHAPES[shape])]
    jobs = [subprocess.Popen(words, stdout=subprocess.DEVNULL, env={**os.environ, **more}) for _ in range(copies)]
    times = [end_of(job, begin + LONGEST_S) for job in jobs]
    return min(time.perf_counter() - begin, LONGEST_S), *map(statistics.mean, zip(*times))


def build(work):
    """Name of a variant: its program and what it has in the environment."""
    sequential, kasuri, gomp, omp = (work / name for name in ("sequential", "kasuri", "libgomp", "libomp"))
    build_sequential(SOURCE, sequential)
    build_parallel(SOURCE, work, kasuri, f"--cores={max(2, os.cpu_count())}")
    # A table of programs of their own, since other programs of Kasuri may run here.
    (work / "root/dev/shm").mkdir(parents=True)
    variants = {"sequential": (sequential, {}), "kasuri": (kasuri, {"KASURI_ROOT": str(work / "root")}),
                "kasuri without sharing": (kasuri, {"KASURI_SHARE": "0"})}
    if subprocess.run(["gcc", "-O2", "-fopenmp", SOURCE, "-o", gomp], capture_output=True).returncode == 0:
        variants |= {"libgomp": (gomp, {}), "libgomp active": (gomp, ACTIVE)}
    clang = next((name for name in ("clang-22", "clang") if shutil.which(name)), None)
    words = [clang, "-O2", "-fopenmp=libomp", SOURCE, "-o", omp]
    if clang and subprocess.run(words, capture_output=True).returncode == 0:
        variants |= {"libomp": (omp, {}), "libomp active": (omp, ACTIVE)}
    return variants


def check_results(variants, shape):
    programs = {program for program, _ in variants.values()}
    if len({run([program, *SHAPES[shape]]).stdout for program in programs}) != 1:
        raise SystemExit("bench: results differ")


def measure(variants, shape, rounds):
    """Makespan, processor time and system time by variant and number of copies, medians."""
    seen = {}
    end = time.perf_counter() + TURNS_S
    for _ in range(rounds):
        for name, (program, more) in variants.items():
            for copies in COPIES:
                if time.perf_counter() < end or name in COMPARED or (name, copies) not in seen:
                    seen.setdefault((name, copies), []).append(run_copies(program, shape, copies, more))
    return {key: tuple(map(statistics.median, zip(*samples))) for key, samples in seen.items()}


def report(shape, name, figures):
    """Prints what was measured of a variant; its makespans / (k * single)."""
    single = figures[name, 1][0]
    ratios = [figures[name, copies][0] / (copies * single) for copies in COPIES]
    print(f"{shape} {name}: one copy {single:.3f} s, {figures['sequential', 1][0] / single:.2f}x sequential")
    for copies, ratio in zip(COPIES, ratios):
        _, processor, system = figures[name, copies]
        sequential = figures[name, copies][0] / figures["sequential", copies][0]
        print(f"  {copies} copies: {ratio:.2f} x k x single, {sequential:.2f} x as many sequential ones; a job takes "
              f"{processor:.3f} s of processor time, {system:.3f} s of them in the system", flush=True)
    return ratios


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        variants = build(pathlib.Path(folder))
        variants = {name: each for name, each in variants.items() if options.only in name or name == "sequential"}
        for shape in SHAPES:
            check_results(variants, shape)
            figures = measure(variants, shape, options.rounds)
            for name in variants:
                ratios = report(shape, name, figures)
                worst = max(worst, *ratios) if name == "kasuri" else worst
    verdict("overcommit", worst, "x of k * single", f"{GOAL:.2f}", worst <= GOAL)


main()
