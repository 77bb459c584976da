#!/usr/bin/env python3
"""energy_test.py PROGRAM KS_TRACE SCHEMA_CHECKER SCHEMA SYSTEMS MACHINES CASE: KASURI_ENERGY in a program whose energy is known.

Time does not decide: the program turns the counter on itself. What depends on it has the margin of a reading that comes
just before a layer begins.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM, TRACE, CHECKER, SCHEMA, SYSTEMS, MACHINES = (os.path.abspath(path) for path in sys.argv[1:7])
CASE = sys.argv[7]
FOLDER = tempfile.TemporaryDirectory(prefix="kasuri-energy-", ignore_cleanup_errors=True)  # until the test ends
WORK = pathlib.Path(FOLDER.name)
RUNNER = os.environ.get("KASURI_EMULATOR", "").split()
COUNTER = "sys/class/powercap/intel-rapl:0/energy_uj"
RANGE = 262143328850
MODEL = pathlib.Path(MACHINES) / "raspberry-pi-4.json"


def system(name, value=40_000_000_000):
    root = pathlib.Path(tempfile.mkdtemp(prefix="system-", dir=WORK))
    for line in (pathlib.Path(SYSTEMS) / f"{name}.txt").read_text().splitlines():
        if line.startswith("/"):
            path, text = line.split("|", 1)
            (root / path[1:]).parent.mkdir(parents=True, exist_ok=True)
            (root / path[1:]).write_text(text + "\n")
    (root / "proc").mkdir(exist_ok=True)
    (root / COUNTER).parent.mkdir(parents=True, exist_ok=True)
    (root / COUNTER).write_text(f"{value:020}\n")
    return root


def run(way, root, wish="1", expected=0, **more):
    environment = {"PATH": os.environ["PATH"], "KASURI_CORES": "2", "KASURI_ADAPT": "0", "KASURI_SHARE": "0",
                   "KASURI_ROOT": str(root), **more}
    if wish is not None:
        environment["KASURI_ENERGY"] = wish
    done = subprocess.run([*RUNNER, PROGRAM, way, str(root / COUNTER), str(RANGE)], capture_output=True, text=True, cwd=WORK,
                          timeout=120, env=environment)
    assert done.returncode == expected, (way, done.returncode, done.stderr)
    return done.stderr


def profiled(way, root, wish="1", expected=0):
    said = run(way, root, wish, expected, KASURI_PROFILE=str(WORK / "profile.json"))
    path = WORK / "profile.json"
    if path.read_bytes().startswith(b"kasuriPR"):
        subprocess.run([TRACE, "--json", "-o", path, path], check=True)
    subprocess.run([sys.executable, CHECKER, SCHEMA, path], check=True)
    return said, json.loads(path.read_text())["energy"]


def check_amounts(energy, joules=7.5):
    assert abs(energy["all"]["measuredMj"] - joules * 1000) < 0.01, energy
    layers = {layer["name"].split("@")[0]: layer for layer in energy["layers"]}
    assert set(layers) >= {"long", "short"} and layers["long"]["runs"] == 3 and layers["short"]["runs"] == 501, energy
    # At least two of the three runs on their own: on a busy host, one reading may seem to be expensive.
    assert 3800 <= layers["long"]["measuredMj"] <= 6000.01 and layers["long"]["directMj"] >= 3600, energy
    assert energy["readingsLost"] == 0 and energy["all"]["measuredNs"] == energy["all"]["ns"], energy
    parts = sum(layer["measuredMj"] for layer in [*layers.values(), energy["outside"]])
    assert abs(parts - energy["all"]["measuredMj"]) < 0.1, (parts, energy)
    times = sum(layer["ns"] for layer in [*layers.values(), energy["outside"]])
    assert times == energy["all"]["ns"], (times, energy)


def test_measured():
    said, energy = profiled("return", system("energy_desktop"))
    check_amounts(energy)
    assert energy["source"] == "powercap" and energy["sensors"] == ["package-0"] and energy["notMeasured"] is None
    assert energy["updateNs"] == 1000000 and energy["updateNsIs"] == "known" and energy["senses"] == "energy"
    assert energy["model"] is None and energy["all"]["modeledMj"] is None
    assert re.search(r"^kasuri: energy of \S+ in [\d.]+ m?s from the first layer on: measured 7\.500 J \([\d.]+ m?W\)$", said, re.MULTILINE), said
    assert "sensors: powercap: package-0; counters, updated each 1.000 ms, read at least each 100.0 ms" in said, said
    assert "not modeled: KASURI_ENERGY=model:FILE names the machine file" in said and "ratio" not in said, said
    assert re.search(r"^  long@program.c:1 +3 +[\d.]+ m?s  +[456]\.\d+ J +[\d.]+ m?W$", said, re.MULTILINE), said
    table = subprocess.run([TRACE, WORK / "profile.json"], capture_output=True, text=True, check=True).stdout
    assert said.removeprefix("kasuri: ").strip() in table, (said, table)
    only = subprocess.run([TRACE, "--layer=short", WORK / "profile.json"], capture_output=True, text=True, check=True).stdout
    assert "  short@program.c:2" in only and "  long@program.c:1" not in only, only


def test_modeled():
    """Beside the model, and the model alone."""
    said, energy = profiled("return", system("energy_desktop"), f"1,model:{MODEL}")
    check_amounts(energy)
    whole = energy["all"]
    base = json.loads(MODEL.read_text())["baseMw"]
    assert whole["modeledMj"] >= 0.99 * base * whole["ns"] * 1e-9, energy
    assert abs(sum(each["modeledMj"] for each in [*energy["layers"], energy["outside"]]) - whole["modeledMj"]) < 0.1, energy
    ratio = whole["measuredMj"] / whole["modeledMj"]
    assert f"measured/modeled {ratio:.2f}\n" in said and f"modeled: {MODEL}\n" in said, (ratio, said)
    for root, why in ((system("energy_desktop"), "there is no sensor 'none'"), (system("none"), None)):
        if why is None:
            (root / COUNTER).parent.joinpath("name").unlink(missing_ok=True)
        said, energy = profiled("return", root, f"{'sensors:none,' if why else ''}model:{MODEL}")
        assert energy["source"] is None and energy["all"]["measuredMj"] is None and energy["all"]["modeledMj"] > 0, energy
        assert (why or "no sensors: neither powercap nor hwmon nor a battery in use") in energy["notMeasured"], energy
        assert re.search(r"^kasuri: energy of \S+ in [\d.]+ m?s from the first layer on: not measured, modeled [\d.]+ m?J$", said, re.MULTILINE), said
        assert "measured/modeled" not in said and " power" not in said.replace("powercap", ""), said
    said = run("return", system("energy_desktop"), "model:/does/not/exist")
    assert "not modeled: cannot read '/does/not/exist'" in said and "measured 7.500 J" in said, said


def test_planned():
    """Beside the plan's energies of the same runs; on other numbers of workers, and for other layers, there are none."""
    profiled("return", system("energy_desktop"))

    def compare(report, expected=0):
        (WORK / "report.json").write_text(json.dumps(report))
        done = subprocess.run([TRACE, "--plan=report.json", "profile.json"], capture_output=True, text=True, cwd=WORK)
        assert done.returncode == expected, done
        return done.stderr if expected else done.stdout

    def layer(name, **energies):
        return {"name": name, "tables": [{"workers": int(workers[1:]), "energyMj": mj} for workers, mj in energies.items()]}

    said = compare({"format": "kasuri-report", "layers": [layer("long@program.c:1", w2=1000, w4=7), layer("other@program.c:2", w2=1)]})
    assert re.search(r"^  layer +runs +time +measured +power +planned +ratio$", said, re.MULTILINE), said
    long = re.search(r"^  long@program.c:1 +3 .* (\S+) J +\S+ W +3\.000 J +(\S+)$", said, re.MULTILINE)
    assert long and abs(float(long.group(1)) / 3 - float(long.group(2))) < 0.01, said
    assert re.search(r"^  short@program.c:2 .* - +-$", said, re.MULTILINE) and re.search(r"^  outside of layers .* - +-$", said, re.MULTILINE), said
    said = compare({"format": "kasuri-report", "layers": [layer("long@program.c:1", w4=1000)]})
    assert "planned" not in said.split("\nlayer ")[0], said
    assert "not a report of kasuri" in compare({"format": "kasuri-profile"}, expected=1)
    done = subprocess.run([TRACE, "--plan=none.json", "profile.json"], capture_output=True, text=True, cwd=WORK)
    assert done.returncode == 1 and "none.json: error: No such file" in done.stderr, done


