#!/usr/bin/env python3
"""Speedup of the AAC encoder on three cores of the Tegra 3 file, simulated from a profile of this machine.

The OSCAR paper has 2.83 on three cores of such a tablet, for an input that it does not describe. The profile's times
are multiplied by how much slower the board's cores run; late and uneven workers are this machine's, and are left out.
The input is stereo. At a constant bit rate the reservoir orders the frames, and the encoder's parallel loops are over
channels: what the report says of that is printed, too. With two assumptions that the user makes, frames run as a
pipeline, in which the reservoir orders their quantisation; at constant quality nothing does. The time in order is that
of the same statements, with what the pipeline copies.
"""
import json
import pathlib
import tempfile

from common import BUILD, run, verdict
from samples import CONSTANT_QUALITY, CONSTANT_RATE, SAMPLES, slowness_of

BOARD, CORES, GOAL = "tegra3-nexus7", 3, 2.83


def speedups(sample, profile, report, machine):
    """On 1 to CORES + 1 cores, and the loops of the report."""
    sample.translate(report, f"--profile={profile}", f"--report={report}", f"--cores={CORES + 1}", *machine)
    loops = json.loads((report / "report.json").read_text())["loops"]
    chosen = [option for option in machine if option.startswith("--machine")]
    simulated = json.loads(run([BUILD / "bin/kasuri", "simulate", report / "report.json", *chosen,
                                f"--cores=1-{CORES + 1}", "--json"]).stdout)
    for each in simulated["runs"]:
        print(f"  {each['cores']} cores: {each['ns'] * 1e-6:8.1f} ms, speedup {each['speedup']:.3f}, in order "
              f"{100 * each['inOrderNs'] / each['ns'] / each['cores']:.1f} % of the cores' time")
    return [each["speedup"] for each in simulated["runs"]], loops


def say_why(loops):
    for loop in loops:
        for obstacle in loop["obstacles"]:
            if obstacle["kind"] == "FewIterations":
                print(f"  {loop['function']}@{pathlib.Path(loop['file']).name}:{loop['line']}, "
                      f"{100 * loop['measuredShare']:.0f} % of the time: {obstacle['message']}")


board = [f"--profile-scale={slowness_of(BOARD)}", f"--machine={BOARD}"]
best = 0
for mode, sample in (("constant bit rate", SAMPLES[0]), ("constant bit rate, as a pipeline", CONSTANT_RATE),
                     ("constant quality", CONSTANT_QUALITY)):
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        profile = sample.profile(work)
        print(f"{mode}, cores like this machine's:")
        speedups(sample, profile, work / "here", [])
        print(f"{mode}, {BOARD}:")
        found, loops = speedups(sample, profile, work / "board", board)
        say_why(loops)
        best = max(best, found[CORES - 1])
verdict("tegra3", best, f"times faster on {CORES} cores, simulated", f"{GOAL} or more", best >= GOAL)
