#!/usr/bin/env python3
"""On a terminal, phases that take long say what they do, and leave nothing of it on the screen.

usage: progress_test.py BUILD_DIRECTORY
"""
import os
import pathlib
import pty
import subprocess
import sys
import tempfile

KASURI = str(pathlib.Path(sys.argv[1]).resolve() / "bin/kasuri")
SOURCE = "int a[100];\nint main(void) {\n  for (int i = 0; i < 100; i++)\n    a[i] = i;\n  return a[7];\n}\n"


def on_terminal(folder, seconds):
    """What kasuri writes to a terminal that is its stderr."""
    ours, its = pty.openpty()
    process = subprocess.Popen([KASURI, "a.c", "-o", "out"], cwd=folder, stderr=its,
                               env=dict(os.environ, KASURI_PROGRESS=seconds))
    os.close(its)
    text = b""
    while True:
        try:
            more = os.read(ours, 4096)
        except OSError:  # the other end is closed
            more = b""
        if not more:
            break
        text += more
    os.close(ours)
    if process.wait() != 0:
        sys.exit("progress: kasuri failed: " + text.decode())
    return text.decode()


def screen(text):
    """The lines that remain on it."""
    lines = [""]
    for part in text.replace("\r\n", "\n").split("\n"):
        lines[-1] = part.split("\r\x1b[K")[-1]
        lines.append("")
    return lines[:-2]


def main():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "a.c").write_text(SOURCE)
        shown = on_terminal(folder, "0")
        for what in ("kasuri: analyzing loops, 0 s", "kasuri: planning, 0 s"):
            if what not in shown:
                sys.exit(f"progress: no '{what}' in {shown!r}")
        silent = on_terminal(folder, "off")
        if "\x1b" in silent or "analyzing" in silent:
            sys.exit(f"progress: off, and yet {silent!r}")
        if screen(shown) != screen(silent):
            sys.exit(f"progress: left on the screen: {shown!r}")
        piped = subprocess.run([KASURI, "a.c", "-o", "out"], cwd=folder, capture_output=True, text=True, check=True,
                               env=dict(os.environ, KASURI_PROGRESS="0")).stderr
        if "analyzing" in piped:
            sys.exit(f"progress: no terminal, and yet {piped!r}")


main()
