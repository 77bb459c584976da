"""Writes a report as kasuri does, of a program that was never compiled: one layer of many tasks with all that a
report can have (levels, idle modes, waits, measured rows, curves with energy), on eight cores of two clocks."""

import json
import random

KHZ = (1800000, 1400000, 1000000, 600000)


def macro_tasks(count, width, choose):
    """Rows of at most `width` tasks, each with some predecessors in the row before; now and then a branch."""
    tasks, row, before = [], [], []
    for number in range(count):
        if len(row) >= width:
            before, row = row, []
        kind = choose.choice(("block", "repetition", "subroutine"))
        if number % 97 == 5:
            kind = "condition"
        needs = sorted(choose.sample(before, min(len(before), choose.randint(0, 3))))
        control = None
        if kind != "condition" and number > 5 and number % 97 in (6, 7):
            control = {"condition": number - number % 97 + 5, "when": number % 97 == 6}
            needs = []
        tasks.append({
            "id": number, "kind": kind, "file": "made.c", "line": number % 400 + 1, "column": 3,
            "split": kind == "repetition" and number % 3 == 0, "predecessors": needs, "control": control,
            "earliest": " and ".join(f"T{each}" for each in needs) or "at once", "privates": [],
            "endLine": number % 400 + 3, "calls": [f"stage_{number}"] if kind == "subroutine" else [],
            "estimatedNs": round(choose.lognormvariate(8, 1), 1),
            "needs": [{"task": each, "variables": [f"buffer[{each}]"], "bytes": 4 * each} for each in needs],
            "inside": [1] if kind == "subroutine" and number < 50 else []})
        row.append(number)
    return tasks


def table(tasks, workers, choose, measured):
    """A list schedule in the order of the tasks."""
    free, done, rows, place = [0.0] * workers, {}, [[] for _ in range(workers)], {}
    for task in tasks:
        needs = task["predecessors"] + ([task["control"]["condition"]] if task["control"] else [])
        ready = max((done[each] for each in needs), default=0)
        worker = min(range(workers), key=lambda each: max(free[each], ready))
        start = max(free[worker], ready)
        gap = start - free[worker]
        waits = sorted({(place[each][0], place[each][1] + 1) for each in needs if place[each][0] != worker})
        place[task["id"]] = (worker, len(rows[worker]))
        rows[worker].append({
            "worker": worker, "task": task["id"], "part": 0, "parts": 1, "startNs": start,
            "costNs": task["estimatedNs"], "level": choose.choice((None, 0, 1, 2, 3)),
            "idle": "off" if gap > 9000 else "gate" if gap > 3000 else "spin",
            "waits": [{"worker": each, "rows": number} for each, number in waits]})
        free[worker] = done[task["id"]] = start + task["estimatedNs"]
    made = {"workers": workers, "makespanNs": max(free), "rows": [row for each in rows for row in each],
            "simulatedNs": max(free) * 1.03, "energyMj": 3.5 + workers / 10,
            "utilisation": sum(each["estimatedNs"] for each in tasks) / max(free) / workers}
    if measured:
        made["measured"] = [{"worker": row["worker"], "task": row["task"], "part": 0,
                             "startNs": row["startNs"] * 1.05, "costNs": row["costNs"] * 1.02} for row in made["rows"]]
    return made


def pipeline(tables):
    """The layer as a loop whose iterations overlap: gives its tables the first iterations, and returns the stages."""
    stages = [{"file": "made.c", "line": line, "column": 3, "endLine": line + 2, "ordered": line % 2 == 1, "costNs": ns,
               "share": ns / 100, "measured": line == 1, "measuredWaitNs": 5.0 if line == 1 else None}
              for line, ns in ((1, 10), (4, 60), (7, 30))]
    for each in tables:
        each["iterations"] = [{"iteration": n, "worker": n % each["workers"], "stage": number, "startNs": 30 * n + start,
                               "costNs": stages[number]["costNs"]}
                              for n in range(3 * each["workers"]) for number, start in enumerate((0, 10, 70))]
    return {"iterationNs": 100, "limit": 3.33, "longest": 2, "stages": stages}


def loop(line, **changes):
    made = {"file": "made.c", "line": line, "column": 3, "endLine": line + 2, "function": "work",
            "verdict": "sequential", "planned": False, "insidePlanned": False, "kind": "CarriedFlow", "layer": None,
            "counter": "i", "privates": [], "reductions": [], "inductions": [], "guards": [], "assumptions": [],
            "components": [], "inOrder": [], "obstacles": [], "noPipeline": None, "estimatedShare": 0.2, "measuredShare": None,
            "estimatedNs": 1e6, "measuredNs": None, "measuredDeviationNs": None, "confidence": "high",
            "estimatedTrips": 100, "tripsGuessed": False}
    return made | changes


