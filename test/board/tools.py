"""What checks/tools.sh brought back: machine files of ks-probe, which kasuri takes, and measurements of ks-noise."""
import json
import subprocess
import sys

from emulator.device_tree import clusters_of
from programs import ROOT

SCHEMA = [ROOT / "test/lit/report/Inputs/check_schema.py", ROOT / "docs/formats/machine.schema.json"]


def problems_of_probe(path, cores, has_clocks):
    done = subprocess.run([sys.executable, *SCHEMA, path], capture_output=True, text=True)
    if done.returncode:
        yield f"not by the schema: {done.stdout}{done.stderr}"
        return
    machine = json.loads(path.read_text())
    clusters = [(cluster, list(numbers)) for cluster, numbers in clusters_of(cores) if len(numbers) > 0]
    if [each["cores"] for each in machine["clusters"]] != [numbers for _, numbers in clusters]:
        yield f"clusters {machine['clusters']}"
    if len(machine["cores"]) != cores:
        yield f"{len(machine['cores'])} cores"
    found = [(domain["cores"], [opp["freqKhz"] for opp in domain["opps"]]) for domain in machine.get("clockDomains", [])]
    wanted = [(numbers, [1000 * mhz for mhz in cluster.megahertz]) for cluster, numbers in clusters] if has_clocks else []
    if [each for each in found if each[1]] != wanted:
        yield f"clocks {found}"
    for name in ("dispatchNs", "forkJoinNs", "signalNs") if cores > 1 else ():
        if not machine.get(name):
            yield f"no {name}"
    measured = [each for each in machine.get("frequencyChanges", []) if each.get("callNs")]
    if bool(measured) != has_clocks:
        yield f"frequency changes: {machine.get('frequencyChanges')}"


def problems_of_noise(folder, cores):
    for kind, threads in (("fwq", cores), ("ftq", 1), ("detour", 1)):
        noise = json.loads((folder / f"{kind}.json").read_text())
        if noise["format"] != "kasuri-noise" or len(noise["threads"]) != threads:
            yield f"{kind}: {noise['format']}, {len(noise['threads'])} threads"
        if [thread["core"] for thread in noise["threads"]] != list(range(threads)):
            yield f"{kind}: cores {[thread['core'] for thread in noise['threads']]}"


def problems_of_causes(folder):
    """Of the traced core: the tick is among the causes, and most of the lost time has one."""
    noise, again = (json.loads((folder / f"{name}.json").read_text()) for name in ("causes", "again"))
    thread = noise["threads"][0]
    if noise["evidence"]["source"] not in ("events", "osnoise"):
        yield f"causes: {noise['evidence']}"
    names = [cause["name"] for cause in thread["causes"]]
    if not any("timer" in name for name in names):
        yield f"causes: no timer among {names}"
    detours = thread["detours"]
    without = sum(each["withoutEventNs"] for each in detours["list"])
    given = sum(cause["ns"] for each in detours["list"] for cause in each["causes"])
    if detours["count"] == 0 or given + 1000 < 0.9 * (detours["totalNs"] - without):
        yield f"causes: {given} ns of {detours['totalNs']} ns have one, {without} ns have no event"
    if {cause["name"] for cause in again["threads"][0]["causes"]} != set(names):
        yield f"causes: the saved trace has {again['threads'][0]['causes']}"
    counted = json.loads((folder / "counters.json").read_text())["evidence"]
    if counted["source"] != "counters" or counted["withoutTrace"] is None:
        yield f"causes: {counted}"
    for name in ("fwq_causes", "debugfs"):
        evidence = json.loads((folder / f"{name}.json").read_text())["evidence"]
        if evidence["source"] == "counters":
            yield f"causes: {name}: {evidence}"


def problems(folder, cores, has_clocks):
    yield from problems_of_probe(folder / "probe.json", cores, has_clocks)
    yield from problems_of_noise(folder, cores)
    yield from problems_of_causes(folder)
