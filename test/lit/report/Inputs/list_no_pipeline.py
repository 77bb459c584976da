"""list_no_pipeline.py report.json: line, kind and message of each loop's note on pipelines."""

import json
import sys

for loop in json.load(open(sys.argv[1], encoding="utf-8"))["loops"]:
    note = loop["noPipeline"]
    if note:
        assert loop["verdict"] == "sequential" and note["source"] and note["help"], loop
        print(loop["line"], note["kind"], note["message"])