def test_wraps():
    """The counter begins again in the middle of the program."""
    _, energy = profiled("return", system("energy_desktop", RANGE - 3_000_000))
    check_amounts(energy)


def test_ends():
    for way, status in (("quick", 3), ("task", 7), ("last-thread", 0)):
        if way != "quick" and "race" in PROGRAM:
            continue  # the record is copied while others fill it; ThreadSanitizer has a thread that does not end
        said, energy = profiled(way, system("energy_desktop"), expected=status)
        check_amounts(energy)
        assert said.count("kasuri: energy of ") == 1 and "measured 7.500 J" in said, (way, said)
    # Nobody prints it, but the record has all up to the last reading.
    said, energy = profiled("killed", system("energy_desktop"), expected=-9)
    assert "energy of" not in said and 6900 <= energy["all"]["measuredMj"] <= 7500.01, (said, energy)
    if "race" in PROGRAM:
        return  # ThreadSanitizer allows no threads in a child
    # A child measures itself, and prints a table of its own before its parent does.
    said = run("fork", system("energy_desktop"), expected=5)
    tables = said.split("kasuri: energy of ")[1:]
    assert len(tables) == 2 and "measured 2.000 J" in tables[0] and "measured 9.500 J" in tables[1], said
    assert "short@" not in tables[0] and "long@" in tables[0] and "short@" in tables[1], said


