"""Whether one program behaves the same through kasuri: the builds, the runs and what is compared."""
import dataclasses
import os
import pathlib
import random
import re
import shutil
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
SANITIZE = ["-g", "-w", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"]
RUNTIME_LOCK = threading.Lock()
LIMIT = 20  # seconds for any one step; of processor time for what only computes
PATIENCE = 30  # times as long may that take while other programs run
# tcc translates ten times as fast as gcc. What it finds, gcc has to confirm.
FAST = "tcc" if shutil.which("tcc") else "gcc -O0"
# GCC 12's induction variable pass may write `p[k]` with the address of another array in the offset; what p
# points to is then taken for that array, and stores to the right one are lost, in sequential C as well.
OPTIMISED = "gcc -O1 -fno-ivopts"


@dataclasses.dataclass(frozen=True)
class Plan:
    """How Kasuri is told to parallelize a program."""
    cores: int = 2
    dispatch: str = "chosen"
    tile: int = 0

    def options(self):
        return [f"--cores={self.cores}", f"--dispatch={self.dispatch}", f"--tile={self.tile}", "--min-gain=0"]


@dataclasses.dataclass
class Verdict:
    layers: int = 0
    fault: str = ""  # kasuri, compile, differs, thread, oracle, generator; empty if all is well
    text: str = ""
    plan: Plan = Plan()
    compiler: str = ""


class Fault(Exception):
    """A kind of failure and what was seen."""


def run(command, limit=None, **options):
    """Ends with status 124 and no output when it takes too long."""
    try:
        return subprocess.run([str(word) for word in command], capture_output=True, timeout=limit or LIMIT,
                              stdin=subprocess.DEVNULL, **options)
    except subprocess.TimeoutExpired as late:
        return subprocess.CompletedProcess(late.cmd, 124, b"", b"takes too long")


def compute(command, **options):
    """The same for what only computes: how busy the machine is does not count."""
    return run(["prlimit", f"--cpu={LIMIT}", *command], PATIENCE * LIMIT, **options)


def behaviour(binary, limit=None, **variables):
    done = run([binary], limit, env=dict(os.environ, ASAN_OPTIONS="detect_leaks=0", **variables))
    return done.returncode, done.stdout, done.stderr


def build(kind, compiler, words, output):
    """tcc only translates: it cannot link against the runtime."""
    if compiler == "tcc":
        libraries = [word for word in words if str(word).endswith(".a")]
        others = [word for word in words if word not in libraries]
        prelude = pathlib.Path(__file__).with_name("tcc.h")
        if run(["tcc", "-w", "-include", prelude, "-c", *others, "-o", f"{output}.o"]).returncode:
            return build(kind, "gcc -O0", words, output)
        compiler, words = "gcc -fuse-ld=gold -Wl,-z,noexecstack", [f"{output}.o", *libraries]
    done = compute([*compiler.split(), *([] if "-W" in compiler else ["-w"]), *words, "-o", output, "-pthread", "-lm"])
    if done.returncode:
        raise Fault(kind, done.stderr.decode(errors="replace")[:1500])
    return output


def parallelise(source, work, plan, binaries):
    """The emitted source and its number of layers."""
    done = compute([binaries / "bin/kasuri", source, "-o", work / "out", *plan.options(), "--", "-w"])
    if done.returncode:
        raise Fault("kasuri", f"status {done.returncode}: {done.stderr.decode(errors='replace')[-1500:]}")
    emitted = work / "out" / source.name
    return emitted, len(re.findall(r"\bks_run(?:_groups|_graph|_piped)?\(&", emitted.read_text()))


def compare(binary, expected, workers):
    """All rows on their own workers, and once as the runtime finds it best."""
    for count, adapt in [*((each, "0") for each in workers), (2, "1")]:
        knobs = {"KASURI_CORES": str(count), "KASURI_ADAPT": adapt}
        seen = behaviour(binary, **knobs)
        if seen[0] == 124:  # maybe stuck; but more workers than cores, woken for each short layer, are slow
            seen = behaviour(binary, 10 * LIMIT, **knobs)
        if seen != expected:
            raise Fault("differs", f"{count} workers, adapt {adapt}: {difference(expected, seen)}")


def difference(expected, seen):
    """The first line that differs, with the status when that does."""
    status = f"status {seen[0]} and not {expected[0]}; " if seen[0] != expected[0] else ""
    for wanted, found in zip(expected[1].splitlines(), seen[1].splitlines()):
        if wanted != found:
            return f"{status}'{found.decode()}' and not '{wanted.decode()}'"
    return f"{status}{len(seen[1])} and not {len(expected[1])} bytes {seen[2].decode(errors='replace')[:300]}"


def check_threads(emitted, work, binaries):
    """ThreadSanitizer, runtime included. A compiler may load early what is only read behind a test, so what
    optimised code does has to be confirmed without."""
    if races(emitted, work, binaries, "-O1"):
        report = races(emitted, work, binaries, "-O0")
        if report:
            raise Fault("thread", report)


def races(emitted, work, binaries, level):
    """What ThreadSanitizer reports; empty if nothing."""
    binary = build("compile", f"clang-22 -g {level} -fsanitize=thread",
                   [emitted, "-I", binaries / "include", checked_runtime(binaries)], work / "thread")
    for workers in ("2", "4"):
        seen = behaviour(binary, KASURI_CORES=workers, KASURI_ADAPT="0", TSAN_OPTIONS="atexit_sleep_ms=0")
        if b"ThreadSanitizer" in seen[2]:
            return seen[2].decode(errors="replace")[:1500]
    return ""


def checked_runtime(binaries):
    """The runtime built for ThreadSanitizer, once and for all programs."""
    library = binaries / "runtime-thread.o"
    with RUNTIME_LOCK:
        if not library.exists():
            parts = []
            for source in sorted((binaries / "runtime").glob("*/*.c")):
                parts.append(binaries / f"{source.stem}-thread.o")
                compute(["clang-22", "-g", "-O1", "-fsanitize=thread", "-I", binaries / "include", "-c", source,
                         "-o", parts[-1]])
            compute(["ld", "-r", *parts, "-o", library])
    return library


def freeze(build, folder):
    """Copies of what makes the programs, so that a build or a checkout meanwhile does not mix versions."""
    for name in ("bin/kasuri", "lib/libkasuri.a", "lib/kasuri/loop-trace.so"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(build / name, folder / name)
    for name in ("include", "runtime"):
        shutil.copytree(ROOT / name, folder / name)
    return folder


def check_oracle(source, binaries):
    """The dynamic oracle of the dependences, when the checkout has it."""
    oracle = ROOT / "runtime/tools/ks-oracle/ks-oracle"
    if oracle.exists():
        done = compute([oracle, source], env=dict(os.environ, KASURI=str(binaries / "bin/kasuri")))
        if done.returncode not in (0, 124):
            raise Fault("oracle", (done.stdout + done.stderr).decode(errors="replace")[-1500:])


def check_generator(source, work):
    """The sequential program itself has defined behaviour."""
    build("generator", "gcc -O1 -Werror=uninitialized -Werror=return-type", [source], work / "warned")
    binary = build("generator", "gcc -O0", [*SANITIZE, source], work / "checked")
    seen = behaviour(binary)
    if seen[2] or seen[0] == 124:
        raise Fault("generator", seen[2].decode(errors="replace")[:1500])


def compare_built(compiler, source, emitted, work, binaries):
    """Compares the sequential and the parallel program of one compiler."""
    expected = behaviour(build("generator", compiler, [source], work / "plain"))
    if expected[0] == 124:
        raise Fault("generator", "takes too long")
    words = [emitted, "-I", binaries / "include", binaries / "lib/libkasuri.a"]
    compare(build("compile", compiler, words, work / "parallel"), expected, (1, 2, 3, 4))


def check(source, work, seed, binaries):
    """The verdict on a program. The seed decides which of the slower checks it gets."""
    rng = random.Random(seed)
    cores, dispatch = rng.randint(2, 4), "dynamic" if seed % 3 == 0 else "chosen"
    compiler = rng.choices((FAST, OPTIMISED, "clang-22 -O2"), (16, 2, 1))[0]
    verdict = Verdict(plan=Plan(cores, dispatch, rng.choice((0, 4, 8))), compiler=compiler)
    try:
        if seed % 20 == 0:
            check_generator(source, work)
        emitted, verdict.layers = parallelise(source, work, verdict.plan, binaries)
        try:
            compare_built(verdict.compiler, source, emitted, work, binaries)
        except Fault:
            if verdict.compiler != "tcc":
                raise
            compare_built(OPTIMISED, source, emitted, work, binaries)
        if verdict.layers and seed % 10 == 3:
            check_threads(emitted, work, binaries)
        if seed % 20 == 7:
            check_oracle(source, binaries)
    except Fault as fault:
        verdict.fault, verdict.text = fault.args
    return verdict
