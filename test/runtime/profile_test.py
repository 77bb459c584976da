#!/usr/bin/env python3
"""profile_test.py PROGRAM KS_TRACE SCHEMA_CHECKER SCHEMA CASE: profiles and traces of programs that end in all ways.

PROGRAM is profile_program. Nothing here depends on how long anything takes.
"""
import json
import os
import pathlib
import random
import resource
import signal
import stat
import subprocess
import sys
import tempfile

PROGRAM, TRACER, CHECKER, SCHEMA, CASE = sys.argv[1:6]
FOLDER = tempfile.TemporaryDirectory(prefix="kasuri-profile-", ignore_cleanup_errors=True)  # until the test ends
WORK = pathlib.Path(FOLDER.name)
WORKERS = os.environ.get("KASURI_CORES", "2")


def run(way, runs, profile=None, trace=None, more=(), expected=0, **environment):
    words = {"KASURI_CORES": WORKERS, "KASURI_ADAPT": "0", **environment}
    if profile:
        words["KASURI_PROFILE"] = str(profile)
    if trace:
        words["KASURI_TRACE"] = str(trace)
    done = subprocess.run([PROGRAM, way, str(runs), *more], env={**os.environ, **words}, capture_output=True,
                          text=True, timeout=100)
    assert done.returncode == expected, (way, done.returncode, done.stderr)
    return done


def tracer(*words, expected=0):
    done = subprocess.run([TRACER, *map(str, words)], capture_output=True, text=True, errors="replace", timeout=100)
    assert done.returncode == expected, (words, done.returncode, done.stdout[-300:], done.stderr)
    assert expected == 0 or (done.stderr.startswith("ks-trace: ") and not done.stdout), (words, done)
    return done.stdout


def read_profile(path):
    """A profile, or what ks-trace makes of a record, after a look at the schema and at the sums."""
    if path.read_bytes().startswith(b"kasuriPR"):
        converted = path.with_suffix(".converted")
        tracer("--json", "-o", converted, path)
        path = converted
    subprocess.run([sys.executable, CHECKER, SCHEMA, path], check=True)
    profile = json.loads(path.read_text())
    assert 0 < profile["beforeNs"] < 100e9, profile["beforeNs"]
    for layer in profile["layers"]:
        for schedule in layer["schedules"]:
            check_schedule(schedule)
    return profile


def check_schedule(schedule):
    rows = 0
    for each in schedule["tasks"] + schedule["functions"]:
        own = each["self"]
        assert sum(bucket["count"] for bucket in own["histogram"]) == own["count"], each
        assert abs(own["totalNs"] - own["meanNs"] * own["count"]) <= 1e-3 * own["count"] + 1e-6 * abs(own["totalNs"])
        assert own["count"] == 0 or own["leastNs"] - 1 <= max(own["lastNs"], 0) <= own["mostNs"] + 1, own
        assert own["leastNs"] <= own["p50Ns"] <= own["p90Ns"] <= own["p99Ns"] <= own["mostNs"], own
        assert each["wholeNs"] >= own["totalNs"] - 1, each
    for task in schedule["tasks"]:
        rows += task["self"]["count"]
    runs = schedule["wholeRuns"]
    assert runs["count"] == schedule["runsMeasured"] and abs(runs["totalNs"] - schedule["measuredNs"]) <= 1e-6 * runs["totalNs"] + 1
    assert rows == sum(worker["rowsMeasured"] for worker in schedule["perWorker"])


def schedule_of(profile, workers):
    (layer,) = profile["layers"]
    found = [each for each in layer["schedules"] if each["workers"] == workers]
    return found[0] if found else None


def check_counts(path, runs, end="exit", open_tasks=0):
    profile = read_profile(path)
    schedule = schedule_of(profile, 2)
    assert profile["end"] == end, profile["end"]
    assert schedule["runs"] == runs and schedule["runsMeasured"] <= runs + open_tasks, schedule["runs"]
    assert schedule["runsBegun"] == runs + open_tasks
    assert [task["rows"] for task in schedule["tasks"]] == [2 * runs, runs]
    assert [task["line"] for task in schedule["tasks"]] == [10, 20]
    assert [task["plannedNs"] for task in schedule["tasks"]] == [1100, 300]
    assert [task.get("trips") for task in schedule["tasks"]] == [7, None]
    assert schedule["plannedNs"] == 1500  # the second task waits for the part that costs 1200
    assert sum(lane["openTask"] is not None for lane in profile["lanes"]) >= open_tasks
    assert sum(each["self"]["count"] for each in schedule["tasks"]) >= 3 * schedule["runsMeasured"] - 3 * open_tasks
    table = tracer(path)
    assert "split@program.c:10" in table and 'last "quoted"@program.c:20' in table and "efficiency" in table, table
    assert ("did not end by exit" in table) == (end != "exit")
    return profile


