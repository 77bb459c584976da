#!/usr/bin/env python3
"""Hands kasuri-cc a cache and objects to which something has happened: `object_tests.py BUILD [--count=N] [--seed=N]`.

With any cache the link succeeds. An object whose section with the source has changed is linked as any other object, or
refused by the linker; what is linked computes the same. The last line is `N passed, N failed`.
"""
import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from mutation_tests import PROGRAM


def changed(data, chance, begin=0):
    """Some bits from `begin` on, an end that is cut off, or nothing that is left."""
    result = bytearray(data)
    kind = chance.randrange(5)
    if kind == 0:
        return b"" if begin == 0 else data[:chance.randrange(begin, len(data))]
    if kind == 1:
        return data[:chance.randrange(begin, len(data) + 1)]
    for _ in range(chance.choice([1, 1, 5])):
        if begin < len(result):
            result[chance.randrange(begin, len(result))] ^= 1 << chance.randrange(8)
    return bytes(result)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kasuri-object-"))
    cache = folder / "cache"

    def compile_with(*words):
        return subprocess.run([(arguments.build / "bin/kasuri-cc").resolve(), "-O2", *words], cwd=folder, text=True,
                              capture_output=True, errors="replace", timeout=120,
                              env={**os.environ, "KASURI_CACHE": str(cache)})

    (folder / "p.c").write_text(PROGRAM)
    for words in (["-c", "p.c", "-o", "p.o"], ["p.o", "-o", "p", "-lm"]):
        if compile_with(*words).returncode:
            raise SystemExit(f"{words} fails")
    wanted = subprocess.run([folder / "p"]).returncode
    kept = {path: path.read_bytes() for path in sorted(cache.rglob("*")) if path.is_file()}
    plain = (folder / "p.o").read_bytes()
    section = max(plain.find(b"kasuri"), 0)
    failed = 0 if kept else 1

    def check(name, made, may_fail):
        nonlocal failed
        works = made.returncode == 0 and subprocess.run([folder / "made"]).returncode == wanted
        if not works and not (may_fail and made.returncode == 1):
            failed += 1
            print(f"{name}: status {made.returncode}: {made.stderr[-500:]}", flush=True)

    for number in range(arguments.seed, arguments.seed + arguments.count):
        chance = random.Random(number)
        for path, data in kept.items():
            path.write_bytes(changed(data, chance))
        check(f"cache, --seed={number}", compile_with("p.o", "-o", "made", "-lm"), False)
        (folder / "q.o").write_bytes(changed(plain, chance, section))
        check(f"object, --seed={number}", compile_with("q.o", "-o", "made", "-lm"), True)
    shutil.rmtree(folder)
    print(f"{2 * arguments.count - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
