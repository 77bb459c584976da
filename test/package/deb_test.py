#!/usr/bin/env python3
"""Makes Debian packages, and uses what is in them.

usage: deb_test.py BUILD_DIRECTORY [--system]

The packages are unpacked below a folder and used there. With --system they are installed by dpkg instead, into a copy of
this system that lasts as long as the test (an overlay, which takes root), used as a user does, and removed again.
lintian's errors count where it is installed.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from installed import check_installed, check_project, expect, run

HERE = pathlib.Path(__file__).resolve().parent
NAMES = ["kasuri", "kasuri-tools", "libkasuri-dev", "libkasuri3"]
# Fields that each has to have, and what has to be in them.
FIELDS = {
    "kasuri": {"Section": "devel", "Recommends": "gcc | c-compiler",
               "Depends": r"libkasuri-dev \(= [\d.]+\).*libclang-common-\d+-dev.*libc6.*libclang-cpp.*libisl.*libllvm.*libstdc\+\+"},
    "kasuri-tools": {"Section": "utils", "Depends": r"^libc6 \(>= [\d.]+\)$"},
    "libkasuri-dev": {"Section": "libdevel", "Depends": r"libkasuri3 \(= [\d.]+\), libc6-dev"},
    "libkasuri3": {"Section": "libs", "Depends": r"^libc6 \(>= [\d.]+\)$"},
}


def make(build, work):
    work.mkdir()
    run("cpack", "-G", "DEB", "-B", work, "--config", build / "CPackConfig.cmake", SOURCE_DATE_EPOCH="1700000000")
    made = {path.name.split("_")[0]: path for path in work.glob("*.deb")}
    expect(sorted(made) == NAMES, f"packages {sorted(made)}")
    return made


def check_fields(name, package):
    fields = dict(re.findall(r"^([\w-]+): ((?:.*\n(?: .*\n)*))", run("dpkg-deb", "-f", package), re.MULTILINE))
    for field, wanted in {**FIELDS[name], "Maintainer": ".+ <.+@.+>", "Version": r"^\d+\.\d+\.\d+$", "Description": r".+\n .+"}.items():
        expect(re.search(wanted, fields.get(field, "").strip()), f"{name}: {field}: {fields.get(field)}")


def check_contents(name, package, build):
    listed = run("dpkg-deb", "-c", package)
    for each in ("changelog.gz", "copyright"):
        expect(f"./usr/share/doc/{name}/{each}\n" in listed, f"{name} has its {each}")
    expect(all(" root/root " in line for line in listed.splitlines()), f"{name}: all belongs to root")
    with tempfile.TemporaryDirectory() as folder:
        run("dpkg-deb", "-x", package, folder)
        for path in pathlib.Path(folder).rglob("*"):
            expect(not path.is_file() or str(build).encode() not in path.read_bytes(), f"{path.name} does not name the build folder")
            expect(not path.is_dir() or any(path.iterdir()), f"{name}: {path.name} is not empty")


def check_control(made):
    """The library tells packages of programs what to depend on, and the loader's cache that it is there."""
    with tempfile.TemporaryDirectory() as folder:
        run("dpkg-deb", "-e", made["libkasuri3"], folder)
        files = {path.name: path.read_text() for path in pathlib.Path(folder).iterdir()}
    expect(re.fullmatch(r"libkasuri 3 libkasuri3 \(>= [\d.]+\)", files["shlibs"].strip()), f"shlibs: {files['shlibs']}")
    expect(files["triggers"] == "activate-noawait ldconfig\n" and "postinst" not in files, f"a trigger alone: {list(files)}")


def check_lintian(made):
    if shutil.which("lintian") is None:
        return print("left out: lintian is not installed")
    done = subprocess.run(["lintian", "--fail-on", "error", *made.values()], capture_output=True, text=True)
    expect(done.returncode == 0, f"lintian: {done.stdout}{done.stderr}")
    return None


def check_same_bytes(build, work, made):
    for name, package in make(build, work / "again").items():
        expect(package.read_bytes() == made[name].read_bytes(), f"{name} is the same when it is made again")


def library_folder(build):
    cache = (build / "CMakeCache.txt").read_text()
    return re.search(r"^CMAKE_INSTALL_LIBDIR:\w+=(.*)$", cache, re.MULTILINE).group(1)


def check_unpacked(work, made, lib):
    root = work / "a root"
    for package in made.values():
        run("dpkg-deb", "-x", package, root)
    check_installed(work / "installed", root / "usr", root / "usr" / lib)
    (work / "project").mkdir()
    check_project(work / "project", root / "usr" / lib / "cmake/Kasuri")


# In a name space of its own: an overlay of the whole system, whose changes are in memory.
OVERLAY = """
set -e
mount -t tmpfs none "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
mount --rbind /dev "$1/root/dev"
mount -t proc none "$1/root/proc"
mount -t tmpfs none "$1/root/tmp"
cp -r "$2" "$1/root/tmp/packages"
cp -r "$3" "$1/root/tmp/test"
exec chroot "$1/root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp \
  python3 /tmp/test/deb_test.py --inside /tmp/packages "$4"
"""


def check_system(work, lib):
    if os.geteuid() != 0:
        sys.exit("deb: --system needs root")
    (work / "system").mkdir()
    print(run("unshare", "-m", "sh", "-c", OVERLAY, "sh", work / "system", work / "packages", HERE, lib), end="")


def check_inside(packages, lib):
    """In the copy of the system."""
    run("dpkg", "-i", *sorted(packages.glob("*.deb")))
    expect("libkasuri.so.3" in run("ldconfig", "-p"), "the loader knows the runtime")
    run("dpkg", "--audit")
    work = pathlib.Path("/tmp/work")
    check_installed(work, pathlib.Path("/usr"), None)
    (work / "project").mkdir()
    check_project(work / "project", pathlib.Path("/usr") / lib / "cmake/Kasuri")
    run("cmake", "-S", HERE / "project", "-B", work / "found", "-DMACHINE=x86-vm-2")  # by find_package alone
    for name in ("kasuri", "kasuri-simulate", "ks-trace") if shutil.which("man") else ():
        expect(name in run("man", "-w", name), f"man finds {name}")
    run("dpkg", "--purge", *NAMES)
    left = [path for folder in ("bin", "lib", "share", "include") for path in pathlib.Path("/usr", folder).rglob("*kasuri*")]
    expect(not left, f"after removal there is {left}")
    print("installed, used, and removed by dpkg")


def main():
    if sys.argv[1] == "--inside":
        return check_inside(pathlib.Path(sys.argv[2]), sys.argv[3])
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        made = make(build, work / "packages")
        for name, package in made.items():
            check_fields(name, package)
            check_contents(name, package, build)
        check_control(made)
        lib = library_folder(build)
        check_unpacked(work, made, lib)
        if "--system" in sys.argv:
            check_same_bytes(build, work, made)
            check_lintian(made)
            check_system(work, lib)
    return print("deb: 1 passed, 0 failed")


main()
