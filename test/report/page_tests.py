"""Loads report.html in a headless browser and uses it: the AAC encoder's report, and a made-up one of 5,000 tasks.

usage: page_tests.py BUILD [--pictures=FOLDER]

The last line is `N passed, N failed`. Without a browser nothing is tested, and that is said.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

import synthetic
from browser import Browser, read_arguments
from checks import Checks
from looks import DEAD_LINKS, FAINT, INK, SETTLE, TOO_WIDE, TWICE, UNNAMED

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "samples/aac-encoder").glob("*.c"))
TASKS = 5000
MOST_SECONDS = 20  # to load or to draw; ten times what it takes on a quiet machine

CLIPPED = """[...document.querySelectorAll('#curves svg[viewBox], .pipe')].flatMap(picture => {
  const view = picture.viewBox.baseVal;
  return [...picture.querySelectorAll('text, circle, rect, path')].filter(each => { const box = each.getBBox();
    return box.x < view.x - 1 || box.y < view.y - 1 || box.x + box.width > view.x + view.width + 1
      || box.y + box.height > view.y + view.height + 1; }).map(each => each.outerHTML); })"""
NAV_LINES = "new Set([...document.querySelectorAll('header nav a')].map(each => each.getBoundingClientRect().top)).size"
BESIDE = """(() => { const open = document.querySelector('.note .beside');
  for (let up = open; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
  const [a, b] = [...open.querySelectorAll('pre')];
  return {source: a.textContent, generated: b.textContent, isBeside: b.getBoundingClientRect().left > a.getBoundingClientRect().right,
    colored: b.querySelectorAll('i.k').length}; })()"""

class Tests(Checks):
    def __init__(self, browser, pictures):
        super().__init__()
        self.browser, self.pictures = browser, pictures

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


def parts_of_the_page(tests, page):
    tests.load("parts", page)
    tests.same("parts: the bar of time is whole", tests.ask("[...document.querySelectorAll('.verdicts i')]"
               ".reduce((sum, each) => sum + Number(each.style.flexGrow), 0).toFixed(0)"), "100")
    tests.check("parts: the curves go to 16 cores", tests.ask("document.querySelectorAll('#curves tbody tr').length") >= 16)
    shown = tests.ask("""(() => { const select = document.getElementById('schedule-cores');
        const wide = [...select.options].filter(each => each.textContent.includes('simulated'));
        select.value = wide.at(-1).value; select.dispatchEvent(new Event('change'));
        return [wide.map(each => Number(each.value)), document.getElementById('schedule-status').textContent]; })()""")
    tests.check("parts: there are schedules for more cores than planned for", shown[0] and min(shown[0]) > 4 and max(shown[0]) <= 16, shown)
    tests.check("parts: one of them says that it is not emitted", f"on {shown[0][-1]} cores" in shown[1] and "not emitted" in shown[1], shown)
    tests.check("parts: and is drawn", tests.ask(f"{INK}('schedule-view')") > 4)
    tests.check("parts: keywords have a color of their own", tests.ask("getComputedStyle(document.querySelector('.l i.k')).color"
                " !== getComputedStyle(document.querySelector('.l code')).color"))
    tests.same("parts: an obstacle leads to its page", tests.ask(
        "(() => { const link = document.querySelector('.changes a.kind'), page = document.getElementById(link.hash.slice(1));"
        " link.click(); return new Promise(done => setTimeout(() => done([page.open, page.querySelectorAll('pre').length > 1]), 100)); })()"),
        [True, True])
    tests.same("parts: no obstacle of a loop is named twice", tests.ask(
        "[...document.querySelectorAll('.note > .obstacles')].filter(list => { const said = [...list.querySelectorAll('.why')]"
        ".map(each => each.textContent + each.nextElementSibling.textContent); return new Set(said).size !== said.length; }).length"), 0)
    beside = tests.ask(BESIDE)
    tests.check("parts: the source and what is generated are beside each other", beside["isBeside"], beside)
    tests.check("parts: the generated code is there", "static void ks_" in beside["generated"] and beside["colored"] > 2, beside)
    tests.check("parts: the source is there", beside["source"].strip() != "" and "ks_" not in beside["source"], beside)


def comparison(tests, folder):
    tests.load("comparison", folder / "compared/report.html")
    tests.structure("comparison")
    tests.check("comparison: it says what is lost", "1 lost" in tests.ask("document.querySelector('#comparison .lead').textContent"))
    tests.check("comparison: and why", "CarriedFlow" in tests.ask("document.querySelector('#comparison .why').textContent"))
    tests.picture("comparison")


def looks(tests, page, folder):
    for name, options in (("light", {}), ("dark", {"dark": True}), ("narrow", {"width": 400})):
        tests.load(name, page, **options)
        tests.same(f"{name}: text has contrast", tests.ask(FAINT), [])
        tests.check(f"{name}: no wider than the window", tests.ask(TOO_WIDE) <= 0, tests.ask(TOO_WIDE))
        tests.same(f"{name}: navigation is one line", tests.ask(NAV_LINES), 1)
        tests.same(f"{name}: charts are not clipped", tests.ask(CLIPPED), [])
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


BLUR = """enum { N = 900000 };
double in[N], out[N];
int main(void) {
  for (int i = 0; i < N; i++)
    in[i] = i % 97;
  for (int i = 1; i < N - 1; i++)
    TARGET[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
  return out[5] > 3;
}
"""


def make_comparison(build, folder):
    for name, array in (("old", "out"), ("new", "in")):
        (folder / "blur.c").write_text(BLUR.replace("TARGET", array))
        subprocess.run([build / "bin/kasuri", "blur.c", "--cores=4", f"--report={name}"], cwd=folder, check=True, capture_output=True)
    subprocess.run([build / "bin/kasuri", "report", "--compare=old/report.json", "new/report.json", "-o", "compared"], cwd=folder,
                   check=True, capture_output=True)


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
    arguments, command = read_arguments("report page")
    if command is None:
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_pages(arguments.build.resolve(), folder)
        make_comparison(arguments.build.resolve(), folder)
        report = json.loads((folder / "report.json").read_text())
        browser = Browser(command, folder / "browser")
        try:
            tests = Tests(browser, arguments.pictures)
            sample(tests, folder / "report.html", report)
            parts_of_the_page(tests, folder / "report.html")
            comparison(tests, folder)
            looks(tests, folder / "report.html", arguments.pictures or folder)
            without_script(tests, folder / "report.html", report)
            many_tasks(tests, folder / "made.html")
        finally:
            browser.close()
    return tests.end()


sys.exit(main())
