"""Makes failing programs small: whole statements first, then by cvise when it is installed.

`interesting.py` says what must stay true.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

import interesting
import shrink

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 120  # for one program
MOST = 4  # programs reduced at the end of a run; more are often the same fault


def reduce_one(kind, cores, kept, binaries):
    """The reduced copy beside the kept program, or None when the failure does not come again."""
    with tempfile.TemporaryDirectory(prefix="kasuri-reduce-") as name:
        work = pathlib.Path(name)
        source = work / "p.c"

        def holds(text):
            source.write_text(text)
            return interesting.interesting(kind, cores, source, binaries)

        if not holds(kept.read_text()):
            return None
        source.write_text(shrink.shrink(kept.read_text(), holds))
        if shutil.which("cvise"):
            polish(kind, cores, work, binaries)
        small = kept.with_name(f"{kept.stem}-small.c")
        small.write_text(f"// {kind} with --cores={cores} --min-gain=0\n" + (work / "p.c").read_text())
        return small


def polish(kind, cores, work, binaries):
    """cvise, for a while; it keeps the smallest program so far in place."""
    test = work / "test.sh"
    test.write_text(f"#!/bin/sh\nexec {sys.executable} {HERE}/interesting.py {kind} {cores} {binaries} p.c\n")
    test.chmod(0o755)
    try:
        subprocess.run(["cvise", "--n", "2", "--timeout", "60", test, "p.c"], cwd=work, timeout=SECONDS,
                       capture_output=True, check=False)
    except subprocess.TimeoutExpired:
        pass


def reduce_all(failures, binaries):
    kinds = [(verdict, kept) for verdict, kept in failures if verdict.fault != "generator"]
    for verdict, kept in kinds[:MOST]:
        small = reduce_one(verdict.fault, verdict.cores, kept, binaries)
        print(f"reduced: {small}" if small else f"does not come again: {kept}", flush=True)
