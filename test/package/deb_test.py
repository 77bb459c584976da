#!/usr/bin/env python3
"""Makes Debian packages, and uses what is in them.

usage: deb_test.py BUILD_DIRECTORY [--system]

The packages are unpacked below a folder and used there. With --system, which takes root, they are also installed by dpkg,
into a copy of this system that lasts as long as the test (an overlay), used as a user does, and removed again; and by
apt in a fresh Debian, where there is debootstrap, so that all that they need is found. lintian's errors and warnings count
where it is installed.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from debian import debian_sources, sources_list
from installed import check_installed, check_project, expect, run

HERE = pathlib.Path(__file__).resolve().parent
# Fields that each has to have, and what has to be in them. LIBRARY stands for the name of the shared runtime's package.
FIELDS = {
    "kasuri": {"Section": "devel", "Recommends": "gcc | c-compiler",
               "Depends": r"libkasuri-dev \(= [\d.]+-\d+\).*libclang-common-\d+-dev.*libc6.*libclang-cpp.*libisl.*libllvm.*libstdc\+\+"},
    "kasuri-tools": {"Section": "utils", "Depends": r"^libc6 \(>= [\d.]+\)$"},
    "libkasuri-dev": {"Section": "libdevel", "Depends": r"LIBRARY \(= [\d.]+-\d+\), libc6-dev"},
    "LIBRARY": {"Section": "libs", "Depends": r"^libc6 \(>= [\d.]+\)$"},
}


def library(build):
    """libkasuri3, by the soname."""
    return "libkasuri" + os.readlink(build / "lib/libkasuri.so").rpartition(".")[2]


def make(build, work):
    work.mkdir()
    quickly = [] if "--system" in sys.argv else ["-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip"]
    run("cpack", "-G", "DEB", "-B", work, *quickly, "--config", build / "CPackConfig.cmake", SOURCE_DATE_EPOCH="1700000000")
    made = {path.name.split("_")[0]: path for path in work.glob("*.deb")}
    expect(sorted(made) == sorted(name.replace("LIBRARY", library(build)) for name in FIELDS), f"packages {sorted(made)}")
    return made


def check_fields(name, package, shared):
    fields = dict(re.findall(r"^([\w-]+): ((?:.*\n(?: .*\n)*))", run("dpkg-deb", "-f", package), re.MULTILINE))
    for field, wanted in {**FIELDS[name.replace(shared, "LIBRARY")], "Maintainer": ".+ <.+@.+>", "Version": r"^\d+\.\d+\.\d+-\d+$", "Description": r".+\n .+"}.items():
        expect(re.search(wanted.replace("LIBRARY", shared), fields.get(field, "").strip()), f"{name}: {field}: {fields.get(field)}")


def check_contents(name, package, build):
    listed = run("dpkg-deb", "-c", package)
    for each in ("changelog.Debian.gz", "copyright"):
        expect(f"./usr/share/doc/{name}/{each}\n" in listed, f"{name} has its {each}")
    expect(all(" root/root " in line for line in listed.splitlines()), f"{name}: all belongs to root")
    with tempfile.TemporaryDirectory() as folder:
        run("dpkg-deb", "-x", package, folder)
        copyright_text = (pathlib.Path(folder) / "usr/share/doc" / name / "copyright").read_text()
        expect("License: Apache-2.0 WITH LLVM-exception" in copyright_text, f"{name} names its license")
        for path in pathlib.Path(folder).rglob("*"):
            expect(not path.is_file() or str(build).encode() not in path.read_bytes(), f"{path.name} does not name the build folder")
            expect(not path.is_dir() or any(path.iterdir()), f"{name}: {path.name} is not empty")


def check_changelog(name, package):
    """Its newest entry is of this version, and by the package's maintainer."""
    with tempfile.TemporaryDirectory() as folder:
        run("dpkg-deb", "-x", package, folder)
        told = run("dpkg-parsechangelog", "-l", next((pathlib.Path(folder) / "usr/share/doc" / name).glob("changelog.Debian.gz")))
    fields = dict(re.findall(r"^([\w-]+): (.*)$", told, re.MULTILINE))
    for field in ("Version", "Maintainer"):
        wanted = run("dpkg-deb", "-f", package, field).strip()
        expect(fields.get(field) == wanted, f"{name}: the changelog's {field} is {fields.get(field)}, the package's {wanted}")


