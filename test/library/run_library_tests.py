#!/usr/bin/env python3
"""Executes the functions of LibraryFunctions.def and compares what they do with what the table says.

usage: run_library_tests.py [--list] [--table=FILE] [FUNCTION...]

Each entry has a case in cases/, or a reason in unexecuted.txt why it has none; an entry with neither is a failure, as
is a case or reason without an entry. Cases run under an address logger (logger.c) in several modes; facts.py judges.
--table judges another table, which is how a wrong one is told (see below); --list prints the complaints only.

Then words are taken away from entries that passed, one at a time, and the judgement must change where a case shows that
the word is needed. Those in NEEDED must be told; the other ones are counted. So is a table that says too much of what
is surely written (OVERSTATED).
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from facts import Words, judge, read_facts

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TABLE = ROOT / "compiler" / "analysis" / "library" / "LibraryFunctions.def"
MODES = ("plain", "other", "locale", "zone", "log")
EFAULT = 14

# (function, word): without the word the judgement must complain.
NEEDED = [
    ("dirname", "w0"), ("dirname", "r0"), ("dirname", "ret0"), ("dirname", "library"), ("__xpg_basename", "w0"),
    ("nan", "r0"), ("lgamma", "sets(signgam)"), ("lgammaf", "sets(signgam)"), ("gamma", "sets(signgam)"),
    ("tzset", "sets(timezone)"), ("localtime", "sets(tzname)"), ("mktime", "sets(timezone)"),
    ("ctime", "sets(tzname)"), ("strftime", "locale"), ("localtime", "reads(environ)"), ("getenv", "reads(environ)"),
    ("gmtime", "static"), ("asctime", "static"), ("ctime", "static"), ("localtime", "static"), ("strerror", "static"),
    ("getpwnam", "static"), ("getgrnam", "static"), ("readdir", "static"), ("tmpnam", "static"),
    ("mktemp", "ret0"), ("mktemp", "w0"), ("tmpnam", "ret0"), ("towupper", "locale"), ("iswalpha", "locale"),
    ("isalpha", "locale"), ("toupper", "locale"), ("btowc", "locale"), ("wctob", "locale"), ("strcoll", "locale"),
    ("strxfrm", "locale"), ("strcasecmp", "locale"), ("fnmatch", "locale"), ("__ctype_b_loc", "locale"),
    ("strtod", "locale"), ("sprintf", "locale"), ("sscanf", "locale"), ("localeconv", "locale"),
    ("strtod", "errno"), ("exp", "errno"), ("strtol", "w1:#8"), ("strtok", "keep"), ("strtok_r", "cursor2"),
    ("strtok_r", "w2:#8"), ("memcpy", "f0:2"), ("memcpy", "r1:2"), ("memcpy", "ret0"), ("strlen", "r0"),
    ("strchr", "ret0"), ("modf", "f1:#8"), ("frexp", "w1:#4"), ("rand_r", "w0:#4"), ("rand", "state"),
    ("stat", "w1"), ("stat", "r0"), ("read", "w1:2"), ("write", "r1:2"), ("setenv", "errno"),
    ("setenv", "sets(environ)"), ("strdup", "alloc"), ("swab", "r0:2"), ("swab", "w1:2"), ("bcopy", "f1:2"),
    ("mbrtowc", "locale"), ("wmemcpy", "ret0"), ("wcsdup", "alloc"), ("seed48", "static"),
]
# (function, word, other word): with the other one, which says something else, the judgement must complain.
OVERSTATED = [
    ("snprintf", "w0:1", "f0:1"), ("strxfrm", "w0:2", "f0:2"), ("fgets", "w0:1", "f0:1"), ("read", "w1:2", "f1:2"),
    ("memset", "f0:2", "w0:#8"), ("lgamma_r", "f1:#4", "w1:#1"),
    ("gmtime", "static", "library"), ("localtime", "static", "library"), ("ctime", "static", "library"),
    ("asctime", "static", "library"), ("strerror", "static", "library"), ("strsignal", "static", "library"),
    ("getpwnam", "static", "library"), ("getgrgid", "static", "library"), ("tmpnam", "static", "library"),
    ("localeconv", "static", "library"),
]


def read_table(path):
    """The entries as the compiler sees them, with its macros."""
    source = f'#define LIBRARY(name, words) @ name words\n#include "{path}"\n'
    done = subprocess.run(["cc", "-E", "-P", "-x", "c", "-"], input=source, capture_output=True, text=True, check=True)
    entries = {}
    for entry in done.stdout.replace("\n", " ").split("@")[1:]:
        name, _, words = entry.strip().partition(" ")
        entries[name] = "".join(re.findall(r'"([^"]*)"', words))
    return entries


def read_unexecuted():
    reasons = {}
    for line in (HERE / "unexecuted.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            names, _, reason = line.partition(":")
            reasons.update(dict.fromkeys(names.split(), reason.strip()))
    return reasons


class Logger:
    """The compiled cases, in a folder with files for them."""

    def __init__(self, folder):
        self.folder, self.binary = pathlib.Path(folder), pathlib.Path(folder) / "logger"
        sources = [HERE / "logger.c", HERE / "variables.c", *sorted((HERE / "cases").glob("*.c"))]
        subprocess.run(["cc", "-std=gnu11", "-O0", "-w", "-fno-builtin", *map(str, sources), "-lm", "-o",
                        str(self.binary)], check=True, capture_output=True)
        (self.folder / "input.txt").write_text("".join(f"{number} word\n" for number in range(400)))
        os.symlink("input.txt", self.folder / "link.txt")
        self.locale = self.make_locale()

    def make_locale(self):
        """One with eight-bit letters and a decimal comma, if the sources of locales are installed."""
        done = subprocess.run(["localedef", "-c", "-i", "de_DE", "-f", "ISO-8859-1", "--no-archive",
                               str(self.folder / "logger_locale")], capture_output=True)
        return "logger_locale" if done.returncode in (0, 1) and (self.folder / "logger_locale").exists() else "C.UTF-8"

    def run(self, *words):
        (self.folder / "touched.txt").write_text("touched\n")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("LC_") and name != "LANG"}
        environment = dict(kept, LOCPATH=str(self.folder), LOGGER_LOCALE=self.locale)
        if self.locale == "C.UTF-8":
            del environment["LOCPATH"]
        done = subprocess.run([str(self.binary), *map(str, words)], cwd=self.folder, env=environment,
                              capture_output=True, text=True, errors="replace", timeout=300)
        return read_facts(done.stdout)

    def probe(self, name, plain):
        """(argument, isWrite) that a call cannot do without where it is the kernel that accesses."""
        found = set()
        owners = max((call.owners for call in plain[0]), key=len)
        for mode in ("closed", "fixed"):
            for buffer, owner in enumerate(owners):
                status, passes = self.run(mode, name, buffer)[name]
                if status != 0 or any(call.error == EFAULT for call in passes[0]):
                    found.add((owner, mode == "fixed"))
        return found


def gather(logger, wanted):
    runs = {mode: logger.run(mode, *wanted[:1] if len(wanted) == 1 else ()) for mode in MODES}
    seen, broken = {}, {}
    for name in runs["plain"]:
        states = {mode: runs[mode][name][0] for mode in MODES}
        if any(status for mode, status in states.items() if mode != "log"):
            broken[name] = f"did not run to its end: {states}"
            continue
        seen[name] = {mode: runs[mode][name][1] for mode in MODES}
        # The kernel met a closed page, and the function gave up.
        if states["log"] or any(call.error == EFAULT for each in seen[name]["log"] for call in each):
            seen[name]["log"] = []
            seen[name]["probes"] = logger.probe(name, seen[name]["plain"])
    return seen, broken


def without(words, word):
    return " ".join(each for each in words.split() if each != word)


def check_tables_of_mistakes(entries, seen):
    """Complaints about wrong tables that are not told."""
    missed = []
    for name, word in NEEDED:
        if word not in entries[name].split():
            missed.append(f"{name}: the table has no {word}, which it needs")
        elif name in seen and not judge(Words(without(entries[name], word)), seen[name]):
            missed.append(f"{name} without {word} is not told")
    for name, word, other in OVERSTATED:
        if name in seen and not judge(Words(f"{without(entries[name], word)} {other}"), seen[name]):
            missed.append(f"{name} with {other} is not told")
    return missed


def count_needed(entries, seen):
    shown = total = 0
    for name, facts in seen.items():
        for word in set(entries.get(name, "").split()):
            total += 1
            shown += bool(judge(Words(without(entries[name], word)), facts))
    return shown, total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--table", default=TABLE)
    parser.add_argument("functions", nargs="*")
    arguments = parser.parse_args()
    if os.uname().machine != "x86_64":
        print("left out: the address logger needs an x86-64 processor")
        return 0
    entries, reasons = read_table(pathlib.Path(arguments.table).resolve()), read_unexecuted()
    with tempfile.TemporaryDirectory() as folder:
        logger = Logger(folder)
        if logger.locale == "C.UTF-8":
            print("left out: letters of eight bits and decimal commas, since localedef has no de_DE to compile")
        seen, broken = gather(logger, arguments.functions)
    failures = [f"{name}: {what}" for name, what in broken.items()]
    cases = set(seen) | set(broken)
    if not arguments.functions:
        failures += [f"{name}: has no case, and no reason" for name in sorted(set(entries) - cases - set(reasons))]
        failures += [f"{name}: has a case or a reason, but no entry" for name in sorted((cases | set(reasons)) - set(entries))]
        failures += [f"{name}: has a case and a reason" for name in sorted(cases & set(reasons))]
    judged = [name for name in seen if name in entries and (not arguments.functions or name in arguments.functions)]
    complaints = {name: judge(Words(entries[name]), seen[name]) for name in judged}
    failures += [f"{name} (\"{entries[name]}\"): {'; '.join(found)}" for name, found in complaints.items() if found]
    passed = sum(not found for found in complaints.values())
    if not arguments.functions and not arguments.list:
        missed = check_tables_of_mistakes(entries, seen)
        failures += missed
        passed += len(NEEDED) + len(OVERSTATED) - len(missed)
        shown, total = count_needed(entries, {name: seen[name] for name in judged})
        print(f"{len(judged)} of {len(entries)} entries executed; {shown} of {total} words shown to be needed")
    for failure in failures:
        print(f"FAIL {failure}")
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
