"""What checks/frequencies.sh brought back: plan, requests, kernel and clocks tell of the same frequencies.

    plan        the level of each row and the kind of its worker's core, in the emitted tables; that of the code between
                layers, if it has one
    record      the level that each row asked for, and its frequency on the core where it ran
    profile     how often the runtime told each clock each frequency
    transitions how often the kernel's driver switched to each frequency (stats/trans_table)
    outside     how often the lines that select the clocks did, as QEMU has seen them
"""
import collections
import json
import re

from emulator.device_tree import BIG, clusters_of

TABLES = re.compile(r"static const ks_table (\w+)_tables\[\] = \{\n(.*?)\n\};", re.DOTALL)
LAYER = re.compile(r'\{KS_ABI_VERSION, "(.*?)", \w+, (\w+)_tables, ')
ENTRY = re.compile(r"^  \{(\d+), \d+, (\w+)_first, ", re.MULTILINE)
ROW = re.compile(r"^  \{(\d+), (\d+), (\d+), (\d+), (\d+), (\d+), ", re.MULTILINE)
PACE = re.compile(r'static const ks_pace ks_pace_of = \{KS_ABI_VERSION, "(.*?)", &ks_pace_kind, \d+, \d+, (\d+)\};')
KEEP = 255
CORES = 4


class Table:
    """By row the level; by worker its first row, and the kind of its core (none without kinds)."""

    def __init__(self, source, workers, symbol):
        def array(kind, name):
            found = re.search(rf"static const {kind} {symbol}_{name}\[\] = \{{(.*?)\}};", source, re.DOTALL)
            return found[1] if found else ""

        self.workers = int(workers)
        self.levels = [int(row[5]) for row in ROW.findall(array("ks_row", "rows"))]
        self.firsts = [int(each) for each in array("ks_uint16", "first").split(",")]
        self.kinds = [int(each) for each in array("ks_uint8", "on").split(",") if each]

    def worker_of(self, row):
        return max(worker for worker in range(self.workers) if self.firsts[worker] <= row)


def tables_of(out):
    """The tables of each layer, in their order, by the layer's name."""
    tables = {}
    for path in out.glob("*.c"):
        source = path.read_text()
        entries = dict(TABLES.findall(source))
        for name, symbol in LAYER.findall(source):
            tables[name] = [Table(source, *entry) for entry in ENTRY.findall(entries[symbol])]
    return tables


def paces_of(out):
    """The level of code between layers, by the function's name."""
    return {name: int(level) for path in out.glob("*.c") for name, level in PACE.findall(path.read_text())}


def workers_with_levels(out):
    """With so many workers, which have the fastest cores, layers run by tables that name levels."""
    tables = [table for tables in tables_of(out).values() for table in tables if set(table.levels) - {KEEP}]
    return sorted({table.workers if is_on_fastest(table) else CORES for table in tables})


def is_on_fastest(table):
    return table.kinds == [0, 0, 1, 1][:table.workers]


def frequencies_of(core):
    """In kHz, fastest first: entry n is level n."""
    cluster = next(cluster for cluster, numbers in clusters_of(CORES) if core in numbers)
    return sorted((1000 * mhz for mhz in cluster.megahertz), reverse=True)


def kind_of(core):
    """As in board.json: the big cores are its first kind."""
    cluster = next(cluster for cluster, numbers in clusters_of(CORES) if core in numbers)
    return 0 if cluster is BIG else 1


def requests_of(path):
    lines = path.read_text().splitlines()
    names = lines[1].removeprefix("# ").split("\t")
    return [dict(zip(names, line.split("\t"))) for line in lines[2:]]


def problems_of_request(request, tables):
    """Of one that was not refused because the row ran on another kind of core, and of one that was."""
    table = tables[request["layer"]][int(request["table"])]
    row, core, level, kind = (int(request[name]) for name in ("row", "core", "level", "kind"))
    if level != table.levels[row] or kind != table.kinds[table.worker_of(row)]:
        yield f"not the level and kind of the plan: {request}"
    is_foreign = kind_of(core) != kind
    if is_foreign != (request["outcome"] == "foreign"):
        yield f"planned for kind {kind}, on a core of kind {kind_of(core)}: {request}"
    speeds = frequencies_of(core)
    if int(request["khz"]) != speeds[min(level, len(speeds) - 1)]:
        yield f"not the frequency of level {level}: {request}"


