#!/usr/bin/env python3
"""Speedup of the AAC encoder on three cores of the Tegra 3 file, simulated from a profile of this machine.

The OSCAR paper has 2.83 on three cores of such a tablet, for an input that it does not describe. The profile's times
are multiplied by how much slower the board's cores run; late and uneven workers are this machine's, and are left out.
The input is stereo, and the encoder's parallel loops are over channels: what the report says of that is printed, too.
"""
import json
import pathlib
import tempfile

from common import BUILD, run, verdict
from samples import SAMPLES, slowness_of

BOARD, CORES, GOAL = "tegra3-nexus7", 3, 2.83

sample = SAMPLES[0]
with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    report = work / "report"
    sample.translate(report, f"--profile={sample.profile(work)}", f"--profile-scale={slowness_of(BOARD)}",
                     f"--machine={BOARD}", f"--report={report}")
    loops = json.loads((report / "report.json").read_text())["loops"]
    simulated = json.loads(run([BUILD / "bin/kasuri", "simulate", report / "report.json", f"--machine={BOARD}",
                                f"--cores=1-{CORES + 1}", "--json"]).stdout)
for each in simulated["runs"]:
    print(f"{each['cores']} cores: {each['ns'] * 1e-6:8.1f} ms, speedup {each['speedup']:.3f}, in order "
          f"{100 * each['inOrderNs'] / each['ns'] / each['cores']:.1f} % of the cores' time")
for loop in loops:
    for obstacle in loop["obstacles"]:
        if obstacle["kind"] == "FewIterations":
            print(f"{loop['function']}@{pathlib.Path(loop['file']).name}:{loop['line']}, {100 * loop['measuredShare']:.0f} % "
                  f"of the time: {obstacle['message']}")
speedup = simulated["runs"][CORES - 1]["speedup"]
verdict("tegra3", speedup, f"times faster on {CORES} cores, simulated", f"{GOAL} or more", speedup >= GOAL)
