"""Loads report.html in a headless browser and uses it: the AAC encoder's report, and a made-up one of 5,000 tasks.

usage: page_tests.py BUILD [--pictures=FOLDER]

The last line is `N passed, N failed`. Without a browser nothing is tested, and that is said.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import synthetic
from browser import Browser, find_browser
from looks import DEAD_LINKS, FAINT, INK, SETTLE, TOO_WIDE, TWICE, UNNAMED

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "samples/aac-encoder").glob("*.c"))
TASKS = 5000
MOST_SECONDS = 20  # to load or to draw; ten times what it takes on a quiet machine


class Tests:
    def __init__(self, browser, pictures):
        self.browser, self.pictures = browser, pictures
        self.passed = self.failed = 0

    def check(self, name, holds, found=""):
        self.passed, self.failed = self.passed + bool(holds), self.failed + (not holds)
        if not holds:
            print(f"FAIL: {name}: {found}")

    def same(self, name, found, wanted):
        self.check(name, found == wanted, f"{found!r}, not {wanted!r}")

    def ask(self, expression):
        return self.browser.evaluate(expression)

    def picture(self, name):
        if self.pictures:
            self.browser.picture(self.pictures / f"{name}.png")

    def load(self, name, page, **options):
        seconds = self.browser.load(page, **options)
        self.check(f"{name}: loads in {seconds:.1f} s", seconds < MOST_SECONDS)
        if options.get("script", True):
            self.same(f"{name}: the script ran", self.ask("document.documentElement.dataset.ready"), "true")
            self.ask(SETTLE)
        self.same(f"{name}: nothing to complain about", self.browser.complaints(), [])

    def structure(self, name):
        self.same(f"{name}: all links lead somewhere", self.ask(DEAD_LINKS), [])
        self.same(f"{name}: each id once", self.ask(TWICE), [])
        self.same(f"{name}: all controls have names", self.ask(UNNAMED), [])
        for view in ("graph-view", "schedule-view"):
            self.check(f"{name}: something is drawn in {view}", self.ask(f"{INK}('{view}')") > 4)

    def walk(self, name, view, keys):
        """Where the keys lead, as the status line tells it."""
        self.ask(f"document.getElementById('{view}-view').focus()")
        self.same(f"{name}: the {view} takes the focus", self.ask("document.activeElement.id"), f"{view}-view")
        told = []
        for key in keys:
            self.browser.press(key)
            told.append(self.ask(f"document.getElementById('{view}-status').textContent"))
        self.ask(SETTLE)
        self.same(f"{name}: keys are taken", self.browser.complaints(), [])
        return told


def sample(tests, page, report):
    tests.load("sample", page)
    tests.structure("sample")
    tests.same("sample: every loop has its verdict", tests.ask("document.querySelectorAll('.note[id]').length"),
               len(report["loops"]))
    first, second, opened = tests.walk("sample", "graph", ("ArrowDown", "ArrowDown", "Enter"))
    tests.check("sample: arrows walk the graph", first.startswith("T0") and not second.startswith("T0"), (first, second))
    tests.check("sample: Enter opens a task", "closes it" in opened, opened)
    tests.picture("graph-opened")
    told = tests.walk("sample", "schedule", ("ArrowRight", "ArrowDown"))
    tests.check("sample: arrows walk the schedule", "core 0" in told[0] and "core 1" in told[1], told)
    tests.ask("document.activeElement.blur()")
    tests.browser.press("n", "n")
    tests.same("sample: n goes to a verdict", tests.ask("document.activeElement.parentElement.className.slice(0, 4)"), "note")
    tests.ask("document.getElementById('theme').click()")
    tests.same("sample: the button makes it dark", tests.ask("getComputedStyle(document.body).colorScheme"), "dark")
    tests.ask("document.querySelector('details.file:not([open]) .l').id && (location.hash = "
              "document.querySelector('details.file:not([open]) .l').id)")
    tests.ask(SETTLE)
    tests.same("sample: a link opens its file", tests.ask("document.querySelector('.l:target').closest('details').open"), True)
    tests.ask("localStorage.clear()")


def looks(tests, page, folder):
    for name, options in (("light", {}), ("dark", {"dark": True}), ("narrow", {"width": 400})):
        tests.load(name, page, **options)
        tests.same(f"{name}: text has contrast", tests.ask(FAINT), [])
        tests.check(f"{name}: no wider than the window", tests.ask(TOO_WIDE) <= 0, tests.ask(TOO_WIDE))
        for section in ("overview", "source", "graph", "schedule", "curves"):
            tests.ask(f"document.getElementById('{section}').scrollIntoView({{behavior: 'instant'}}), {SETTLE}")
            tests.picture(f"{name}-{section}")
    tests.load("print", page)
    tests.browser.print(folder / "report.pdf")
    tests.check("print: makes pages", (folder / "report.pdf").stat().st_size > 50000)
    tests.same("print: leaves the page as it was", tests.ask("document.documentElement.dataset.theme ?? ''"), "")


def without_script(tests, page, report):
    tests.load("without script", page, script=False)
    root = tests.browser.call("DOM.getDocument", depth=1)["root"]["nodeId"]

    def number_of(selector):
        return len(tests.browser.call("DOM.querySelectorAll", nodeId=root, selector=selector)["nodeIds"])

    tests.same("without script: every verdict is there", number_of(".note[id]"), len(report["loops"]))
    tests.check("without script: what to change first is there", number_of(".changes > li") > 0)
    tests.check("without script: it says what is missing", number_of("noscript .alarm") == 2)
    tests.check("without script: tables have the data", number_of("#graph table tr, #schedule table tr") > 10)


def many_tasks(tests, page):
    tests.load("5,000 tasks", page)
    tests.structure("5,000 tasks")
    tests.same("5,000 tasks: source is only text", tests.ask("document.title"), "Kasuri: made.c")
    tests.same("5,000 tasks: lines as Clang counts them", tests.ask("document.querySelectorAll('.l').length"), 400)
    tests.same("5,000 tasks: all are in the graph", tests.ask("kasuri.graph.view.scene.nodes.length"), TASKS)
    tests.same("5,000 tasks: the pipeline is drawn for each number of cores",
               tests.ask("[...document.querySelectorAll('.pipe')].map(each => each.querySelectorAll('rect').length)"), [18, 36, 72])
    begin = time.monotonic()
    tests.ask("for (let i = 0; i < 10; ++i) { kasuri.graph.view.drawNow(); kasuri.schedule.view.drawNow(); } 1")
    print(f"one picture of {TASKS} tasks takes {(time.monotonic() - begin) * 50:.0f} ms")
    tests.check("5,000 tasks: drawing is quick", time.monotonic() - begin < MOST_SECONDS)
    tests.picture("many-fit")
    for view in ("graph", "schedule"):
        told = tests.walk("5,000 tasks", view, ["ArrowDown", "End"] + ["+"] * 16 + ["ArrowLeft", "s"])
        tests.check(f"5,000 tasks: the {view} tells where one is", told[0] != told[-1], told)
        tests.ask(f"document.getElementById('{view}').scrollIntoView({{behavior: 'instant'}}), {SETTLE}")
        tests.picture(f"many-{view}")
    told = tests.walk("5,000 tasks", "schedule", ("Home", "ArrowRight", "ArrowDown"))
    tests.check("5,000 tasks: levels are told", any("level" in each for each in told), told)
    tests.check("5,000 tasks: measured rows are reached", told[-1].startswith("Measured"), told)
    tests.ask("kasuri.graph.show(1, 'L1/0')")
    told = tests.walk("recursion", "graph", ("Enter",))
    tests.check("recursion: a layer does not open in itself", "Holds" not in told[0], told)


def make_pages(build, folder):
    subprocess.run([build / "bin/kasuri", *SOURCES, "--cores=4", f"--report={folder}", "--", "-O3"], check=True,
                   capture_output=True)
    (folder / "made.c").write_bytes(synthetic.source())
    synthetic.write(folder / "made.json", TASKS)
    subprocess.run([sys.executable, ROOT / "test/lit/report/Inputs/check_schema.py",
                    ROOT / "docs/formats/report.schema.json", folder / "made.json"], check=True)
    made = subprocess.run([build / "bin/render_report", "made.json"], cwd=folder, check=True, capture_output=True)
    (folder / "made.html").write_bytes(made.stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path, help="keep screenshots here")
    arguments = parser.parse_args()
    command = find_browser()
    if command is None:
        print("report page: SKIPPED, there is no browser: install chromium-headless-shell or chromium", file=sys.stderr)
        return 0
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_pages(arguments.build.resolve(), folder)
        report = json.loads((folder / "report.json").read_text())
        browser = Browser(command, folder / "browser")
        try:
            tests = Tests(browser, arguments.pictures)
            sample(tests, folder / "report.html", report)
            looks(tests, folder / "report.html", arguments.pictures or folder)
            without_script(tests, folder / "report.html", report)
            many_tasks(tests, folder / "made.html")
        finally:
            browser.close()
    print(f"{tests.passed} passed, {tests.failed} failed")
    return 1 if tests.failed else 0


sys.exit(main())
