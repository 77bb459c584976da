#!/usr/bin/env python3
"""The AAC encoder on all machines of machines/, simulated from one profile: time, energy, and whether the deadline is kept.

usage: machines.py [--profile FILE] [--markdown]

The encoder is profiled here on two cores, and its times are multiplied by how much slower each machine's fastest core
runs. It is planned twice for each machine: to be fastest, and with the least energy with which it ends before the sound
does. Both are replayed on all cores. Energy is of the cores alone, by the machine file's model, over the length of the
sound: what has ended earlier waits. --profile takes a profile that exists; --markdown writes the table of docs/boards.md
anew.
"""
import argparse
import dataclasses
import datetime
import json
import pathlib
import re
import subprocess
import tempfile

from common import BUILD, ROOT, run, verdict, write_measured
from samples import SAMPLES, slowness_of

PAGE, SAMPLE = ROOT / "docs/boards.md", SAMPLES[0]
MODES = {"fastest": ["--mode=fastest"], "deadline": ["--mode=deadline", f"--deadline={SAMPLE.play}s"]}


@dataclasses.dataclass
class Outcome:
    seconds: float = 0  # from start to end of the program
    joules: float | None = None  # None: the machine's power is unknown
    problem: str = ""  # why there is no plan

    @property
    def is_kept(self):
        return not self.problem and self.seconds <= SAMPLE.play


def usable_cores(machine):
    return sum(core.get("state", "usable") == "usable" for core in machine["cores"])


def has_power(machine):
    return bool(machine["clockDomains"]) and all(
        "activeMwPerCore" in point for clock in machine["clockDomains"] for point in clock["opps"])


def translate(folder, name, profile, words):
    """None, or what the compiler says."""
    folder.mkdir(exist_ok=True)
    done = subprocess.run([BUILD / "bin/kasuri", *SAMPLE.sources, "-o", folder, f"--report={folder}", f"--profile={profile}",
                           f"--profile-scale={slowness_of(name)}", f"--machine={name}", *words, "--", "-O2"],
                          capture_output=True, text=True)
    return done.stderr.strip().splitlines()[-1] if done.returncode else None


def simulate(folder, name, profile, words, machine):
    problem = translate(folder, name, profile, words)
    if problem:
        return Outcome(problem=problem)
    command = [BUILD / "bin/kasuri", "simulate", folder / "report.json", f"--machine={name}",
               f"--cores={usable_cores(machine)}"]
    (replayed,) = json.loads(run([*command, "--json"]).stdout)["runs"]
    made = Outcome(replayed["ns"] * 1e-9)
    if has_power(machine):
        last = run([*command, f"--until={SAMPLE.play}s"]).stdout.splitlines()[-1]
        made.joules = float(re.findall(r"[\d.]+", last)[1]) / 1000
    return made


def cell(outcome):
    if outcome.problem:
        return "no plan | | no"
    energy = "unknown" if outcome.joules is None else f"{outcome.joules:.2f} J"
    return f"{outcome.seconds:.2f} s | {energy} | {'yes' if outcome.is_kept else 'no'}"


def saved(fastest, deadline):
    if fastest.joules is None or deadline.joules is None:
        return ""
    return f"{100 * (1 - deadline.joules / fastest.joules):.0f} %"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--profile", type=pathlib.Path)
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    rows, kept, worse = [], 0, []
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        profile = options.profile or SAMPLE.profile(work)
        for path in sorted((ROOT / "machines").glob("*.json")):
            name, machine = path.stem, json.loads(path.read_text())
            made = {mode: simulate(work / f"{name}-{mode}", name, profile, words, machine) for mode, words in MODES.items()}
            fastest, deadline = made["fastest"], made["deadline"]
            rows.append(f"| `{name}` | {usable_cores(machine)} | {cell(fastest)} | {cell(deadline)} | {saved(fastest, deadline)} |")
            print(rows[-1], *[f"{mode}: {each.problem}" for mode, each in made.items() if each.problem], flush=True)
            kept += fastest.is_kept and deadline.is_kept
            if fastest.joules is not None and deadline.joules is not None and deadline.joules > 1.005 * fastest.joules:
                worse.append(name)
    if options.markdown:
        head = ["| machine | cores | fastest | energy | in time | deadline | energy | in time | saved |",
                "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
        text = f"Simulated on {datetime.date.today()} from one profile: {SAMPLE.play} s of stereo sound.\n\n"
        write_measured(PAGE, "machines.py", text + "\n".join([*head, *rows]) + "\n")
    if worse:
        print(f"more energy with the deadline than as fast as possible: {', '.join(worse)}")
    verdict("machines", kept, f"of {len(rows)} machines keep the deadline in both modes", f"{len(rows)}",
            kept == len(rows))


main()