def test_power():
    """Sensors of power: of a constant one the energy is power times time, however long that is."""
    root = system("energy_jetson")
    (root / COUNTER).unlink()
    (root / COUNTER).parent.rmdir()
    (root / "counter").write_text(f"{0:020}\n")
    done = subprocess.run([*RUNNER, PROGRAM, "return", str(root / "counter"), str(RANGE)], capture_output=True, text=True, timeout=120,
                          env={"PATH": os.environ["PATH"], "KASURI_CORES": "2", "KASURI_ADAPT": "0", "KASURI_ROOT": str(root),
                               "KASURI_ENERGY": "1", "KASURI_PROFILE": str(WORK / "profile.json")})
    assert done.returncode == 0 and "power, integrated, updated each 2.000 ms, read at least each 10.00 ms" in done.stderr, done
    energy = json.loads((WORK / "profile.json").read_text())["energy"]
    assert energy["source"] == "hwmon" and energy["sensors"] == ["ina3221 VDD_IN"] and energy["senses"] == "power", energy
    for each in [energy["all"], energy["outside"], *energy["layers"]]:
        assert each["measuredNs"] == each["ns"] and abs(each["measuredMj"] - 5.064 * each["ns"] * 1e-6) < 0.1, (each, energy)


def test_refused():
    """The counters of RAPL, which only root may read: what helps is said."""
    root = system("energy_desktop")
    counter = root / "counter"
    counter.write_text(f"{0:020}\n")
    counter.chmod(0o666)
    (root / COUNTER).chmod(0o400 if os.geteuid() == 0 else 0)
    for folder in (WORK, root):
        folder.chmod(0o755)
    if os.geteuid() == 0 and RUNNER:
        print("skipped: root under emulation may read everything")
        return
    nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    done = subprocess.run([PROGRAM, "return", str(counter), str(RANGE)], capture_output=True, text=True, timeout=120, cwd="/", **nobody,
                          env={"PATH": os.environ["PATH"], "KASURI_CORES": "2", "KASURI_ADAPT": "0", "KASURI_ROOT": str(root),
                               "KASURI_SHARE": "0", "KASURI_ENERGY": f"model:{MODEL}"})
    assert done.returncode == 0, done
    assert f"not measured: no permission to read /{COUNTER} (run as root, or grant read access to this file)" in done.stderr, done.stderr
    assert "not measured, modeled " in done.stderr, done.stderr


