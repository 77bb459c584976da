"""Uses the playground of `kasuri serve` in a headless browser: types, picks samples, reads remarks, tabs, pictures, shares.

usage: browser_tests.py BUILD [--pictures=FOLDER]

The last line is `N passed, N failed`. Without a browser nothing is tested, and that is said.
"""

import json
import pathlib
import sys
import tempfile
import time

from server import PATIENCE, Server

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "report"))
from browser import Browser, read_arguments
from checks import Checks
from looks import FAINT, INK, SETTLE, TOO_WIDE, TWICE, UNNAMED

SAMPLES = sorted((pathlib.Path(__file__).resolve().parents[2] / "samples/playground").glob("*.c"))
HOSTILE = """// </script><script>document.title = "hacked"</script>
int main(void) {
  <img src=x onerror="document.title = 'hacked'">
  return 0;
}
"""
CARRIED = """enum { N = 1000000 };
double a[N];
int main(void) {
  for (int i = 1; i < N; i++)
    a[i] = a[i - 1] * 2;
}
"""


class Playground(Checks):
    def __init__(self, browser, server, pictures):
        super().__init__()
        self.browser, self.server, self.pictures = browser, server, pictures

    def ask(self, expression):
        return self.browser.evaluate(expression)

    def wait(self, name, expression):
        end = time.monotonic() + PATIENCE
        while not (holds := self.ask(expression)) and time.monotonic() < end:
            time.sleep(0.05)
        self.check(name, holds, self.ask("document.body.innerText.slice(0, 600)"))

    def open(self, name, fragment="", **options):
        self.browser.load(self.server.url + fragment, **options)
        self.wait(f"{name}: the page is ready", "document.documentElement.dataset.ready === 'true'")

    def quiet(self, name):
        self.same(f"{name}: nothing to complain about", self.browser.complaints(self.server.url), [])

    def show(self, source, flags="-O3 --cores=4"):
        """Puts the source into the editor, and waits for its answer."""
        self.ask(f"kasuri.load({json.dumps(source)}, {json.dumps(flags)}).then(() => true)")

    def tab(self, name):
        self.ask(f"document.getElementById('tab-{name}').click(), {SETTLE}")

    def type(self, text):
        self.browser.call("Input.insertText", text=text)

    def text_of(self, selector):
        return self.ask(f"document.querySelector({json.dumps(selector)})?.textContent ?? ''")

    def count(self, selector):
        return self.ask(f"document.querySelectorAll({json.dumps(selector)}).length")

    def picture(self, name):
        if self.pictures:
            self.browser.picture(self.pictures / f"{name}.png")


def begins(page):
    page.open("first")
    page.check("it begins with a sample", page.text_of("#colored").startswith("// A sum over a table"))
    page.check("the sample has its remarks", "loop runs in parallel" in page.text_of("#messages"))
    page.same("all samples are there", page.count("#sample option"), len(SAMPLES) + 1)
    page.same("each id once", page.ask(TWICE), [])
    page.same("all controls have names", page.ask(UNNAMED), [])
    page.quiet("first")
    page.picture("first")


def typing(page):
    page.ask("kasuri.editor.source = '', document.getElementById('source').focus()")
    page.type("int main(void) {\n  return y;\n}\n")
    page.wait("what is typed is analyzed", "document.querySelector('#messages .e') !== null")
    page.check("an error has its line", page.text_of("#messages .e").startswith("line 2: error: use of undeclared identifier 'y'"))
    page.same("an error is marked at its line", page.text_of(".gutter .e"), "2")
    page.check("an error colors its line", "return y" in page.text_of(".row.e"))
    page.check("the status tells it", page.text_of("#state").startswith("1 error, "), page.text_of("#state"))
    page.same("the sample is no longer chosen", page.ask("document.getElementById('sample').value"), "")
    page.ask("document.getElementById('source').select()")
    page.type(CARRIED)
    page.wait("the right program takes its place", "document.querySelector('#messages .s') !== null && !document.querySelector('#messages .e')")
    page.same("the text in colors is the text", page.text_of("#colored"), CARRIED + "\n")
    page.same("keywords are colored", page.ask("[...document.querySelectorAll('#colored .kw')].map(each => each.textContent)"), ["enum", "for"])
    page.ask("kasuri.editor.source = '/* one\\ntwo */ int x; // three\\n\"/*\" int'")
    page.same("a comment of two lines is colored", page.ask("[...document.querySelectorAll('#colored .co')].map(each => each.textContent)"),
              ["/* one", "two */", "// three"])
    page.same("a string with a comment's begin is none", page.text_of("#colored .st"), '"/*"')
    page.same("the colored text is where the text is", page.ask(
        "['source', 'colored'].map(id => { const style = getComputedStyle(document.getElementById(id)); return "
        "[style.fontFamily, style.fontSize, style.lineHeight, style.padding, style.tabSize].join(); }).every((each, _, all) => each === all[0])"), True)
    page.same("a number for each line", page.count(".gutter > *"), 3)
    page.quiet("typing")


