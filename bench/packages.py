#!/usr/bin/env python3
"""Builds Debian source packages with kasuri-cc as a new user would.

For each package of bench/packages.json: fetches the source into build/coverage, copies it, runs its own
configuration and build with kasuri-cc as the C compiler and nothing else changed, then its own tests (or, where it
has none that the package can run alone, a check of what its program prints). All is done again with KASURI=off: where
a step fails, the table can tell what is the package's own, or that of the machine it is tried on; and where none does,
both builds run the same work in turns, what they print is compared byte for byte, and their times are. Without
PACKAGE, all are done. Then bench/packages.md, a part of docs/coverage.md (`bench/coverage.py --page`), is written anew
from each package's last result. Logs are left in build/packages.

The builds take most of the time, and may share the machine with other work; the times may not. --step=build leaves the
builds in build/packages, and --step=measure compares and times what an earlier run has built.
Expects Kasuri to be built in build/, and what the packages need: make, autotools, cmake, dpkg-dev.

The fields of a package:

  package    the source package; apt finds its newest version
  system     how it is built, for the table
  configure, build, test   shell commands, in the package's root; configure may be absent
  programs   what is built, where there may be layers
  input      a shell command that makes the work's input, in an empty folder; $BENCH is bench/coverage
  run        the work: a shell command in the package's root, $INPUT being that folder; what it prints is compared
"""
import argparse
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build/packages"
SECONDS = 1800
ROUNDS = 5


def coverage():
    """The script beside this one, which knows how to fetch."""
    loader = importlib.machinery.SourceFileLoader("coverage_script", str(ROOT / "bench/coverage.py"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("coverage_script", loader))
    loader.exec_module(module)
    return module


def surroundings(more):
    return os.environ | {"PATH": f"{ROOT}/build/bin:{os.environ['PATH']}", "KASURI_CACHE": str(WORK / "cache"),
                         "LC_ALL": "C"} | more


def run(command, folder, log, more):
    """What the command came to: "yes", or why not; its output is in the log."""
    environment = surroundings(more)
    with open(log, "wb") as out, \
         subprocess.Popen(command, shell=True, cwd=folder, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                          env=environment, start_new_session=True) as process:
        try:
            status = process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # with all that the shell has started
            return f"not done after {SECONDS} s"
    return "yes" if status == 0 else f"status {status}"


def layers(program):
    """The layers in a program, by the records that the runtime keeps of each."""
    if not program.exists():
        return 0
    symbols = subprocess.run(["nm", program], capture_output=True, check=False).stdout.decode()
    return len(set(re.findall(r"\bks_\w+_record\b", symbols)))


def warnings(log):
    return sum("kasuri-cc: warning" in line for line in log.read_text(errors="replace").splitlines())


def build(package, source, name, more):
    """What each step came to, up to the first that fails, in a copy of the source."""
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder, symlinks=True)
    results = {}
    for step in ("configure", "build", "test"):
        if step in package and all(each == "yes" for each in results.values()):
            results[step] = run(package[step], folder, WORK / f"{name}.{step}.log", more)
    return results


def timed(package, name, folder):
    """Seconds that the work of one build took, and what it printed."""
    began = time.monotonic()
    done = subprocess.run(package["run"], shell=True, cwd=WORK / name, capture_output=True, stdin=subprocess.DEVNULL,
                          env=surroundings({"INPUT": str(folder)}), timeout=SECONDS, check=False)
    seconds = time.monotonic() - began
    return (seconds, done.stdout) if done.returncode == 0 else (seconds, f"status {done.returncode}")


def gain(package, name):
    """How many times as fast as the compiler's own program; median and range of the rounds."""
    if "run" not in package:
        return ""
    folder = WORK / f"{name}.input"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    if "input" in package and run(package["input"], folder, WORK / f"{name}.input.log",
                                  {"BENCH": str(ROOT / "bench/coverage")}) != "yes":
        return "no input"
    ratios = []
    for _ in range(ROUNDS):
        plain, expected = timed(package, f"{name}-cc", folder)
        parallel, seen = timed(package, name, folder)
        if seen != expected or not isinstance(seen, bytes):
            return "**differs**" if isinstance(expected, bytes) else "does not run"
        ratios.append(plain / parallel)
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def build_both(package, fetch):
    """Builds with kasuri-cc and with cc, and leaves what the steps came to beside the builds."""
    name = package["package"]
    source, version = fetch(name)
    began = time.monotonic()
    results = build(package, source, name, {})
    seconds = time.monotonic() - began
    plain = build(package, source, f"{name}-cc", {"KASURI": "off"})
    passed = all(each == "yes" for each in results.values())
    if not passed and results == plain:
        results = {step: each if each == "yes" else f"{each}, as with cc" for step, each in results.items()}
    log = WORK / f"{name}.build.log"
    built = {"version": version, "results": results, "passed": passed,
             "layers": sum(layers(WORK / name / program) for program in package["programs"])}
    built_file(name).write_text(json.dumps(built))
    print(f"{name}: {results}, {built['layers']} layers, {warnings(log) if log.exists() else 0} warnings of ours, "
          f"{seconds:.0f} s", flush=True)


def built_file(name):
    return WORK / f"{name}.built.json"


def measure(package):
    """Writes the package's row, from its builds."""
    name = package["package"]
    if not built_file(name).exists():
        print(f"{name}: not built", flush=True)
        return
    built = json.loads(built_file(name).read_text())
    results = built["results"]
    gained = gain(package, name) if built["passed"] else ""
    builds = next((each for each in (results.get("configure", "yes"), results.get("build", "yes")) if each != "yes"),
                  "yes")
    tests = results.get("test", "not run")
    print(f"{name}: builds: {builds}, tests: {tests}, {built['layers']} layers, gain: {gained or 'not measured'}", flush=True)
    (WORK / f"{name}.row").write_text(
        f"| {name} {built['version']} | {package['system']} | {builds} | {tests} | {built['layers']} | {gained} |")


def main():
    packages = json.loads((ROOT / "bench/packages.json").read_text())
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", metavar="PACKAGE")
    parser.add_argument("--step", choices=("build", "measure"), help="only this; without: both, package by package")
    options = parser.parse_args()
    wanted = options.packages
    if unknown := set(wanted) - {each["package"] for each in packages}:
        sys.exit(f"packages: not in bench/packages.json: {', '.join(sorted(unknown))}")
    WORK.mkdir(parents=True, exist_ok=True)
    script = coverage()
    for package in packages:
        if wanted and package["package"] not in wanted:
            continue
        try:
            if options.step != "measure":
                build_both(package, script.fetch)
            if options.step != "build":
                measure(package)
        except script.Failure as failure:
            print(f"{package['package']}: {failure}", flush=True)
    head = "| package | build system | builds | own tests | layers | cc / kasuri-cc |\n| --- | --- | --- | --- | --: | --: |\n"
    table = ROOT / "bench/packages.md"
    known = {line.split()[1]: line for line in table.read_text().splitlines()[2:]}
    for package in packages:
        row = WORK / f"{package['package']}.row"
        if row.exists():
            known[package["package"]] = row.read_text()
    table.write_text(head + "".join(known[package["package"]] + "\n" for package in packages if package["package"] in known))


if __name__ == "__main__":
    main()