def test_unknown():
    """A sensor fails while the program runs: the time is unknown, and nothing is invented."""
    said, energy = profiled("unknown", system("energy_desktop"))
    assert energy["readingsLost"] > 0 and energy["all"]["measuredNs"] < energy["all"]["ns"], energy
    long = next(layer for layer in energy["layers"] if layer["name"].startswith("long"))
    assert long["measuredMj"] is None or long["measuredMj"] == 0, energy
    assert "a sensor could not be read, or its value made no sense" in said, said


def test_off():
    """Nothing is measured unless it is asked for, and what cannot be understood is said."""
    for wish in (None, "0", ""):
        assert "energy" not in run("return", system("energy_desktop"), wish), wish
    for wish in ("yes", "1,2", "sensors:", "model:", "sensors"):
        said = run("return", system("energy_desktop"), wish)
        assert f"KASURI_ENERGY='{wish}' may only contain 1, 0, sensors:NAME+NAME and model:FILE; ignored" in said, said
        assert "energy of" not in said, said
    said, energy = profiled("return", system("energy_desktop"), None)
    assert energy is None and said == "", said


def test_traces():
    root = system("energy_desktop")
    run("return", root, f"1,model:{MODEL}", KASURI_TRACE=str(WORK / "trace.json"))
    trace = json.loads((WORK / "trace.json").read_text())
    check_amounts(trace["otherData"]["energy"])
    table = subprocess.run([TRACE, WORK / "trace.json"], capture_output=True, text=True, check=True).stdout
    assert "measured 7.500 J" in table and "  long@program.c:1" in table, table
    # Files that were changed by hand.
    energy = trace["otherData"]["energy"]
    for change in ({"updateNs": "1"}, {"all": None}, {"outside": {}}, {"layers": [{"name": "x"}]}, {"layers": [3]},
                   {"readings": -1}, {"samplingNs": 1e300}, {"all": {**energy["all"], "measuredMj": []}}):
        trace["otherData"]["energy"] = {**energy, **change}
        (WORK / "changed.json").write_text(json.dumps(trace))
        done = subprocess.run([TRACE, WORK / "changed.json"], capture_output=True, text=True)
        assert done.returncode == 1 and "'energy' is incomplete or has the wrong type" in done.stderr, (change, done)


def test_this():
    """On this machine, where it has sensors that may be read."""
    done = subprocess.run([*RUNNER, PROGRAM, "return", "/dev/null", "1"], capture_output=True, text=True, timeout=120,
                          env={"PATH": os.environ["PATH"], "KASURI_CORES": "2", "KASURI_ADAPT": "0", "KASURI_ENERGY": "1"})
    if "not measured: " in done.stderr:
        print("skipped:", re.search(r"not measured: (.*)", done.stderr).group(1))
        return
    watts = re.search(r"measured [\d.]+ \w*J \(([\d.]+) (m?)W\)", done.stderr)
    assert watts and 0.01 < float(watts.group(1)) * (1e-3 if watts.group(2) else 1) < 5000, done.stderr
    print(done.stderr)


globals()[f"test_{CASE}"]()