def remarks(page):
    page.show(CARRIED)
    page.check("help is among the notes", "What helps: give each iteration its own" in page.text_of("#messages .s"))
    page.same("the obstacle has its page", page.ask("document.querySelector('#messages .kind a').getAttribute('href')"), "obstacles/CarriedFlow")
    marker = page.ask("document.querySelector('.gutter .s').getAttribute('aria-label')")
    page.check("the marker says what it is", marker.startswith("Line 4: loop stays sequential"), marker)
    page.ask("document.querySelector('.gutter .s').click()")
    page.same("a click on it shows the remark", page.ask("document.getElementById('balloon').hidden"), False)
    page.check("the remark is with its notes", "read here in a later iteration" in page.text_of("#balloon"))
    page.picture("balloon")
    page.browser.press("Escape")
    page.same("Escape hides it", page.ask("document.getElementById('balloon').hidden"), True)
    page.same("the focus returns", page.ask("document.activeElement.textContent"), "4")
    page.ask("document.querySelector('#messages li li a').click()")
    page.same("a place leads to its line", page.ask("(text => text.value.slice(0, text.selectionStart).split('\\n').length)(document.activeElement)"), 5)
    page.browser.press("F8")
    page.check("F8 shows the next remark", "loop stays sequential" in page.text_of("#balloon"))
    page.ask("document.querySelector('.gutter .s').dispatchEvent(new MouseEvent('mouseenter'))")
    page.same("the mouse shows it, too", page.ask("document.getElementById('balloon').hidden"), False)
    page.browser.press("Escape")


def results(page):
    page.show(SAMPLES[2].read_text() if SAMPLES[2].stem == "reduction" else "", "-O3 --cores=6")
    page.tab("parallel")
    page.check("the parallel program is there", "ks_run(" in page.text_of("#emitted"))
    line = page.ask("[...document.querySelectorAll('.eline')].find(each => each.textContent.includes('double sum = 0')).firstChild.textContent")
    page.same("a line of it tells that of the source", line, "12")
    line = page.ask("[...document.querySelectorAll('.eline')].find(each => each.textContent.includes('const ks_task ')).firstChild.textContent")
    page.same("a line that Kasuri added has no number", line, "")
    page.ask(f"kasuri.editor.goTo(14), {SETTLE}")
    page.check("the caret's line is marked in it", "sqrt(fabs(height[i]))" in page.text_of(".eline.here"))
    page.check("tables are folded", "static const ks_row" in page.text_of("#emitted details"))
    page.same("no line directive is shown", page.ask("[...document.querySelectorAll('.eline code')].filter(each => each.textContent.startsWith('#line')).length"), 0)
    page.picture("parallel")
    page.tab("graph")
    page.check("the graph is drawn", page.ask(f"{INK}('graph-view')") > 4)
    page.ask("document.getElementById('graph-view').focus()")
    page.browser.press("ArrowDown")
    page.check("arrows walk it", page.text_of("#graph-status").startswith("T0"), page.text_of("#graph-status"))
    page.picture("graph")
    page.browser.press("s")
    page.same("s leads to the source", page.ask("document.activeElement.id"), "source")
    page.tab("schedule")
    page.check("the schedule is drawn", page.ask(f"{INK}('schedule-view')") > 4)
    page.same("the slider has the cores asked for", page.ask("['min', 'max'].map(each => document.getElementById('cores')[each]).join()"), "2,6")
    for cores in (2, 5):
        page.ask(f"(slider => {{ slider.value = {cores}; slider.dispatchEvent(new Event('input')); }})(document.getElementById('cores'))")
        page.same(f"the schedule for {cores} cores", page.ask("kasuri.schedule.view.scene.lanes.length"), cores)
        page.check(f"{cores} cores are told", f"on {cores} cores" in page.text_of("#schedule-status"))
    page.picture("schedule")
    page.tab("curves")
    page.same("the curves go to 16 cores", page.count("#curves-view circle"), 32)
    page.picture("curves")
    page.ask("document.getElementById('tab-curves').focus()")
    page.browser.press("ArrowRight")
    page.same("arrows lead around the tabs", page.ask("document.activeElement.id"), "tab-remarks")
    page.quiet("results")
    page.show("int main(void) { return 0; }\n")
    for name, text in (("graph", "no macro-tasks"), ("schedule", "no schedule"), ("curves", "no parallel layer")):
        page.tab(name)
        page.check(f"{name}: an empty program is told", text in page.text_of("#" + name), page.text_of("#" + name))
    page.quiet("an empty program")
    page.tab("remarks")