def ends():
    for way, status in (("return", 0), ("exit", 3), ("quick_exit", 5), ("pthread_exit", 0)):
        run(way, 10, WORK / way, expected=status)
        check_counts(WORK / way, 10)
        assert not (WORK / way).read_bytes().startswith(b"kasuriPR")
    run("late", 10, WORK / "late")  # runs a layer in a handler of atexit
    check_counts(WORK / "late", 11)
    for way, status in (("_exit", 4), ("abort", -signal.SIGABRT), ("kill", -signal.SIGKILL)):
        run(way, 10, WORK / way, expected=status)
        check_counts(WORK / way, 10, "unknown")
    for way, status in (("exit", 3), ("quick_exit", 5), ("_exit", 4), ("abort", -signal.SIGABRT)):
        run("task-" + way, 10, WORK / ("task-" + way), expected=status, KASURI_PROFILE_EVERY="1")
        check_counts(WORK / ("task-" + way), 10, "exit" if way in ("exit", "quick_exit") else "unknown", 1)
    assert not list(WORK.glob("*.new")), "temporary files are left"


def children():
    """A child of fork, the program after exec, and a program that finds another's record have files of their own."""
    run("fork", 10, WORK / "fork")
    check_counts(WORK / "fork", 10)
    (child,) = [each for each in WORK.glob("fork.*") if each.suffix != ".converted"]
    check_counts(child, 11)
    run("fork", 10, WORK / "named-%p")
    assert sorted(check_counts(each, len_of(each))["process"] for each in WORK.glob("named-*"))
    assert len(list(WORK.glob("named-*"))) == 2
    run("exec", 10, WORK / "exec", more=["again"])
    check_counts(WORK / "exec", 10, "unknown")
    (after,) = [each for each in WORK.glob("exec.*") if each.suffix != ".converted"]
    check_counts(after, 7)
    run("fork-first", 10, WORK / "both")
    files = [each for each in WORK.glob("both*")]
    assert 1 <= len(files) <= 2, files
    for each in files:
        check_counts(each, 10)


def len_of(path):
    return schedule_of(json.loads(path.read_text()), 2)["runs"]


def amounts():
    """Rows are counted exactly, whatever is measured; threads; tasks in order; the time before the first layer."""
    run("return", 5000, WORK / "all", KASURI_PROFILE_EVERY="1")
    assert schedule_of(check_counts(WORK / "all", 5000), 2)["runsMeasured"] == 5000
    run("return", 5000, WORK / "tenth", KASURI_PROFILE_EVERY="10")
    assert schedule_of(check_counts(WORK / "tenth", 5000), 2)["runsMeasured"] == 500
    run("return", 5000, WORK / "some")
    check_counts(WORK / "some", 5000)
    run("threads", 10, WORK / "threads")
    assert len(check_counts(WORK / "threads", 210)["lanes"]) <= 4
    run("in-order", 50, WORK / "order", KASURI_CORES="1")
    profile = read_profile(WORK / "order")
    assert profile["layers"][0]["callsLeft"] == 50
    assert [task["rows"] for task in schedule_of(profile, 1)["tasks"]] == [50, 50]
    told = tracer(WORK / "order")
    assert "50 calls ran the original code" in told and "original code runs inside other layers, on a busy machine" in told
    assert "original code runs" not in tracer(WORK / "tenth")
    # A process that slept before it became the program: its age is known to a tick of the system, 10 ms or less.
    subprocess.run(["sh", "-c", 'sleep 0.3; exec "$@"', "sh", PROGRAM, "return", "10"], check=True, capture_output=True,
                   env={**os.environ, "KASURI_CORES": WORKERS, "KASURI_PROFILE": str(WORK / "age")}, timeout=100)
    assert read_profile(WORK / "age")["beforeNs"] >= 0.29e9