def problems_of_pace(request, paces):
    """Of code between layers, where the caller may be on any core; a core of another kind than the first is refused."""
    core, level = int(request["core"]), int(request["level"])
    speeds = frequencies_of(core)
    if level != paces.get(request["layer"]) or request["workers"] != "0" or request["worker"] != "0":
        yield f"not the plan's level between layers, which is {paces}: {request}"
    if (kind_of(core) != 0) != (request["outcome"] == "foreign"):
        yield f"planned for the first kind, on a core of kind {kind_of(core)}: {request}"
    if int(request["khz"]) != speeds[min(level, len(speeds) - 1)]:
        yield f"not the frequency of level {level}: {request}"


def problems_of_record(path, out, must_set):
    tables, paces = tables_of(out), paces_of(out)
    requests = requests_of(path)
    between = [request for request in requests if request["row"] == "-"]
    requests = [request for request in requests if request["row"] != "-"]
    for request in between:
        yield from problems_of_pace(request, paces)
    if must_set and paces and not between:
        yield f"{paces} is planned between layers, and nothing has requested it"
    if must_set and not any(request["outcome"] == "set" for request in requests):
        yield "no row has set a frequency"
    for request in requests:
        yield from problems_of_request(request, tables)
        if request["outcome"] == "foreign":
            yield f"on another kind of core: {request}"


def told(profile, at_rest):
    """How often each clock was told each frequency, by a function of its first core that between layers."""
    counts = {}
    for clock in json.loads(profile.read_text())["clocks"]:
        first = int(re.match(r"\d+", clock["cores"])[0])
        counts[first] = collections.Counter()
        for level in clock["levels"]:
            counts[first][level["requestedKhz"] or at_rest(first)] += level["times"]
    return counts


def switched(table):
    """Sums of the columns: transitions to each frequency."""
    head, *rows = [line for line in table.read_text().splitlines()[1:] if line.strip()]
    speeds = [int(word) for word in head.split(":")[1].split()]
    columns = zip(*([int(word) for word in row.split(":")[1].split()] for row in rows))
    return collections.Counter(dict(zip(speeds, map(sum, columns))))


def seen_from_outside(trace):
    """Transitions of each cluster's clock; all lines are low to begin with."""
    lines, counts, last = [0] * 8, {}, {}
    for line, value in re.findall(r"setting output (\d) to (\d)", trace.read_text()):
        lines[int(line)] = int(value)
        for cluster, numbers in clusters_of(CORES):
            low, middle, high = lines[cluster.first_line:cluster.first_line + 3]
            khz = 1000 * cluster.megahertz[2 + middle if high else low]
            first = numbers[0]
            if khz != last.setdefault(first, 1000 * cluster.megahertz[0]):
                counts.setdefault(first, collections.Counter())[khz] += 1
            last[first] = khz
    return counts


def problems(folder, programs, trace):
    """`programs`: where each program's emitted sources are, by its name."""
    # At boot the governor switches each clock to its highest frequency.
    all_switched = {numbers[0]: collections.Counter({frequencies_of(numbers[0])[0]: 1}) for _, numbers in clusters_of(CORES)}
    for seen in sorted(folder.iterdir()):
        name = seen.name.split("-")[0]
        # In the fastest mode there is only slack for it, and on a quick machine less than a change takes.
        must_set = name == "encoder_deadline"
        record = problems_of_record(seen / "record", programs[name], must_set)
        yield from (f"{seen.name}: {problem}" for problem in record)
        for first, counts in told(seen / "profile.json", lambda core: frequencies_of(core)[0]).items():
            kernel = switched(seen / f"policy{first}")
            all_switched[first] += kernel
            if +counts != +kernel:
                yield f"{seen.name}: clock {first} was told {dict(+counts)}, and the kernel counted {dict(+kernel)}"
    outside = seen_from_outside(trace)
    if outside != all_switched:
        yield f"the kernel has counted {all_switched}, and from outside was seen {outside}"


def problems_of_registers(profile, trace):
    """Runs that were killed have set clocks too, so from outside at least what this one has told them was seen. Between
    layers a clock has what its register held before, which is left out."""
    outside = seen_from_outside(trace)
    ways = [clock["setBy"] for clock in json.loads(profile.read_text())["clocks"]]
    if ways != ["registers", "registers"]:
        yield f"the clocks were set by {ways}"
    for first, counts in told(profile, lambda core: None).items():
        del counts[None]
        if sum(counts.values()) == 0:
            yield f"clock {first} was not set"
        if counts - outside[first]:
            yield f"clock {first} was told {counts}, and from outside was seen {outside[first]}"
