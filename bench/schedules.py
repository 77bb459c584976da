#!/usr/bin/env python3
"""How near the scheduler comes to max(critical path, work / cores) on the customary task graphs."""
import re

import common

printed = common.run([common.BUILD / "bin/schedules"]).stdout
print(printed, end="")
mean = float(re.search(r"graphs: ([0-9.]+) %", printed)[1])
common.verdict("schedules", mean, "% above the lower bound", "at most 5", mean <= 5)
