"""list_pipeline.py report.json: the stages of the first pipeline; whether its iterations are a schedule is checked."""

import json
import sys

EPSILON = 0.2  # of rounded times


def check(table, stages):
    runs, order = table["iterations"], {}
    for run in runs:
        order.setdefault(run["iteration"], []).append(run)
    for iteration, own in order.items():
        assert len({run["worker"] for run in own}) == 1, f"iteration {iteration} is on two cores"
        assert [run["stage"] for run in own] == list(range(len(stages))), f"iteration {iteration} has other stages"
        for a, b in zip(own, own[1:]):
            assert a["startNs"] + a["costNs"] <= b["startNs"] + EPSILON, f"iteration {iteration} overlaps itself"
    for number, stage in enumerate(stages):
        own = [run for run in runs if run["stage"] == number]
        for a, b in zip(own, own[1:]):
            assert not stage["ordered"] or a["startNs"] + a["costNs"] <= b["startNs"] + EPSILON, f"stage {number} overlaps"
    for worker in range(table["workers"]):
        own = [run for run in runs if run["worker"] == worker]
        for a, b in zip(own, own[1:]):
            assert a["startNs"] + a["costNs"] <= b["startNs"] + EPSILON, f"core {worker} does two things"
    print(f"{table['workers']} cores: {len(order)} iterations in order, none on two cores, ordered stages apart")


def main():
    layer = next(each for each in json.load(open(sys.argv[1], encoding="utf-8"))["layers"] if "pipeline" in each)
    pipeline = layer["pipeline"]
    stages = pipeline["stages"]
    for number, stage in enumerate(stages):
        kind = "ordered" if stage["ordered"] else "parallel"
        kind += f" measured {stage['costNs']:.0f}, waits {stage['measuredWaitNs']:.0f}" if stage["measured"] else " estimated"
        print(f"stage {stage['line']} to {stage['endLine']} {kind}" + (", the longest" if number == pipeline["longest"] else ""))
    assert abs(sum(stage["share"] for stage in stages) - 1) < 0.01, "the shares are not all"
    limit = pipeline["iterationNs"] / stages[pipeline["longest"]]["costNs"]
    assert abs(limit - pipeline["limit"]) < 0.05 * limit, (limit, pipeline["limit"])
    print("limit as of the longest")
    for table in layer["tables"]:
        check(table, stages)


main()
