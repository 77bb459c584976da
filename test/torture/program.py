"""One program, sequentially and through kasuri: the same output and exit status on 1 to 3 workers. Every layer that is legal
is emitted, however short (--min-gain=0)."""
import collections
import os
import pathlib
import re
import signal
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIMIT = 60  # seconds for any one step
# state: passed, parallel (with layers), unread (passed through unanalyzed), left (no test), failed
Result = collections.namedtuple("Result", "name state text")


def run(command, work, **variables):
    """Ends what the command started, too, and with it, when it takes too long."""
    words, environment = [str(word) for word in command], dict(os.environ, **variables)
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          cwd=work, env=environment, start_new_session=True) as child:
        try:
            output, _ = child.communicate(timeout=LIMIT)
            return child.returncode, output.decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            return "takes too long", ""


def check(source, name, flags, build, work):
    """`flags`: what all compilers get."""
    sequential = ["gcc", "-w", *flags, source, "-o", work / "sequential", "-lm"]
    if run(sequential, work)[0] != 0:
        return Result(name, "left", "not accepted")
    expected = run([work / "sequential"], work)
    if expected[0] == "takes too long":
        return Result(name, "left", "does not end")
    is_steady = run([work / "sequential"], work) == expected  # some print addresses
    words = [build / "bin/kasuri", source, "-o", work / "out", "--cores=3", "--min-gain=0", "--", "-w", *flags]
    status, messages = run(words, work)
    if status != 0:
        return Result(name, "failed", f"kasuri: {status}: {messages[-600:]}")
    emitted = work / "out" / source.name
    words = ["gcc", "-w", *flags, "-I", ROOT / "include", "-iquote", source.parent, emitted,
             build / "lib/libkasuri.a", "-o", work / "parallel", "-lm", "-pthread"]
    status, text = run(words, work)
    if status != 0:
        return Result(name, "failed", f"gcc does not accept the output: {text[-600:]}")
    for workers in "123":
        seen = run([work / "parallel"], work, KASURI_CORES=workers, KASURI_ADAPT="0")
        if seen[0] != expected[0] or (is_steady and seen != expected):
            return Result(name, "failed", f"{seen} and not {expected} on {workers} workers")
    if "[NotAnalyzed]" in messages:
        return Result(name, "unread", messages.splitlines()[0])
    parallel = re.search(r"\bks_run(?:_groups|_graph|_piped)?\(&", emitted.read_text(errors="replace"))
    return Result(name, "parallel" if parallel else "passed", "")


def summary(results):
    """Prints the failures and the counts; the exit status."""
    for result in results:
        if result.state == "failed":
            print(f"FAIL {result.name}: {result.text}")
    counts = collections.Counter(result.state for result in results)
    passed = counts["passed"] + counts["parallel"] + counts["unread"]
    print(f"{counts['parallel']} with parallel layers, {counts['unread']} passed through unanalyzed, {counts['left']} left out")
    print(f"{passed} passed, {counts['failed']} failed")
    return 1 if counts["failed"] or not passed else 0
