"""What kasuri says of each loop of a file, and what a run of the program shows."""
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MACHINE = ROOT / "test/hosts/fast-core-small-caches.json"  # any: verdicts are no matter of costs
FLAGS = ["-std=gnu11"]
ROW = re.compile(r"^loop (.*):(\d+):(\d+) (parallel|sequential)\b(.*)$", re.MULTILINE)  # of --dump=analysis


@dataclasses.dataclass
class Loop:
    topic: str  # the file's name
    line: int
    column: int
    function: str
    counter: str
    verdict: str  # parallel, guarded, ordered, sequential
    obstacle: str = ""  # the kind of the first
    message: str = ""
    truth: str = ""  # parallel, conditional, sequential
    label: str = ""
    source: list = dataclasses.field(default_factory=list)  # the file's lines
    seen: dict = dataclasses.field(default_factory=dict)

    @property
    def place(self):
        return f"{self.topic}.c:{self.line}"

    @property
    def reason(self):
        return f"{self.message} [{self.obstacle}]"

    @property
    def is_wrong(self):
        return self.truth != "parallel" and self.verdict == "parallel"

    @property
    def is_found(self):
        return self.truth != "sequential" and self.verdict != "sequential" and not self.is_wrong

    @property
    def is_missed(self):
        return self.truth != "sequential" and self.verdict == "sequential"


def run(words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"recall: {' '.join(map(str, words))} ends with {done.returncode}: {done.stdout[-500:]}{done.stderr[-2000:]}")
    return done


def verdict_of(verdict, details):
    if verdict == "sequential":
        return verdict
    return "ordered" if " in-order(" in details else "guarded" if " guard(" in details else verdict


def verdicts(file, kasuri, work):
    """The loops of the file in source order, without those of headers."""
    done = run([kasuri, file, "--dump=analysis", f"--machine={MACHINE}", f"--report={work / 'report'}", "-o", work / "out",
                "--", *FLAGS])
    analyzed = {(int(line), int(column)): verdict_of(*found)
                for name, line, column, *found in ROW.findall(done.stdout) if os.path.realpath(name) == str(file)}
    loops = []
    for entry in json.loads((work / "report/report.json").read_text())["loops"]:
        if os.path.realpath(entry["file"]) != str(file):
            continue
        verdict = analyzed[entry["line"], entry["column"]]
        none = {"kind": entry["kind"], "message": ""}  # of one that runs as a wavefront, whose order is kept
        obstacle = (entry["obstacles"] or [none])[0] if verdict == "sequential" else {"kind": "", "message": ""}
        loops.append(Loop(file.stem, entry["line"], entry["column"], entry["function"], entry["counter"] or "",
                          verdict, obstacle["kind"], obstacle["message"]))
    return loops


def watch(file, kasuri, loops, work):
    """Adds what ks-oracle saw of each loop; its own faults, conflicts that kasuri does not claim or tasks that
    conflict, end this."""
    environment = dict(os.environ, KASURI=str(kasuri), CFLAGS=" ".join(FLAGS))
    done = subprocess.run([sys.executable, ROOT / "runtime/tools/ks-oracle/ks-oracle", f"--loop={file}",
                           f"--json={work / 'seen.json'}", file], capture_output=True, text=True, env=environment)
    told = json.loads((work / "seen.json").read_text()) if (work / "seen.json").exists() else {"faults": [done.stderr]}
    if done.returncode:
        sys.exit("\n".join([f"recall: the oracle finds faults in {file.name}:", *told["faults"]]))
    seen = {each["place"]: each for each in told["loops"]}
    for loop in loops:
        loop.seen = seen.get(f"{loop.place}:{loop.column}", {"iterations": 0, "conflicts": []})