def queues():
    """What tasks wait for at queues is the queues', not theirs; profile and trace say so alike."""
    run("queue", 10, WORK / "p", WORK / "t", KASURI_PROFILE_EVERY="1")
    schedule = schedule_of(read_profile(WORK / "p"), 2)
    (task,), (queue,) = schedule["tasks"], [each for each in schedule["functions"] if each["name"] == "queue"]
    assert task["self"]["count"] == 20 and queue["self"]["count"] > 0 and queue["self"]["totalNs"] > 0, queue
    assert task["wholeNs"] >= task["self"]["totalNs"] + 0.9 * queue["self"]["totalNs"], (task, queue)
    assert sum(worker["waitNs"] for worker in schedule["perWorker"]) >= 0.99 * queue["self"]["totalNs"]
    events = json.loads((WORK / "t").read_text())["traceEvents"]
    shown = sum(each.get("name") == "queue" and each["ph"] == "X" for each in events)
    assert shown == queue["self"]["count"], (shown, queue)
    assert all("queue" in tracer(WORK / name) for name in "pt")


def places():
    """Devices stay devices, and what cannot be written is said once and does not hinder the program."""
    done = run("return", 10, "/dev/stdout")
    assert json.loads(done.stdout)["format"] == "kasuri-profile"
    run("return", 10, "/dev/null")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    target = WORK / "target"
    target.write_text("mine")
    (WORK / "link").symlink_to(target)
    run("return", 10, WORK / "link")
    assert json.loads(target.read_text())["format"] == "kasuri-profile" and (WORK / "link").is_symlink()
    done = run("exit", 10, WORK / "nowhere/file", expected=3)
    assert done.stderr.count("\n") == 1 and "nothing is recorded" in done.stderr, done.stderr
    done = run("return", 10, WORK / "x", KASURI_PROFILE_EVERY="often")
    assert "KASURI_PROFILE_EVERY='often' is not a number" in done.stderr
    assert run("return", 10).stderr == ""
    limit = subprocess.run(["sh", "-c", f"ulimit -f 100; exec {PROGRAM} exit 10"], capture_output=True, text=True,
                           env={**os.environ, "KASURI_CORES": WORKERS, "KASURI_PROFILE": str(WORK / "limit")})
    assert limit.returncode == 3 and "nothing is recorded" in limit.stderr, limit


def hardware():
    run("return", 100, WORK / "hardware", KASURI_PROFILE_HW="1", KASURI_PROFILE_EVERY="1")
    profile = check_counts(WORK / "hardware", 100)
    counted = [task["hardware"] for task in schedule_of(profile, 2)["tasks"]]
    if profile["hardware"].startswith("unavailable: "):
        print(f"hardware counters were not tested: {profile['hardware']}")
        assert counted == [None, None]
    else:
        assert profile["hardware"].startswith("read with ") and all(each["cycles"] > 0 for each in counted)


def traces():
    run("return", 50, trace=WORK / "trace")
    check_trace(WORK / "trace", 50)
    run("_exit", 50, trace=WORK / "killed", expected=4)
    tracer("--chrome", "-o", WORK / "converted", WORK / "killed")
    check_trace(WORK / "converted", 50)
    run("return", 50, WORK / "p", WORK / "t")
    check_counts(WORK / "p", 50)
    check_trace(WORK / "t", 50)
    run("return", 1000, trace=WORK / "short", KASURI_TRACE_EVENTS="64")
    trace = json.loads((WORK / "short").read_text())
    assert trace["otherData"]["eventsLost"] > 1000 and trace["otherData"]["events"] <= 128
    assert trace["otherData"]["plansLeftOut"] < 64 and "events are lost" in tracer(WORK / "short")
    run("task-exit", 5, trace=WORK / "open", expected=3)
    assert any(each.get("args", {}).get("end") == "open" for each in json.loads((WORK / "open").read_text())["traceEvents"])


def check_trace(path, runs):
    trace = json.loads(path.read_text())
    events = [each for each in trace["traceEvents"] if each["ph"] == "X"]
    assert trace["otherData"]["format"] == "kasuri-trace" and trace["otherData"]["eventsLost"] == 0
    assert trace["otherData"]["events"] == sum(each["pid"] == 1 for each in events)
    for category, count in (("layer", runs), ("task", 3 * runs), ("plan", 3 * runs)):
        assert sum(each["cat"] == category for each in events) == count, category
    plan = [(each["name"], each["tid"], each["dur"]) for each in events if each["cat"] == "plan"][:3]
    assert plan == [("split@program.c:10", 0, 1), ('last "quoted"@program.c:20', 0, 0.3), ("split@program.c:10", 1, 1.2)]
    for lane in {each["tid"] for each in events if each["pid"] == 1}:
        check_nesting(sorted(((each["ts"], -each["dur"]) for each in events if each["pid"] == 1 and each["tid"] == lane
                              and each["name"] != "wake")))
    table = tracer(path)
    assert f"{2 * runs}" in table and "fork-join" in table and "worker 0: efficiency" in table, table


