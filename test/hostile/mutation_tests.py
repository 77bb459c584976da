#!/usr/bin/env python3
"""Hands the tools files that something has happened to: `mutation_tests.py BUILD [--count=N] [--seed=N] [FORMAT...]`.

The tools make each file themselves; then members are dropped, doubled, renamed, given other types, other signs and
numbers out of all ranges, lists are cut and repeated, values nest deeply, and bytes change. A tool must end with a
result or with a diagnostic and the status that goes with it, within limits of time and memory. Where a format has a
schema, a file that is not valid by it must not be taken. The last line is `N passed, N failed`; a case that fails is
printed with the number that makes it again.
"""
import argparse
import copy
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test/lit/report/Inputs"))
import check_schema  # noqa: E402

SECONDS, MEMORY = 20, 4 << 30
NUMBERS = [0, -1, 1, 0.5, -0.0, 2**31, 2**32, 2**53, 2**63, 2**64, -2**63, 10**400, 1e308, -1e308, 1e-320, 4294967295]
TEXTS = ["", "x", "x" * 100000, "../../../etc/passwd", "\x00", "\ud7ff\uffff", "%s%n", "<script>", "0", "-1", "\n"]
PROGRAM = """
double a[1000], b[1000];
double sum(double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; return s; }
int main(void) {
  for (int k = 0; k < 50; k++) {
    for (int i = 0; i < 1000; i++)
      for (int j = 0; j < 60; j++) a[i] += i * j;
    for (int i = 0; i < 1000; i++)
      for (int j = 0; j < 60; j++) b[i] += i + j;
  }
  return sum(a, 1000) > sum(b, 1000);
}
"""


def places(value, path=()):
    """Paths to everything in a JSON tree."""
    yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from places(child, path + (key,))


def anything(random):
    nest = "[" * random.choice([10, 60, 70])
    return random.choice([None, True, False, [], {}, [[]], {"": None}, json.loads(nest + "]" * len(nest)),
                          random.choice(NUMBERS), random.choice(TEXTS)])


def changed(value, random):
    """Another value, mostly of the same kind."""
    if random.random() < 0.3:
        return anything(random)
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return random.choice([*NUMBERS, -value, value + 1, value - 1, value * 1000, value / 1000, str(value)])
    if isinstance(value, str):
        return random.choice([*TEXTS, value + value, value[:-1], value.upper()])
    if isinstance(value, list):
        return random.choice([value[:-1], value[1:], value + value, value[::-1], value * 50, [value],
                              random.sample(value, len(value))])
    if isinstance(value, dict):
        keys = list(value)
        if not keys:
            return {"unknown": 1}
        key = random.choice(keys)
        rest = {other: value[other] for other in keys if other != key}
        return random.choice([rest, {**rest, key + "s": value[key]}, {**value, "unknown": 1}, list(value.values()),
                              {**value, key: value[random.choice(keys)]}])
    return anything(random)


def normal(value, without_null):
    """With 1 for 1.0. Members that are null may be as if they were not there: nobody knows them."""
    if isinstance(value, dict):
        return {key: normal(child, without_null) for key, child in value.items()
                if not without_null or child is not None}
    if isinstance(value, list):
        return [normal(child, without_null) for child in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def mutated_tree(text, random):
    tree = json.loads(text)
    for _ in range(random.choice([1, 1, 1, 2, 5])):
        path = random.choice(list(places(tree)))
        if not path:
            tree = changed(tree, random) if random.random() < 0.1 else tree
            continue
        holder = tree
        for key in path[:-1]:
            holder = holder[key]
        others = [other for other in places(tree) if other]
        if random.random() < 0.15:  # something from elsewhere in the file
            part = tree
            for key in random.choice(others):
                part = part[key]
            holder[path[-1]] = copy.deepcopy(part)
        else:
            holder[path[-1]] = changed(holder[path[-1]], random)
    return json.dumps(tree).encode()


def mutated_bytes(text, random):
    data = bytearray(text)
    for _ in range(random.choice([1, 3, 20])):
        at = random.randrange(len(data) + 1)
        kind = random.randrange(4)
        if kind == 0:
            data[at:at + 1] = bytes([random.randrange(256)])
        elif kind == 1:
            del data[at:at + random.choice([1, 10, 1000])]
        elif kind == 2:
            data[at:at] = random.choice([b"[" * 100000, b'{"a":' * 100000, b"1e999", b"NaN", b"-", b'"', b"\\", b"\0", b"//"])
        else:
            data = data[:at] or bytearray(b" ")
    return bytes(data)


class Format:
    def __init__(self, name, seeds, command, schema=None):
        self.name, self.seeds, self.command = name, seeds, command
        self.schema = schema and json.loads((ROOT / "docs/formats" / schema).read_text())

    def is_valid(self, data):
        if not self.schema:
            return True
        try:
            # LLVM's reader of JSON takes leading zeros.
            given = json.loads(re.sub(rb"(?<=[\s:\[,-])0+(?=\d)", b"", data))
            return any(not check_schema.problem(normal(given, without), self.schema, self.schema["$defs"], "$")
                       for without in (True, False))
        except (ValueError, TypeError, OverflowError, RecursionError):
            return False


def run(command, folder):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_FSIZE, (200 << 20, 200 << 20))

    return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, preexec_fn=limit,
                          env={**os.environ, "KASURI_CACHE": str(folder / "cache")})


