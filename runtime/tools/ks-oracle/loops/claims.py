"""Holds the conflicts that a run had against what kasuri claims of its loops (--claims).

A conflict is covered if one group of the loop's claims has both accesses and says that iterations hand
its variable on ("ordered") or have copies of it ("private", which a flow of values contradicts), or if
the claims list the groups of the two as meeting, the earlier one first. What a loop does not name may be
done by unknown code that it calls, if it does. The test that ends a loop is no iteration to kasuri: what
stands in the line of the loop's keyword may come later than claimed.

Kasuri and clang do not always give an access the same column. So it is looked up by file, line, whether it
writes, the variable if it goes to one by its name, and its size; then by column, if for all of this kind on the
line kasuri has the columns that clang has. What is left are several accesses, of which any may be the one.
"""
import collections
import dataclasses
import json
import os

COMPLEX = (16, 32)  # bytes; clang touches the two parts for themselves
BITS = (1, 2, 4, 8, 0)  # bytes that clang may touch for a bit-field, whose claim gives none
VERBS = {"flow": ("write", "read"), "anti": ("read", "write"), "output": ("write", "write")}


@dataclasses.dataclass(frozen=True)
class Place:
    file: str
    line: int
    column: int
    variable: str
    bytes: int

    @staticmethod
    def parse(fields):
        file, line, column, variable, size = fields
        return Place(os.path.realpath(file), int(line), int(column), variable, int(size))

    def __str__(self):
        return f"{os.path.basename(self.file)}:{self.line}:{self.column}"


@dataclasses.dataclass(frozen=True)
class Conflict:
    kind: str  # flow, anti, output
    loop: Place
    earlier: Place
    later: Place


@dataclasses.dataclass
class Tally:
    loop: Place
    entered: int
    iterations: int


def read_report(lines):
    """All accesses of the program, as pairs of place and verb, the conflicts, each once, and the loops that were run."""
    accesses, conflicts, tallies = [], [], []
    for line in lines:
        kind, *fields = line.split("\t")
        if kind in VERBS:
            conflicts.append(Conflict(kind, *(Place.parse(fields[i:i + 5]) for i in (0, 5, 10))))
        elif kind == "loop":
            tallies.append(Tally(Place.parse(fields[:5]), int(fields[5]), int(fields[6])))
        else:
            accesses.append((Place.parse(fields), kind))
    return accesses, [*dict.fromkeys(conflicts)], tallies


class Loop:
    def __init__(self, claims):
        self.is_parallel = claims["parallel"] and not claims["guarded"]
        self.is_irregular = claims["irregular"]
        self.kinds = [group["kind"] for group in claims["groups"]]
        self.meetings = {tuple(pair) for pair in claims["meetings"]}
        self.unknown_code = [number for number, group in enumerate(claims["groups"]) if group.get("unknownCode")]
        self.groups_of = collections.defaultdict(list)
        for number, group in enumerate(claims["groups"]):
            for site in group["sites"]:
                self.groups_of[site].append(number)

    def groups(self, sites):
        return [group for site in sites for group in self.groups_of.get(site, ())] or self.unknown_code

    def covers(self, kind, earlier, later, is_head):
        """How any pair of these accesses is claimed; "" if none is. `is_head`: the later one may be the loop's test."""
        for first in self.groups(earlier):
            for second in self.groups(later):
                if first == second and self.kinds[first] == "ordered":
                    return "ordered"
                if first == second and self.kinds[first] == "private" and kind != "flow":
                    return "private"
                if (first, second) in self.meetings or (is_head and (second, first) in self.meetings):
                    return "listed"
        return "irregular" if self.is_irregular else ""


