"""What bench/coverage.py prints, and docs/coverage.md."""
import collections
import json
import pathlib
import statistics


TOP = 12
SMALLEST_SHARE = 0.03
HEADER = ("| program | lines | loops | legal | planned | time in loops | in legal loops | in planned loops "
          "| cc -O2 | 1 core | 2 cores | speedup |\n"
          "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |")
INTRODUCTION = """# Coverage of real programs

Written by `bench/coverage.py` from Debian source packages. Their sources are unchanged. Their flags are in `bench/coverage` and are the
package's own, except where a paragraph says so.

* *Legal* loops are those whose verdict in [report.json](formats/report.md) is not `sequential`. *Planned* loops are those whose
  iterations are divided among the cores.
* The shares of the sequential run time are measured with `perf record` and call stacks on the `-O2` program. A sample counts for each
  loop that one of its frames is in, so the time of a called function counts for the loops that call it. A stack that could not
  be unwound to `main` counts for the loops in its visible part. The loops of one nest contain each other. The error is a few percent of
  the whole.
* The times are medians of 5 interleaved runs on a machine with 2 cores that other work also used. *Speedup* is the time with `cc -O2`
  divided by the time with Kasuri on 2 cores, with the range of the single runs. A range that contains 1 shows no difference.
* Each output was compared byte for byte with the sequential program's, on 1 core and on 2. A row would show a difference.
"""


def percent(share):
    return f"{100 * share:.1f} %"


def row(result):
    if "counts" not in result:
        return f"| {result['name']} | {result.get('lines', '')} | " + "| " * 9 + "failed |"
    counts, share, seconds = result["counts"], result["profile"], result.get("seconds")
    legal = counts["loops"] - counts["sequential"]
    cells = [result["name"], result["lines"], counts["loops"], legal, counts["loopsPlanned"],
             percent(share["inLoops"]), percent(share["legal"]), percent(share["planned"])]
    if seconds is None:
        return "| " + " | ".join(map(str, cells + ["", "", "", "**wrong output**"])) + " |"
    cells += [f"{statistics.median(each):.2f} s" for each in seconds.values()] + [speedup(seconds)]
    return "| " + " | ".join(map(str, cells)) + " |"


def speedup(seconds):
    """Of the medians, and the least and the greatest of the runs that were neighbours."""
    first, *_, last = seconds.values()
    ratios = [before / after for before, after in zip(first, last)]
    return f"{statistics.median(first) / statistics.median(last):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def table(results):
    return "\n".join([HEADER, *map(row, results)])


def loops(result):
    """The sequential loops that hold most of the time that no legal loop holds."""
    heading = f"\n## {result['name']}\n\n{description(result)}\n"
    if "failure" in result:
        heading += f"\n```\n{result['failure']}\n```\n"
    if "profile" not in result:
        return heading
    share = result["profile"]
    order = sorted(range(len(share["loops"])), key=lambda index: -share["uncovered"][index])
    rows = []
    for index in order[:TOP]:
        loop = result["loops"][index]
        if share["uncovered"][index] < SMALLEST_SHARE:
            break
        place = f"{pathlib.Path(loop['file']).name}:{loop['line']}"
        rows.append(f"| `{place}` | `{loop['function']}` | {percent(share['loops'][index])} "
                    f"| {percent(share['uncovered'][index])} | {reasons(loop)} |")
    kinds = ", ".join(f"`{kind}` {percent(part)}" for kind, part in share["kinds"] if part >= 0.01)
    return (heading + "\n| loop | function | time | of it outside legal loops | what keeps it sequential |\n"
            "| --- | --- | --: | --: | --- |\n" + "\n".join(rows) +
            f"\n\nOutside legal loops, by the innermost loop's first obstacle: {kinds or 'nothing'}.\n")


def description(result):
    if "kind" not in result:
        return ""
    text = f"{result['kind']}; package {result['package']} {result['version']}, {result['files']} files."
    if "profile" in result:
        text += f" {result['profile']['samples']} samples."
    if "kasuriSeconds" in result:
        text += f" Kasuri took {result['kasuriSeconds']:.1f} s of processor time, and planned {result['layers']} layers."
    return text


def reasons(loop):
    """The kinds in order, with the first message."""
    kinds = list(dict.fromkeys(each["kind"] for each in loop["obstacles"]))
    first = loop["obstacles"][0] if loop["obstacles"] else {"message": ""}
    message = first["message"].replace("|", "\\|").replace("\n", " ")
    return f"`{'`, `'.join(kinds)}`: {message}"


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def reasons_table(reasons):
    counts = collections.Counter(row["judgment"].split(":")[0] for rows in reasons.values() for row in rows)
    lines = [", ".join(f"{count} {name}" for name, count in counts.most_common()) + ".", "",
             "| program | loop | time | verdict | first reason | judgment |", "| --- | --- | --: | --- | --- | --- |"]
    for name, rows in sorted(reasons.items()):
        for row in rows:
            reason = f"`{row['kind']}`: {cell(row['message'])}" if row["kind"] else ""
            lines.append(f"| {name} | `{row['place']}` | {100 * row['share']:.0f} % | {row['verdict']} | {reason} "
                         f"| {cell(row['judgment'])} |")
    return "\n".join(lines) + "\n"



