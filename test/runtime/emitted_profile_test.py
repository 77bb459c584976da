#!/usr/bin/env python3
"""emitted_profile_test.py KASURI LIBRARY KS_TRACE SCHEMA_CHECKER SCHEMA: the profile and the trace of a program that
Kasuri has made: the names, lines and planned costs of its report are found in them."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

KASURI, LIBRARY, TRACER, CHECKER, SCHEMA = sys.argv[1:6]
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MACHINE = ROOT / "docs/architecture/two-cores.json"
SOURCE = """#include <stdio.h>
enum { N = 300 };
static double a[N][N], b[N][N], c[N][N];
static double sum_of(double (*m)[N]) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += m[i][j] * (i + 1);
  return sum;
}
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = i + j;
      b[i][j] = i - j;
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
  printf("%g\\n", sum_of(c));
}
"""


def run(*words, **environment):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=200,
                          env={**os.environ, **environment})
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def planned_tasks(report):
    """Of the layers that are emitted: layer, task, its planned cost by row on two workers. The product's loops in the
    order of the source are there as well, and do not run."""
    tasks = {}
    for layer in report["layers"]:
        if layer["planned"] and layer["name"] != "main@matrix.c:17":
            for row in next(each for each in layer["tables"] if each["workers"] == 2)["rows"]:
                tasks.setdefault((layer["name"], layer["tasks"][row["task"]]["name"]), []).append(row["costNs"])
    return {key: sum(costs) / len(costs) for key, costs in tasks.items()}


def check_profile(path, planned):
    run(sys.executable, CHECKER, SCHEMA, path)
    found = {}
    for layer in json.loads(path.read_text())["layers"]:
        (schedule,) = [each for each in layer["schedules"] if each["workers"] == 2]
        assert schedule["runs"] == schedule["runsMeasured"] == 1
        for task in schedule["tasks"]:
            found[layer["name"], task["name"]] = task["plannedNs"]
            assert task["rows"] == task["self"]["count"] > 0 and task["self"]["totalNs"] > 0, task
    assert found.keys() == planned.keys() and found, (found, planned)
    for key, cost in found.items():
        assert abs(cost - planned[key]) <= 1, (key, cost, planned[key])


ASKING = """#include <kasuri/counters.h>
#include <stdio.h>
enum { N = 400000 };
static double a[N];
static int print_part(void *where, const char *layer, const char *part, const ks_counter *found) {
  fprintf(where, "%s %s %llu %d\\n", layer, part ? part : "whole", (unsigned long long)found->ks_samples,
          found->ks_mean_ns > 0 && found->ks_least_ns <= found->ks_last_ns && found->ks_last_ns <= found->ks_most_ns);
  return 0;
}
static void fill(int step) {
  for (int i = 0; i < N; i++)
    a[i] = a[i] / 3 + i % (step + 5) / 7.0;
}
int main(void) {
  double sum = 0;
  for (int step = 0; step < 3; step++)
    fill(step);
  for (int i = 0; i < N; i++)
    sum += a[i] * (i % 3);
  ks_each_counter(print_part, stderr);
  printf("%.3f\\n", sum);
}
"""


def check_asking(work):
    """A program that asks for its own counters: what it is told is what its profile says; without the runtime, nothing."""
    (work / "asking.c").write_text(ASKING)
    run(KASURI, work / "asking.c", "-o", work / "out", f"--machine={MACHINE}", "--no-reorder", "--", "-O2")
    include = ["-O2", "-I", ROOT / "include"]
    run("cc", *include, work / "out/asking.c", LIBRARY, "-lm", "-pthread", "-o", work / "asking")
    run("cc", *include, work / "asking.c", "-o", work / "plain")
    run("cc", *include, "-static", work / "asking.c", "-o", work / "static")
    words = {**os.environ, "KASURI_CORES": "2", "KASURI_ADAPT": "0", "KASURI_PROFILE": str(work / "asked"),
             "KASURI_PROFILE_EVERY": "1"}
    done = subprocess.run([work / "asking"], capture_output=True, text=True, timeout=200, env=words)
    plain = subprocess.run([work / "plain"], capture_output=True, text=True, timeout=200)
    assert done.returncode == plain.returncode == 0 and done.stdout == plain.stdout and not plain.stderr, (done, plain)
    told = {(layer, part): (int(count), plausible) for layer, part, count, plausible in
            (line.split() for line in done.stderr.splitlines())}
    assert all(plausible == "1" for (_, part), (_, plausible) in told.items() if part == "whole" or "@" in part), told
    for layer in json.loads((work / "asked").read_text())["layers"]:
        for schedule in layer["schedules"]:
            if schedule["runsMeasured"] > 0:
                assert told[layer["name"], "whole"][0] == schedule["runsMeasured"], told
                for task in schedule["tasks"]:
                    assert told[layer["name"], task["name"]][0] == task["self"]["count"] > 0, told
    assert any(name.startswith("fill@") for name, _ in told), told
    assert run(work / "static") == plain.stdout
    by_cc = subprocess.run([pathlib.Path(KASURI).parent / "kasuri-cc", f"--machine={MACHINE}", *include, work / "asking.c",
                            "-o", work / "by_cc"], capture_output=True, text=True, timeout=200)
    assert by_cc.returncode == 0 and "sequential because" not in by_cc.stderr, by_cc.stderr
    assert run(work / "by_cc") == plain.stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        (work / "matrix.c").write_text(SOURCE)
        run(KASURI, work / "matrix.c", "-o", work / "out", f"--machine={MACHINE}", f"--report={work / 'report'}", "--", "-O2")
        run("cc", "-O2", "-I", ROOT / "include", work / "out/matrix.c", LIBRARY, "-lm", "-pthread", "-o", work / "matrix")
        planned = planned_tasks(json.loads((work / "report/report.json").read_text()))
        plain = run(work / "matrix", KASURI_CORES="1")
        settings = {"KASURI_CORES": "2", "KASURI_ADAPT": "0"}
        assert plain == run(work / "matrix", KASURI_PROFILE=str(work / "profile"), **settings)
        check_profile(work / "profile", planned)
        check_asking(work)
        assert plain == run(work / "matrix", KASURI_TRACE=str(work / "trace"), **settings)
        events = json.loads((work / "trace").read_text())["traceEvents"]
        for category in ("task", "plan"):
            names = {(each["args"]["layer"], each["name"]) for each in events if each.get("cat") == category}
            assert names == planned.keys(), (category, names)
        table = run(TRACER, work / "profile")
        assert all(layer in table and task in table for layer, task in planned), table


main()
