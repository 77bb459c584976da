"""check_trace.py schedule.trace.json report.json: one event for each planned row, and no two of a core at once."""

import json
import sys

trace, report = (json.load(open(name)) for name in sys.argv[1:3])
assert trace["otherData"]["format"] == "kasuri-trace" and trace["otherData"]["version"] == 1
names = [each for each in trace["traceEvents"] if each["ph"] == "M"]
rows = [each for each in trace["traceEvents"] if each["ph"] == "X"]
assert len(names) + len(rows) == len(trace["traceEvents"])
assert {"process_name", "thread_name"} == {each["name"] for each in names}
assert any(each["pid"] == 2 and each["args"]["name"] == "plan" for each in names)

planned = [(table["workers"], layer["name"], row["worker"], row["part"], row["startNs"] is not None)
           for layer in report["layers"] if layer["planned"] for table in layer["tables"] for row in table["rows"]]
shown = [(each["args"]["workers"], each["args"]["layer"], each["tid"], each["args"]["part"], True) for each in rows]
assert planned and sorted(planned) == sorted(shown), (planned, shown)

lanes = {}
for each in rows:
    lanes.setdefault((each["pid"], each["tid"]), []).append((each["ts"], each["ts"] + each["dur"]))
for lane in lanes.values():
    lane.sort()
    assert all(before[1] <= after[0] + 1e-3 for before, after in zip(lane, lane[1:])), lane
