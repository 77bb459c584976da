"""What bench/recall.py prints, and docs/recall.md."""
import collections
import re

INTRODUCTION = """# Recall: the parallel loops that Kasuri finds

Written by `docs/generators/recall-page` with `bench/recall.py`, which runs Kasuri on the programs in `bench/recall`: loops as
numerical and media programs spell them, each with a label in a comment that says the truth about it. The programs were
written for this suite. `bench/recall.py --check-labels` runs all of them with `ks-oracle`, which holds the labels against what
the iterations of each loop do to memory.

*Found* loops are those whose verdict in [report.json](formats/report.md) is parallel, whatever is planned; *tested* of these run in
parallel if a test in front of them succeeds, *in order* with some statements in the loop's order. *Missed* ones are parallel, but Kasuri
has no proof. *Wrong* would be a sequential loop that is called parallel with neither a test nor statements in order. For the
sequential loops, too, *tested* are those that run in parallel where a test in front of them succeeds, as for two iterations, and *in order*
those with only some statements in the loop's order, while the others run in parallel.
"""
HEADER = ("| topic | loops | parallel | found | tested | in order | missed | recall | sequential | tested | in order | wrong |\n"
          "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |")


def row(name, loops):
    positive = [loop for loop in loops if loop.truth != "sequential"]
    found = [loop for loop in loops if loop.is_found]
    kinds = collections.Counter(loop.verdict for loop in found)
    others = collections.Counter(loop.verdict for loop in loops if loop.truth == "sequential")
    recall = f"{100 * len(found) / len(positive):.1f} %" if positive else ""
    cells = [name, len(loops), len(positive), len(found), kinds["guarded"], kinds["ordered"], sum(loop.is_missed for loop in loops),
             recall, others.total(), others["guarded"], others["ordered"], sum(loop.is_wrong for loop in loops)]
    return "| " + " | ".join(map(str, cells)) + " |"


def table(loops):
    topics = collections.defaultdict(list)
    for loop in loops:
        topics[loop.topic].append(loop)
    rows = [row(topic.replace("_", " "), each) for topic, each in topics.items()]
    return "\n".join([HEADER, *rows, row("**all**", loops)])


def misses(loops):
    """The missed loops by the first obstacle given, the most frequent first."""
    by_kind = collections.defaultdict(list)
    for loop in loops:
        if loop.is_missed:
            by_kind[loop.obstacle].append(loop)
    rows = ["| obstacle | loop | what it says | label |", "| --- | --- | --- | --- |"]
    for kind, each in sorted(by_kind.items(), key=lambda item: (-len(item[1]), item[0])):
        rows += [f"| {kind_cell(kind, each, number)} | `{loop.place}` | {cell(loop.message)} | {cell(loop.label)} |"
                 for number, loop in enumerate(each)]
    return "\n".join(rows)


def cell(text):
    return text.replace("|", "\\|").replace("*", "\\*")


def kind_cell(kind, loops, number):
    return f"[`{kind}`](obstacles/{kind}.md), {len(loops)}" if number == 0 else ""


def wrongs(loops):
    return [f"{loop.place}: WRONGLY PARALLEL ({loop.verdict}): labeled '{loop.label}'" for loop in loops if loop.is_wrong]


def report(loops):
    return "\n".join([*wrongs(loops), table(loops), "", misses(loops), "", summary(loops)])


def recall(loops):
    """The share of the parallel loops that are found, in percent."""
    return 100 * sum(loop.is_found for loop in loops) / max(1, sum(loop.truth != "sequential" for loop in loops))


def summary(loops):
    positive = sum(loop.truth != "sequential" for loop in loops)
    found = sum(loop.is_found for loop in loops)
    return (f"{len(loops)} loops, {positive} parallel, {found} of these found ({recall(loops):.1f} %), "
            f"{len(wrongs(loops))} wrongly parallel")


def page(loops):
    return "\n".join([INTRODUCTION, summary(loops)[:1].upper() + summary(loops)[1:] + ".", "", table(loops), "", "## Missed", "",
                      misses(loops)]) + "\n"


def known_misses(path):
    """Places of the missed loops on the page."""
    return set(re.findall(r"^\|[^|]*\| `(\w+\.c:\d+)` \|", path.read_text(), re.MULTILINE))
