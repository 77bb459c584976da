"""Generates programs, checks each, keeps and reduces those that fail. See scripts/fuzz --help."""
import argparse
import collections
import concurrent.futures
import pathlib
import signal
import sys
import tempfile
import time

import check
import generate
import reduce

PROGRESS = 500  # programs between two lines that say so


def arguments():
    parser = argparse.ArgumentParser(prog="fuzz", description="Compares generated C programs with what kasuri "
                                     "makes of them. Failing programs stay in BUILD/fuzz.")
    parser.add_argument("--seconds", type=float, default=60, help="how long to generate (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="program k has the seed SEED * 1000000 + k")
    parser.add_argument("--count", type=int, default=0, help="how many programs at most")
    parser.add_argument("--program", type=int, help="only the program of that very seed")
    parser.add_argument("--build", type=pathlib.Path, default=check.ROOT / "build", help="where kasuri was built")
    parser.add_argument("--no-reduce", action="store_true", help="keep failing programs as they are")
    return parser.parse_args()


def one(seed, options, binaries):
    """Generates and checks one program; a failing one is kept."""
    with tempfile.TemporaryDirectory(prefix="kasuri-fuzz-") as name:
        source = pathlib.Path(name) / "p.c"
        source.write_text(generate.generate(seed))
        verdict = check.check(source, pathlib.Path(name), seed, binaries)
        if verdict.fault:
            kept = options.build / "fuzz" / f"{verdict.fault}-{seed}.c"
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(f"// fuzz --program={seed}, {' '.join(verdict.plan.options())}\n" + source.read_text())
            print(f"FAIL {verdict.fault} {kept}: {verdict.text}", flush=True)
            return verdict, kept
    return verdict, None


def seeds(options):
    """Endless, or limited by the count, until the time is over."""
    end = time.monotonic() + options.seconds
    number = 0
    while time.monotonic() < end and not (options.count and number == options.count):
        yield options.seed * 1000000 + number
        number += 1


def all_results(options, binaries):
    """Two programs at a time."""
    if options.program is not None:
        yield one(options.program, options, binaries)
        return
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        waiting = collections.deque()
        for seed in seeds(options):
            waiting.append(pool.submit(one, seed, options, binaries))
            while len(waiting) > 3:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def say_progress(results):
    """The same, with a line now and then."""
    failures = 0
    for number, (verdict, kept) in enumerate(results, 1):
        failures += kept is not None
        if number % PROGRESS == 0:
            print(f"{number} programs, {failures} failures so far", flush=True)
        yield verdict, kept


def main():
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # by way of the folders' ends
    with tempfile.TemporaryDirectory(prefix="kasuri-fuzz-build-") as folder:
        binaries = check.freeze(options.build, pathlib.Path(folder))
        begin = time.monotonic()
        results = list(say_progress(all_results(options, binaries)))
        seconds = time.monotonic() - begin
        failures = [(verdict, kept) for verdict, kept in results if kept]
        if not options.no_reduce:
            reduce.reduce_all(failures, binaries)
    layers = [verdict.layers for verdict, _ in results]
    several = sum(count >= 2 for count in layers) * 100 // max(1, len(layers))
    print(f"{len(results) / seconds:.1f} programs/s, {several} % with two or more parallel layers")
    print(f"programs {len(results)}, parallel layers {sum(layers)}, failures {len(failures)}")
    return 1 if failures or not results else 0
