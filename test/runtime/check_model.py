#!/usr/bin/env python3
"""Checks test/runtime/parking.pml exhaustively with spin, and that its broken variants fail.

usage: check_model.py
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

MODEL = pathlib.Path(__file__).resolve().parent / "parking.pml"
# The switches of a model, and whether it is right.
MODELS = [(["-DWORKERS=1", "-DRUNS=5"], True), (["-DWORKERS=2", "-DRUNS=3"], True),
          (["-DWORKERS=1", "-DRUNS=3", "-DNO_RECHECK"], False),
          (["-DWORKERS=1", "-DRUNS=3", "-DNO_ANNOUNCE"], False),
          (["-DWORKERS=1", "-DRUNS=3", "-DPLAIN_TAKE"], False)]


def is_right(switches):
    """Whether every state was visited without an error."""
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["spin", "-a", *switches, MODEL], cwd=work, check=True, capture_output=True)
        subprocess.run(["cc", "-O2", "-w", "-DSAFETY", "-DNOREDUCE", "pan.c", "-o", "pan"], cwd=work, check=True)
        out = subprocess.run(["./pan", "-m1000000"], cwd=work, capture_output=True, text=True).stdout
    if "Search not completed" not in out and "errors: 0" in out and "max search depth too small" not in out:
        return True
    if "errors: 1" not in out:
        sys.exit(f"check_model: spin did not finish: {out[-500:]}")
    return False


def main():
    if shutil.which("spin") is None:
        sys.exit("check_model: spin is not installed")
    wrong = [switches for switches, right in MODELS if is_right(switches) != right]
    for switches in wrong:
        print(f"FAIL {' '.join(switches)}")
    print(f"model: {len(MODELS) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


sys.exit(main())
