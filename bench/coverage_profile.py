"""Measured shares of a program's loops, for bench/coverage.py.

`perf record` samples the sequential program with its call stacks. The places of a sample are the
source lines of all its frames, those of inlined functions included, so a loop holds every sample
that has a place in its lines: its own and those of the functions it calls.
"""
import collections
import os
import pathlib
import re
import subprocess

FREQUENCY = 499
STACK_BYTES = 65528  # the most that perf takes; some programs keep large arrays on the stack
LEGAL = ("parallel", "not-worth-it")


def record(program):
    """One list of addresses for each sample, innermost frame first."""
    data = program.work / "perf.data"
    environment = os.environ | {"PROGRAM": str(program.work / "sampled")}
    for path in program.written():
        path.unlink()
    subprocess.run(["perf", "record", "-q", "-e", "cpu-clock:u", "-F", str(FREQUENCY),
                    f"--call-graph=dwarf,{STACK_BYTES}", "-o", data, "sh", "-c", program.data["command"]],
                   cwd=program.runs, env=environment, check=True, capture_output=True)
    text = subprocess.run(["perf", "script", "-i", data, "--comm", "sampled", "-F", "ip,dso", "--no-inline"],
                          check=True, capture_output=True, text=True).stdout
    samples = []
    for block in text.split("\n\n"):
        frames = re.findall(r"^\s*([0-9a-f]+) \((.*)\)$", block, re.M)
        if frames:
            samples.append([int(ip, 16) if dso.endswith("/sampled") else None for ip, dso in frames])
    return samples


def places_of(executable, addresses):
    """For each address the (file, line) of its function and of those that it was inlined into."""
    asked = sorted(addresses)
    text = subprocess.run(["addr2line", "-a", "-i", "-e", executable], text=True, check=True, capture_output=True,
                          input="".join(f"{each:#x}\n" for each in asked)).stdout
    places, current = {}, None
    for line in text.splitlines():
        if re.fullmatch(r"0x[0-9a-f]+", line):
            current = places.setdefault(int(line, 16), [])
            continue
        file, _, number = line.split(" (")[0].rpartition(":")
        if number.isdigit():
            current.append((os.path.realpath(file), int(number)))
    return places


def sample_places(program):
    """For each sample its places, innermost first; a caller's address is the one after its call."""
    samples = [[ip if ip is None or depth == 0 else ip - 1 for depth, ip in enumerate(sample)]
               for sample in record(program)]
    known = places_of(program.work / "sampled", {ip for sample in samples for ip in sample if ip is not None})
    return [tuple(dict.fromkeys(place for ip in sample if ip is not None for place in known.get(ip, [])))
            for sample in samples]


def enclosing(places, ranges):
    """The loops that the places are in, innermost first."""
    found = {}
    for file, line in places:
        inside = [index for index, (other, first, last) in enumerate(ranges) if file == other and first <= line <= last]
        found.update(dict.fromkeys(sorted(inside, key=lambda index: ranges[index][2] - ranges[index][1])))
    return list(found)


def profile(program):
    """Shares of all samples: of legal and of planned loops together, of each loop, of each loop without those in it or
    called by it, and of each kind."""
    stacks = collections.Counter(sample_places(program))
    total = sum(stacks.values())
    if total == 0:
        raise RuntimeError("perf recorded no sample")
    loops = program.report["loops"]
    ranges = [(str((program.folder / pathlib.Path(loop["file"])).resolve()), loop["line"], loop["endLine"])
              for loop in loops]
    shares, kinds = [0.0] * len(loops), collections.Counter()
    uncovered, own = [0.0] * len(loops), [0.0] * len(loops)
    legal, planned, anyLoop = 0.0, 0.0, 0.0
    for places, count in stacks.items():
        share = count / total
        inside = enclosing(places, ranges)
        isLegal = any(loops[index]["verdict"] in LEGAL for index in inside)
        for index in inside:
            shares[index] += share
            uncovered[index] += 0.0 if isLegal else share
        if inside:
            own[inside[0]] += share
        anyLoop += share if inside else 0.0
        legal += share if isLegal else 0.0
        planned += share if any(loops[index]["planned"] for index in inside) else 0.0
        if inside and not isLegal:
            kinds[loops[inside[0]]["kind"]] += share
    return {"samples": total, "loops": shares, "own": own, "uncovered": uncovered, "inLoops": anyLoop, "legal": legal,
            "planned": planned, "kinds": kinds.most_common()}
