#!/usr/bin/env python3
"""Generated programs, the runtime and the tools on an emulated ARM board (scripts/board).

First scripts/board itself (`harness`), then sessions: each boots the board once and runs scripts of checks/ there. What
cannot be had (a compiler, QEMU, the kernel) is said, and what needs it left out. --keep leaves the programs and what the
boards wrote in a new folder. The last line is `N passed, N failed`.
"""
import argparse
import inspect
import io
import pathlib
import re
import sys
import tempfile
import time
import traceback

import clocks
import harness_tests
import paced
import placed
import programs
import tools
from emulator import kernel_cache, machine

SECONDS = 900  # for a session
HAS_VERSION_1 = ["bookworm"]  # of control groups with cores


class Tally:
    def __init__(self):
        self.passed = self.failed = 0

    def note(self, name, problem=None):
        if problem is None:
            self.passed += 1
        else:
            self.failed += 1
            print(f"failed: {name}: {problem}", flush=True)

    def note_all(self, name, problems):
        """One test: it fails with each of the problems said."""
        self.note(name, "; ".join(problems) or None)


def run_harness_tests(tally, has_tools, can_boot):
    for name, test in inspect.getmembers(harness_tests, inspect.isfunction):
        needs = {"booted": can_boot, "equipped": has_tools}
        if not name.startswith("test_") or not all(needs.get(each, True) for each in inspect.signature(test).parameters):
            continue
        with tempfile.TemporaryDirectory(prefix="board-test-") as work:
            try:
                test(pathlib.Path(work))
                tally.note(name)
            except Exception:  # whatever it is, the other tests go on
                tally.note(name, traceback.format_exc(limit=-1).strip())


class Boards:
    """Sessions on one suite's board. A session's scripts count as many tests as they have checks."""

    def __init__(self, made, tally, suite):
        self.made, self.tally, self.suite = made, tally, suite

    def run(self, scripts, **options):
        """Boots, runs the scripts, counts their checks."""
        line = "; ".join(f"echo '=== {script}'; sh ./{script}" for script in scripts)
        out = io.BytesIO()
        chosen = machine.Options(suite=self.suite, seconds=SECONDS, **options)
        try:
            machine.run(self.made.folder, ["sh", "-c", f"{line}; echo ==="], chosen, out=out)
        except machine.Failure as problem:
            out.write(f"\n{problem}\n".encode())
        said = out.getvalue().decode(errors="replace")
        for script in scripts:
            part = re.search(rf"^=== {re.escape(script)}\n(.*?)(?=^===|\Z)", said, re.MULTILINE | re.DOTALL)
            self.count(script, part[1] if part else said)

    def count(self, script, said):
        counts = re.findall(r"^(\d+) passed, (\d+) failed$", said, re.MULTILINE)
        if len(counts) != 1 or counts[0] == ("0", "0"):
            self.tally.note(script, f"did not come to its end: {said[-2000:]}")
            return
        self.tally.passed += int(counts[0][0])
        self.tally.failed += int(counts[0][1])
        if int(counts[0][1]) > 0 or "left out" in said or "skipped" in said:
            print(f"{self.suite}, {script}:\n{said.strip()}", flush=True)

    # --- The sessions.

    def programs(self):
        """What all of them need."""
        self.made.make_all()

    def probed(self):
        """ks-probe and ks-noise; then the encoder as planned by the machine file."""
        self.run(["tools.sh"])
        self.tally.note_all("machine file and noise", tools.problems(self.made.folder, cores=4, has_clocks=True))
        self.made.make_encoder("encoder_probed", f"--machine={self.made.folder / 'probe.json'}")
        self.run(["encoder.sh"])

    def frequencies(self):
        """What the plan asks for is what the kernel's driver sets and the clocks get."""
        sources = {name: self.made.sources(name) for name in ("encoder", "encoder_deadline")}
        wanted = [f"{name}-{workers}" for name, out in sources.items() for workers in clocks.workers_with_levels(out)]
        trace = self.made.work / "lines.log"
        self.run([f"frequencies.sh {' '.join(wanted)}"], kernel_arguments="cpufreq.default_governor=performance",
                 qemu_arguments=f"-trace pl061_set_output -D {trace}")
        self.tally.note("plans of both modes name levels",
                        None if {each.split("-")[0] for each in wanted} == set(sources) else f"only {wanted}")
        self.tally.note_all("frequencies as planned", clocks.problems(self.made.folder / "seen", sources, trace))

    def placed(self):
        """Workers run on the kinds of cores that they are planned for, and request levels there only."""
        self.run(["placed.sh"], kernel_arguments="cpufreq.default_governor=performance")
        self.tally.note_all("placed as planned", placed.problems(self.made.folder / "seen-placed", self.made.sources("placed")))

    def paced(self):
        """Code between layers requests its level, and has it."""
        self.run(["paced.sh"], kernel_arguments="cpufreq.default_governor=performance")
        self.tally.note_all("levels between layers as planned",
                            paced.problems(self.made.folder, self.made.sources("paced")))

    def registers(self):
        """The clocks are set by stores to their registers."""
        trace = self.made.work / "stores.log"
        self.run(["registers.sh"], qemu_arguments=f"-trace pl061_set_output -D {trace}")
        self.tally.note_all("registers set the clocks",
                            clocks.problems_of_registers(self.made.folder / "registers/profile.json", trace))

    def restored(self):
        self.run(["restored.sh", "power_system.sh .", "power_limits.sh"])

    def exclusive(self):
        self.run(["exclusive.sh", "exclusive_system.sh .", "quota_system.sh ."])
        if self.suite in HAS_VERSION_1:
            self.run(["exclusive_v1.sh"])

    def changing(self):
        """Users without permission, and cores that come and go."""
        self.run(["nobody.sh", "hotplug.sh"])

    def no_clocks(self):
        self.run(["no_clocks.sh"], has_clocks=False)

    def one_core(self):
        self.run(["one_core.sh", "tools.sh"], cores=1)
        self.tally.note_all("one core: machine file and noise", tools.problems(self.made.folder, cores=1, has_clocks=True))


