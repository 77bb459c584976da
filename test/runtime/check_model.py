#!/usr/bin/env python3
"""Checks test/runtime/parking.pml, fence.pml, deque.pml, range.pml, group.pml, pipe.pml, gather.pml, help.pml, alone.pml, queue.pml and wavefront.pml exhaustively with spin, and that their broken variants fail.

usage: check_model.py
"""
import concurrent.futures
import pathlib
import shutil
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
# A model, its switches, and whether it is right.
MODELS = [("parking", ["-DWORKERS=1", "-DRUNS=5"], True), ("parking", ["-DWORKERS=2", "-DRUNS=3"], True),
          ("parking", ["-DWORKERS=1", "-DRUNS=3", "-DNO_RECHECK"], False),
          ("parking", ["-DWORKERS=1", "-DRUNS=3", "-DNO_ANNOUNCE"], False),
          ("parking", ["-DWORKERS=1", "-DRUNS=3", "-DPLAIN_TAKE"], False),
          ("fence", ["-DRAISES=3"], True),
          *(("fence", [f"-D{fault}"], False) for fault in ("NO_HEAVY", "EARLY_HEAVY", "LONG_SLEEP", "NO_LIGHT")),
          ("deque", ["-DNODES=3", "-DTHIEVES=2"], True), ("deque", ["-DNODES=5", "-DTHIEVES=1"], True),
          *(("deque", [f"-D{fault}"], False) for fault in ("NO_FENCE", "NO_LAST", "PLAIN_STEAL", "EARLY_SPLIT", "ALL_MINE")),
          ("range", ["-DNODES=6", "-DWORKERS=2"], True), ("range", ["-DNODES=3", "-DWORKERS=3"], True),
          *(("range", [f"-D{fault}"], False)
            for fault in ("PLAIN_TAKE", "PLAIN_STEAL", "BLIND_GIVE", "NO_MORE", "STALE_MORE")),
          ("parking", ["-DWORKERS=1", "-DRUNS=3", "-DLATE_WATCH"], False),
          ("group", ["-DRUNS=3", "-DINNER=2"], True),
          *(("group", [f"-D{fault}"], False)
            for fault in ("EARLY_END", "NO_RETURN", "LATE_SEAT", "EARLY_LOOK", "PLAIN_TAKE_BACK")),
          ("pipe", ["-DLANES=2", "-DITERATIONS=4"], True), ("pipe", ["-DLANES=3", "-DITERATIONS=3", "-DSEGMENTS=1", "-DFEW"], True),
          *(("pipe", [f"-D{fault}"], False)
            for fault in ("NO_ANNOUNCE", "NO_CORRECTION", "LATE_END", "FIRST_END", "OPEN_ALL", "UNLOOKED")),
          *(("pipe", ["-DLANES=3", "-DITERATIONS=3", "-DSEGMENTS=1", "-DFEW", f"-D{fault}"], False)
            for fault in ("OMITTED_LEFT", "ONE_LOOK")),
          ("gather", ["-DITERATIONS=3"], True), ("gather", ["-DSEGMENTS=1", "-DBATCH=3", "-DFEW"], True),
          *(("gather", ["-DFEW", f"-D{fault}"], False) for fault in ("MAXIMUM", "HEAD_ONLY", "HASTY", "BLIND", "ONE_TURN")),
          *(("gather", ["-DITERATIONS=3", f"-D{fault}"], False) for fault in ("HASTY_ALL", "NO_CORRECTION")),
          ("help", ["-DRUNS=3"], True),
          *(("help", [f"-D{fault}"], False)
            for fault in ("PLAIN_LEND", "LATE_BY", "LATE_SEAT", "ANY_OFFER", "ANY_ITERATION", "EARLY_BACK")),
          ("alone", ["-DLANES=3"], True),
          *(("alone", ["-DLANES=3", f"-D{fault}"], False) for fault in ("NO_END", "NO_QUIT")),
          ("alone", ["-DLANES=4", "-DITERATIONS=1", "-DPLAIN_RAISE"], False),
          ("queue", ["-DBOUND=3", "-DVIEW=2", "-DEVENTS=6"], True),
          ("queue", ["-DBOUND=1", "-DVIEW=1", "-DEVENTS=6", "-DMARKS=1"], True),
          ("queue", ["-DBOUND=4", "-DVIEW=2", "-DEVENTS=6", "-DMARKS=1"], True),
          ("queue", ["-DBOUND=4", "-DVIEW=3"], False),
          *(("queue", [f"-D{fault}"], False)
            for fault in ("NO_RECHECK", "NO_ANNOUNCE", "LATE_MARK", "LATE_TOKENS", "NO_PLACE", "QUIET_LEAVE")),
          ("wavefront", ["-DROWS=5", "-DSHORT=1", "-DREACH=1"], True),
          ("wavefront", ["-DPARTS=3", "-DROWS=4"], True),
          *(("wavefront", ["-DPARTS=3", "-DROWS=5", f"-D{fault}"], False)
            for fault in ("NO_CLEAR", "LATE_CLEAR", "EARLY_OVER", "COLUMN_FIRST", "LATE_LOOK", "SPLIT_COUNT", "SLOTS=1"))]


def is_right(model, switches, has_many_states):
    """Whether every state was visited without an error. With few states to visit, optimising takes longer than they do."""
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["spin", "-a", *switches, FOLDER / f"{model}.pml"], cwd=work, check=True, capture_output=True)
        level = "-O2" if has_many_states else "-O0"
        subprocess.run(["cc", level, "-w", "-DSAFETY", "-DNOREDUCE", "pan.c", "-o", "pan"], cwd=work, check=True)
        out = subprocess.run(["./pan", "-m1000000"], cwd=work, capture_output=True, text=True).stdout
    if "Search not completed" not in out and "errors: 0" in out and "max search depth too small" not in out:
        return True
    if "errors: 1" not in out:
        sys.exit(f"check_model: spin did not finish: {out[-500:]}")
    return False


def main():
    if shutil.which("spin") is None:
        sys.exit("check_model: spin is not installed")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        seen = pool.map(lambda row: is_right(row[0], row[1], has_many_states=row[2]), MODELS)
        wrong = [(model, switches) for (model, switches, right), found in zip(MODELS, seen) if found != right]
    for model, switches in wrong:
        print(f"FAIL {model} {' '.join(switches)}")
    print(f"model: {len(MODELS) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


sys.exit(main())
