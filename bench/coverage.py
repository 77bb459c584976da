#!/usr/bin/env python3
"""How much of a real program Kasuri finds parallel: coverage [--page] [PROGRAM...]

For each program of bench/coverage/PROGRAM.json: fetches its Debian source package into
build/coverage, compiles it with cc and with Kasuri, runs both on the same input, compares the
outputs byte for byte, attributes the samples of `perf record` to the loops of report.json, and
prints a row of a markdown table and the loops that cost most. Without PROGRAM, all are done and
docs/coverage.md is written anew; the paragraphs come from bench/coverage/PROGRAM.md. With --page
nothing is run: the page is made of each program's last result.
Expects Kasuri to be built in build/, and perf, binutils and dpkg-dev to be installed.

A sample belongs to every loop that one of its frames (inlined ones too) is in, so the time of the
functions that a loop calls is the loop's. The fields of a program:

  package    the source package; apt finds its newest version
  kind       what the program does, for the table
  directory  where the program is compiled, below the package's root
  prepare    shell command run there once, for a configuration header; may be absent
  files      its sources, as patterns
  without    patterns of those that are left out; may be absent
  flags      compiler flags besides -O2, and libs, for the linker
  input      shell command that writes the input into the current directory; $SOURCE is the package's
             root, $BENCH this data's folder
  command    shell command to be timed; $PROGRAM is the program
  outputs    files it writes, as patterns; the standard output is always compared
"""
import argparse
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import time

import coverage_table
from coverage_profile import profile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "bench/coverage"
WORK = ROOT / "build/coverage"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
CORES = 2
RUNS = 5
KASURI_SECONDS = 3600
RUN_SECONDS = 300


class Failure(Exception):
    """What a program's row says instead of numbers."""


def run(command, what, seconds=None, **options):
    """The completed process; a Failure named `what` with the last lines it printed otherwise."""
    shell = isinstance(command, str)
    words = command if shell else [str(word) for word in command]
    try:
        done = subprocess.run(words, shell=shell, capture_output=True, timeout=seconds, **options)
    except subprocess.TimeoutExpired:
        raise Failure(f"{what}: not done after {seconds} s") from None
    if done.returncode != 0:
        lines = (done.stdout + done.stderr).decode(errors="replace").strip().splitlines()
        said = [line for line in lines if "error" in line] or lines
        raise Failure("\n".join([f"{what}: status {done.returncode}"] + said[:12]))
    return done


def archives():
    """The archives that the system's apt knows; mirrors are named there only."""
    listed = run(["apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)",
                  "Created-By: Packages"], "apt-get indextargets").stdout.decode()
    found = sorted({line for line in listed.splitlines() if line.endswith(" main")})
    if not found:
        raise Failure("fetch: apt knows no archive; run apt-get update")
    return found


def apt_environment(name, sources):
    """An apt configuration of our own for these archives, so that the system's stays as it is."""
    folder = WORK / "apt" / name
    for each in ("lists/partial", "archives/partial"):
        (folder / each).mkdir(parents=True, exist_ok=True)
    (folder / "sources.list").write_text(
        "".join(f"deb-src [signed-by={KEYRING}] {archive}\n" for archive in sources))
    (folder / "apt.conf").write_text(
        f'Dir::Etc::SourceList "{folder}/sources.list";\nDir::Etc::SourceParts "-";\n'
        f'Dir::State::Lists "{folder}/lists";\nDir::Cache "{folder}";\n')
    environment = os.environ | {"APT_CONFIG": str(folder / "apt.conf")}
    if not list((folder / "lists").glob("*Sources*")):
        run(["apt-get", "update", "-q"], "apt-get update", env=environment)
    return environment


def unpack_patched(package, folder, environment):
    run(["apt-get", "source", "-q", package], "fetch", cwd=folder, env=environment)


def unpack_upstream(package, folder, environment):
    """The authors' own archive, without Debian's patches."""
    for part in ("--dsc-only", "--tar-only"):
        run(["apt-get", "source", "-q", "--download-only", part, package], "fetch", cwd=folder, env=environment)
    run(["tar", "xf", next(folder.glob("*.orig.tar.*"))], "unpack", cwd=folder)


def download(package, folder):
    """Unpacks the newest version. An archive may list a version that its mirror does not have: then each archive is
    asked alone. Of some versions, mirrors lack the patches only."""
    known = archives()
    selections = [("all", known)] + [(f"archive{i}", [archive]) for i, archive in enumerate(known)]
    failures = []
    for unpack in (unpack_patched, unpack_upstream):
        for name, selection in selections:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            try:
                unpack(package, folder, apt_environment(name, selection))
                return
            except Failure as failure:
                failures.append(failure)
    shutil.rmtree(folder)
    raise failures[0]


def fetch(package):
    """The unpacked, patched source, and its version."""
    folder = WORK / "source" / package
    if not any(path.is_dir() for path in folder.glob("*")):
        download(package, folder)
    version = next(folder.glob("*.dsc")).stem.split("_")[1]
    return next(path for path in folder.iterdir() if path.is_dir()), version