def check_nesting(events):
    ends = []
    for begin, minus in events:
        while ends and ends[-1] <= begin + 1e-5:
            ends.pop()
        assert not ends or begin - minus <= ends[-1] + 1e-5, (begin, minus, ends)
        ends.append(begin - minus)


def hostile():
    """Whatever ks-trace gets, it says what is wrong and writes nothing; no crash."""
    run("_exit", 20, WORK / "record", WORK / "t", expected=4)
    run("return", 20, WORK / "profile", WORK / "trace")
    record = (WORK / "record").read_bytes()
    profile, trace = (WORK / "profile").read_text(), (WORK / "trace").read_text()
    used = int.from_bytes(record[16:24], "little")
    for kind, whole in (("record", record[:used]), ("profile", profile.encode()), ("trace", trace.encode())):
        for size in sorted({0, 1, 7, 8, 9, 100, *random.Random(1).sample(range(len(whole) - 2), 30)}):
            (WORK / "cut").write_bytes(whole[:size])
            tracer("-o", WORK / "output", WORK / "cut", expected=1)
            assert not (WORK / "output").exists(), (kind, size)
    bad = {"number": "12", "text": '"x"', "deep": "[" * 100000, "other": '{"format": "else"}', "behind": profile + "x",
           "version": profile.replace('"version": 1', '"version": 2', 1), "array": "[]",
           "lacks": '{"format": "kasuri-profile", "version": 1}', "nul": profile.replace("main", "ma\0in", 1),
           "layers": '{"format": "kasuri-profile", "version": 1, "layers": [{"name": 3}]}',
           "kind": profile.replace('"rows": 40', '"rows": "40"', 1), "huge": profile.replace('"rows": 40', '"rows": 1e999', 1),
           "events": '{"otherData": {"format": "kasuri-trace", "version": 1}}', "escape": '{"format": "\\x"}',
           "surrogate": '{"format": "\\ud800\\u12"}'}
    for name, text in bad.items():
        (WORK / name).write_text(text)
        tracer(WORK / name, expected=1)
    (WORK / "odd").write_text('{"otherData": {"format": "kasuri-trace", "version": 1}, "traceEvents": [1, null, {"ph": "X", '
                              '"cat": "task", "ts": 1e308, "dur": -1e300, "args": 3}, {"ph": "X", "cat": "layer"}]}')
    tracer(WORK / "odd")
    for path in (WORK / "absent", WORK):
        tracer(path, expected=1)
    wrong_version = bytearray(record)
    wrong_version[8] = 9
    (WORK / "version").write_bytes(wrong_version)
    tracer(WORK / "version", expected=1)
    changed = random.Random(2)
    for _ in range(150):
        broken = bytearray(record[:used])
        for _ in range(changed.choice((1, 3, 30))):
            broken[changed.randrange(8, used)] = changed.randrange(256)
        (WORK / "broken").write_bytes(broken)
        for words in ((), ("--chrome",), ("--json",)):
            done = subprocess.run([TRACER, *words, WORK / "broken"], capture_output=True, timeout=100)
            assert done.returncode in (0, 1), (done.returncode, done.stderr)
            assert done.returncode == 0 or done.stderr.startswith(b"ks-trace: ")
            if words and done.returncode == 0:
                json.loads(done.stdout)


def usage():
    assert tracer("--help").startswith("usage: ks-trace") and "exit status" in tracer("-h") and tracer("--version")
    for words in ((), ("a", "b"), ("--nonsense",), ("--layer",), ("-j", "-c", "a")):
        done = subprocess.run([TRACER, *words], capture_output=True, text=True)
        assert done.returncode == 2 and "--help" in done.stderr, (words, done)
    run("return", 20, WORK / "profile")
    assert "split" not in tracer("--short", WORK / "profile") and "####" in tracer("--histogram", WORK / "profile")
    assert "split" not in tracer("--layer=other", WORK / "profile") and "split" in tracer("-l", "main", WORK / "profile")
    tracer("--chrome", WORK / "profile", expected=1)
    run("_exit", 20, WORK / "record", expected=4)
    assert "without events" in subprocess.run([TRACER, "-c", WORK / "record"], capture_output=True, text=True).stderr
    tracer(WORK / "profile", "-o", WORK / "nowhere/x", expected=70)


resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
globals()[CASE]()
