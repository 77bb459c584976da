"""Compiles each C example of a page with gcc and clang, and has kasuri run a loop of it in parallel.

usage: check_examples.py PAGE INCLUDE_DIRECTORY FOLDER
"""
import pathlib
import re
import subprocess
import sys

page, include, folder = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
folder.mkdir(parents=True, exist_ok=True)
examples = re.findall(r"^```c\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)
for number, text in enumerate(examples):
    source = folder / f"example{number}.c"
    source.write_text(text)
    for compiler in ("gcc", "clang"):
        subprocess.run([compiler, "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", include,
                        "-fsyntax-only", source], check=True)
    done = subprocess.run(["kasuri", source, "-Rkasuri", "--cores=2", "--min-gain=0", "-o", folder / "out"],
                          capture_output=True, text=True)
    if done.returncode != 0 or not re.search(r"remark: (loop runs|loop may run|statements run) in parallel", done.stderr):
        sys.exit(f"{text}\n{done.stderr}")
print(f"{len(examples)} examples")
