#!/usr/bin/env python3
"""probe_test.py KS_PROBE SCHEMA_CHECKER SCHEMA SYSTEMS CASE: machine files of recorded systems and of this one.

A recorded system is a text of `path|line`; changes of frequency are tried on such a copy, where nothing follows them.
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

TOOL, CHECKER, SCHEMA, SYSTEMS, CASE = sys.argv[1:6]
FOLDER = tempfile.TemporaryDirectory(prefix="kasuri-probe-", ignore_cleanup_errors=True)  # until the test ends
WORK = pathlib.Path(FOLDER.name)
RUNNER = os.environ.get("KASURI_EMULATOR", "").split()
POLICY = "sys/devices/system/cpu/cpufreq/policy"


def tool(*words, expected=0, **more):
    done = subprocess.run([*RUNNER, TOOL, *map(str, words)], capture_output=True, text=True, cwd=WORK, timeout=300, **more)
    assert done.returncode == expected, (words, done.returncode, done.stdout[-500:], done.stderr)
    return done


def system(name, changes=(), without=()):
    """A copy of a recorded system, with files changed, and without those whose path contains a text."""
    root = WORK / f"{name}_{len(list(WORK.iterdir()))}"
    files = {}
    for line in (pathlib.Path(SYSTEMS) / f"{name}.txt").read_text().splitlines():
        if line.startswith("/"):
            path, value = line.split("|", 1)
            files.setdefault(path, []).append(value)
    files.update({path: [value] for path, value in dict(changes).items()})
    for path, values in files.items():
        if not any(text in path for text in without):
            place = root / path[1:]
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text("\n".join(values) + "\n")
    (root / "proc").mkdir(parents=True, exist_ok=True)
    (root / "run").mkdir(exist_ok=True)
    return root


def probe(*words, **more):
    tool("-o", "machine.json", *words, **more)
    subprocess.run([sys.executable, CHECKER, SCHEMA, WORK / "machine.json"], check=True)
    return json.loads((WORK / "machine.json").read_text())


def notes(machine):
    return "\n".join(machine["source"]["notes"])


CPU = "/sys/devices/system/cpu"


def test_board():
    """What an emulated board with Debian's kernel tells root."""
    machine = probe("--root", system("probe_board"))
    assert machine["name"] == "linux,dummy-virt" and machine["source"]["kernel"].startswith("6.12.107")
    assert machine["clusters"] == [{"id": 0, "cores": [0, 1], "relativeSpeed": 0.354},
                                   {"id": 1, "cores": [2, 3], "relativeSpeed": 1}]
    assert machine["source"]["relativeSpeed"] == "estimated" and "nothing was measured" in notes(machine)
    little, big = machine["clockDomains"]
    assert little["cores"] == [0, 1] and big["id"] == 2 and big["driver"] == "cpufreq-dt"
    assert [opp["freqKhz"] for opp in little["opps"]] == [600000, 1000000, 1400000, 1800000]
    assert [opp["freqKhz"] for opp in big["opps"]] == [600000, 1200000, 1800000, 2400000]
    assert big["opps"][3]["voltageMv"] == 1100 and big["opps"][0]["activeMwPerCore"] is None
    assert little["transitionLatencyNs"] == 50000 and little["frequencies"] == "steps"
    assert {(state["name"], state["exitLatencyNs"], state["minResidencyNs"], *state["cores"]) for state in
            machine["idleStates"]} == {("WFI", 1000, 1000, 0, 1, 2, 3), ("retention", 140000, 500000, 0, 1, 2, 3)}
    assert "without their sizes" in notes(machine)
    assert [core["clockDomain"] for core in machine["cores"]] == [0, 0, 2, 2]
    assert machine["signalNs"] is None and "signalLatency" not in machine and "frequencyChanges" not in machine


def test_power():
    """What the command says of sensors, and that a machine file stays as it is where power cannot be measured."""
    said = tool("--sensors", "--root", system("energy_server")).stdout
    assert "* powercap package-0 dram" in said and "  hwmon    power_meter power1" in said, said
    assert said.endswith("* added up: package-0, package-0 dram, package-1, package-1 dram\n"), said
    said = tool("--sensors", "--root", system("probe_board")).stdout
    assert said == "none is used: no sensors: neither powercap nor hwmon nor a battery in use\n", said
    machine = probe("--root", system("probe_board"))
    assert machine["source"]["power"] == "none" and "baseMw" not in machine and "powerSensors" not in machine["source"]
    domains = [("energy_model/cpu0/ps:%d/power", khz, 100000 + khz / 10) for khz in (600000, 1000000, 1400000, 1800000)]
    root = system("probe_board", {f"/sys/kernel/debug/{path % khz}": str(int(uw)) for path, khz, uw in domains})
    assert probe("--root", root)["source"]["power"] == "read"
    before = json.dumps(machine)
    (WORK / "board.json").write_text(before)
    done = tool("--calibrate=board.json", "--root", root, expected=1)
    assert "power was not measured: no sensors" in done.stderr and "board.json: not changed" in done.stderr, done.stderr
    assert (WORK / "board.json").read_text() == before
    assert "does-not-exist.json: error" in tool("--calibrate=does-not-exist.json", "--root", root, expected=1).stderr


