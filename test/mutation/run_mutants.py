#!/usr/bin/env python3
"""Plants faults in the checks that soundness depends on, one at a time: some test must fail.

usage: run_mutants.py [--part=I/N] [--quick] [--list | --check-texts] BUILD_DIRECTORY [MUTANT...]

The mutants are in mutants/*.toml (see mutants.py). Each is planted in a copy of the sources in
BUILD_DIRECTORY/mutation, which has a build folder of its own; only what it changes is built. The suites run in order
of their speed until one fails: `killed by SUITE: TEST`. A mutant that no suite notices has survived. It passes only if
its entry says why no test can notice it, and an entry that says so although a test does is out of date. A mutant that
does not compile, or whose text is not there exactly once, has failed.

In the end the tests that have killed run without any mutant: one that fails then too has killed nothing.

--part=I/N     only the mutants I, I + N, ... (from 1), in a copy of their own
--quick        only suites that take seconds: what survives these may still be noticed by others
--list         prints the mutants and what they drop
--check-texts  only checks that all of them can be planted; needs no build

The last line is `N passed, N failed`.
"""
import argparse
import pathlib
import sys
import time

from mutants import mutants_named
from suites import ANY, emitted, suites_for
from tree import ROOT, Tree


def parse():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check-texts", action="store_true")
    parser.add_argument("build", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("names", nargs="*")
    return parser.parse_intermixed_args()


def list_mutants(mutants):
    for mutant in mutants:
        print(f"{mutant.name} ({mutant.file}): {mutant.drops}")
    return 0


def finish(passed, failed):
    print(f"mutation: {passed} passed, {failed} failed", flush=True)
    return 1 if failed or not passed else 0


def check_texts(mutants):
    problems = [(mutant.name, problem) for mutant in mutants if (problem := mutant.problem_in(ROOT))]
    for name, problem in problems:
        print(f"FAIL {name}: {problem}")
    return finish(len(mutants) - len(problems), len(problems))


def prepare(tree):
    """The copy, built without a mutant."""
    tree.update()
    if not tree.configure():
        sys.exit("mutation: cmake fails")
    problem = tree.make()
    if problem:
        sys.exit(f"mutation: the sources do not build: {problem[-800:]}")


def killer_of(tree, mutant, suites):
    """The suite and the test that notice the mutant; no suite if none does, or if it cannot be built."""
    targets = () if mutant.file.startswith("runtime/") else ("kasuri", "kasuri-cc")
    if problem := tree.make(targets):
        return None, f"does not build: {problem[-800:]}"
    for suite in suites:
        if test := suite.first_failure(tree):
            return suite, test
    return None, ""


def try_mutant(tree, mutant, suites):
    """What has killed it, and what there is to say; no killer also where it failed."""
    if problem := mutant.problem_in(ROOT):
        return None, f"FAIL {mutant.name}: {problem}"
    tree.plant(mutant)
    try:
        suite, test = killer_of(tree, mutant, suites)
    finally:
        tree.restore(mutant)
    if suite and mutant.survives:
        return None, f"FAIL {mutant.name}: said to survive, but killed by {suite.name}: {test}"
    if suite:
        return (suite, test), f"{mutant.name}: killed by {suite.name}: {test}"
    if test or not mutant.survives:
        return None, f"FAIL {mutant.name}: {test or 'survived: ' + mutant.drops}"
    return None, f"{mutant.name}: survived, explained: {mutant.survives}"


def try_all(tree, mutants, is_quick):
    """Those killed, by what, and how many have failed."""
    known = {} if is_quick else emitted(tree)
    killed, failed = {}, 0
    for mutant in mutants:
        start = time.monotonic()
        killer, text = try_mutant(tree, mutant, suites_for(mutant, known, is_quick))
        print(f"{text} ({time.monotonic() - start:.0f} s)", flush=True)
        failed += text.startswith("FAIL")
        if killer:
            killed[mutant.name] = killer
    return killed, failed


def false_kills(tree, killed):
    """Mutants whose tests fail without them, too."""
    if tree.make():
        sys.exit("mutation: the sources do not build any more")
    verdicts = {}
    for suite, test in killed.values():
        if (suite.name, test) not in verdicts:
            verdicts[suite.name, test] = test == ANY or suite.passes(tree, test)
    return [(name, suite, test) for name, (suite, test) in killed.items() if not verdicts[suite.name, test]]


def main():
    given = parse()
    part, parts = map(int, given.part.split("/"))
    mutants = mutants_named(given.names)[part - 1::parts]
    if given.list:
        return list_mutants(mutants)
    if given.check_texts:
        return check_texts(mutants)
    tree = Tree(given.build / "mutation" / f"{part}of{parts}")
    prepare(tree)
    killed, failed = try_all(tree, mutants, given.quick)
    false = false_kills(tree, killed)
    for name, suite, test in false:
        print(f"FAIL {name}: {suite.name}: {test} fails without it, too")
    return finish(len(mutants) - failed - len(false), failed + len(false))


if __name__ == "__main__":
    sys.exit(main())