class Claims:
    def __init__(self, text, accesses):
        """`accesses`: all of the program, for the columns."""
        files = [os.path.realpath(name) for name in text["files"]]
        self.known = collections.defaultdict(list)  # by as much as is known of an access
        for number, (file, line, column, verb, variable, size) in enumerate(text["sites"]):
            line_key = (files[file] if file >= 0 else "", line, verb)
            for key in (line_key, (*line_key, variable)):
                self.known[key].append(number)
            widths = BITS if size == 0 else (size, size // 2) if size in COMPLEX and not variable else (size,)
            for width in widths:
                self.known[(*line_key, variable, width)].append(number)
                self.known[(*line_key, variable, width, column)].append(number)
        self.odd = {self.keys(place, verb)[1] for place, verb in accesses
                    if self.keys(place, verb)[0] not in self.known}
        self.loops = collections.defaultdict(list)
        for each in text["loops"]:
            file, line, column = each["place"]
            self.loops[files[file], line, column].append(Loop(each))

    @staticmethod
    def keys(place, verb):
        line = (place.file, place.line, verb)
        return ((*line, place.variable, place.bytes, place.column), (*line, place.variable, place.bytes),
                (*line, place.variable), line)

    def sites(self, place, verb):
        """Those that fit best."""
        exact, *others = self.keys(place, verb)
        if others[0] not in self.odd:
            others.insert(0, exact)
        return next((self.known[key] for key in others if key in self.known), [])

    def claim(self, conflict):
        """How the loop's claims cover the conflict; "" if they do not."""
        place = conflict.loop
        first, second = VERBS[conflict.kind]
        earlier, later = self.sites(conflict.earlier, first), self.sites(conflict.later, second)
        is_head = (conflict.later.file, conflict.later.line) == (place.file, place.line)
        found = (loop.covers(conflict.kind, earlier, later, is_head)
                 for loop in self.loops.get((place.file, place.line, place.column), ()))
        return next(filter(None, found), "")

    def fault(self, conflict):
        """What the claims lack for this conflict; empty if nothing."""
        place = conflict.loop
        loops = self.loops.get((place.file, place.line, place.column))
        if loops is None:
            return "" if place.file.startswith("/usr/") else "kasuri knows no such loop"
        if self.claim(conflict):
            return ""
        first, second = VERBS[conflict.kind]
        earlier, later = self.sites(conflict.earlier, first), self.sites(conflict.later, second)
        for place, sites in ((conflict.earlier, earlier), (conflict.later, later)):
            if not sites:
                return f"kasuri knows no such access at {place}"
        return "not claimed" + (" of a loop called parallel" if any(loop.is_parallel for loop in loops) else "")


class Holding:
    """A report held against the claims: `conflicts`, and `faults`, one line for each that is not covered."""

    def __init__(self, claims_path, report_lines):
        accesses, self.conflicts, self.tallies = read_report(report_lines)
        self.claims = Claims(json.loads(claims_path.read_text()), accesses)
        self.faults = []
        for conflict in self.conflicts:
            fault = self.claims.fault(conflict)
            if fault:
                first, second = VERBS[conflict.kind]
                self.faults.append(f"loop at {conflict.loop}: {conflict.kind} conflict, {first} at {conflict.earlier}, "
                                   f"in a later iteration {second} at {conflict.later}: {fault}")

    def loops_at(self, file, line):
        """What was seen of each loop whose keyword is there (line 0: anywhere), as data; nothing if there is none."""
        file, found = os.path.realpath(file), []
        for (name, its_line, column), claimed in sorted(self.claims.loops.items()):
            if name != file or line not in (0, its_line):
                continue
            place = (name, its_line, column)
            tallies = [each for each in self.tallies if (each.loop.file, each.loop.line, each.loop.column) == place]
            found.append({"place": f"{os.path.basename(name)}:{its_line}:{column}",
                          "parallel": any(loop.is_parallel for loop in claimed),
                          "entered": sum(each.entered for each in tallies),
                          "iterations": sum(each.iterations for each in tallies),
                          "conflicts": [self.described(each) for each in self.conflicts
                                        if (each.loop.file, each.loop.line, each.loop.column) == place]})
        return found

    def described(self, conflict):
        earlier, later = conflict.earlier, conflict.later
        return {"kind": conflict.kind, "earlier": str(earlier), "later": str(later),
                "variable": earlier.variable if earlier.variable == later.variable else "",
                "claim": self.claims.claim(conflict) or "none"}
