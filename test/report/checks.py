"""Counts what holds and what does not."""


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, name, holds, found=""):
        self.passed, self.failed = self.passed + bool(holds), self.failed + (not holds)
        if not holds:
            print(f"FAIL: {name}: {found}")

    def same(self, name, found, wanted):
        self.check(name, found == wanted, f"{found!r}, not {wanted!r}")

    def end(self):
        """Prints the sum; the exit status."""
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed else 0