def test_other():
    """Caches with sizes and no cpufreq; and variations of the board."""
    machine = probe("--root", system("probe_vm"))
    assert {"level": 3, "kind": "unified", "sizeBytes": 32 << 20, "lineBytes": 64, "ways": 16, "cores": [0, 1]} in machine["caches"]
    assert machine["clockDomains"] == [] and "no cpufreq" in notes(machine) and len(machine["clusters"]) == 1
    # One core is offline: it has no topology, and is not in a cluster.
    root = system("probe_board", {f"{CPU}/online": "0-1,3"}, without=["cpu2/topology", "cpu2/cache"])
    machine = probe("--root", root)
    assert machine["cores"][2] == {"id": 2, "state": "offline", "cluster": None, "clockDomain": 2, "relativeSpeed": None,
                                   "capacity": None}
    assert machine["clusters"][1]["cores"] == [3] and "cores 2 are offline" in notes(machine)
    # Frequencies that are not listed, and no capacities: speed follows the highest frequency.
    root = system("probe_board", without=["scaling_available_frequencies", "cpu_capacity", "kernel/debug"])
    machine = probe("--root", root)
    assert machine["clockDomains"][0]["frequencies"] == "range"
    assert [opp["freqKhz"] for opp in machine["clockDomains"][0]["opps"]] == [600000, 1800000]
    assert [core["relativeSpeed"] for core in machine["cores"]] == [0.75, 0.75, 1, 1]
    assert "voltages are unknown" in notes(machine)
    # A driver that does not know how long it takes.
    root = system("probe_board", {f"{CPU}/cpufreq/policy0/cpuinfo_transition_latency": "4294967295"})
    assert probe("--root", root)["clockDomains"][0]["transitionLatencyNs"] is None
    # Nothing at all, and nonsense.
    empty = WORK / "empty"
    (empty / "sys").mkdir(parents=True)
    machine = probe("--root", empty)
    assert len(machine["cores"]) == 1 and "one is assumed" in notes(machine)
    root = system("probe_board", {f"{CPU}/online": "zero", f"{CPU}/present": "-", f"{CPU}/possible": "7-",
                                  f"{CPU}/cpu0/cpu_capacity": "many", f"{CPU}/cpufreq/policy0/related_cpus": "x y",
                                  f"{CPU}/cpufreq/policy0/scaling_available_frequencies": "fast slow \"\\",
                                  "/proc/device-tree/model": 'A "board"\\'})
    machine = probe("--root", root)
    assert machine["name"] == 'A "board"\\' and len(machine["cores"]) == 1


def test_this():
    """This machine, measured: what must hold whatever it is."""
    machine = probe("--no-dvfs")
    usable = sorted(os.sched_getaffinity(0))
    assert [core["id"] for core in machine["cores"] if core["state"] == "usable"] == usable
    assert max(core["relativeSpeed"] for core in machine["cores"] if core["state"] == "usable") == 1
    signals = machine["signalLatency"]
    assert signals["cores"] == usable and len(signals["medianNs"]) == len(usable)
    for i in range(len(usable)):
        for k in range(len(usable)):
            least, median = signals["leastNs"][i][k], signals["medianNs"][i][k]
            assert (least is None and median is None) or 0 <= least <= median
            assert median is None or (median == 0) == (i == k)
    transfer = machine["transferNsPerKib"]
    assert transfer is None or transfer > 0 and len(usable) > 1
    wakes = machine["wakeUpLatency"]
    for least, median, late in zip(wakes["leastNs"], wakes["medianNs"], wakes["p99Ns"]):
        assert least is None or 0 < least <= median <= late
    done = tool("--no-measure", "-o", "-")
    assert json.loads(done.stdout)["signalNs"] is None and "nothing was measured" in done.stderr
    assert "signalLatency" not in json.loads(tool("--no-measure", "-q").stdout)


def test_one_core():
    core = sorted(os.sched_getaffinity(0))[-1]
    machine = probe("--no-dvfs", preexec_fn=lambda: os.sched_setaffinity(0, {core}))
    assert [each["id"] for each in machine["cores"] if each["state"] == "usable"] == [core]
    others = [each for each in machine["cores"] if each["state"] == "not allowed"]
    assert not others or "may not be used by this process" in notes(machine)
    assert machine["signalLatency"]["medianNs"] == [[0]] and machine["signalNs"] is None
    assert machine["wakeUpLatency"]["wokenBy"] == "the same core" and machine["forkJoinNs"] is None


