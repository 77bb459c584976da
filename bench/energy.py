#!/usr/bin/env python3
"""Modelled energy of the samples at real-time pace on two described boards, in deadline mode.

Each sample is profiled here on two cores, and its times are multiplied by how much slower the board's cores run. The
plan has until the end of what it encodes or decodes; two baselines are named with it: racing to idle, which is the same
schedule at the highest frequency and idle cores for the rest, and spinning at the highest frequency, which is what
programs do that wait busily on clocks that stay up. Energy is of the cores alone, by the machine file's model.
"""
import pathlib
import re
import tempfile

from common import BUILD, run, verdict
from samples import SAMPLES, slowness_of

BOARDS = {"tegra3-nexus7": 3, "odroid-xu4": 8}  # and the cores planned for, 3 as in the OSCAR paper

least = 100.0
print("sample          board           cores   planned mJ   race to idle mJ   saved   spinning mJ   saved")
with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    for sample in SAMPLES:
        profile = sample.profile(work)
        for board, cores in BOARDS.items():
            report = work / f"{sample.name}-{board}"
            sample.translate(report, f"--profile={profile}", f"--profile-scale={slowness_of(board)}", f"--machine={board}",
                             f"--cores={cores}", "--mode=deadline", f"--deadline={sample.play}s", f"--report={report}")
            said = run([BUILD / "bin/kasuri", "simulate", report / "report.json", f"--machine={board}",
                        f"--cores={cores}", f"--until={sample.play}s"]).stdout.splitlines()[-1]
            if said.endswith("late"):
                raise SystemExit(f"bench: {sample.name} is late on {board}")
            _, planned, race, by_race, spin, by_spin = map(float, re.findall(r"-?[\d.]+", said))
            print(f"{sample.name:<15} {board:<15} {cores:>5} {planned:12.1f} {race:17.1f} {by_race:6.1f}% {spin:13.1f} "
                  f"{by_spin:6.1f}%")
            least = min(least, by_race)
verdict("energy", least, "% less than racing to idle, at least", "0 or more", least >= -0.05)
