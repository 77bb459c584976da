#!/usr/bin/env python3
"""Energy of the AAC encoder on the Odroid XU4 file within deadlines of a frame, simulated from a profile of this machine.

Once with its big cores alone, once with both clusters: small layers, and where the deadline leaves time larger ones, then
run on little cores. The energy is that of all cores from the start to the end of the last frame's time, without the rest
of the board. The profile's times are multiplied by how much slower the board's cores run.
"""
import json
import pathlib
import tempfile

from common import BUILD, ROOT, run, verdict
from samples import SAMPLES, slowness_of

BOARD, FRAME, GOAL = "odroid-xu4", "encode_frame", 0.9
DEADLINES_MS = 5, 6, 8, 10, 15
REST = 1.02  # of the frames' time: what the program does before the first one


def big_alone(work):
    """The same machine without its little cores, and what these draw while they are idle, in mW."""
    machine = json.loads((ROOT / f"machines/{BOARD}.json").read_text())
    little = [core for core in machine["cores"] if core["relativeSpeed"] < 1]
    for core in little:
        core["state"] = "not allowed"
    file = work / "big.json"
    file.write_text(json.dumps(machine))
    points = next(domain for domain in machine["clockDomains"] if little[0]["id"] in domain["cores"])["opps"]
    return file, len(little) * points[0]["gatedMwPerCore"]


def energy_of(work, sample, profile, machine, cores, deadline_ms):
    """In mJ, and which layers of a frame are on little cores."""
    out = work / "out"
    sample.translate(out, f"--profile={profile}", f"--profile-scale={slowness_of(BOARD)}", f"--machine={machine}",
                     "--mode=deadline", f"--deadline={deadline_ms}ms@{FRAME}", f"--report={out / 'report'}")
    report = json.loads((out / "report/report.json").read_text())
    layers = [layer for layer in report["layers"] if layer["name"].startswith(FRAME) and layer["planned"]]
    until = f"{layers[0]['executions'] * deadline_ms * REST:.3f}ms"
    simulated = json.loads(run([BUILD / "bin/kasuri", "simulate", out / "report/report.json", f"--machine={machine}",
                                f"--cores={cores}", f"--until={until}", "--json"]).stdout)
    moved = [layer["name"].split(":")[1] for layer in layers if layer["tables"] and "cores" in layer["tables"][-1]]
    return simulated["until"]["energies"][0]["plannedMj"], float(until.removesuffix("ms")), moved


sample = SAMPLES[0]
best = 1.0
with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    profile = sample.profile(work)
    big, idle_mw = big_alone(work)
    for deadline in DEADLINES_MS:
        alone, until, _ = energy_of(work, sample, profile, big, 4, deadline)
        alone += idle_mw * until * 1e-3
        both, _, moved = energy_of(work, sample, profile, BOARD, 8, deadline)
        best = min(best, both / alone)
        print(f"{deadline:2} ms: big cores {alone:7.0f} mJ, both clusters {both:7.0f} mJ, {both / alone:.3f} times; "
              f"on little cores: {', '.join('encoder.c:' + line for line in moved) or 'nothing'}", flush=True)
verdict("clusters", best, "of the energy of the big cores alone, simulated", f"{GOAL} or less", best <= GOAL)