SESSIONS = ["probed", "frequencies", "placed", "paced", "registers", "restored", "exclusive", "changing", "no_clocks", "one_core"]


def run_sessions(names, suite, build, tally, keep):
    with tempfile.TemporaryDirectory(prefix="board-test-") as work:
        made = programs.Programs(build, keep / suite if keep else pathlib.Path(work))
        boards = Boards(made, tally, suite)
        for name in ["programs", *names]:
            begin = time.monotonic()
            try:
                getattr(boards, name)()
            except (programs.Broken, OSError) as problem:  # what a session has not brought back, too
                tally.note(f"{suite}, {name}", problem)
            print(f"{suite}, {name}: {time.monotonic() - begin:.0f} s", flush=True)


def problem_with_kernel(suite):
    missing = machine.missing_packages(needs_kernel=not kernel_cache.is_made(suite))
    if missing:
        return f"no {', '.join(missing)} (scripts/setup --boards)"
    try:
        with kernel_cache.kernel(suite):
            return None
    except kernel_cache.Unavailable as problem:
        return f"no kernel: {problem}"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("sessions", nargs="*", choices=["harness", *SESSIONS, []], default=[])
    parser.add_argument("--suites", default="trixie", metavar="SUITE,...")
    parser.add_argument("--repeat", type=int, default=1, metavar="N")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER")
    options = parser.parse_args()
    if options.keep and options.keep.exists():
        parser.error(f"'{options.keep}' exists already")
    return options


def main():
    options = parse_arguments()
    wanted = options.sessions or ["harness", *SESSIONS]
    tally = Tally()
    problems = {suite: problem_with_kernel(suite) for suite in options.suites.split(",")}
    if "harness" in wanted:
        run_harness_tests(tally, not machine.missing_packages(), not any(problems.values()))
    wanted = [name for name in wanted if name != "harness"]
    for suite, problem in problems.items():
        problem = problem or programs.problem_with_compilers(options.build)
        if problem:
            print(f"left out: board {suite}: {problem}")
        elif wanted:
            run_sessions(wanted * options.repeat, suite, options.build.resolve(), tally, options.keep)
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