def samples(page):
    for path in SAMPLES:
        page.ask(f"(select => {{ select.value = '{path.stem}'; select.onchange(); }})(document.getElementById('sample'))")
        page.wait(f"{path.stem}: it is analyzed", f"kasuri.editor.source === {json.dumps(path.read_text())} && "
                  "document.getElementById('state').textContent.startsWith('analyzed in')")
        page.check(f"{path.stem}: it has markers", page.count(".gutter button") > 0)
        page.quiet(path.stem)


def shares(page):
    page.ask(f"kasuri.load({json.dumps(CARRIED)}, '-O2 --cores=3').then(() => document.getElementById('share').onclick()).then(() => true)")
    fragment = page.ask("location.hash")
    page.check("the address has the source", fragment.startswith("#c=") and len(fragment) < 400, fragment)
    page.check("what is shared has no token", page.server.token not in fragment)
    page.browser.load(page.server.url + "obstacles/CarriedFlow")
    page.open("shared", fragment)
    page.same("the address shows the source", page.ask("kasuri.editor.source"), CARRIED)
    page.same("the address shows the options", page.ask("document.getElementById('flags').value"), "-O2 --cores=3")
    requests = [each["params"]["request"]["url"] for each in page.browser.events if each.get("method") == "Network.requestWillBeSent"]
    page.check("the fragment is not sent", all("#" not in each for each in requests), requests)
    page.ask("kasuri.load('int typed;\\n', '-O1').then(() => true)")
    page.browser.events.clear()
    page.browser.call("Page.reload")
    page.browser.wait_for("Page.loadEventFired")
    page.wait("loaded again it has what was typed", "document.documentElement.dataset.ready === 'true' && kasuri.editor.source === 'int typed;\\n'")
    for fragment in ("#c=AAAA", "#d=e30", "#d=!", "#nothing", "#c="):
        page.browser.load(page.server.url + "obstacles/CarriedFlow")
        page.open(f"a damaged address {fragment}", fragment)
        page.check("a damaged address shows a sample", page.text_of("#colored").startswith("// A sum over a table"))


def hostile(page):
    page.open("hostile")
    page.show(HOSTILE, '"><script>document.title = "hacked"</script>')
    page.show(HOSTILE)
    page.same("the source stays text", page.ask("[document.title, document.images.length, document.scripts.length]"), ["Kasuri playground", 0, 2])
    found = page.ask("(() => { try { document.body.innerHTML = '<b>x</b>'; return 'taken'; } catch (problem) { return problem.name; } })()")
    page.same("the browser takes no markup from a script", found, "TypeError")
    found = page.ask("fetch('http://127.0.0.1:9/').then(() => 'sent', problem => problem.name)")
    page.same("the browser asks no other server", found, "TypeError")


def other_page(page, folder):
    """A page of another origin that knows the address, token and all, gets nothing."""
    path = folder / "other.html"
    path.write_text("<!doctype html><title>other</title>")
    page.browser.load(path)
    for name, what in (("reads the page", f"fetch('{page.server.url}').then(answer => answer.text())"),
                       ("asks for an analysis", f"fetch('{page.server.url}analyze', {{method: 'POST', headers: {{'Content-Type': 'application/json'}}, "
                        "body: JSON.stringify({page: 'x', source: 'int x;', flags: ''})}).then(answer => answer.text())")):
        page.same(f"a page of another origin {name}", page.ask(what + ".then(text => 'got ' + text.slice(0, 20), problem => problem.name)"), "TypeError")
    shown = page.ask(f"new Promise(done => {{ const frame = document.createElement('iframe'); frame.src = '{page.server.url}'; "
                     "frame.onload = () => { try { done(frame.contentDocument === null ? 'closed' : 'open'); } catch { done('closed'); } }; "
                     "document.body.append(frame); })")
    page.same("a page of another origin shows it in a frame", shown, "closed")


def looks(page):
    for name, options in (("light", {}), ("dark", {"dark": True}), ("narrow", {"width": 400, "height": 800}),
                          ("narrow dark", {"width": 400, "height": 800, "dark": True})):
        page.browser.load(page.server.url + "obstacles/CarriedFlow")
        page.open(name, **options)
        page.show(CARRIED)
        for tab in ("remarks", "parallel", "graph", "schedule", "curves"):
            page.tab(tab)
            page.same(f"{name}, {tab}: text has contrast", page.ask(FAINT), [])
            page.check(f"{name}, {tab}: no wider than the window", page.ask(TOO_WIDE) <= 0, page.ask(TOO_WIDE))
        page.picture(name.replace(" ", "-"))
        page.quiet(name)


def main():
    arguments, command = read_arguments("playground")
    if command is None:
        return 0
    with tempfile.TemporaryDirectory() as name, Server(arguments.build.resolve(), "--time-limit=300") as server:
        browser = Browser(command, pathlib.Path(name) / "browser")
        page = Playground(browser, server, arguments.pictures)
        try:
            for part in (begins, typing, remarks, results, samples, shares, hostile, looks):
                part(page)
            other_page(page, pathlib.Path(name))
        finally:
            browser.close()
    return page.end()


sys.exit(main())
