"""The labels of the suite's loops, and whether a run agrees with them."""
import re
import sys

LABEL = re.compile(r"/\*\s*(parallel if|parallel|sequential)\b(.*?)\*/")
NAMED = re.compile(r"\w+\(([^()]*)\)")
LOOP = re.compile(r"\b(for|while|do)\b")


def attach(file, loops):
    """Gives each loop its label; ends if a loop has none, or a label no loop."""
    lines = file.read_text().splitlines()
    labels = {}
    for number, line in enumerate(lines, 1):
        found = LABEL.search(line)
        if found:
            labels[number if LOOP.search(LABEL.sub("", line)) else number + 1] = found
    wrong = {loop.line for loop in loops} ^ set(labels)
    if wrong or len(loops) != len(labels):
        sys.exit(f"recall: {file.name}: a loop without a label, a label without a loop, or two loops in a line: {sorted(wrong)}")
    for loop in loops:
        kind, text = labels[loop.line].groups()
        loop.truth = {"parallel if": "conditional"}.get(kind, kind)
        loop.label = f"{kind}{text}".strip()
        loop.source = lines


def names(label):
    """What the label says iterations share."""
    return {name for inside in NAMED.findall(label) for name in re.split(r"[,\s]+", inside) if name}


def is_named(conflict, loop, known):
    """Whether the label speaks of what the conflict is about: by its name, or in one of the lines."""
    if conflict["variable"]:
        return conflict["variable"] in known
    for place in (conflict["earlier"], conflict["later"]):
        name, line, _ = place.rsplit(":", 2)
        text = loop.source[int(line) - 1] if name == f"{loop.topic}.c" else ""
        if known & set(re.findall(r"\w+", text)):
            return True
    return False


def is_carried(conflict):
    """A value that goes from one iteration to another, or memory that they share; copies of a variable do for the rest."""
    return conflict["kind"] == "flow" or not conflict["variable"]


def faults(loop):
    """What a run showed against the label, as lines."""
    if not loop.seen["iterations"] and "unseen" not in loop.label:
        return [f"{loop.place}: never run"]
    known = names(loop.label)
    carried = [each for each in loop.seen["conflicts"] if is_carried(each)]
    if loop.truth == "parallel":
        odd = [each for each in carried if not is_named(each, loop, known | {loop.counter})]
        return [f"{loop.place}: labeled '{loop.label}', but {each['kind']} from {each['earlier']} to {each['later']} "
                f"{each['variable']}" for each in odd[:1]]
    shows = any(each["variable"] != loop.counter or loop.counter in known for each in carried)
    if loop.truth == "sequential" and not shows and "unseen" not in loop.label:
        return [f"{loop.place}: labeled '{loop.label}', but no iteration met another"]
    return []