class Program:
    """One program of bench/coverage, or of another folder like it, and where its pieces are built."""

    def __init__(self, name, folder=DATA):
        self.name = name
        self.data = json.loads((folder / f"{name}.json").read_text())
        self.root, self.version = fetch(self.data["package"])
        self.folder = (self.root / self.data["directory"]).resolve()
        self.work = WORK / name
        self.work.mkdir(parents=True, exist_ok=True)
        if "prepare" in self.data:
            run(self.data["prepare"], "prepare", cwd=self.folder)
        self.sources = sorted(self.matching("files") - self.matching("without"))
        self.flags = ["-O2", *self.data["flags"]]
        self.libs = self.data.get("libs", [])

    def matching(self, field):
        return {path for pattern in self.data.get(field, []) for path in self.folder.glob(pattern)}

    def compile(self):
        """The sequential program, the one to be sampled, and the parallel one."""
        cc = ["cc", *self.flags]
        run([*cc, *self.sources, *self.libs, "-o", self.work / "sequential"], "cc", cwd=self.folder)
        run([*cc, "-g", *self.sources, *self.libs, "-o", self.work / "sampled"],
            "cc -g", cwd=self.folder)
        out, report = self.work / "parallel-c", self.work / "report"
        run(["rm", "-rf", out, report], "rm")
        begin = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        run([ROOT / "build/bin/kasuri", *self.sources, "-o", out, f"--cores={CORES}", f"--report={report}",
             "--", *self.flags], "kasuri", KASURI_SECONDS, cwd=self.folder)
        self.kasuri_seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - begin
        self.report = json.loads((report / "report.json").read_text())
        beside = sorted({path.parent for path in self.sources})
        run([*cc, f"-I{ROOT / 'include'}", *(word for each in beside for word in ("-iquote", each)),
             *sorted(out.rglob("*.c")), ROOT / "build/lib/libkasuri.a", *self.libs, "-lm", "-pthread",
             "-o", self.work / "parallel"], "cc of the emitted sources", cwd=self.folder)

    def make_input(self):
        self.runs = self.work / "run"
        if not self.runs.exists():
            self.runs.mkdir()
            run(self.data["input"], "input", cwd=self.runs,
                env=os.environ | {"SOURCE": str(self.root), "BENCH": str(DATA)})

    def execute(self, program, **environment):
        """Seconds, and the standard output and the files written."""
        for path in self.written():
            path.unlink()
        begin = time.perf_counter()
        done = run(self.data["command"], f"run of {program}", RUN_SECONDS, cwd=self.runs,
                   env=os.environ | {"PROGRAM": str(self.work / program)} | environment)
        seconds = time.perf_counter() - begin
        return seconds, [done.stdout] + [path.read_bytes() for path in self.written()]

    def written(self):
        return sorted(path for pattern in self.data.get("outputs", []) for path in self.runs.glob(pattern))

    def measure(self):
        """Seconds of each run of each variant; they take turns, so that a slow phase hits them all."""
        variants = {"cc": ("sequential", {}), "1 core": ("parallel", {"KASURI_CORES": "1"}),
                    f"{CORES} cores": ("parallel", {"KASURI_CORES": str(CORES)})}
        expected = self.execute("sequential")[1]
        if not any(expected):
            raise Failure("run of sequential: no output")
        times = {name: [] for name in variants}
        for _ in range(RUNS):
            for name, (program, environment) in variants.items():
                seconds, output = self.execute(program, **environment)
                times[name].append(seconds)
                if output != expected:
                    raise Failure(f"the output of {name} differs from the sequential one")
        return times


def cover(name):
    """Everything that the table and the program's section say."""
    result = {"name": name}
    try:
        program = Program(name)
        result |= {"kind": program.data["kind"], "package": program.data["package"], "version": program.version,
                   "files": len(program.sources),
                   "lines": sum(path.read_bytes().count(b"\n") for path in program.sources)}
        program.compile()
        program.make_input()
        result |= {"counts": program.report["counts"],
                   "layers": sum(each["planned"] for each in program.report["layers"]),
                   "kasuriSeconds": program.kasuri_seconds, "loops": program.report["loops"],
                   "profile": profile(program)}
        result["seconds"] = program.measure()
    except Failure as failure:
        result["failure"] = str(failure)
    return result


def results_of(names, isPage):
    """Their results, measured now or the last time."""
    for name in names:
        stored = WORK / name / "result.json"
        if not isPage:
            result = cover(name)
            stored.parent.mkdir(parents=True, exist_ok=True)
            stored.write_text(json.dumps(result))
            print(f"coverage: {name}: {result.get('failure', 'identical')}", file=sys.stderr)
        yield json.loads(stored.read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    parser.add_argument("--page", action="store_true", help="write the page from the last results")
    options = parser.parse_args()
    names = options.programs or sorted(path.stem for path in DATA.glob("*.json"))
    missing = [name for name in names if options.page and not (WORK / name / "result.json").exists()]
    if missing:
        sys.exit(f"coverage: no result of {', '.join(missing)}; measure without --page first")
    results = list(results_of(names, options.page))
    print(coverage_table.table(results))
    for result in results:
        print(coverage_table.loops(result))
    if not options.programs:
        (ROOT / "docs/coverage.md").write_text(coverage_table.page(results, DATA))
    sys.exit(any("failure" in result for result in results))


if __name__ == "__main__":
    main()
