#!/usr/bin/env python3
"""levels_test.py PROGRAM SYSTEMS SCHEMA_CHECKER SCHEMA CASE: what rows ask for is what is recorded, and programs that end
in all ways leave recorded systems (here as plain files, without a model of the kernel) as they were."""
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM, SYSTEMS, CHECKER, SCHEMA, CASE = sys.argv[1:6]
KEEP = 255


def make_tree(root, system):
    """The recorded system as files; links of cores to their policies are relative."""
    for line in (pathlib.Path(SYSTEMS) / f"{system}.txt").read_text().splitlines():
        if line.startswith("link "):
            _, path, target = line.split(" ")
            place = root / path[1:]
            place.parent.mkdir(parents=True, exist_ok=True)
            place.symlink_to(os.path.relpath(root / target[1:], place.parent))
        elif line.startswith("/"):
            path, value = line.split("|", 1)
            place = root / path[1:]
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("a") as file:
                file.write(value + "\n")
    (root / "run").mkdir()


def values(root):
    """Without what only a kernel would put right, and without the journal."""
    return {str(path): path.read_text().strip() for path in sorted((root / "sys").rglob("*"))
            if path.is_file() and path.name not in ("scaling_setspeed", "scaling_cur_freq")}


def run(way, runs, root=None, turns=3000, **environment):
    settings = {"KASURI_CORES": "2", "KASURI_ADAPT": "0", **environment}
    if root:
        settings["KASURI_ROOT"] = str(root)
    return subprocess.run([PROGRAM, way, str(runs), str(turns)], capture_output=True, text=True, timeout=100,
                          env={**os.environ, **settings})


def levels_of(output):
    rows = [line.split() for line in output.splitlines() if line.startswith("row ")]
    runs = next(int(line.split()[1]) for line in output.splitlines() if line.startswith("runs "))
    return {int(row): int(level) for _, row, level in rows if int(level) != KEEP}, runs


def records(path):
    lines = path.read_text().splitlines()
    assert lines[0] == "# kasuri-power-record 1", lines[0]
    names = lines[1].removeprefix("# ").split("\t")
    return [dict(zip(names, line.split("\t"), strict=True)) for line in lines[2:]]


def check_record(path, output, is_exact):
    """Each row that names a level has asked for it once in each run on the team, and no other row."""
    wanted, runs = levels_of(output)
    found = records(path)
    seen = collections.Counter((int(each["row"]), int(each["level"])) for each in found)
    times = runs if is_exact else max(seen.values(), default=0)
    assert seen == {key: times for key in wanted.items() if times}, (seen, wanted, runs)
    assert times <= runs and all(each["layer"] == "main@levels.c:9" for each in found)


def wait_until(is_true, *said):
    for _ in range(400):
        if is_true():
            return
        time.sleep(0.025)
    assert is_true(), said


def record(work):
    for cores in ("2", "3", "4"):
        for way in ("return", "threads"):
            for adapt in ("0", "1"):
                path = work / f"record-{cores}-{way}-{adapt}"
                done = run(way, 40, KASURI_POWER=f"record:{path}", KASURI_CORES=cores, KASURI_ADAPT=adapt)
                assert done.returncode == 0 and done.stderr == "", done
                if adapt == "0": # with a choice, a busy machine may get fewer workers
                    check_record(path, done.stdout, way == "return")


def ends(work):
    ways = {"return": 0, "exit": 3, "_exit": 4, "abort": -6, "term": -15, "kill": -9, "exec": 0, "fork": 0,
            "pthread_exit": 0, "close": 0, "threads": 0, "task-exit": 3, "task-_exit": 4, "task-kill": -9, "task-term": -15}
    if "race" in PROGRAM: # ThreadSanitizer does not follow a child of several threads, has a thread of its own,
        # and calls it a race when the program closes what a worker looks at
        del ways["fork"], ways["pthread_exit"], ways["close"]
    for system, power in (("freq_rk3399", "cpufreq"), ("freq_phone", "cpufreq,qos:5"), ("freq_pstate", "auto")):
        for way, status in ways.items():
            root = work / f"{system}-{way}"
            make_tree(root, system)
            before = values(root)
            done = run(way, 20, root, KASURI_POWER=f"{power},record:{work / 'record'}")
            said = "has closed the runtime's files" if way == "close" else ""
            assert done.returncode == status, (system, way, done)
            assert said in done.stderr and done.stderr.count("\n") == (said != ""), (system, way, done)
            wait_until(lambda: values(root) == before and not (root / "run/kasuri/journal").exists(), system, way,
                       {name: value for name, value in values(root).items() if value != before[name]})
            outcomes = collections.Counter(each["outcome"] for each in records(work / "record"))
            assert outcomes["set"] > 0, (system, way, outcomes)
            shutil.rmtree(root)