REASONS = """
## Is the first reason the true one?

For the ten hottest loops of each program, the code was read and compared with the first reason and its help:
`true` if this is what a programmer would have to remove, `wrong` with why it is not, `missed` with what is lacking if the loop
could run in parallel. Five loops are those with most time of their own, the others those that hold most time. Written from
`bench/reasons.json`; `bench/coverage_reasons.py` explains it.

"""

PACKAGES = """
## Packages built by kasuri-cc

Written by `bench/packages.py`: Debian source packages, configured and built with `kasuri-cc` as the C compiler and
nothing else changed, and then tested by their own tests (or, where these need more than the package, by a check of what
its programs print); each command is in `bench/packages.json`. *Layers* are those in the programs that it installs. Libraries that are linked as
shared ones are compiled as by cc. The tables above say what stops some.

fasttree computes the branch lengths of a known tree and the support of its splits (1000 sequences of 500 bases). What it
gains is not from a second core: user time falls from 3.97 s to 2.82 s with `KASURI_CORES=1` as well. The bootstrap
(`fasttree.c:7514`, 40 % of the time) is a doall whose sums of three likelihoods are in registers, also where
one core runs it. On one core it then takes 16 %, so a second one could save 8 %. `PairLogLk` (48 %) and
`PosteriorProfile` (24 %) bound the rest. They count entries of the profiles from site to site, `PairLogLk` scales one product,
and each ends the program where an assertion fails. The three quartets of a split (`fasttree.c:7181`, `:7191`, `:7200`), which the
package's OpenMP version runs as sections, keep their order even without assertions: statements that may print wait for memory that may run
out. In the same rounds, on a loaded machine, that version took 13.5 to 36 s (10.9 s of user time), cc's
program 4.3 to 8.8 s (4.0 s), and Kasuri's 2.9 to 6.8 s (2.9 s). The pragmas in its source do not count, as it is built without `-fopenmp`.

`codeml` of paml fits a codon model to the mitochondrial genes of seven apes that come with it (`examples/mtCDNA`, one ratio for all
branches). It draws its first values from `/dev/urandom`; here a file `in.codeml` gives them, so that each run does the same. The
loop over the patterns of sites at an inner node (`codeml.c:3502`) takes 80 % of the time, 2.2 ms each time. It is a doall if
tests in front of it tell the likelihoods of two nodes apart. The rest bounds the gain to 1.67: the transition probabilities
(`PMatUVRoot`, 5 %), which are sums over eigenvalues in order; the eigenvalues (4 %); and two loops over patterns
(`codeml.c:3472`, `:3489`, 7 %), which are legal, but short by what the source tells. The machine was loaded, so both programs
ran with real-time priority (`chrt -f 5`), in turns: 4.27 to 4.40 s with cc, 2.66 to 2.83 s with Kasuri. With usual priority,
the other work took the second core: the runtime then stops dividing the loop, and nothing was gained. With `KASURI_CORES=1`
user time is that of cc's program (4.1 s). `mlc` is the same on 1, 2, 3 and 4 workers.

`clearcut -N` builds a tree of 1500 sequences of 1000 bases by neighbor joining. The loop that compares one sequence with all
later ones (`dist.c:239`, `NJ_pw_percentid`) takes 70 % of the time. It is a doall if tests in front of it tell the row of
distances apart from the two structures and the bases. The search for the next pair bounds the rest (`NJ_min_transform`,
27 %). Its outer loop (`clearcut.c:2131`) carries `ptr`, which the inner loop advances by one entry less in each row.
The inner loop is a minimum with its position, but a row is too short to divide. So the most to expect is 1.54.
Higher figures come from other work on the machine. Both programs ran with `chrt -f 5`, at a load of 5 to 10. At a load of
10 to 14 the median of nine rounds was 1.20: the runtime often kept the loop on one core. Kasuri's program prints the same
tree on 1, 2, 3 and 4 workers, and with `KASURI_CORES=1` it takes about as long as that of cc.

`quicktree` joins 2000 sequences of 100 bases. The search for the next pair (`buildtree.c:290`) takes 73 % of the time. It is
a doall: a minimum with its two positions, over rows of a triangle that a table selects. The distances (`distancemat.c:121`,
25 %) bound the gain to 1.58. They stay sequential because pairs without a common base are noted in a list. It grows by
`realloc`, and the program ends if there is no memory. At a load of 10 to 14 the median of nine rounds was 1.18, again since
the runtime kept the loop on one core. Its tree is the same on 1, 2, 3 and 4 workers. The mirror lacks Debian's patches, so
the authors' archive is built.
"""


def page(results, data):
    parts = [INTRODUCTION, table(results), ""]
    for result in results:
        parts.append(loops(result))
        written = data / f"{result['name']}.md"
        if written.exists():
            parts.append(written.read_text())
    reasons = data.parent / "reasons.json"
    if reasons.exists():
        parts.append(REASONS + reasons_table(json.loads(reasons.read_text())))
    packages = data.parent / "packages.md"
    if packages.exists():
        parts += [PACKAGES, packages.read_text(), (data.parent / "packages_bounds.md").read_text()]
    return "\n".join(parts).rstrip() + "\n"
