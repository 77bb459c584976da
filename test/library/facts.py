"""Reads what the logger prints, and holds it against the words of an entry of LibraryFunctions.def.

A judgement is a list of complaints: something was seen that the words do not allow. Words that were not seen to be
needed are no fault, since a case does not show all that a function may do.
"""
import collections
import math
import re

KEPT = 90 # a buffer that the function remembers from an earlier call (logger.h)


class Call:
    """What was seen of one call."""

    def __init__(self):
        self.errno = self.overwritten = self.elsewhere = False
        self.error = 0
        self.variables, self.results = set(), []
        self.loads, self.stores, self.writes = [], [], []
        self.rooms, self.changed, self.counts = {}, {}, {}
        self.owners = [] # of buffers: arguments
        self.values = [] # numbers, kinds of pointers, bytes behind them

    def outcome(self, hasRooms=True):
        rooms = sorted(self.rooms.items()) if hasRooms else []
        return self.values, sorted(self.changed.items()), rooms


def read_line(call, line):
    word, *rest = line.split()
    if word == "errno":
        call.errno, call.error = True, int(rest[0])
    elif word == "buffer":
        call.owners.append(int(rest[0]))
    elif word == "variable":
        call.variables.add(rest[0])
    elif word in ("loads", "stores"):
        getattr(call, word).append(tuple(map(int, rest)))
    elif word == "write":
        call.writes.append(tuple(map(int, rest)))
    elif word in ("room", "memory"):
        (call.rooms if word == "room" else call.changed)[int(rest[0])] = rest[1]
    elif word == "overwritten":
        call.overwritten = True
    elif word in ("number", "null", "elsewhere", "result"):
        call.values.append(line)
        call.elsewhere |= word == "elsewhere"
        call.results += [int(rest[0])] if word == "result" else []


def read_facts(output):
    """By function: its status, and its calls in each of two passes."""
    found, counts = {}, {}
    for line in output.splitlines():
        word, *rest = line.split()
        if word == "case":
            status, passes = None, []
            name = rest[0]
        elif word == "status":
            found[name] = (int(rest[0]), passes)
        elif word == "pass":
            passes.append([])
            counts = {}
        elif word == "count":
            counts[int(rest[0])] = int(rest[1])
        elif word == "call":
            passes[-1].append(Call())
            passes[-1][-1].counts = dict(counts)
        else:
            read_line(passes[-1][-1], line)
    return found


# `count`: the arguments whose product is the number of bytes, none if that is not known or is `size`.
Effect = collections.namedtuple("Effect", "kind argument count size")


def bytes_of(effect, counts):
    """How many bytes the effect is about in a call with these counts, at most; None: any number."""
    if effect.size is not None:
        return effect.size
    known = [counts.get(each) for each in effect.count]
    return None if not known or None in known else math.prod(known)


class Words:
    """An entry, as far as calls can show it."""

    def __init__(self, words):
        self.all = set(words.split())
        self.effects = []
        for word in self.all:
            match = re.fullmatch(r"([rwf])(\d+)(?::(#)?(\d+)(?:\*(\d+))?)?", word)
            if match:
                kind, argument, fixed, number, times = match.groups()
                numbers = tuple(int(each) for each in (number, times) if each)
                self.effects.append(Effect(kind, int(argument), () if fixed else numbers, numbers[0] if fixed else None))
        self.isUnknown = "callback" in self.all
        self.sets = {word[5:-1] for word in self.all if word.startswith("sets(")}

    def has(self, *words):
        return self.isUnknown or any(word in self.all for word in words)

    def effects_on(self, argument, kinds):
        return [each for each in self.effects if each.argument == argument and each.kind in kinds]

    def may_load(self, argument):
        return (self.has("rest") or bool(self.effects_on(argument, "r")) or
                (argument == KEPT and self.remembers()) or f"stream{argument}" in self.all)

    def may_store(self, argument):
        return (self.has("wrest") or bool(self.effects_on(argument, "wf")) or
                (argument == KEPT and self.remembers()) or f"stream{argument}" in self.all)

    def remembers(self):
        return "keep" in self.all or any(word.startswith("cursor") for word in self.all)

    def most_written(self, argument, counts):
        """Bytes from the start that may be written; None: any."""
        ends = []
        for each in self.effects_on(argument, "wf"):
            end = bytes_of(each, counts)
            if end is None:
                return None
            ends.append(end)
        return max(ends, default=None)

    def may_return(self, argument):
        return (self.isUnknown or f"ret{argument}" in self.all or "world" in self.all or
                (argument in (0, KEPT) and self.remembers()))


