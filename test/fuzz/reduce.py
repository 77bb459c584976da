"""Makes failing programs small: whole statements first, then by cvise when it is installed.

`interesting.py` says what must stay true.
"""
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

import interesting
import shrink

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 120  # for one program
MOST = 4  # programs reduced at the end of a run; more are often the same fault


def reduce_one(verdict, kept, binaries):
    """The reduced copy beside the kept program, or None when the failure does not come again."""
    with tempfile.TemporaryDirectory(prefix="kasuri-reduce-") as name:
        work = pathlib.Path(name)
        source = work / "p.c"

        def holds(text):
            source.write_text(text)
            return interesting.interesting(verdict.fault, verdict.plan, verdict.compiler, source, binaries)

        if not holds(kept.read_text()):
            return None
        source.write_text(shrink.shrink(kept.read_text(), holds))
        if shutil.which("cvise"):
            polish(verdict, work, binaries)
        small = kept.with_name(f"{kept.stem}-small.c")
        small.write_text(f"// {verdict.fault} with {' '.join(verdict.plan.options())}\n" + (work / "p.c").read_text())
        return small


def polish(verdict, work, binaries):
    """cvise, for a while; it keeps the smallest program so far in place."""
    test = work / "test.sh"
    plan = verdict.plan
    words = [sys.executable, HERE / "interesting.py", verdict.fault, plan.cores, plan.dispatch, plan.tile, verdict.compiler,
             binaries, "p.c"]
    test.write_text(f"#!/bin/sh\nexec {shlex.join(str(word) for word in words)}\n")
    test.chmod(0o755)
    cvise = subprocess.Popen(["cvise", "--n", "2", "--timeout", "60", test, "p.c"], cwd=work, start_new_session=True,
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        cvise.wait(SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(cvise.pid, signal.SIGKILL)  # with the programs that it is trying
        cvise.wait()


def reduce_all(failures, binaries):
    failures = [(verdict, kept) for verdict, kept in failures if verdict.fault != "generator"]
    for verdict, kept in failures[:MOST]:
        small = reduce_one(verdict, kept, binaries)
        print(f"reduced: {small}" if small else f"does not come again: {kept}", flush=True)
