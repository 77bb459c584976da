#!/usr/bin/env python3
"""Builds the image of packaging/Containerfile, and compiles and runs a program and a Makefile project in it.

usage: container_test.py [--packages=FOLDER]

With --packages, the first stage does all but compiling: it takes the packages from that folder, as deb_test.py or cpack
makes them.

Takes root, Buildah and debootstrap, but no daemon, no registry and no right to make name spaces of users: the image that
the recipe starts from is made by debootstrap, from the archives that apt uses here, and like the original it leaves out
manual pages and documentation. Images are in a folder that lasts as long as the test; compiled files are kept in
Buildah's cache, so only the first build takes long.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from debian import debian_sources, sources_list
from installed import PROGRAM, expect, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECIPE = ROOT / "packaging/Containerfile"
PROJECT = pathlib.Path(__file__).resolve().parent / "make_project"
SUITES = {"12": "bookworm", "13": "trixie"}
LONGEST_BUILD = 4 * 3600
# As in Debian's slim images.
SLIM = "".join(f"path-{each}\n" for each in (
    "exclude /usr/share/doc/*", "include /usr/share/doc/*/copyright", "exclude /usr/share/man/*", "exclude /usr/share/locale/*"))


class Images:
    """Buildah with a storage of its own."""

    def __init__(self, work):
        self.command = ["buildah", "--root", work / "images", "--runroot", work / "run", "--storage-driver", "vfs"]

    def do(self, *words):
        return run(*self.command, *words)

    def add_base(self, name, system):
        container = self.do("from", "scratch").strip()
        self.do("add", "-q", container, system, "/")
        self.do("commit", "-q", container, name)
        self.do("rm", container)

    def build(self, recipe, packages):
        given = ["-v", f"{packages}:/given:ro"] if packages else []
        words = [*self.command, "build", "--isolation=chroot", "--pull-never", *given, "-f", recipe, "-t", "kasuri", ROOT]
        done = subprocess.run([str(word) for word in words], text=True, timeout=LONGEST_BUILD, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        expect(done.returncode == 0, f"the image is built: {done.stdout[-5000:]}")


def without_compiling(work):
    """The recipe with packages that have been made already."""
    text = RECIPE.read_text()
    compiling = re.search(r"cmake --build --preset package .*? -B /packages", text, re.DOTALL)
    expect(compiling, "the recipe builds packages")
    (work / "recipe").write_text(text.replace(compiling[0], "mkdir /packages && cp /given/*.deb /packages"))
    return work / "recipe"


def make_base(work, suite):
    """An archive of a minimal Debian."""
    sources = debian_sources()
    here = sources[0][1]
    system = work / "system"
    done = subprocess.run(["debootstrap", "--variant=minbase", suite, system, sources[0][0]], capture_output=True, text=True)
    expect(done.returncode == 0, f"debootstrap: {done.stdout[-3000:]}{done.stderr[-3000:]}")
    (system / "etc/apt/sources.list").write_text(sources_list([(site, each.replace(here, suite)) for site, each in sources]))
    (system / "etc/dpkg/dpkg.cfg.d/slim").write_text(SLIM)
    run("tar", "-C", system, "-cf", work / "system.tar", ".")
    return work / "system.tar"


def compile_program(inside, folder):
    (folder / "step.h").write_text("#define STEP 0.5\n")
    (folder / "program.c").write_text(PROGRAM)
    said = inside("kasuri-cc", "-O2", "-Rkasuri", "--machine=x86-vm-2", "program.c", "-o", "program")
    expect("remark: loop runs in parallel" in said and "warning" not in said, f"a parallel loop in {said}")
    inside("gcc", "-O2", "program.c", "-o", "sequential")
    expected = inside("./sequential")
    for workers in "12":
        expect(inside("./program", KASURI_CORES=workers, KASURI_ADAPT="0") == expected, f"the result with {workers} workers")


def compile_project(inside, folder):
    """A Makefile of several folders, with a library and a header that the build makes."""
    shutil.copytree(PROJECT, folder, dirs_exist_ok=True)
    inside("make", "CC=gcc")
    expected = inside("build/prog")
    said = inside("make", "-B", "CC=kasuri-cc --machine=x86-vm-2", KASURI_SUMMARY="1", KASURI_REPORT="report")
    expect(re.search(r"kasuri: 'prog': [1-9]\d* of \d+ loops", said) and "warning" not in said, f"parallel loops in {said}")
    for workers in "12":
        expect(inside("build/prog", KASURI_CORES=workers, KASURI_ADAPT="0") == expected, f"the project with {workers} workers")
    report = json.loads((folder / "report/prog/report.json").read_text())
    expect({"main.c", "filter.c", "level.c"} <= {pathlib.Path(each["file"]).name for each in report["loops"]}, "all sources are in the report")
    expect("<title>" in (folder / "report/prog/report.html").read_text(), "the report is a page")
    said = inside("sh", "-c", "kasuri verify lib/*.c src/*.c --workers=2 -- -O2 -Iinclude -Ibuild -lm")
    expect(re.search(r"^\d+ the same$", said, re.MULTILINE), f"verify compares the project in {said}")


def use(images, work):
    """As docs/install.md says: a folder of the user is /work in the container."""
    container = images.do("from", "--pull-never", "kasuri").strip()

    def within(folder):
        folder.mkdir()

        def inside(*words, **variables):
            more = [f"--env={name}={value}" for name, value in variables.items()]
            return images.do("run", "--isolation=chroot", "-v", f"{folder}:/work", *more, container, "--", *words)
        return inside, folder

    compile_program(*within(work / "program"))
    compile_project(*within(work / "project"))
    inside, _ = within(work / "nothing")
    expect("usage: kasuri" in inside("kasuri", "--help"), "the image's own command")
    expect(inside("kasuri", "explain", "CarriedAnti").startswith("CarriedAnti\n"), "the pages of obstacles are there")
    for command in ("kasuri", "kasuri-cc", "ks-trace"):
        expect(re.match(r"kasuri(-tools)?: ", inside("dpkg", "-S", f"/usr/bin/{command}")), f"{command} is from a package")
    left = inside("sh", "-c", "ls -d /source /packages /usr/bin/cmake /usr/bin/clang-22 2>/dev/null || true").strip()
    expect(not left, f"what only the build needs is not there: {left}")


def main():
    if os.geteuid() != 0 or not all(shutil.which(each) for each in ("buildah", "debootstrap")) or not debian_sources():
        print("left out: the container (that takes root, buildah, debootstrap and Debian's archives)")
        return print("container: 0 passed, 0 failed")
    packages = next((pathlib.Path(word.split("=", 1)[1]).resolve() for word in sys.argv[1:] if word.startswith("--packages=")), None)
    base, = set(re.findall(r"^FROM (\S+)", RECIPE.read_text(), re.MULTILINE))
    with tempfile.TemporaryDirectory(dir="/var/tmp") as work:
        work = pathlib.Path(work)
        images = Images(work)
        images.add_base(base, make_base(work, SUITES[re.search(r":(\d+)", base)[1]]))
        images.build(without_compiling(work) if packages else RECIPE, packages)
        use(images, work)
    return print("container: 1 passed, 0 failed")


main()
