#!/usr/bin/env python3
"""Installs Kasuri, and builds and runs a small project with what was installed, and with the build folder.

usage: package_test.py BUILD_DIRECTORY [TRIPLE]

With a triple, whose runtime has been built (cmake --build BUILD_DIRECTORY --target runtime-TRIPLE), the project is cross
compiled by its toolchain file and runs under emulation; without sharing cores with other programs of Kasuri, since the
emulator makes up when a process has begun, by which they know each other.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parent / "project"
RESULT = "a sum: 49950000 of {} bytes\n"


def run(*command, fails=False, **variables):
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, env=dict(os.environ, **variables))
    if (done.returncode != 0) != fails:
        sys.exit(f"{' '.join(words)}: status {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout + done.stderr


def expect(is_right, what):
    if not is_right:
        sys.exit(f"failed: {what}")


def build_project(source, folder, package, triple, machine):
    toolchain = [f"--toolchain={package}/toolchains/{triple}.cmake"] if triple else []
    run("cmake", "-S", source, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", f"-DKasuri_DIR={package}",
        f"-DMACHINE={machine}", *toolchain)
    return run("cmake", "--build", folder, "--verbose")


def check_package(work, root, triple):
    """The package below `root`: the program runs in parallel, and is made anew when a header changes."""
    machine = {"arm-linux-gnueabihf": "odroid-xu4"}.get(triple, "raspberry-pi-4" if triple else "x86-vm-2")
    word_bytes = 4 if (triple or "").startswith("arm-") else 8
    source, folder = work / "source", work / "made"
    run("cp", "-r", PROJECT, source)
    log = build_project(source, folder, root / "lib/cmake/Kasuri", triple, machine)
    expect("fill.c:8:3: remark: loop runs in parallel" in log, "a parallel loop")
    expect("warning:" not in log, f"no warning in {log}")
    emulator = []
    if triple:
        cache = (folder / "CMakeCache.txt").read_text()
        found = [line.split("=", 1)[1] for line in cache.splitlines() if line.startswith("KASURI_EMULATOR:")]
        expect(found and "NOTFOUND" not in found[0], f"an emulator for {triple}")
        emulator = [found[0], "-L", f"/usr/{triple}"]
    for program in ("example", "shared_example"):
        for workers in "12":
            said = run(*emulator, folder / program, KASURI_CORES=workers, KASURI_SHARE="0")
            expect(said == RESULT.format(word_bytes), f"{program} on {workers} workers: {said}")
    expect("ninja: no work to do" in run("cmake", "--build", folder), "nothing to do the second time")
    header = source / "include/fill.h"
    header.write_text(header.read_text() + "\n")
    expect("Making example parallel" in run("cmake", "--build", folder), "translation after a change of a header")


def main():
    build, triple = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2] if len(sys.argv) > 2 else ""
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        prefix = work / "prefix"
        run("cmake", "--install", build, "--prefix", prefix)
        for name in ("bin/kasuri", "bin/kasuri-cc", "bin/ks-probe", "lib/libkasuri.a", "lib/libkasuri.so",
                     "include/kasuri/kasuri.h", "include/kasuri/queue.h", "lib/kasuri/libkasuri-tsan.a",
                     "lib/kasuri/loop-trace.so", "share/kasuri/oracle/scripts/oracle", "share/kasuri/machines/raspberry-pi-4.json"):
            expect((prefix / name).exists(), f"{name} is installed")
        for number, root in enumerate((prefix, build)):
            (work / str(number)).mkdir()
            check_package(work / str(number), root, triple)
        if not triple:
            (work / "lib").mkdir()
            (prefix / "lib/libkasuri.a").rename(work / "lib/libkasuri.a")
            said = run("cmake", "-S", PROJECT, "-B", work / "none", f"-DKasuri_DIR={prefix}/lib/cmake/Kasuri", fails=True)
            expect("the runtime is not built for" in " ".join(said.split()), "a clear error without runtime")
    print("package: 1 passed, 0 failed")


main()
