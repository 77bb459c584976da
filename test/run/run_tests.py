#!/usr/bin/env python3
"""Builds each case sequentially and through kasuri, and compares what the programs do.

usage: run_tests.py [--target=TRIPLE | --emit=openmp] [--sample=N] [--turns] BUILD_DIRECTORY [CASE...]

A case is a .c file or a directory of them under cases/, in the folder of its topic; it is named without that. `PARALLEL: n` in its first lines asks for at
least n parallel layers, `SEQUENTIAL` for none, `OPTIONS: o ...` for options of kasuri, `AGAIN: o` for all of it once more with that option, `FLAGS: f ...` up to the line's end
for compiler flags of this machine, which the case goes without on others, `COMPILER: gcc` for that one alone, which Kasuri asks what it fuses. Every provably parallel layer is emitted, however short
(--min-gain=0). Checked for each: two runs of kasuri give the same bytes; gcc and clang compile the
output without more warnings than the original; stdout, stderr and exit status are the same on 1 to 4
workers that take every row of theirs (KASURI_ADAPT=0), for pipelines also with several iterations at a time, on 2 when the runtime may leave layers and
workers out, and on one thread in other orders (libkasuri-orders.a), with --fp=reproducible as on 1 worker; parallel cases are clean under ThreadSanitizer, runtime included.

With --target, they are translated for it, compiled by its compiler and run under user-mode emulation on 1 and 2
workers, beside the sequential program for the same target. `PARALLEL` and `SEQUENTIAL` are about this machine's types
and not checked then; a case that is no program there (assembly, __int128) does not count.

With --emit=openmp, the output is compiled with -fopenmp instead, and runs on 1 to 4 threads. ThreadSanitizer knows
nothing of how the libraries of OpenMP synchronise, so it is not asked; and how many layers there are is printed, not
checked, since OpenMP cannot express them all. --sample=N takes every Nth case. With --turns, each case is built by one of
gcc and clang, which take turns.
"""
import argparse
import concurrent.futures
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import traceback

from run_cases import all_cases, cases_named

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
COMPILERS = ["gcc", "clang-22"]
FLAGS = ["-std=gnu11", "-O2", "-Wall", "-Wextra"]
RACES = ["-g", "-O1", "-fsanitize=thread"]
# How long ThreadSanitizer watches the other threads after main; its own second is most of what a case takes.
EXIT_MS = 20
MOST_ORDERS, RANDOM_ORDERS = 24, ("random:1", "random:2", "random:3")


def run(command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, timeout=120, **options)


