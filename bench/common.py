"""What the benchmarks share: building a program in several ways, and runs that take turns."""
import os
import pathlib
import re
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"


def run(words, **options):
    words = [str(word) for word in words]
    done = subprocess.run(words, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"bench: {' '.join(words)} ends with {done.returncode}: {done.stderr[-800:]}")
    return done


def build_sequential(source, binary, *flags):
    run(["cc", "-O2", *flags, source, "-lm", "-o", binary])


def build_parallel(source, work, binary, *options):
    run([BUILD / "bin/kasuri", source, "-o", work / "out", *options, "--", "-O2"])
    run(["cc", "-O2", "-I", ROOT / "include", "-iquote", source.parent, work / "out" / source.name,
         BUILD / "lib/libkasuri.a", "-lm", "-pthread", "-o", binary])


def become_real_time():
    """Before a program that measures less than a time slice; where that is not allowed it goes without."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
    except OSError:
        pass


def take_turns(variants, rounds, summary=statistics.median):
    """Medians, or another summary, of what the functions return, called one after the other in each round."""
    seen = {name: [] for name in variants}
    for _ in range(rounds):
        for name, measure in variants.items():
            seen[name].append(measure())
    return {name: summary(each) for name, each in seen.items()}


def write_measured(page, name, text):
    """Replaces the text between `<!-- begin: NAME --markdown -->` and `<!-- end -->` in a page."""
    made, count = re.subn(rf"(<!-- begin: {re.escape(name)} --markdown -->\n).*?(<!-- end -->)",
                          lambda found: found[1] + text + found[2], page.read_text(), flags=re.DOTALL)
    if count != 1:
        sys.exit(f"bench: {page.relative_to(ROOT)} has {count} places for the figures of {name}")
    page.write_text(made)


def verdict(name, figure, unit, goal, is_met):
    print(f"bench {name}: {figure:.2f} {unit}, goal {goal}, {'ok' if is_met else 'short'}")
    sys.exit(0 if is_met else 1)
