#!/usr/bin/env python3
"""One request for a frequency: opening, writing and closing the file each time, as a shell does; writing to a descriptor
that is kept; storing to a register.

usage: dvfs.py [--rounds N] [--cpufreq FOLDER]

The descriptor is the runtime's, with its check that it still is that file. The register is a window of a file. Without
--cpufreq (a policy whose governor is userspace, on a board) the file is an attribute of the kernel of the same kind (sysfs)
that has nothing to do for a write, or, where none may be written, a plain file: then the paths differ by what opening
and closing cost, and the clock's own latency is in none of them. All take turns in one process, medians of the rounds.
"""
import argparse
import os
import pathlib
import statistics
import tempfile

from common import BUILD, ROOT, run, verdict

GOAL = 3.0
HARMLESS = "/sys/devices/system/cpu/cpu0/power/pm_qos_resume_latency_us"


def target(options, work):
    """The folder with scaling_setspeed and two frequencies, and what it is."""
    if options.cpufreq:
        speeds = (options.cpufreq / "scaling_available_frequencies").read_text().split()
        (work / "scaling_setspeed").symlink_to(options.cpufreq / "scaling_setspeed")
        (work / "frequencies").write_text(f"{speeds[0]} {speeds[-1]}\n")
        return "cpufreq"
    (work / "frequencies").write_text("0 0\n")
    if os.access(HARMLESS, os.W_OK) and pathlib.Path(HARMLESS).read_text().strip() == "0":
        (work / "scaling_setspeed").symlink_to(HARMLESS)
        return "an attribute in sysfs without effect"
    (work / "scaling_setspeed").write_text("0\n")
    return "a plain file"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=301)
    parser.add_argument("--cpufreq", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        what = target(options, work)
        (work / "registers").write_bytes(bytes(4096))
        run(["cc", "-O2", "-I", ROOT / "include", ROOT / "bench/dvfs/dvfs.c", BUILD / "lib/libkasuri.a", "-lm", "-pthread",
             "-o", work / "dvfs"])
        lines = run([work / "dvfs", work, work / "registers", options.rounds]).stdout.splitlines()
        opened, kept, register = (statistics.median(each) for each in zip(*(map(int, line.split()) for line in lines)))
        print(f"{what}: open, write, close {opened:.0f} ns; kept descriptor {kept:.0f} ns ({opened / kept:.1f}x); "
              f"register window {register:.0f} ns ({opened / max(register, 1):.0f}x)")
        verdict("dvfs", opened / kept, "x as fast as open, write, close", f"{GOAL:.2f}", opened / kept >= GOAL)


main()
