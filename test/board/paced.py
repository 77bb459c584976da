"""What checks/paced.sh brought back: code between layers has requested the planned level, and clocks were set to it.

Each call of the function requests it once at the beginning and once behind each layer. The caller is where the system
puts it, and a request on a core of another kind than the first is refused.
"""
import clocks
import placed

FRAMES, LAYERS = 6, 2


def problems(folder, out):
    seen = folder / "seen-paced"
    paces = clocks.paces_of(out)
    if len(paces) != 1 or len(clocks.tables_of(out)) != LAYERS:
        yield f"the plan has the levels {paces} between {len(clocks.tables_of(out))} layers"
    requests = clocks.requests_of(seen / "record")
    between = [request for request in requests if request["row"] == "-"]
    if len(between) != FRAMES * (LAYERS + 1):
        yield f"code between layers has requested a level {len(between)} times"
    if not any(request["outcome"] in ("set", "foreign") for request in between):
        yield "no clock was set between layers"
    yield from clocks.problems_of_record(seen / "record", out, must_set=False)
    yield from placed.problems_of_counts(seen, requests)
