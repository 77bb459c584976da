"""What checks/placed.sh brought back: each level was requested where it was planned.

    plan     in the emitted tables: the level of each row, the kind of core of its worker, here with a level for each row
    record   the core where a row ran, the frequency that it asked for there, and what came of it
    profile  what came of all requests, and how often the runtime told each clock each frequency
    kernel   how often its driver switched to each frequency (stats/trans_table)
"""
import collections
import json
import re

import clocks

# The table that a run must take, by how many of its workers are on each kind: big cores, little ones. One core is not for
# the exclusive program.
TABLES = {"whole": (2, 2), "little": (0, 2), "big": (2, 0), "one-each": (1, 1), "one-big": (1, 2), "three-workers": (2, 1),
          "exclusive": (2, 1), "bound": (2, 2), "offline": (1, 2), "whole-again": (2, 2)}


def put_levels(source):
    """Each row names a level, another one than the row before it."""
    row = -1
    lines = []
    for line in source.splitlines():
        row = -1 if line.startswith("static const ks_row ") else row
        found = clocks.ROW.match(line)
        if found:
            row += 1
            line = "  {" + ", ".join([*found.groups()[:5], str(row % 4)]) + ", " + line[found.end():]
        lines.append(line)
    return "\n".join(lines) + "\n"


def tables_used(requests, tables):
    used = collections.Counter()
    for request in requests:
        kinds = tables[request["layer"]][int(request["table"])].kinds
        used[kinds.count(0), kinds.count(1)] += 1
    return used


def problems_of_pinned(requests, wanted, name, tables):
    """All workers come, in each run, and each stays on one core of its own. Only a bound caller is elsewhere."""
    used = tables_used(requests, tables)
    if set(used) != {wanted}:
        yield f"tables for {dict(used)} big and little cores were used instead of {wanted}"
    counts = collections.Counter((request["layer"], request["row"]) for request in requests)
    if any(len({counts[each] for each in counts if each[0] == layer}) > 1 for layer in tables):
        yield f"rows ran differently often: {counts}"
    elsewhere = {request["worker"] for request in requests if request["outcome"] == "foreign"}
    if elsewhere != ({"0"} if name == "bound" else set()):
        yield f"workers {elsewhere} were on other kinds of cores"
    homes = collections.defaultdict(set)
    for request in requests:
        if request["outcome"] != "foreign":
            homes[request["worker"]].add(request["core"])
    if any(len(cores) > 1 for cores in homes.values()) or len(set.union(*homes.values())) != len(homes):
        yield f"workers moved or shared cores: {dict(homes)}"


def problems_of_adaptive(requests, tables):
    """The caller may take over the rows of workers that do not come, where it is. Nobody else is elsewhere."""
    for request in requests:
        table = tables[request["layer"]][int(request["table"])]
        if request["outcome"] == "foreign" and (request["worker"] != "0" or table.worker_of(int(request["row"])) == 0):
            yield f"not taken over by the caller: {request}"


def problems_of_counts(folder, requests):
    recorded = collections.Counter(request["outcome"] for request in requests)
    counted = collections.Counter()
    for clock in json.loads((folder / "profile.json").read_text())["clocks"]:
        counted.update(clock["requests"])
    if +recorded != +counted:
        yield f"recorded were {+recorded}, counted {+counted}"
    for first, told in clocks.told(folder / "profile.json", lambda core: None).items():
        kernel = clocks.switched(folder / f"policy{first}")
        # The clock has its highest frequency between layers, so the kernel does not count all that request it.
        del told[None], told[clocks.frequencies_of(first)[0]], kernel[clocks.frequencies_of(first)[0]]
        if +told != +kernel:
            yield f"clock {first} was told {dict(+told)}, and the kernel counted {dict(+kernel)}"


def problems(folder, out):
    tables = clocks.tables_of(out)
    missing = {f"{name}-pinned" for name in TABLES} - {seen.name for seen in folder.iterdir()}
    if missing:
        yield f"no runs {missing}"
    for seen in sorted(folder.iterdir()):
        name, _, way = seen.name.rpartition("-")
        requests = clocks.requests_of(seen / "record")
        found = [problem for request in requests for problem in clocks.problems_of_request(request, tables)]
        if not requests:
            found.append("no row has requested a level")
        elif way == "pinned":
            found += problems_of_pinned(requests, TABLES[name], name, tables)
        else:
            found += problems_of_adaptive(requests, tables)
        found += problems_of_counts(seen, requests)
        yield from (f"{seen.name}: {problem}" for problem in found[:3])