def profile(work):
    root = work / "tree"
    make_tree(root, "freq_rk3399")
    path = work / "profile"
    done = run("return", 50, root, KASURI_POWER=f"cpufreq,record:{work / 'record'}", KASURI_PROFILE=str(path))
    assert done.returncode == 0 and done.stderr == "", done
    checked = subprocess.run([sys.executable, CHECKER, SCHEMA, path], capture_output=True, text=True)
    assert checked.returncode == 0, checked
    found = json.loads(path.read_text())
    recorded = collections.Counter(each["outcome"] for each in records(work / "record"))
    reported = collections.Counter()
    for clock in found["clocks"]:
        reported.update(clock["requests"])
        assert clock["setBy"] == "cpufreq (userspace)" and clock["transitionNs"] == 40000, clock
        assert clock["achievedBy"] == "scaling_cur_freq", clock
        levels = {level["level"]: level["requestedKhz"] for level in clock["levels"] if level["level"] is not None}
        assert levels[0] == {"0-3": 1416000, "4-5": 1800000}[clock["cores"]], levels
    assert +recorded == +reported, (recorded, reported)
    assert [clock["cores"] for clock in found["clocks"]] == ["0-3", "4-5"]
    seen = [level for level in found["clocks"][0]["levels"] if level["samples"]]
    assert seen and all(level["achievedKhz"] == 408000 for level in seen), seen
    names = [each["name"] for each in found["layers"][0]["schedules"][0]["functions"]]
    assert "switch-level" in names, names


def energy(work):
    """The energy of the model while levels change, read by a thread of its own."""
    model = pathlib.Path(__file__).resolve().parents[2] / "machines/raspberry-pi-4.json"
    make_tree(work, "freq_pi4")
    done = run("return", 400, work, KASURI_POWER="cpufreq", KASURI_ENERGY=f"model:{model}", KASURI_PROFILE=str(work / "profile.json"))
    assert done.returncode == 0, done.stderr
    profile = json.loads((work / "profile.json").read_text())
    spent, machine = profile["energy"]["all"], json.loads(model.read_text())
    points = machine["clockDomains"][0]["opps"]
    seconds = spent["ns"] * 1e-9
    least = machine["baseMw"] + 4 * points[0]["gatedMwPerCore"]
    most = machine["baseMw"] + 4 * points[-1]["activeMwPerCore"]
    assert 0.99 * least * seconds <= spent["modeledMj"] <= 1.01 * most * seconds, (profile["energy"], least, most)
    assert any(level["ns"] > 0 for level in profile["clocks"][0]["levels"] if level["level"] not in (None, 0)), profile["clocks"]


def groups(work):
    """Layers inside layers: each row asks once in each run, by the thread that runs it; a leader that comes back to its
    outer row has that row's level again; and the system is as it was."""
    root = work / "tree"
    make_tree(root, "freq_rk3399")
    before = values(root)
    path = work / "profile"
    done = run("groups", 30, root, KASURI_CORES="4", KASURI_POWER=f"cpufreq,record:{work / 'record'}",
               KASURI_PROFILE=str(path), KASURI_PROFILE_EVERY="1")
    assert done.returncode == 0 and done.stderr == "", done
    found = records(work / "record")
    seen = collections.Counter((each["layer"], int(each["row"])) for each in found)
    wanted = {("outer@levels.c:29", row): 30 for row in range(4)} | {("inner@levels.c:20", row): 60 for row in (0, 1, 3)}
    assert seen == wanted, seen
    threads = {name: {each["worker"] for each in found if each["layer"].startswith(name)} for name in ("outer", "inner")}
    assert threads == {"outer": {"0", "2"}, "inner": {"0", "1", "2", "3"}}, threads
    second = {each["outcome"] for each in found if each["layer"].startswith("outer") and each["row"] in ("1", "3")}
    assert second == {"same"}, second
    wait_until(lambda: values(root) == before and not (root / "run/kasuri/journal").exists(), values(root))
    layers = {layer["name"]: layer for layer in json.loads(path.read_text())["layers"]}
    outer, inner = (layers[name]["schedules"][0] for name in ("outer@levels.c:29", "inner@levels.c:20"))
    assert (outer["workers"], outer["runs"], inner["workers"], inner["runs"]) == (2, 30, 2, 60), (outer, inner)
    assert [each["worker"] for each in outer["perWorker"]] == [0, 2], outer["perWorker"]
    assert [each["worker"] for each in inner["perWorker"]] == [0, 1, 2, 3], inner["perWorker"]


def cycles(work):
    """Where no file tells the speed, the threads' cycles do: here a clock of the kernel, one cycle in a nanosecond."""
    root = work / "tree"
    make_tree(root, "freq_none")
    path = work / "profile"
    done = run("return", 50, root, turns=60000, KASURI_POWER=f"record:{work / 'record'}", KASURI_PROFILE=str(path))
    assert done.returncode == 0 and done.stderr == "", done
    clocks = json.loads(path.read_text())["clocks"]
    seen = [level for clock in clocks for level in clock["levels"] if level["samples"]]
    if not seen:
        assert all(clock["achievedBy"] == "unavailable" for clock in clocks), clocks
        print("skipped: no perf events for this user")
        return
    speeds = sorted(level["achievedKhz"] for level in seen)
    assert 500000 < speeds[len(speeds) // 2] < 1500000, speeds
    assert any(clock["achievedBy"] == "cycles" for clock in clocks), clocks


def off(work):
    """Nothing is looked at or written; a program whose rows name no level may have any setting."""
    root = work / "tree"
    make_tree(root, "freq_rk3399")
    before = values(root)
    for environment in ({}, {"KASURI_POWER": ""}, {"KASURI_POWER": "none"}):
        done = run("return", 5, root, **environment)
        assert done.returncode == 0 and done.stderr == "" and values(root) == before, done
        assert not list((root / "run").iterdir())


with tempfile.TemporaryDirectory() as folder:
    globals()[CASE](pathlib.Path(folder))