def obstacle(message, line):
    return {"kind": "CarriedFlow", "message": message, "help": "give each iteration its own",
            "source": {"file": "made.c", "line": line, "column": 5}, "sourceNote": "written here",
            "sink": {"file": "made.c", "line": line + 1, "column": 9}, "sinkNote": "read here"}


def report(count, width=40, seed=1, measured=True):
    choose = random.Random(seed)
    tasks = macro_tasks(count, width, choose)
    inner = macro_tasks(6, 2, choose)
    for each in inner:
        each["inside"] = [1]  # a recursive function
    nested = ("endLine", "calls", "estimatedNs", "needs", "inside")
    place = {"file": "made.c", "line": 1, "column": 3}
    loops = [loop(10, obstacles=[obstacle("'a' is read </script><script>alert(1)</script>", 11)]),
             loop(20, verdict="parallel", planned=True, kind="Doall", layer=0, estimatedShare=0.7, measuredShare=0.65,
                  measuredNs=9e5, measuredDeviationNs=4e4, confidence="measured",
                  privates=[{"name": "t", "lastValueKept": True}],
                  reductions=[{"name": "s", "operator": "+", "floating": True, "inOrder": False, "arrayBytes": 0}],
                  guards=[{"kind": "MinimumTrip", "minimum": 64}, {"kind": "Apart", "condition": "a < b && c > d"}]),
             loop(30, verdict="not-worth-it", kind="NotWorthIt", estimatedShare=0.001)]
    points = [{"khz": khz, "activeMw": khz / 2000} for khz in KHZ]
    tables = [table(tasks, workers, choose, measured and workers == 8) for workers in (2, 4, 8)]
    return {
        "format": "kasuri-report", "version": 1, "sources": ["made.c"],
        "counts": {"loops": 3, "loopsPlanned": 1, "parallel": 1, "not-worth-it": 1, "sequential": 1,
                   "layerCandidates": 2, "macroTasks": count},
        "estimatedProgramNs": 5e9, "measuredProgramNs": 4.8e9,
        "speedupLimit": [{"cores": n, "limit": 1 / (0.1 + 0.9 / n)} for n in range(1, 65)],
        "curves": [{"cores": n, "speedup": 1 / (0.15 + 0.85 / n), "energyMj": 900 / n ** 0.5 + 20 * n}
                   for n in range(1, 65)],
        "machine": {"name": "made-up board", "hasPower": True, "domains": [{"points": points}, {"points": points}],
                    "cores": [{"id": n, "cluster": n // 4, "domain": n // 4, "speed": 1} for n in range(8)]},
        "obstacles": [], "assumptions": ["assertions"], "libraryFunctions": ["memcpy", "printf"], "loops": loops,
        "layers": [place | {
            "name": "work@made.c:1", "function": "work", "planned": True, "candidate": 0, "obstacles": [],
            "macroTasks": [{key: value for key, value in each.items() if key not in nested} for each in tasks],
            "tasks": [{"name": f"task_{each['id']}@made.c:{each['line']}", "members": [each["id"]],
                       "split": each["split"], "components": [], "estimatedNs": each["estimatedNs"],
                       "measuredNs": each["estimatedNs"] * 1.02, "measuredDeviationNs": 12.5} for each in tasks],
            "sequentialNs": sum(each["estimatedNs"] for each in tasks), "estimatedShare": 0.9, "minimumTrip": 0,
            "pipeline": pipeline(tables), "tables": tables}],
        "graph": [place | {"id": 0, "function": "work", "layer": 0, "estimatedShare": 0.9, "tasks": tasks},
                  place | {"id": 1, "function": "stage", "layer": None, "estimatedShare": 0.1, "tasks": inner}]}


def source():
    """400 lines that try to be more than text."""
    lines = [f"  a[{n}] = b[{n}] * {n}; // & <b>bold</b>".encode() for n in range(1, 401)]
    lines[3] = b"/* </code></div></script><script>document.title = 'broken'</script> <!-- */"
    lines[4] = b"char *s = \"caf\xe9 \xff\xfe \x00 \x1b[31m\";"
    lines[5] = b"int table[] = {" + b"1234567, " * 20000 + b"};"
    return b"\r\n".join(lines) + b"\n"


def write(path, count, **options):
    with open(path, "w") as file:
        json.dump(report(count, **options), file)
