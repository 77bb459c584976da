#!/usr/bin/env python3
"""Twenty runs of a program beside a disturbing load: with exclusive cores, with pinning, and with neither.

usage: steadiness.py [--runs N] [--load N]

As in the OSCAR paper's figure (AAC encoder on a telephone: 2.71 to 2.74 s with exclusive cores, 3.1 to 136.8 s on the
stock kernel, 2.72 to 110 s with pinning alone): (max - min) / median of the times of the runs. The three ways take turns.
The load computes in bursts, in as many processes as there are cores and one (see steadiness/encoder.c).
One core always stays with the system, so on two cores the program with exclusive ones has one and runs in order.

As root. Where the system has control groups of version 1, all of this runs in groups of its own, and no other program
is moved; on version 2 the cores are taken from the whole system. The figure is the spread with exclusive cores, of the smaller of the other two.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import tempfile

from common import BUILD, ROOT, run, verdict

WAYS = {"exclusive": {"KASURI_EXCLUSIVE": "1"}, "pinned": {"KASURI_ADAPT": "0"}, "neither": {}}
GOAL = 0.5


class OwnGroups:
    """On version 1, control groups for this program, all it starts, and the exclusive cores: one of cores, and one
    whose share of the processor is so large that other programs count little. On version 2 nothing."""

    def __init__(self):
        mounts = [line.split() for line in pathlib.Path("/proc/mounts").read_text().splitlines()]
        roots = {kind: pathlib.Path(mount[1]) for mount in mounts for kind in ("cpuset", "cpu")
                 if mount[2] == "cgroup" and kind in mount[3].split(",")}
        self.folders = []
        if "cpuset" in roots:
            root = roots["cpuset"]
            folder = self.make(root, {name: (root / name).read_text() for name in ("cpuset.cpus", "cpuset.mems")})
            (folder / "cpuset.cpu_exclusive").write_text("1")
            os.environ["KASURI_EXCLUSIVE_SET"] = "/" + folder.name
        if "cpu" in roots:
            self.make(roots["cpu"], {"cpu.shares": "262144"})

    def make(self, root, values):
        folder = root / f"bench-kasuri-{os.getpid()}"
        folder.mkdir()
        self.folders.append(folder)
        for name, value in values.items():
            (folder / name).write_text(value)
        (folder / "tasks").write_text(str(os.getpid()))
        return folder

    def close(self):
        for folder in self.folders:
            for task in (folder / "tasks").read_text().split():
                (folder.parent / "tasks").write_text(task)
            folder.rmdir()


def timed(binary, knobs):
    done = run([binary], env={**os.environ, **knobs}, timeout=600)
    return float(done.stdout), done.stderr.strip()


def take_runs(binary, runs, load):
    words = [str(binary), "load", "3600"]
    disturbing = [subprocess.Popen(words) for _ in range(load)]
    seen, said = {way: [] for way in WAYS}, set()
    try:
        for _ in range(runs):
            for way, knobs in WAYS.items():
                seconds, text = timed(binary, knobs)
                seen[way].append(seconds)
                said.update(text.splitlines())
    finally:
        for each in disturbing:
            each.kill()
            each.wait()
    return seen, said


def print_table(seen):
    spreads = {}
    print(f"{'':10} {'min s':>8} {'median s':>9} {'max s':>8}  (max - min) / median")
    for way, times in seen.items():
        median = statistics.median(times)
        spreads[way] = (max(times) - min(times)) / median
        print(f"{way:10} {min(times):8.3f} {median:9.3f} {max(times):8.3f} {spreads[way]:10.3f}")
    return spreads


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--load", type=int, default=os.cpu_count() + 1)
    options = parser.parse_args()
    if os.geteuid() != 0:
        print("bench steadiness: left out, since only root can take exclusive cores")
        return
    own = OwnGroups()
    try:
        with tempfile.TemporaryDirectory() as folder:
            work = pathlib.Path(folder)
            delay, binary = work / "delay.o", work / "encoder"
            run(["cc", "-O1", "-c", ROOT / "bench/epcc/delay.c", "-o", delay])
            run(["cc", "-O2", "-I", ROOT / "include", ROOT / "bench/steadiness/encoder.c", delay,
                 BUILD / "lib/libkasuri.a", "-lm", "-pthread", "-o", binary])
            seen, said = take_runs(binary, options.runs, options.load)
    finally:
        own.close()
    spreads = print_table(seen)
    for line in sorted(said):
        print(f"said: {line}")
    figure = spreads["exclusive"] / min(spreads["pinned"], spreads["neither"])
    verdict("steadiness", figure, "x the spread without exclusive cores", f"{GOAL}", figure <= GOAL)


main()
