"""unpack_system.py RECORDED FOLDER: a recorded system, a text of `path|line`, as files below a folder."""

import pathlib
import sys

files = {}
for line in pathlib.Path(sys.argv[1]).read_text().splitlines():
    if line.startswith("/"):
        path, value = line.split("|", 1)
        files.setdefault(path[1:], []).append(value)
for path, lines in files.items():
    place = pathlib.Path(sys.argv[2]) / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("\n".join(lines) + "\n")
