#!/usr/bin/env python3
"""Energy of the MPEG-2 decoder on the Odroid XU4 file within deadlines, simulated from a profile of this machine: as planned,
with a level for the code between layers, and the same plan without it.

The deadlines are multiples of the time of the plan for the shortest time. The energy is that of all cores until the
deadline, without the rest of the board. The profile's times are multiplied by how much slower the board's cores run.
"""
import json
import pathlib
import tempfile

from common import BUILD, run, verdict
from samples import SAMPLES, slowness_of

BOARD, CORES, GOAL = "odroid-xu4", 8, 0.9
STRETCHES = 1.1, 1.5, 2, 3


def plan(out, sample, profile, *options):
    sample.translate(out, f"--profile={profile}", f"--profile-scale={slowness_of(BOARD)}", f"--machine={BOARD}",
                     f"--report={out / 'report'}", *options)
    return out / "report/report.json"


def simulate(report, *options):
    return json.loads(run([BUILD / "bin/kasuri", "simulate", report, f"--machine={BOARD}", f"--cores={CORES}", "--json",
                           *options]).stdout)


def energy_of(report, until):
    """In mJ; and whether the deadline is missed."""
    found = simulate(report, f"--until={until}")["until"]["energies"][0]
    return found["plannedMj"], found["late"]


sample = SAMPLES[1]
best = 1.0
with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    profile = sample.profile(work)
    fastest_ms = simulate(plan(work / "out", sample, profile))["runs"][0]["ns"] * 1e-6
    for stretch in STRETCHES:
        until = f"{fastest_ms * stretch:.3f}ms"
        report = plan(work / "out", sample, profile, "--mode=deadline", f"--deadline={until}")
        planned, is_late = energy_of(report, until)
        parts = json.loads(report.read_text())
        pace = parts.pop("pace", None)
        (work / "without.json").write_text(json.dumps(parts))
        without, _ = energy_of(work / "without.json", until)
        best = min(best, 1 if is_late else planned / without)
        print(f"{stretch:3} times the shortest: {planned:6.0f} mJ, without {without:6.0f} mJ, {planned / without:.3f} times; "
              f"{'level ' + str(pace['level']) if pace else 'no level'}{', late' if is_late else ''}", flush=True)
verdict("pace", best, "of the energy with code between layers at the highest frequency, simulated", f"{GOAL} or less",
        best <= GOAL)
