"""How many cores other programs use, from two readings of /proc/stat.

The kernel counts what all processors have done since the start, in ticks, and what a hypervisor has given to other
machines ("steal"), during which this machine could not run either. What our own children used is known by wait(), so the
rest is that of others.
"""
import os
import time

NOISE = 0.15  # cores: below that the figures are as on an idle machine
IDLE = ("idle", "iowait")
NAMES = ("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal")


def busy_ticks(text):
    """Ticks in which processors did something, or could not: the first line of /proc/stat. Guests are in user and nice."""
    fields = text.splitlines()[0].split()
    if fields[0] != "cpu":
        raise ValueError(f"/proc/stat begins with '{fields[0]}'")
    return sum(int(ticks) for name, ticks in zip(NAMES, fields[1:]) if name not in IDLE)


def cores_of_others(before, after, seconds, own_seconds, ticks_per_second):
    """Between two texts of /proc/stat; 0 where the ticks are rounded to less than our own use."""
    busy = (busy_ticks(after) - busy_ticks(before)) / ticks_per_second
    return max(0.0, busy - own_seconds) / seconds


def own_seconds():
    """Processor time of this process and of the children that it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


class Watch:
    """From its making on; `others` is the mean number of cores since then."""

    def __init__(self, path="/proc/stat"):
        self.path, self.before, self.begin, self.own = path, self.read(path), time.monotonic(), own_seconds()

    @staticmethod
    def read(path):
        try:
            with open(path, encoding="ascii") as file:
                return file.read()
        except OSError:
            return None

    def others(self):
        """None where the system does not tell."""
        after = self.read(self.path)
        if self.before is None or after is None:
            return None
        return cores_of_others(self.before, after, time.monotonic() - self.begin, own_seconds() - self.own,
                               os.sysconf("SC_CLK_TCK"))


def others_now(seconds=1.0):
    watch = Watch()
    time.sleep(seconds)
    return watch.others()


def describe(others, cores, when):
    """A sentence for the reader of the figures; "" where nobody else was busy."""
    if others is None:
        return f"whether other programs were busy {when} is unknown"
    if others < NOISE:
        return ""
    return f"busy machine: other programs used {others:.1f} of {cores} cores {when}; on an idle one the speedup is higher"