def judge_call(words, call):
    for argument, *_ in call.loads:
        if not words.may_load(argument):
            yield f"reads what argument {argument} points to"
    for argument, *_ in call.stores:
        if not words.may_store(argument):
            yield f"writes what argument {argument} points to"
    for argument, first, end in call.writes:
        most = words.most_written(argument, call.counts)
        if not words.may_store(argument):
            yield f"changes what argument {argument} points to"
        elif most is not None and end > most and not words.has("wrest"):
            yield f"writes {end} bytes of argument {argument} where {most} are allowed"
    for argument in call.results:
        if not words.may_return(argument):
            yield f"returns a pointer into argument {argument}"
    if call.elsewhere and not words.has("alloc", "library", "static", "world", "tables"):
        yield "returns a pointer to memory that is none of an argument's"
    if call.overwritten and not words.has("static"):
        yield "writes over the result of an earlier call"
    if call.errno and not words.has("errno", "errnoref", "io", "alloc"):
        yield f"sets errno ({call.error})"
    for variable in sorted(call.variables - words.sets):
        if not words.isUnknown:
            yield f"sets the variable {variable}"


def judge_sure(words, plain, other):
    """What is surely written is the same, whatever was there before."""
    for one, two in zip(plain, other):
        for argument, memory in one.rooms.items():
            for each in words.effects_on(argument, "f"):
                size = bytes_of(each, one.counts) or 0
                if memory[:2 * size] != two.rooms[argument][:2 * size]:
                    yield f"does not write all {size} bytes of argument {argument}"


def judge_rooms(words, plain, other):
    for one, two in zip(plain, other):
        if one.outcome(False) != two.outcome(False) and not any(words.may_load(each) for each in one.rooms):
            yield "has results that depend on memory which it is not to read"


def outcomes(passes):
    return [call.outcome() for each in passes for call in each]


def judge(words, seen):
    """`seen`: by mode, the passes; `closed` and `fixed`: complaints of probes, as (argument, isWrite)."""
    found = []
    for mode in ("plain", "log"):
        for each in seen[mode]:
            for call in each:
                found += judge_call(words, call)
    remembers = words.has("state", "io", "keep", "world") or words.remembers()
    varies = outcomes(seen["plain"][:1]) != outcomes(seen["plain"][1:])
    if varies and not remembers:
        found.append("has other results in a second call")
    found += judge_sure(words, seen["plain"][0], seen["other"][0])
    if not varies and not words.has("io"): # files and clocks change between runs
        found += judge_rooms(words, seen["plain"][0], seen["other"][0])
        if outcomes(seen["plain"]) != outcomes(seen["locale"]) and not words.has("locale", "wlocale"):
            found.append("depends on the locale")
        if outcomes(seen["plain"]) != outcomes(seen["zone"]) and not words.has("reads(environ)"):
            found.append("depends on the environment")
    for argument, isWrite in seen.get("probes", ()):
        if isWrite and not words.may_store(argument):
            found.append(f"lets the kernel write what argument {argument} points to")
        if not isWrite and not (words.may_load(argument) or words.may_store(argument)):
            found.append(f"lets the kernel reach what argument {argument} points to")
    return list(dict.fromkeys(found))
