"""check_sarif.py LOG: holds the log against what SARIF 2.1.0 demands of its parts, and prints a line per result."""

import json
import pathlib
import re
import sys

LEVELS = {"none", "note", "warning", "error"}
PAGES = pathlib.Path(__file__).resolve().parents[4] / "docs/obstacles"
KINDS = {"notApplicable", "pass", "fail", "review", "open", "informational"}


def region(location):
    place = location["physicalLocation"]
    assert isinstance(place["artifactLocation"]["uri"], str)
    assert place["region"]["startLine"] >= 1 and place["region"]["startColumn"] >= 1
    return f"{place['region']['startLine']}:{place['region']['startColumn']}"


def main():
    log = json.load(open(sys.argv[1]))
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    run, = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert run["tool"]["driver"]["name"] == "Kasuri" and run["columnKind"] == "utf16CodeUnits"
    assert len({rule["id"] for rule in rules}) == len(rules)
    assert all(rule["shortDescription"]["text"] for rule in rules)
    named = {rule["id"]: re.findall(r"docs/obstacles/(\w+)\.md", rule.get("help", {}).get("text", "")) for rule in rules}
    assert {kind: [kind] for kind in named if named[kind]} == {page.stem: [page.stem] for page in PAGES.glob("*.md")}
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in LEVELS and result["kind"] in KINDS
        assert result["kind"] == "fail" or result["level"] == "none"  # 3.27.9
        assert 0 <= result["rank"] <= 100
        ends = "".join(f" | {region(each)} {each['message']['text']}" for each in result["relatedLocations"])
        text = result["message"]["text"].split("\n")[0].removeprefix("loop stays sequential: ")
        print(region(result["locations"][0]), result["level"], result["kind"], result["ruleId"], text + ends)


main()
