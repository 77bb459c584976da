"""What the board boots: the kernel, its modules and busybox of a Debian suite for arm64, kept in a cache.

They come from apt and nothing else: from the mirror that this machine's apt sources name, with Debian's keys, into
folders of our own, so that the system's own package lists stay as they are. A cache is made in a folder beside its
place and renamed when it is whole, under a lock: one run makes it, those that come meanwhile wait. Runs hold the lock
shared until they end, so that nobody replaces a kernel that is being read.
"""
import contextlib
import fcntl
import lzma
import os
import pathlib
import re
import shutil
import subprocess

SUITES = {"bookworm": "Linux 6.1", "trixie": "Linux 6.12", "trixie-backports": "Linux 7"}
KEYS = pathlib.Path("/usr/share/keyrings/debian-archive-keyring.gpg")
LAYOUT = 1  # of a cache's folder: another number for another layout, or other modules
# Those that these need are added. What the kernel has built in is left out.
MODULES = ["virtio_mmio", "virtio_blk", "cpufreq_userspace", "cpufreq_conservative", "cpufreq_ondemand",
           "cpufreq_powersave", "cpufreq-dt"]


class Unavailable(Exception):
    """There is no kernel, and why."""


def cache_folder():
    chosen = os.environ.get("KASURI_BOARD_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(chosen) if chosen else pathlib.Path(home) / "kasuri/board"


def place_of(suite):
    return cache_folder() / f"{suite}-{LAYOUT}"


def is_made(suite):
    return place_of(suite).is_dir()


@contextlib.contextmanager
def kernel(suite, mirror=None, is_fresh=False, say=print):
    """The folder with `vmlinuz`, `busybox` and `modules/`, their order in `modules/order`."""
    place = place_of(suite)
    place.parent.mkdir(parents=True, exist_ok=True)
    with open(place.with_suffix(".lock"), "w") as lock:
        if is_fresh or not place.is_dir():
            fcntl.flock(lock, fcntl.LOCK_EX)
            if is_fresh or not place.is_dir():
                make(suite, place, mirror or mirror_of_this_machine(), say)
        fcntl.flock(lock, fcntl.LOCK_SH)
        yield place


def make(suite, place, mirror, say):
    """With the lock held, so what lies here unfinished is nobody's."""
    new = place.with_suffix(".new")
    shutil.rmtree(new, ignore_errors=True)
    say(f"getting the kernel of {suite} ({SUITES[suite]}) from {mirror}; once, into {place}")
    try:
        fill(suite, new, mirror)
        shutil.rmtree(place, ignore_errors=True)
        new.rename(place)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def mirror_of_this_machine():
    """The first source of apt that has Debian's main archive, by the origin that its index states."""
    listed = subprocess.run(["apt-get", "indextargets", "--format", "$(ORIGIN)|$(LABEL)|$(SITE)", "Created-By: Packages"],
                            capture_output=True, text=True).stdout
    for line in listed.splitlines():
        if line.startswith("Debian|Debian|"):
            return line.split("|")[2]
    raise Unavailable("no apt source of this machine is Debian's archive; name one by --mirror=URL")


class Apt:
    """apt for arm64 packages of one suite, apart from the system's own lists."""

    def __init__(self, suite, folder, mirror):
        self.folder = folder
        for name in ("lists/partial", "cache/archives/partial", "packages"):
            (folder / name).mkdir(parents=True)
        if not KEYS.exists():
            raise Unavailable(f"there is no {KEYS} (package debian-archive-keyring)")
        release = suite.removesuffix("-backports")
        suites = release if release == suite else f"{release} {suite}"
        sources = folder / "board.sources"
        sources.write_text(f"Types: deb\nURIs: {mirror}\nSuites: {suites}\nComponents: main\nSigned-By: {KEYS}\n")
        settings = {"APT::Architecture": "arm64", "APT::Architectures": "arm64", "APT::Default-Release": suite,
                    "APT::Sandbox::User": "", "Dir::Etc::SourceList": sources, "Dir::Etc::SourceParts": "/dev/null",
                    "Dir::State::Lists": folder / "lists", "Dir::State::Status": "/dev/null",
                    "Dir::Cache": folder / "cache", "APT::Update::Error-Mode": "any"}
        self.options = ["-q"] + [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
        self.run("apt-get", "update")

    def run(self, tool, *words):
        done = subprocess.run([tool, *self.options, *words], cwd=self.folder / "packages", text=True, capture_output=True,
                              env=dict(os.environ, LC_ALL="C"))
        if done.returncode:
            raise Unavailable(f"{tool} {words[0]}: {(done.stderr or done.stdout).strip()[-800:]}")
        return done.stdout

    def needed_by(self, package, pattern):
        return re.findall(rf"^ *Depends: ({pattern})$", self.run("apt-cache", "depends", package), re.MULTILINE)

    def unpack(self, packages):
        self.run("apt-get", "download", *packages)
        files = self.folder / "files"
        for package in (self.folder / "packages").glob("*.deb"):
            subprocess.run(["dpkg-deb", "-x", package, files], check=True)
        return files


def fill(suite, place, mirror):
    apt = Apt(suite, place / "apt", mirror)
    images = apt.needed_by("linux-image-arm64", r"linux-image-\S+")
    if not images:
        raise Unavailable(f"{mirror} has no kernel for arm64 in {suite}")
    version = re.escape(images[0].removeprefix("linux-image-"))
    # From Linux 7 on the package of the image has its files in two others.
    parts = apt.needed_by(images[0], rf"linux-(?:binary|modules)-{version}")
    files = apt.unpack(["busybox-static", images[0], *parts])
    shutil.copy(only(files, "vmlinuz*"), place / "vmlinuz")
    shutil.copy(only(files, "busybox"), place / "busybox")
    copy_modules(files, place / "modules")
    shutil.rmtree(place / "apt")


def only(files, pattern):
    found = [each for each in files.rglob(pattern) if each.is_file() and not each.is_symlink() and "share" not in each.parts]
    if len(found) != 1:
        raise Unavailable(f"the packages have {len(found)} files {pattern}")
    return found[0]


def plain_name(name):
    return name.replace("-", "_")


def copy_modules(files, place):
    """Uncompressed, and `order`: each after those that it needs."""
    found = {plain_name(each.name.split(".")[0]): each for each in files.rglob("*.ko*")}
    place.mkdir()
    order = []

    def add(name):
        source = found.get(plain_name(name))
        if source is None or plain_name(name) in order:
            return
        data = lzma.decompress(source.read_bytes()) if source.suffix == ".xz" else source.read_bytes()
        for line in re.findall(rb"\0depends=([^\0]*)\0", data):
            for other in filter(None, line.decode().split(",")):
                add(other)
        (place / f"{plain_name(name)}.ko").write_bytes(data)
        order.append(plain_name(name))

    for name in MODULES:
        add(name)
    (place / "order").write_text("".join(f"{name}\n" for name in order))