def check_control(made, shared):
    """The library tells packages of programs what to depend on, and the loader's cache that it is there."""
    with tempfile.TemporaryDirectory() as folder:
        run("dpkg-deb", "-e", made[shared], folder)
        files = {path.name: path.read_text() for path in pathlib.Path(folder).iterdir()}
    number = shared.removeprefix("libkasuri")
    expect(re.fullmatch(rf"libkasuri {number} {shared} \(>= [\d.]+(-\d+)?\)", files["shlibs"].strip()), f"shlibs: {files['shlibs']}")
    expect(files["triggers"] == "activate-noawait ldconfig\n" and "postinst" not in files, f"a trigger alone: {list(files)}")


# What does not hold here: the packages are not uploaded to Debian, so they close no bug of Debian; and a build for another
# prefix than /usr has kasuri.pc in lib/pkgconfig.
NOT_HERE = "initial-upload-closes-no-bugs,pkg-config-unavailable-for-cross-compilation"


def check_lintian(made):
    if shutil.which("lintian") is None:
        return print("left out: lintian is not installed")
    done = subprocess.run(["lintian", "--allow-root", "--fail-on", "error,warning", "--suppress-tags", NOT_HERE, *made.values()],
                          capture_output=True, text=True)
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
    expect((root / "usr/lib/systemd/system/kasuri-restore.service").exists(), "the tools have a unit for the start of the system")
    check_installed(work / "installed", root / "usr", root / "usr" / lib)
    (work / "project").mkdir()
    check_project(work / "project", root / "usr" / lib / "cmake/Kasuri")


# In a name space of its own, and in memory: "$1" is an empty folder, "$2" has the packages, "$3" this test, "$4" is where
# libraries are. `enter` runs a command in the system.
BEGIN = """
set -e
mount -t tmpfs none "$1"
root=$1/root
enter() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp DEBIAN_FRONTEND=noninteractive "$@"; }
"""
OVERLAY = """
mkdir "$1/upper" "$1/work" "$root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$root"
"""
FRESH = """
debootstrap --variant=minbase "$5" "$root" "$6" >&2
printf '%s' "$7" > "$root/etc/apt/sources.list"
"""
PREPARE = """
mount --rbind /dev "$root/dev"
mount -t proc none "$root/proc"
mount -t tmpfs none "$root/tmp"
cp -r "$2" "$root/tmp/packages"
cp -r "$3" "$root/tmp/test"
"""
GET = """
enter apt-get -q update >&2
enter sh -c 'apt-get -q install -y --no-install-recommends gcc libc6-dev pkgconf cmake ninja-build python3 /tmp/packages/*.deb' >&2
"""
USE = """
enter python3 /tmp/test/deb_test.py --inside /tmp/packages "$4"
"""


def in_system(work, script, *more):
    folder = work / "system"
    folder.mkdir(exist_ok=True)
    command = ["unshare", "-m", "sh", "-c", script, "sh", folder, work / "packages", HERE, *more]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=1800)
    expect(done.returncode == 0, f"{done.stdout[-3000:]}{done.stderr[-3000:]}")
    print(done.stdout, end="")


def check_system(work, lib):
    if os.geteuid() != 0:
        sys.exit("deb: --system needs root")
    in_system(work, BEGIN + OVERLAY + PREPARE + USE, lib)


def check_fresh(work, lib):
    sources = debian_sources()
    if shutil.which("debootstrap") is None or not sources:
        return print("left out: a fresh system (no debootstrap, or this is not Debian)")
    site, release = sources[0]
    in_system(work, BEGIN + FRESH + PREPARE + GET + USE, lib, release, site, sources_list(sources))
    return print("installed by apt in a fresh system")


def check_inside(packages, lib):
    """In the copy of the system."""
    names = [path.name.split("_")[0] for path in packages.glob("*.deb")]
    run("dpkg", "-i", *packages.glob("*.deb"))
    expect("libkasuri.so." in run("ldconfig", "-p"), "the loader knows the runtime")
    run("dpkg", "--audit")
    work = pathlib.Path("/tmp/work")
    check_installed(work, pathlib.Path("/usr"), None)
    (work / "project").mkdir()
    check_project(work / "project", pathlib.Path("/usr") / lib / "cmake/Kasuri")
    run("cmake", "-G", "Ninja", "-S", HERE / "project", "-B", work / "found", "-DMACHINE=x86-vm-2")  # by find_package alone
    for name in ("kasuri", "kasuri-simulate", "ks-trace") if shutil.which("man") else ():
        expect(name in run("man", "-w", name), f"man finds {name}")
    run("dpkg", "--purge", *names)
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
            check_fields(name, package, library(build))
            check_contents(name, package, build)
            check_changelog(name, package)
        check_control(made, library(build))
        check_lintian(made)
        lib = library_folder(build)
        check_unpacked(work, made, lib)
        if "--system" in sys.argv:
            check_same_bytes(build, work, made)
            check_system(work, lib)
            check_fresh(work, lib)
    return print("deb: 1 passed, 0 failed")


main()
