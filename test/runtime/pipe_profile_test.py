#!/usr/bin/env python3
"""What profiles and traces say of a pipeline's segments: pipe_program.c knows how often it enters each.

usage: pipe_profile_test.py PROGRAM KS_TRACE CHECK_SCHEMA SCHEMA
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

RUNS, ITERATIONS = 3, 100


def run(words, **environment):
    done = subprocess.run([str(word) for word in words], env=dict(os.environ, KASURI_CORES="2", KASURI_ADAPT="0", **environment),
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def check_profile(profile):
    layer, = json.loads(profile.read_text())["layers"]
    schedule, = (each for each in layer["schedules"] if each["workers"] == 2)
    read, write, parallel = schedule["segments"]
    assert (read["name"], read["line"], write["name"], parallel["name"]) == ("read@pipe.c:10", 10, "write@pipe.c:30", "parallel")
    # The first iteration behind the last enters segment 0, too, and some may be told there that they come too late.
    assert RUNS * (ITERATIONS + 1) == read["work"]["count"] <= read["wait"]["count"], read
    assert RUNS * ITERATIONS // 2 == write["work"]["count"] == write["wait"]["count"], write
    assert all(each["work"]["totalNs"] > 0 for each in (read, write, parallel)), schedule["segments"]
    # The segments' work is the task's.
    inside = sum(each["work"]["totalNs"] for each in schedule["segments"])
    self = schedule["tasks"][0]["self"]["totalNs"]
    assert inside < 1.02 * self + 1e5, (inside, self)


def check_trace(trace):
    events = [each for each in json.loads(trace.read_text())["traceEvents"] if each["ph"] == "X"]
    runs = [each for each in events if each["cat"] == "layer"]
    assert len(runs) == RUNS
    rows = [each for each in events if each["pid"] == 3]
    assert len(rows) == len([each for each in events if each["pid"] == 1 and each["cat"] in ("segment", "turn")])
    assert all(each["tid"] == each["args"]["iteration"] % 128 for each in rows)
    for name, step in (("read@pipe.c:10", 1), ("write@pipe.c:30", 2)):
        for one in runs:
            stairs = sorted((each["args"]["iteration"], each["ts"], each["ts"] + each["dur"]) for each in rows
                            if each["name"] == name and each["cat"] == "segment" and
                            one["ts"] <= each["ts"] <= one["ts"] + one["dur"])
            assert [each[0] for each in stairs][:ITERATIONS // step] == list(range(0, ITERATIONS, step))
            # An iteration is noted as having left only after the next may have entered.
            assert all(before[1] < after[1] for before, after in zip(stairs, stairs[1:])), stairs


def main():
    program, ks_trace, check_schema, schema = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        profile, trace = pathlib.Path(folder, "profile.json"), pathlib.Path(folder, "trace.json")
        plain = run([program])
        assert run([program], KASURI_PROFILE=str(profile), KASURI_PROFILE_EVERY="1") == plain
        assert run([program], KASURI_TRACE=str(trace)) == plain
        check_profile(profile)
        check_trace(trace)
        run([sys.executable, check_schema, schema, profile])
        table = run([ks_trace, profile])
        assert "write@pipe.c:30" in table and "waited" in table, table
        assert "loop@pipe.c:5" in run([ks_trace, trace])


main()
