#!/usr/bin/env python3
"""Runs the libFuzzer targets of fuzzers/, which `ninja fuzzers` builds: `reader_tests.py BUILD [--seconds=N] [TARGET...]`.

Each starts from what the tools write themselves, and knows the names of members that occur there. A target that finds
a crash, a hang, or something that contradicts what it checks leaves the input in BUILD/hostile. The last line is
`N passed, N failed`.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import mutation_tests

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMANDS = [
    "-O2\n-c\na.c\n-o\na.o", "a.o\nlibb.a\nmain.c\n-lm\n-Wl,--as-needed\n-o\nprog", "-shared\na.o\n-o\nliba.so",
    "-MMD\n-MF\na.d\n-Iinc\n-include\nx.h\n-DX=1\n-c\na.c", "-E\n-x\nc\n-\n-target\naarch64-linux-gnu", "-Xlinker\n-S\na.s",
    "--profile=p.json\n--machine=m\n-Rkasuri\n--assume=assertions\n-std=c99\n-march=native\nx.i",
]
DICTIONARY = ["-o", "-x", "-c", "-M", "-MF", "-MT", "-E", "-S", "-", "--", "-T", "-Wl,", "-Wp,", "-Xlinker", "-Xclang", "-flto",
              "-fsanitize=", "-target", "-include", ".c", ".i", ".s", ".S", ".a", ".so", ".o", ".h", "-shared", "-static"]


def make_seeds(build, folder):
    """A folder of files for each target."""
    mutation_tests.make_seeds(build, folder)
    subprocess.run([build / "bin/kasuri-cc", "-O1", "-g", "-c", "p.c", "-o", "with.o"], cwd=folder, check=True)
    subprocess.run(["cc", "-c", "p.c", "-o", "without.o"], cwd=folder, check=True)
    subprocess.run(["cc", "-w", "-shared", "-fPIC", "p.c", "-o", "p.so"], cwd=folder, check=True)
    seeds = {
        "machine": [path.read_bytes() for path in sorted((ROOT / "machines").glob("*.json"))],
        "profile": [(folder / "profile.json").read_bytes()],
        "plan": [(folder / "out/report/report.json").read_bytes()],
        "trace": [(folder / "trace.json").read_bytes()],
        "section": [(folder / name).read_bytes() for name in ("with.o", "without.o", "p.so")],
        "command": [text.encode() for text in COMMANDS],
    }
    for target, texts in seeds.items():
        corpus = folder / "corpus" / target
        corpus.mkdir(parents=True)
        for number, text in enumerate(texts):
            (corpus / str(number)).write_bytes(text)
    return seeds


def words(texts):
    """What the target should try as a whole: members of JSON, options."""
    found = {word for text in texts for word in re.findall(rb'"[A-Za-z]{1,30}"', text)}
    return sorted(word.decode() for word in found) + ['":', "1e308", "-1", "null", "[]", "{}", "4294967296"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=10, help="for each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    arguments = parser.parse_args()
    build, passed, failed = arguments.build.resolve(), 0, 0
    kept = build / "hostile"
    kept.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="kasuri-readers-") as name:
        folder = pathlib.Path(name)
        for target, texts in make_seeds(build, folder).items():
            if arguments.targets and target not in arguments.targets:
                continue
            known = DICTIONARY if target == "command" else words(texts)
            quoted = (word.replace("\\", "\\\\").replace('"', '\\"') for word in known)
            (folder / "words").write_text("".join(f'"{word}"\n' for word in quoted))
            done = subprocess.run(
                [build / f"bin/fuzz_{target}", f"-max_total_time={arguments.seconds}", f"-seed={arguments.seed}", "-timeout=20",
                 "-rss_limit_mb=4096", "-max_len=200000", f"-dict={folder / 'words'}", f"-artifact_prefix={kept}/{target}-",
                 folder / "corpus" / target], capture_output=True, text=True, errors="replace", check=False,
                # As without the sanitizer: what a broken object asks for may be more than there is.
                env={**os.environ, "ASAN_OPTIONS": "allocator_may_return_null=1"})
            runs = re.findall(r"Done (\d+) runs", done.stderr)
            passed += done.returncode == 0
            failed += done.returncode != 0
            print(f"{target}: {runs[0] + ' inputs' if runs else done.stderr[-3000:]}", flush=True)
    if not failed:
        shutil.rmtree(kept)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
