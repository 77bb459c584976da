#!/usr/bin/env python3
"""Draws docs/images/speedups.svg, the chart in the README, of the tables of measurements in docs/.

usage: chart.py [--check]

The numbers are those that docs/comparison.md (`bench/kernels.py --markdown`) and docs/coverage.md (`bench/coverage.py`,
`bench/packages.py`) show, so the picture says nothing that the pages do not say. The same tables give the same bytes. --check compares the
picture with them and writes nothing.

A bar is a speedup over `cc -O3` (kernels) or `cc -O2` (packages) on the same cores; the line at 1 is the sequential program.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs/images/speedups.svg"
KERNELS = ROOT / "docs/comparison.md"
PACKAGES = ROOT / "docs/coverage.md"
WAYS = {"gcc parallel": "gcc -ftree-parallelize-loops", "polly": "Clang with Polly", "by hand": "OpenMP by hand",
        "kasuri": "Kasuri"}
COLORS = {"gcc parallel": "#8c9bab", "polly": "#c98f3c", "by hand": "#5a9e6f", "kasuri": "#2f6fc9"}
LEFT, BAR, GAP, WIDTH = 150, 11, 12, 760
STYLE = """\
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.small { font-size: 11px; fill: #59636e }
.head { font-weight: 600 }
.axis { stroke: #59636e }
.grid { stroke: #d1d9e0 }
.page { fill: #ffffff }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc }
  .small { fill: #9198a1 }
  .axis { stroke: #9198a1 }
  .grid { stroke: #3d444d }
  .page { fill: #0d1117 }
}"""


def rows_of(text, first):
    """The rows of the table whose first column has that name, as dicts by column."""
    lines = text[text.index(f"| {first} |"):].split("\n\n")[0].splitlines()
    cells = [[cell.strip().strip("*`") for cell in line.strip("|").split("|")] for line in lines]
    return [dict(zip(cells[0], row)) for row in cells[2:]]


def number(text):
    found = re.match(r"[\d.]+", text)
    if not found:
        sys.exit(f"chart: '{text}' is not a speedup")
    return float(found[0])


def kernels():
    """(heading, groups); a group is a name and the speedup of each way."""
    page = KERNELS.read_text()
    measured = re.search(r"^Measured on (.*)\.$", page, re.MULTILINE)
    groups = [(row["kernel"], {way: number(row[way]) for way in WAYS}) for row in rows_of(page, "kernel") if row["cc -O3"]]
    means = next(row for row in rows_of(page, "kernel") if not row["cc -O3"])
    groups.append(("geometric mean", {way: number(means[way]) for way in WAYS}))
    return f"Kernels: speedup over cc -O3. {measured[1]}", groups


def packages():
    page = PACKAGES.read_text()
    speedups = {row["program"]: row["speedup"] for row in rows_of(page, "program")}
    for row in rows_of(page, "package"):  # built by kasuri-cc
        if row["cc / kasuri-cc"]:
            speedups.setdefault(row["package"].split()[0], row["cc / kasuri-cc"])
    groups = [(name, {"kasuri": number(speedup)}) for name, speedup in speedups.items()]
    return "Packages: unchanged sources; speedup over cc -O2, on 2 cores that other work also used", groups


def text(x, y, content, more=""):
    content = content.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:g}" y="{y:g}"{more}>{content}</text>'


def legend(y):
    parts, x = [], 10
    for way, title in WAYS.items():
        parts += [f'<rect x="{x}" y="{y - 10}" width="11" height="11" fill="{COLORS[way]}"/>', text(x + 17, y, title)]
        x += 8 * len(title) + 36
    return parts


def section(y, heading, groups, scale):
    """The lines of one part of the picture, and where it ends."""
    parts = [text(10, y, heading.split(": ")[0], ' class="head"'), text(LEFT, y, heading.split(": ", 1)[1], ' class="small"')]
    top = y + 12
    bars, y = [], top + 4
    for name, speedups in groups:
        bars.append(text(LEFT - 8, y + BAR * len(speedups) / 2 + 4, name, ' text-anchor="end"'))
        for way, speedup in speedups.items():
            bars.append(f'<rect x="{LEFT}" y="{y}" width="{speedup * scale:.1f}" height="{BAR - 1}" fill="{COLORS[way]}"/>')
            bars.append(text(LEFT + speedup * scale + 5, y + BAR - 2, f"{speedup:.2f}", ' class="small"'))
            y += BAR
        y += GAP
    lines = [f'<line class="{"axis" if at == 1 else "grid"}" x1="{LEFT + at * scale:g}" x2="{LEFT + at * scale:g}" y1="{top}" y2="{y - 6}"/>'
             for at in range(int((WIDTH - LEFT) / scale) + 1)]
    labels = [text(LEFT + at * scale, y + 6, str(at), ' class="small" text-anchor="middle"') for at in range(len(lines))]
    return parts + lines + bars + labels, y + 34


def picture():
    sections = [kernels(), packages()]
    most = max(speedup for _, groups in sections for _, speedups in groups for speedup in speedups.values())
    scale = (WIDTH - LEFT - 45) / most
    parts, y = legend(20), 50
    for heading, groups in sections:
        more, y = section(y, heading, groups, scale)
        parts += more
    height = y - 20
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}" role="img">',
                      "<title>Speedup of programs on two cores, by Kasuri and by others</title>", f"<style>\n{STYLE}\n</style>",
                      '<rect class="page" width="100%" height="100%"/>', *parts, "</svg>"]) + "\n"


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit("usage: chart.py [--check]")
    made = picture()
    if sys.argv[1:]:
        if not PICTURE.exists() or PICTURE.read_text() != made:
            sys.exit("chart: docs/images/speedups.svg is not what bench/chart.py makes of the tables; run it")
        return print("chart: 1 passed, 0 failed")
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    return PICTURE.write_text(made)


main()
