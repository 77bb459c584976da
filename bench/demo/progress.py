"""What scripts/demo shows while it works: numbered steps with the seconds since the start, and a bar on terminals."""
import re
import sys
import time

BAR = 30  # characters
SECONDS = 30  # between lines about a step where there is no terminal to draw a bar on
NINJA = re.compile(r"\[(\d+)/(\d+)\]")


class Progress:
    def __init__(self, steps, stream=sys.stdout, clock=time.monotonic, begin=None):
        self.steps, self.stream, self.clock = steps, stream, clock
        self.begin = clock() if begin is None else begin
        self.step_number, self.title, self.is_drawn, self.told = 0, "", False, 0.0

    def elapsed(self):
        return self.clock() - self.begin

    def write(self, text):
        self.stream.write(text)
        self.stream.flush()

    def line(self, text):
        """A line of its own; the bar gives way to it."""
        self.clear()
        self.write(text + "\n")

    def step(self, title):
        self.step_number, self.title, self.told = self.step_number + 1, title, self.elapsed()
        self.line(f"demo: [{self.elapsed():4.0f} s] {self.step_number}/{self.steps} {title}")

    def clear(self):
        if self.is_drawn:
            self.write("\r\033[K")
            self.is_drawn = False

    def show(self, done, total):
        """How far the step is."""
        if self.stream.isatty():
            full = BAR * done // max(total, 1)
            self.write(f"\r\033[K  [{'#' * full}{'.' * (BAR - full)}] {done}/{total}, {self.elapsed():.0f} s")
            self.is_drawn = True
        elif self.elapsed() - self.told >= SECONDS:
            self.told = self.elapsed()
            self.line(f"demo: [{self.elapsed():4.0f} s] {self.title}: {done} of {total}")

    def show_ninja(self, line):
        """The same of a line that ninja prints."""
        if found := NINJA.match(line):
            self.show(int(found[1]), int(found[2]))
