#!/usr/bin/env python3
"""Installs Kasuri, and builds and runs a small project with what was installed, and with the build folder.

usage: package_test.py BUILD_DIRECTORY [TRIPLE]

The installation is staged by DESTDIR under one name and used under another one, with a space in it: everything in it has
to find the rest from where it is itself.

With a triple, whose runtime has been built (cmake --build BUILD_DIRECTORY --target runtime-TRIPLE), the project is cross
compiled by its toolchain file and runs under emulation; without sharing cores with other programs of Kasuri, since the
emulator makes up when a process has begun, by which they know each other.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from installed import PROJECT, check_installed, check_project, expect, run

INSTALLED = ("bin/kasuri", "bin/kasuri-cc", "bin/ks-probe", "bin/ks-noise", "bin/ks-trace", "bin/ks-exclusive",
             "lib/systemd/system/kasuri-restore.service",
             "lib/libkasuri.a", "lib/libkasuri.so", "lib/pkgconfig/kasuri.pc", "include/kasuri/kasuri.h",
             "include/kasuri/annotations.h", "include/kasuri/loops.h", "include/kasuri/counters.h", "include/kasuri/queue.h",
             "lib/kasuri/include/kasuri/kasuri.h",
             "lib/kasuri/libkasuri-tsan.a", "lib/kasuri/libkasuri-orders.a",
             "lib/kasuri/loop-trace.so", "lib/kasuri/sampler.so", "share/kasuri/ks-oracle/ks-oracle",
             "share/kasuri/machines/raspberry-pi-4.json",
             "share/man/man1/kasuri-simulate.1.gz", "share/man/man1/kasuri-check.1.gz", "share/man/man1/kasuri-serve.1.gz", "share/man/man1/kasuri-profile.1.gz",
             "share/man/man7/kasuri.7.gz", "share/zsh/site-functions/_kasuri-cc",
             "share/bash-completion/completions/ks-trace", "share/fish/vendor_completions.d/kasuri.fish")


def install(build, work):
    """By way of DESTDIR, and then moved."""
    run("cmake", "--install", build, "--prefix", "/opt/kasuri", DESTDIR=str(work / "stage"))
    prefix = work / "a prefix"
    (work / "stage/opt/kasuri").rename(prefix)
    for name in INSTALLED:
        expect((prefix / name).exists(), f"{name} is installed")
    check_unit(work, prefix)
    for path in prefix.rglob("*"):
        if path.is_file():
            expect(str(build).encode() not in path.read_bytes(), f"{path.name} does not name the build folder")
    return prefix


def check_unit(work, prefix):
    """The unit is valid as far as systemd can say without it being installed, and its command works."""
    text = (prefix / "lib/systemd/system/kasuri-restore.service").read_text()
    command = re.search(r"^ExecStart=ks-exclusive (.*)$", text, re.MULTILINE)
    expect(command and "\n[Install]\n" in text, f"the unit starts ks-exclusive: {text}")
    expect("ProtectHome" not in text, "the unit reaches /run/user, which that setting hides")
    (work / "system/run").mkdir(parents=True)
    said = run(prefix / "bin/ks-exclusive", *command.group(1).split(), KASURI_ROOT=str(work / "system"))
    expect(said == "restored the changes of 0 ended programs\n", f"the unit's command: {said}")
    if shutil.which("systemd-analyze"):
        checked = work / "kasuri-restore.service"
        checked.write_text(text.replace("=ks-exclusive", f"={shutil.which('true')}"))
        said = run("systemd-analyze", "verify", "--man=no", checked)
        expect(not said.strip(), f"systemd on the unit: {said}")


def check_playground(prefix):
    """It finds its own headers, and what the kernel lets an analysis read is enough."""
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "serve"))
    from server import Server
    with Server(prefix) as server:
        result = server.analyze("#include <kasuri/annotations.h>\n#include <stdio.h>\nKASURI_PURE int f(int);\nint main(void) { puts(\"\"); }\n")
        expect(result["status"] == 0, f"the installed playground analyzes: {result['messages']}")
        expect(b"# CarriedFlow" in server.get("obstacles/CarriedFlow"), "the installed playground has the obstacles' pages")


def check_without_runtime(work, prefix):
    (work / "lib").mkdir(exist_ok=True)
    (prefix / "lib/libkasuri.a").rename(work / "lib/libkasuri.a")
    said = run("cmake", "-S", PROJECT, "-B", work / "none", f"-DKasuri_DIR={prefix}/lib/cmake/Kasuri", fails=True)
    expect("the runtime is not built for" in " ".join(said.split()), "a clear error without runtime")


def check_without_clang(build, work, prefix):
    """Clang's headers, hidden here: kasuri says that they are not there, and finds those that have moved along with it."""
    resources = run("/usr/lib/llvm-22/bin/clang", "-print-resource-dir").strip()
    if subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode != 0:
        return print("left out: an installation without Clang's headers (no namespaces here)")
    cache = (build / "CMakeCache.txt").read_text()
    configured = re.search(r"^CMAKE_INSTALL_PREFIX:\w+=(.*)$", cache, re.MULTILINE).group(1)
    beside = pathlib.Path(os.path.normpath(prefix / os.path.relpath(os.path.realpath(resources), configured)))
    translate = ["unshare", "-rm", "sh", "-c", 'mount -t tmpfs none "$0" && exec "$@"', resources, prefix / "bin/kasuri",
                 PROJECT / "src/main.c", "-o", work / "none", "--", f"-I{PROJECT}/include",
                 '-DGREETING="a"']
    expect("cannot find Clang's headers in" in run(*translate, fails=True), "an error without Clang's headers")
    expect(work in beside.parents, f"{beside} is for this test")
    shutil.copytree(f"{resources}/include", beside / "include")
    run(*translate)
    return None


def main():
    build, triple = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2] if len(sys.argv) > 2 else ""
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        prefix = install(build, work)
        for number, root in enumerate((prefix, build)):
            (work / str(number)).mkdir()
            check_project(work / str(number), root / "lib/cmake/Kasuri", triple)
        if not triple:
            check_installed(work / "installed", prefix, prefix / "lib")
            check_playground(prefix)
            check_without_clang(build, work, prefix)
            check_without_runtime(work, prefix)
    print("package: 1 passed, 0 failed")


main()