def make_seeds(build, folder):
    """What the tools themselves write of a small program."""
    kasuri = build / "bin/kasuri"
    (folder / "p.c").write_text(PROGRAM)
    run_all = [
        [kasuri, "p.c", "-o", "out", "--report=out/report", "--cores=4", "--machine=" + str(ROOT / "machines/odroid-xu4.json")],
        ["cc", "-O1", "-I" + str(ROOT / "include"), "out/p.c", build / "lib/libkasuri.a", "-lm", "-pthread", "-o", "p"],
        ["env", "KASURI_CORES=2", "KASURI_TRACE=trace.json", "KASURI_PROFILE=profile.json", "./p"],
    ]
    for command in run_all:
        made = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if made.returncode not in (0, 1) or (made.returncode and command[0] != "env"):
            raise SystemExit(f"{command}: {made.stderr}")
    (folder / "tiny.c").write_text(PROGRAM)


def formats(build, folder):
    kasuri = str(build / "bin/kasuri")
    boards = [path.read_bytes() for path in sorted((ROOT / "machines").glob("*.json"))]
    report = [(folder / "out/report/report.json").read_bytes()]
    return [
        Format("machine", boards, lambda file: [kasuri, "tiny.c", "--stop-after=model", "--machine=" + file],
               "machine.schema.json"),
        # Most of a profile is for people: what does not count is passed over, also where it is wrong.
        Format("profile", [(folder / "profile.json").read_bytes()],
               lambda file: [kasuri, "p.c", "-o", "again", "--profile=" + file]),
        Format("machine-to-simulate", boards,
               lambda file: [kasuri, "simulate", "out/report/report.json", "--replan", "--machine=" + file],
               "machine.schema.json"),
        Format("report-to-simulate", report, lambda file: [kasuri, "simulate", file, "--layers", "--cores=1-3"]),
        Format("report-to-replan", report,
               lambda file: [kasuri, "simulate", file, "--replan", "--json", "--machine=raspberry-pi-5"]),
        Format("report-to-report", report, lambda file: [kasuri, "report", file, "-o", "again"],
               "report.schema.json"),
        Format("report-to-compare", report,
               lambda file: [kasuri, "report", "out/report/report.json", "--compare=" + file, "-o", "again"],
               "report.schema.json"),
        Format("trace", [(folder / "trace.json").read_bytes()],
               lambda file: [kasuri, "report", "out/report/report.json", "-o", "again", "--trace=" + file]),
        Format("compile-commands",
               [json.dumps([{"directory": str(folder), "file": "tiny.c", "arguments": ["cc", "-O2", "-c", "tiny.c"]},
                            {"directory": str(folder), "file": "p.c", "command": "cc -DX='a b' -c p.c -o p.o"}]).encode()],
               lambda file: [kasuri, "-p", str(pathlib.Path(file).parent), "tiny.c", "--stop-after=model"]),
    ]


def problem_with(format, data, file, folder):
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(data)
    made = run(format.command(str(file)), folder)
    said = made.stderr.decode(errors="replace")
    if made.returncode not in (0, 1, 2):
        return f"status {made.returncode}: {said[-600:]}"
    if made.returncode and "error: " not in said:
        return f"status {made.returncode} without a diagnostic: {said[-300:]}"
    if made.returncode == 0 and not format.is_valid(data):
        return "taken, and not valid by the schema"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=40, help="files for each format")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the files of failures")
    parser.add_argument("formats", nargs="*", metavar="FORMAT")
    arguments = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kasuri-mutation-"))
    build = arguments.build.resolve()
    make_seeds(build, folder)
    passed = failed = 0
    for format in formats(build, folder):
        if arguments.formats and format.name not in arguments.formats:
            continue
        for number in range(arguments.seed, arguments.seed + arguments.count):
            chance = random.Random(f"{format.name} {number}")
            text = chance.choice(format.seeds)
            data = (mutated_tree if chance.random() < 0.8 else mutated_bytes)(text, chance)
            problem = problem_with(format, data, folder / "given" / "compile_commands.json", folder)
            passed += problem is None
            failed += problem is not None
            if problem:
                print(f"{format.name}, --seed={number} --count=1: {problem}", flush=True)
                if arguments.keep:
                    arguments.keep.mkdir(exist_ok=True)
                    (arguments.keep / f"{format.name}-{number}.json").write_bytes(data)
    shutil.rmtree(folder)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
