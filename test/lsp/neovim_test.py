#!/usr/bin/env python3
"""Neovim with editors/neovim/kasuri.lua: it shows a loop's obstacle, hovers, applies a quick fix, and shares one server.

usage: neovim_test.py BUILD_DIRECTORY

neovim_test.lua has the steps. Neovim runs without a screen, with the snippet in the folder that docs/editors.md names.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
STEPS = ["shows LiveOut", "hovers", "applies a quick fix"]


def main():
    kasuri = pathlib.Path(sys.argv[1]).resolve() / "bin/kasuri"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        plugins, sources = folder / "config/nvim/plugin", folder / "project/src"
        plugins.mkdir(parents=True)
        sources.mkdir(parents=True)
        shutil.copy(ROOT / "editors/neovim/kasuri.lua", plugins)
        shutil.copy(ROOT / "docs/obstacles/LiveOut.c", sources)
        (sources / "other.c").write_text("int other;\n")
        (sources.parent / "compile_commands.json").write_text("[]")
        command = json.dumps([str(kasuri), "lsp", f"--machine={ROOT}/docs/obstacles/four-cores.json"])
        homes = {"HOME": name, "XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": name, "XDG_STATE_HOME": name,
                 "XDG_CACHE_HOME": name}
        done = subprocess.run(["nvim", "--headless", "--cmd", f"let g:kasuri_command = {command}", "-c",
                               f"luafile {HERE}/neovim_test.lua"],
                              cwd=sources, env={**os.environ, **homes}, capture_output=True, text=True)
        edited = (sources / "LiveOut.c").read_text()
    said = done.stdout.splitlines()
    assert done.returncode == 0 and said == [*STEPS, f"root {sources.parent}", "done"], done
    assert "last_in_loop" in edited, edited


main()
