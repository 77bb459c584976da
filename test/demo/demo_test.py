#!/usr/bin/env python3
"""What scripts/demo shows while it works, and how it tells a busy machine, on recorded /proc/stat: unit tests.

usage: demo_test.py
"""
import io
import os
import pathlib
import pty
import select
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench/demo"))
import busy
from build import follow
from progress import Progress

# Two readings, ten seconds apart, of a machine with two cores: 500 ticks of user, 100 of system and 200 of steal later.
BEFORE = "cpu  1000 10 200 90000 300 5 15 40 7 0\ncpu0 500 5 100 45000 150 2 8 20 0 0\nintr 12345\n"
AFTER = "cpu  1500 10 300 91200 300 5 15 240 7 0\ncpu0 900 5 150 45600 150 2 8 120 0 0\nintr 12399\n"


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


class Busy(unittest.TestCase):
    def test_idle_and_iowait_do_not_count_and_steal_does(self):
        self.assertEqual(busy.busy_ticks(AFTER) - busy.busy_ticks(BEFORE), 800)

    def test_own_time_is_not_that_of_others(self):
        self.assertAlmostEqual(busy.cores_of_others(BEFORE, AFTER, 10, own_seconds=0, ticks_per_second=100), 0.8)
        self.assertAlmostEqual(busy.cores_of_others(BEFORE, AFTER, 10, own_seconds=6, ticks_per_second=100), 0.2)
        self.assertEqual(busy.cores_of_others(BEFORE, AFTER, 10, own_seconds=9, ticks_per_second=100), 0)

    def test_another_file_is_refused(self):
        with self.assertRaises(ValueError):
            busy.busy_ticks("intr 1 2 3\n")

    def test_words(self):
        self.assertEqual(busy.describe(0.05, 2, "now"), "")
        self.assertIn("other programs used 0.8 of 2 cores now", busy.describe(0.8, 2, "now"))
        self.assertIn("unknown", busy.describe(None, 2, "now"))

    def test_watch_reads_the_file_and_lives_without_it(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "stat"
            self.assertIsNone(busy.Watch(path).others())
            path.write_text(BEFORE)
            watch = busy.Watch(path)
            path.write_text(BEFORE.replace("1000", "1000000000", 1))
            self.assertGreater(watch.others(), 1)


class Steps(unittest.TestCase):
    def setUp(self):
        self.clock, self.out = Clock(), io.StringIO()
        self.progress = Progress(3, self.out, self.clock, begin=95.0)

    def test_a_step_has_its_number_and_the_seconds(self):
        self.progress.step("building")
        self.clock.now = 217
        self.progress.step("measuring")
        self.assertEqual(self.out.getvalue(), "demo: [   5 s] 1/3 building\ndemo: [ 122 s] 2/3 measuring\n")

    def test_without_terminal_a_line_now_and_then_and_no_bar(self):
        self.progress.step("building")
        for number in range(100):
            self.clock.now += 1
            self.progress.show_ninja(f"[{number}/362] Building CXX object x.o\n")
        lines = self.out.getvalue().splitlines()
        self.assertEqual(lines[1:], [f"demo: [{at:4} s] building: {number} of 362" for at, number in ((35, 29), (65, 59), (95, 89))])
        self.assertNotIn("\r", self.out.getvalue())

    def test_other_lines_of_ninja_say_nothing(self):
        self.clock.now += 1000
        self.progress.show_ninja("warning: 3/4 of it\n")
        self.assertEqual(self.out.getvalue(), "")


def read_to(descriptor, end):
    seen = ""
    while end not in seen and select.select([descriptor], [], [], 30)[0]:
        seen += os.read(descriptor, 4096).decode()
    return seen


class Terminal(unittest.TestCase):
    def test_a_bar_that_gives_way_to_lines(self):
        reader, writer = pty.openpty()
        with os.fdopen(writer, "w") as stream:
            progress = Progress(2, stream, Clock(), begin=100.0)
            progress.show_ninja("[181/362] Building CXX object x.o\n")
            progress.step("measuring")
            seen = read_to(reader, "measuring\r\n")
        os.close(reader)
        self.assertIn("\r\033[K  [###############...............] 181/362, 0 s", seen)
        self.assertTrue(seen.endswith("\r\033[Kdemo: [   0 s] 1/2 measuring\r\n"), seen)


class Follow(unittest.TestCase):
    def test_output_is_shown_after_a_failure_alone(self):
        shown, out = io.StringIO(), io.StringIO()
        progress = Progress(1, out, Clock())
        self.assertEqual(follow(["sh", "-c", "echo '[1/2] good'"], ROOT, progress, shown), 0)
        self.assertEqual(shown.getvalue(), "")
        self.assertEqual(follow(["sh", "-c", "echo '[1/2] bad'; echo reason >&2; exit 3"], ROOT, progress, shown), 3)
        self.assertEqual(shown.getvalue(), "[1/2] bad\nreason\n")


if __name__ == "__main__":
    unittest.main()