def changeable(**changes):
    """The board's little cluster alone, with a core that this process may use."""
    core = sorted(os.sched_getaffinity(0))[0]
    return system("probe_board", {f"{CPU}/cpufreq/policy0/related_cpus": str(core), **changes}, without=["policy2"])


def values(root):
    return {name: (root / POLICY.replace("policy", "policy0") / name).read_text().strip()
            for name in ("scaling_governor", "scaling_min_freq", "scaling_max_freq")}


def paths(machine):
    return {path["path"]: path for path in machine["frequencyChanges"]}


def test_frequencies():
    root = changeable()
    before = values(root)
    machine = probe("--root", root, "--measure")
    assert values(root) == before, (before, values(root))
    found = paths(machine)
    for name in ("userspace governor, open-write-close", "userspace governor, kept descriptor",
                 "limits min=max, open-write-close", "limits min=max, kept descriptors"):
        assert found[name]["callNs"] > 0 and found[name]["lowKhz"] == 600000 and found[name]["highKhz"] == 1800000, found
    assert "utilisation clamp" in found
    # A governor that was the user's, with a speed of his own: it is there again.
    root = changeable(**{f"{CPU}/cpufreq/policy0/scaling_governor": "userspace",
                         f"{CPU}/cpufreq/policy0/scaling_setspeed": "1400000"})
    machine = probe("--root", root, "--measure")
    speed = root / POLICY.replace("policy", "policy0") / "scaling_setspeed"
    assert speed.read_text().strip() == "1400000", speed.read_text()
    assert "only schedutil" in paths(machine)["utilisation clamp"]["unavailable"]
    # What is not there is said.
    root = changeable(**{f"{CPU}/cpufreq/policy0/scaling_available_governors": "performance powersave",
                         f"{CPU}/cpufreq/policy0/scaling_max_freq": "600000"})
    found = paths(probe("--root", root, "--measure"))
    assert "'userspace' is not available" in found["userspace governor, kept descriptor"]["unavailable"]
    assert "only one frequency" in found["limits min=max, kept descriptors"]["unavailable"]


def test_no_permission():
    if os.geteuid() == 0 and RUNNER == []:
        nobody = {"user": 65534, "group": 65534, "extra_groups": []}
    else:
        nobody = {}
    root = changeable()
    before = values(root)
    for folder in (WORK, root):
        folder.chmod(0o755)
    (root / POLICY.replace("policy", "policy0")).chmod(0o555)
    for path in root.rglob("*"):
        if path.is_file():
            path.chmod(0o444)
    if os.geteuid() == 0 and not nobody:
        print("skipped: root under emulation may write everything")
        return
    done = tool("-o", "-", "--root", root, "--measure", **nobody)
    for name, path in paths(json.loads(done.stdout)).items():
        assert name == "utilisation clamp" or "Permission denied" in path["unavailable"], path
    assert values(root) == before
    assert "nowhere/x" in tool("--no-measure", "-o", "nowhere/x", expected=70).stderr


def test_killed():
    """SIGKILL and SIGTERM in the midst: the keeper puts everything back."""
    for number in (signal.SIGKILL, signal.SIGTERM):
        root = changeable()
        before = values(root)
        running = subprocess.Popen([*RUNNER, TOOL, "--root", root, "--measure", "-o", WORK / "never.json"], cwd=WORK,
                                   stderr=subprocess.DEVNULL)
        for _ in range(6000):
            if values(root)["scaling_governor"] == "userspace" or running.poll() is not None:
                break
            time.sleep(0.01)
        assert running.poll() is None and values(root)["scaling_governor"] == "userspace"
        running.send_signal(number)
        running.wait()
        for _ in range(3000):
            if values(root) == before:
                break
            time.sleep(0.01)
        assert values(root) == before, values(root)
        assert not (WORK / "never.json").exists()


def test_usage():
    for words, text in [(("more",), "unexpected argument 'more'"), (("--root=nowhere",), "neither proc nor sys"),
                        (("--unknown",), "Try"), (("-o",), "Try")]:
        done = tool(*words, expected=2)
        assert text in done.stderr and not done.stdout, (words, done.stderr)
    assert "usage: ks-probe" in tool("--help").stdout
    tool("--version")
    (WORK / "old.json").write_text("old")
    with open("/dev/full", "w") as full:
        done = subprocess.run([*RUNNER, TOOL, "--no-measure"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 70 and "standard output" in done.stderr, done
    tool("--no-measure", "-o", "old.json")
    assert json.loads((WORK / "old.json").read_text())["format"] == "kasuri-machine" and not list(WORK.glob("*.new"))


globals()[f"test_{CASE}"]()
print(f"{CASE}: passed")
