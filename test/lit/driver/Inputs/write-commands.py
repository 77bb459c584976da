"""Prints a compile_commands.json as CMake writes it, for the tree at the path given."""

import json
import sys

root = sys.argv[1]
print(json.dumps([
    {"directory": f"{root}/build", "file": f"{root}/src/a.c",
     "command": f"/usr/bin/cc -DSIZE=3 -o a.o -c {root}/src/a.c"},
    {"directory": f"{root}/build", "file": "../src/b.c",
     "arguments": ["cc", "-I../inc", "-MD", "-MF", "b.d", "-c", "../src/b.c", "-o", "b.o"]},
]))
