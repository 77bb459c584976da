"""Prints one line per loop of a report: line, function, verdict, planned, kind, counter."""

import json
import sys

with open(sys.argv[1]) as file:
    for loop in json.load(file)["loops"]:
        print(loop["line"], loop["function"], loop["verdict"], "planned" if loop["planned"] else "-",
              loop["kind"], loop["counter"])
