"""write_segments.py report.json: a profile of the report's first pipeline, with times for each segment."""

import json
import sys

ITERATIONS = 1000


def statistics(each_ns):
    return {"count": ITERATIONS, "totalNs": ITERATIONS * each_ns, "meanNs": each_ns, "deviationNs": 0}


def segment(name, line, work, wait):
    return {"name": name, "line": line, "work": statistics(work), "wait": statistics(wait)}


layer = next(each for each in json.load(open(sys.argv[1], encoding="utf-8"))["layers"] if "pipeline" in each)
self_ns = {"count": 2, "meanNs": 3.6e7, "deviationNs": 0}
json.dump({
    "format": "kasuri-profile", "version": 1, "program": "made", "spanNs": 8e7, "beforeNs": 0,
    "layers": [{"name": layer["name"], "callsLeft": 0, "callsRefused": 0, "schedules": [{
        "workers": 2, "runs": 1, "runsMeasured": 1, "measuredNs": 4e7, "functions": [],
        "tasks": [{"name": layer["name"], "wholeNs": 7.2e7, "self": self_ns}],
        "segments": [segment("first", 41, 1000, 100), segment("second", 43, 9000, 200), segment("parallel", 41, 62000, 300)],
    }]}]}, sys.stdout)