def behaviour(binary, workers, adapt="0", emulator=(), **variables):
    environment = dict(os.environ, **variables, KASURI_CORES=str(workers), KASURI_ADAPT=adapt,
                       OMP_NUM_THREADS=str(workers),
                       OMP_WAIT_POLICY="passive", TSAN_OPTIONS=f"atexit_sleep_ms={EXIT_MS}")
    if emulator: # it makes up the start of processes, by which those that share cores know each other
        environment["KASURI_SHARE"] = "0"
    done = run([*emulator, binary, "an argument"], env=environment, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def compile_with(compiler, sources, includes, output, extra=()):
    words = [compiler, *FLAGS, *extra, *sources, "-I", ROOT / "include", *includes, "-o", output]
    return run([*words, *(["-pthread", "-lm"])])


def checked_runtime(work):
    """The runtime's objects for ThreadSanitizer; status and messages of the build."""
    objects, problems = [], b""
    for source in sorted((ROOT / "runtime").glob("*/*.c")):
        objects.append(work / f"{source.stem}.o")
        done = run(["clang-22", *FLAGS, *RACES, "-I", ROOT / "include", "-c", source, "-o", objects[-1]])
        problems += done.stderr if done.returncode else b""
    return objects, problems.decode()


class Target:
    """Another machine: its compiler, the emulator of its programs, and Kasuri's runtime for it, built into `work`."""

    def __init__(self, triple, work):
        self.triple, self.compiler = triple, f"{triple}-gcc"
        names = [f"qemu-{triple.split('-')[0]}{suffix}" for suffix in ("", "-static")]
        self.emulator = next(filter(None, map(shutil.which, names)), None)
        if not shutil.which(self.compiler) or not self.emulator:
            missing = self.compiler if self.emulator else " or ".join(names)
            sys.exit(f"run: no {missing}: cannot test {triple}")
        self.library = work / "libkasuri.a"
        objects = []
        for source in sorted((ROOT / "runtime").glob("*/*.c")):
            made = work / f"{source.stem}.o"
            objects.append(made)
            run([self.compiler, *FLAGS[:2], "-I", ROOT / "include", "-c", source, "-o", made], check=True)
        run([f"{triple}-ar", "rcs", self.library, *objects], check=True)

    def behaviour(self, binary, workers):
        return behaviour(binary, workers, emulator=[self.emulator])

    def check(self, case, build, work):
        sources, _, includes, options = contents(case)
        plain = compile_with(self.compiler, sources, includes, work / "plain", ["-static"])
        if plain.returncode:
            return None
        done = run([build / "bin/kasuri", f"--target={self.triple}", *sources, "-o", work / "out", "--cores=4",
                    "--min-gain=0", *options, "--", *FLAGS[:2]])
        if done.returncode:
            return f"kasuri ends with {done.returncode}: {done.stderr.decode()[-800:]}"
        emitted = sorted((work / "out").rglob("*.c"))
        parallel = compile_with(self.compiler, [*emitted, self.library], includes, work / "parallel", ["-static"])
        if parallel.returncode:
            return f"{self.compiler} fails: {parallel.stderr.decode()[-800:]}"
        if b"warning:" in parallel.stderr and b"warning:" not in plain.stderr:
            return f"{self.compiler} warns: {parallel.stderr.decode()[-800:]}"
        expected = self.behaviour(work / "plain", 1)
        for workers in (1, 2):
            seen = self.behaviour(work / "parallel", workers)
            if seen != expected:
                return f"{self.triple}, {workers} workers: {seen} and not {expected}"[:800]
        return ""


def compare_builds(compiler, sources, emitted, includes, work, flags=(), plain_flags=()):
    """Builds both programs; says what goes wrong, or more warnings than the sources give."""
    plain = compile_with(compiler, sources, includes, work / "plain", plain_flags)
    parallel = compile_with(compiler, emitted, includes, work / "parallel", flags)
    if plain.returncode or parallel.returncode:
        return f"{compiler} fails: {(plain.stderr + parallel.stderr).decode()[-800:]}"
    if parallel.stderr.count(b"warning:") > plain.stderr.count(b"warning:"):
        return f"{compiler} warns: {parallel.stderr.decode()[-800:]}"
    return ""


def can_run(flags):
    """Whether this machine is one that the flags are for."""
    if "-mfma" not in flags:
        return True
    known = pathlib.Path("/proc/cpuinfo")
    return known.exists() and " fma " in known.read_text()


def flags_of(head):
    """Those that a case asks for and that can be had; warnings apart, they come after the common ones."""
    wanted = head.split("FLAGS: ")[1].splitlines()[0].split() if "FLAGS: " in head else []
    return wanted if can_run(wanted) else []


def contents(case):
    """Of a case: its sources, their first lines, where its headers are, and its options for kasuri."""
    sources = sorted(case.glob("*.c")) if case.is_dir() else [case]
    head = b"".join(source.read_bytes()[:400] for source in sources).decode(errors="replace")
    includes = ["-iquote", case if case.is_dir() else case.parent]
    words = head.split("OPTIONS: ")[1].split() if "OPTIONS: " in head else []
    options = list(itertools.takewhile(lambda word: word.startswith("--"), words))
    return sources, head, includes, options


def check(case, build, work, runtime, compilers):
    _, head, _, options = contents(case)
    again = head.split("AGAIN: ")[1].split()[:1] if "AGAIN: " in head else []
    problem = check_with(options, case, build, work, runtime, compilers)
    if problem or not again:
        return problem
    (work / "again").mkdir()
    return check_with(again, case, build, work / "again", runtime, compilers)


def check_with(options, case, build, work, runtime, compilers):
    sources, head, includes, _ = contents(case)
    outputs = []
    for attempt in ("first", "second"):
        out = work / attempt
        done = run([build / "bin/kasuri", *sources, "-o", out, "--cores=4", "--min-gain=0", *options, "--",
                    *FLAGS[:2], *flags_of(head)])
        if done.returncode != 0:
            return f"kasuri ends with {done.returncode}: {done.stderr.decode()[-800:]}"
        outputs.append({path.name: path.read_bytes() for path in sorted(out.rglob("*.c"))})
    if outputs[0] != outputs[1]:
        return "two runs of kasuri differ"
    emitted = sorted((work / "first").rglob("*.c"))
    layers = sum(len(re.findall(rb"\bks_run(?:_groups|_graph)?(?:_helped|_piped)?\(&", text)) for text in outputs[0].values())
    wanted = int(head.split("PARALLEL: ")[1].split()[0]) if "PARALLEL: " in head else 0
    if layers < wanted:
        return f"{layers} parallel layers, expected {wanted}"
    if "SEQUENTIAL" in head and layers:
        return f"{layers} parallel layers, expected none"
    library = build / "lib/libkasuri.a"
    binary = work / "parallel"
    has_pipes = any(b"= ks_pipe_open(" in text for text in outputs[0].values())
    is_own = "--fp=reproducible" in options  # the sequential program's bits are others, and the case ends with 0
    for compiler in ["gcc"] if "COMPILER: gcc" in head else compilers:
        problem = compare_builds(compiler, sources, [*emitted, library] if layers else emitted, includes, work,
                                 flags_of(head), flags_of(head))
        if problem:
            return problem
        expected = behaviour(binary if is_own else work / "plain", 1)
        if is_own and expected[0] != 0:
            return f"{compiler}, one worker: {expected}"[:800]
        for workers in (1, 2, 3, 4):
            seen = behaviour(binary, workers)
            if seen != expected:
                return f"{compiler}, {workers} workers: {seen} and not {expected}"[:800]
        for workers, ways in [(2, {"KASURI_GATHER": "3", "KASURI_ALONE": "2"}), (3, {"KASURI_GATHER": "32"})] if has_pipes else []:
            seen = behaviour(binary, workers, **ways)
            if seen != expected:
                return f"{compiler}, {workers} workers, {ways}: {seen} and not {expected}"[:800]
        seen = behaviour(binary, 2, adapt="1")
        if seen != expected:
            return f"{compiler}, adaptive: {seen} and not {expected}"[:800]
    if not layers:
        return ""
    problem = change_in_orders(compiler, flags_of(head), emitted, includes, build, work, expected)
    if problem:
        return problem
    problem = race_in([*emitted, *runtime], includes, work, RACES)
    return problem and race_in([*emitted, *runtime], includes, work, [*RACES, "-O0"])


def change_in_orders(compiler, flags, emitted, includes, build, work, expected):
    """How the output changes when one thread runs the tasks in other orders; "" if it does not."""
    ordered, report = work / "ordered", work / "orders"
    built = compile_with(compiler, [*emitted, build / "lib/kasuri/libkasuri-orders.a"], includes, ordered, flags)
    if built.returncode:
        return f"no program for other orders: {built.stderr.decode()[-800:]}"
    orders = ["0", *RANDOM_ORDERS]
    for number, order in enumerate(orders):
        seen = behaviour(ordered, 4, KASURI_ORDER=order, KASURI_ORDER_REPORT=str(report))
        if seen != expected:
            return f"order {order}: {seen} and not {expected}"[:800]
        if number == 0 and report.exists():
            there = max(int(line.split()[0]) for line in report.read_text(errors="replace").splitlines())
            orders += [str(each) for each in range(1, min(there, MOST_ORDERS))]
    return ""


def race_in(sources, includes, work, flags):
    """What ThreadSanitizer finds; "" if nothing. A compiler may load early what is only read behind a test, so what
    optimised code does has to be confirmed without."""
    checked = compile_with("clang-22", sources, includes, work / "checked", flags)
    if checked.returncode:
        return f"ThreadSanitizer build fails: {checked.stderr.decode()[-800:]}"
    has_waves = any(source.suffix == ".c" and b"ks_wave_next(" in source.read_bytes() for source in sources)
    together = [(2, "1")] if has_waves else []  # parts have fixed rows then, ordered by their waits alone
    for workers, meet in [(2, "0"), (4, "0"), *together]:
        seen = behaviour(work / "checked", workers, KASURI_TOGETHER=meet)
        if b"ThreadSanitizer" in seen[2]:
            return seen[2].decode()[:1500]
    return ""


class OpenMp:
    """Programs with OpenMP, of the compilers that have it."""

    def __init__(self, work):
        probe = work / "probe.c"
        probe.write_text("int main(void) { return 0; }\n")
        self.compilers = [each for each in COMPILERS if shutil.which(each) and
                          run([each, "-fopenmp", probe, "-o", work / "probe"]).returncode == 0]
        if not self.compilers:
            sys.exit("run: no compiler has OpenMP")
        self.layers, self.cases = 0, 0

    def check(self, case, build, work):
        sources, head, includes, options = contents(case)
        outputs = []
        for attempt in ("first", "second"):
            done = run([build / "bin/kasuri", "--emit=openmp", *sources, "-o", work / attempt, "--cores=4",
                        "--min-gain=0", *options, "--", *FLAGS[:2], *flags_of(head)])
            if done.returncode:
                return f"kasuri ends with {done.returncode}: {done.stderr.decode()[-800:]}"
            outputs.append({path.name: path.read_bytes() for path in sorted((work / attempt).rglob("*.c"))})
        if outputs[0] != outputs[1]:
            return "two runs of kasuri differ"
        layers = sum(len(re.findall(rb"#pragma omp parallel", text)) for text in outputs[0].values())
        self.layers, self.cases = self.layers + layers, self.cases + bool(layers)
        if not layers and not any(b"loop nest reordered" in text for text in outputs[0].values()):
            originals = {path.name: path.read_bytes() for path in sources}
            return "" if outputs[0] == originals else "text changes where nothing runs in parallel"
        for compiler in ["gcc"] if "COMPILER: gcc" in head else self.compilers:
            problem = self.compare(compiler, sources, sorted((work / "first").rglob("*.c")), includes, work, flags_of(head))
            if problem:
                return problem
        return ""

    @staticmethod
    def compare(compiler, sources, emitted, includes, work, flags):
        problem = compare_builds(compiler, sources, emitted, includes, work, ["-fopenmp", *flags], flags)
        if problem:
            return problem
        expected = behaviour(work / "plain", 1)
        for threads in (1, 2, 3, 4):
            seen = behaviour(work / "parallel", threads)
            if OpenMp.unplaced(seen) != OpenMp.unplaced(expected):
                return f"{compiler}, {threads} threads: {seen} and not {expected}"[:800]
        return ""

    @staticmethod
    def unplaced(seen):
        """Without the places of failed assertions, which are those in the new file."""
        return *seen[:2], re.sub(rb"\S+\.c:\d+: ", b"", seen[2])


def check_in_own_directory(case, check_case):
    with tempfile.TemporaryDirectory() as work:
        try:
            problem = check_case(case, pathlib.Path(work))
        except subprocess.TimeoutExpired as late:
            problem = f"takes too long: {late.cmd[0]}"
        except Exception:  # whatever it is, the other cases go on
            problem = traceback.format_exc(limit=-2).strip()
    if problem:
        print(f"FAIL {case.name}: {problem}", flush=True)
    return problem


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--target")
    parser.add_argument("--emit", choices=["runtime", "openmp"], default="runtime")
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("--turns", action="store_true")
    parser.add_argument("build", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("cases", nargs="*")
    given = parser.parse_intermixed_args()
    cases = cases_named(given.cases) or all_cases()[::given.sample]
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(2) as pool:
        if given.target:
            target = Target(given.target, pathlib.Path(work))
            check_case = lambda case, own: target.check(case, given.build, own)
        elif given.emit == "openmp":
            openmp = OpenMp(pathlib.Path(work))
            check_case = lambda case, own: openmp.check(case, given.build, own)
        else:
            runtime, unbuilt = checked_runtime(pathlib.Path(work))
            if unbuilt:
                sys.exit(f"the runtime does not build for ThreadSanitizer:\n{unbuilt}")
            turns = {case: COMPILERS[number % 2:][:1] for number, case in enumerate(cases)} if given.turns else {}
            check_case = lambda case, own: check(case, given.build, own, runtime, turns.get(case, COMPILERS))
        results = [problem for problem in pool.map(lambda case: check_in_own_directory(case, check_case), cases)
                   if problem is not None]
    failures = sum(bool(problem) for problem in results)
    if given.emit == "openmp":
        print(f"OpenMP by {' and '.join(openmp.compilers)}: {openmp.layers} parallel regions in {openmp.cases} cases")
    print(f"run: {len(results) - failures} passed, {failures} failed")
    return 1 if failures or not results else 0


sys.exit(main())
