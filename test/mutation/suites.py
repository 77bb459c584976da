"""The suites that may notice a mutant. Each says which of its tests fails first, and runs a test alone.

A suite that does not end in time has failed too: a dropped wait or test may well make it hang. Then, as where a suite
names no test, the name is ANY.
"""
import concurrent.futures
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "run"))
from run_cases import all_cases  # noqa: E402

UNIT = pathlib.Path(__file__).resolve().parent.parent / "unit"
ANY = "(some test)"
SECONDS = 1200
RUN, ORACLE = "test/run/run_tests.py", "test/oracle/run_oracle_tests.py"
# Tools, packages and pages, on which no result of a program depends, and what only looks at the runtime's text.
OUTSIDE = "^(package|debian|pages|manual|shell|tools_|counters|levels|render|abi)"
# Of the compiler's phases: the lit tests that notice first.
LIKELY = {"compiler/analysis": "analysis", "compiler/frontend": "analysis", "compiler/graph": "graph",
          "compiler/plan": "plan", "compiler/movability": "emit", "compiler/emit": "emit"}


def named(pattern, status, text):
    """The test that failed; "" if all passed."""
    found = re.search(pattern, text, re.MULTILINE)
    return "" if status == 0 else found.group(1) if found else ANY


class Lit:
    def __init__(self, folder=""):
        self.name, self.folder = "lit", folder

    def first_failure(self, tree):
        words = ["lit", "-q", "-j2", "--max-failures=1", f"test/lit/{self.folder}"]
        return named(r"^  kasuri :: (\S+)", *tree.run(words, SECONDS))

    def passes(self, tree, test):
        return tree.run(["lit", "-q", f"test/lit/{test}"], SECONDS)[0] == 0


class Recall:
    name = "recall"

    def first_failure(self, tree):
        return named(r"^(?:FAIL )?(\S+?\.c:\d+)", *tree.run(["python3", "bench/recall.py", "--check"], SECONDS))

    def passes(self, tree, test):
        return not self.first_failure(tree)


class Unit:
    """GoogleTest's tests of the compiler, whose names have a point, or those of the runtime."""
    name = "unit"

    def __init__(self, of_runtime):
        self.which = ["-E", rf"\.|{OUTSIDE}"] if of_runtime else ["-R", r"\."]
        self.targets = [] if of_runtime else [f"{folder.name}_tests" for folder in UNIT.iterdir() if folder.is_dir()]

    def first_failure(self, tree):
        if problem := tree.make(self.targets):
            return f"build: {problem[-300:]}"
        words = ["ctest", "--test-dir", "build", "-j2", "--stop-on-failure", "--timeout", "120", *self.which]
        return named(r"^\s+\d+ - (.+?) \(", *tree.run(words, SECONDS))

    def passes(self, tree, test):
        words = ["ctest", "--test-dir", "build", "--timeout", "120", "-R", f"^{re.escape(test)}$"]
        return tree.run(words, SECONDS)[0] == 0


class Alignment:
    name = "alignment"

    def first_failure(self, tree):
        return named(r"^FAIL (.*)", *tree.run(["python3", "test/oracle/alignment.py", "build"], SECONDS))

    def passes(self, tree, test):
        return not self.first_failure(tree)


class Cases:
    """The run cases, or the oracle on them. A mutant of the compiler can only be noticed in those that it compiles to
    something else; `known` has what each is without it."""
    BATCH = 16

    def __init__(self, name, script, known):
        self.name, self.script, self.known = name, script, known

    def first_failure(self, tree):
        changed = emitted(tree) if self.known else {}
        cases = [case.name for case in all_cases() if not self.known or changed[case.name] != self.known[case.name]]
        for start in range(0, len(cases), self.BATCH):
            words = ["python3", self.script, "build", *cases[start:start + self.BATCH]]
            failed = named(r"^FAIL (\S+?):", *tree.run(words, SECONDS))
            if failed:
                return failed
        return ""

    def passes(self, tree, test):
        return test == ANY or tree.run(["python3", self.script, "build", test], SECONDS)[0] == 0


def emitted(tree):
    """What becomes of each run case, in few bytes."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        cases = all_cases()
        return dict(zip((case.name for case in cases), pool.map(lambda case: emitted_of(tree, case), cases)))


def emitted_of(tree, case):
    sources = sorted(case.glob("*.c")) if case.is_dir() else [case]
    head = b"".join(source.read_bytes()[:400] for source in sources).decode(errors="replace")
    flags = head.split("FLAGS: ")[1].splitlines()[0].split() if "FLAGS: " in head else []
    digest = hashlib.sha256()
    for word in ("OPTIONS: ", "AGAIN: "):
        if word == "AGAIN: " and word not in head:
            continue
        options = head.split(word)[1].split()[:1] if word in head else []
        with tempfile.TemporaryDirectory() as work:
            command = [tree.build / "bin/kasuri", *sources, "-o", work, "--cores=4", "--min-gain=0", *options, "--",
                       "-std=gnu11", "-O2", *flags]
            try:
                status = subprocess.run(command, capture_output=True, timeout=120).returncode
            except subprocess.TimeoutExpired:
                status = None
            digest.update(str(status).encode())
            for path in sorted(pathlib.Path(work).rglob("*.c")):
                digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def suites_for(mutant, known, is_quick):
    """In the order in which they are asked: the fast ones first, and with `is_quick` no others."""
    if mutant.file.startswith("runtime/"):
        fast, slow = [Unit(of_runtime=True)], [Cases("run", RUN, None)]
    else:
        likely = next((folder for phase, folder in LIKELY.items() if mutant.file.startswith(phase)), "analysis")
        fast = [*map(Lit, dict.fromkeys([likely, "analysis", "emit"]))]
        slow = [Recall(), Alignment(), Unit(of_runtime=False), Cases("run", RUN, known), Lit(),
                Cases("oracle", ORACLE, known)]
    return fast if is_quick else fast + slow
