#!/usr/bin/env python3
"""Simulated against measured time of the samples on 1 and 2 cores, with a profile.

Each sample is profiled on two cores with all its layers; `kasuri simulate` replays the plan with these costs, layers
that do not pay in order, as the runtime has them in the runs that are measured. Runs on one and two cores
take turns; the figure is the largest difference of the simulated time from the median.
"""
import json
import pathlib
import tempfile
import time

from common import BUILD, run, take_turns, verdict
from samples import SAMPLES

GOAL, ROUNDS = 10, 9

worst = 0.0
with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    for sample in SAMPLES:
        profile = sample.profile(work)
        report = work / f"{sample.name}-report"
        sample.translate(report, f"--profile={profile}", "--machine=x86-vm-2", f"--report={report}")
        runs = json.loads(run([BUILD / "bin/kasuri", "simulate", report / "report.json", "--machine=x86-vm-2",
                               "--cores=1,2", "--json"]).stdout)["runs"]
        binary = sample.build(work / sample.name)

        def seconds(cores):
            sample.clear(work)
            begin = time.perf_counter()
            sample.execute(binary, work, cores)
            return time.perf_counter() - begin

        times = take_turns({1: lambda: seconds(1), 2: lambda: seconds(2)}, ROUNDS)
        for each in runs:
            simulated, measured = each["ns"] * 1e-9, times[each["cores"]]
            difference = 100 * (simulated / measured - 1)
            print(f"{sample.name:<15} {each['cores']} cores: simulated {simulated:.3f} s, measured {measured:.3f} s, "
                  f"{difference:+.1f} %")
            worst = max(worst, abs(difference))
verdict("simulation", worst, "% between simulated and measured time, at most", GOAL, worst <= GOAL)
