#!/usr/bin/env python3
"""Runs the shell blocks of the pages, as a reader would who types them in order, and compares what the pages say they print.

usage: run_docs_tests.py BUILD [PAGE...]

A page is named as README.md, docs/tutorial.md; without one, all of them. Each has a fresh folder, with the files of
test/docs/NAME where that exists (docs/user-guide.md: test/docs/user-guide); BUILD/bin is in PATH, $ROOT is Kasuri's
folder and $BUILD that argument. A page is one session of `bash -e`: a block has the folder and the variables of the last.
page.py says what comments in pages mean. A block that fails ends its page. --board runs those on the emulated board, too.
--keep=FOLDER leaves the folders there.
"""
import argparse
import collections
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "docs/generators"))
import page as pages
from doc_pages import page_names
from needs import THINGS, problem_with

SECONDS = 300  # for one block; the emulated board takes the longest


def folder_of(name):
    """Where the files of a page are: `user-guide` of docs/user-guide.md, `README` of README.md."""
    stem = pathlib.PurePath(name).with_suffix("")
    return ROOT / "test/docs" / (stem.relative_to("docs") if stem.parts[0] == "docs" else stem)


def environment(build, scratch):
    """Programs run on two workers, whatever the host has, and keep them though other tests want cores: pages read profiles
    and traces of layers that have run."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith("KASURI") or name == "KASURI_BOARD_CACHE" or name.startswith("KASURI_HOST_")}
    return {**kept, "PATH": f"{build}/bin:{os.environ['PATH']}", "ROOT": str(ROOT), "BUILD": str(build), "LC_ALL": "C.UTF-8",
            "KASURI_CACHE": str(scratch / ".cache"), "KASURI_CORES": "2", "KASURI_ADAPT": "0", "TERM": "dumb"}


def run(block, scratch, build):
    """What is wrong with a block; None if nothing is."""
    state = scratch.with_name(scratch.name + ".state")
    before = f". '{state}'\n" if state.exists() else ""
    after = f"\n{{ export -p; printf 'cd %q\\n' \"$PWD\"; }} >'{state}'"
    shell = subprocess.Popen(["bash", "-e", "-o", "pipefail", "-c", before + block.text + after], cwd=scratch,
                             env=environment(build, scratch), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    try:
        printed, _ = shell.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(shell.pid, signal.SIGKILL)
        shell.communicate()
        return f"takes more than {SECONDS} s"
    if shell.returncode != 0:
        return f"status {shell.returncode}\n{printed[-3000:]}"
    problem = pages.difference(block, printed) if block.output is not None else None
    return f"{problem}\n--- printed:\n{printed[-3000:]}" if problem else None


class Tally:
    def __init__(self):
        self.passed = self.failed = 0
        self.left_out = collections.Counter()

    def fail(self, name, line, problem):
        self.failed += 1
        print(f"FAIL: {name}:{line}: {problem}", flush=True)


def why_left_out(block, build, has_board):
    if block.needs == "board" and not has_board:
        return "runs on the emulated board (--board, as in scripts/nightly)"
    return block.skip or (block.needs and problem_with(block.needs, build))


def run_page(name, build, has_board, scratch, tally):
    try:
        blocks = pages.blocks_of((ROOT / name).read_text())
        unknown = {block.needs for block in blocks} - {"", *THINGS}
        if unknown:
            raise pages.Mistake(f"'needs: {unknown.pop()}'; there are {', '.join(THINGS)}")
    except pages.Mistake as mistake:
        tally.fail(name, 1, mistake)
        return
    if folder_of(name).is_dir():
        shutil.copytree(folder_of(name), scratch)
    scratch.mkdir(parents=True, exist_ok=True)
    for block in blocks:
        reason = why_left_out(block, build, has_board)
        if reason:
            tally.left_out[reason] += not block.is_hidden
            continue
        problem = run(block, scratch, build)
        if problem:
            tally.fail(name, block.line, f"{problem}\n--- the block:\n{block.text}")
            return
        tally.passed += not block.is_hidden or block.output is not None


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("pages", nargs="*", metavar="PAGE")
    parser.add_argument("--board", dest="has_board", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER")
    options = parser.parse_intermixed_args()
    known = page_names(ROOT)
    for name in options.pages:
        if name not in known:
            parser.error(f"there is no page {name}")
    return options, options.pages or known


def main():
    options, names = parse_arguments()
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="docs-test-") as temporary:
        work = (options.keep or pathlib.Path(temporary)).resolve()
        for name in names:
            begin, before = time.monotonic(), tally.passed
            run_page(name, options.build.resolve(), options.has_board, work / name.replace("/", "-").removesuffix(".md"), tally)
            if tally.passed > before:
                print(f"{name}: {tally.passed - before} blocks, {time.monotonic() - begin:.1f} s", flush=True)
    for reason, count in sorted(tally.left_out.items()):
        print(f"left out: {count} {'block' if count == 1 else 'blocks'}: {reason}")
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed or not tally.passed else 0


if __name__ == "__main__":
    sys.exit(main())
