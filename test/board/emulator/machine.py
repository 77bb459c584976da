"""One run of the board: boots it, has a command run there, brings back what that changed.

The initial file system has busybox and the modules only, the same for each run. The files of the user travel as a tar
archive on a disk: the board unpacks it into /payload, runs the command there, and writes /payload and the status back over it.
What was changed is found here, by comparison with what was sent. No disk with a status: the board did not get that far.
"""
import contextlib
import dataclasses
import hashlib
import io
import os
import pathlib
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tarfile
import tempfile
import threading

from . import device_tree, kernel_cache

OUT_OF_TIME, NOT_RUN = 124, 125
DISK_BYTES = 2 << 30  # of holes; the board has less memory, where its files are
PACKAGES = {"qemu-system-aarch64": "qemu-system-arm", "dtc": "device-tree-compiler", "apt-get": "apt",
            "dpkg-deb": "dpkg"}

# Mounts what a system has, loads the drivers, runs the command. The terminal must not change what programs print.
# The kernel passes ARCHIVE_BYTES on from its arguments; tar would read the disk to its end.
INIT = """#!/bin/busybox sh
/bin/busybox mkdir -p /dev /proc /sys /tmp /run /root /etc /payload
/bin/busybox --install -s /bin
mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts pts /dev/pts
mount -t tmpfs shm /dev/shm
mount -t tmpfs tmp /tmp
mount -t tmpfs run /run
mount -t proc proc /proc
mount -t sysfs sys /sys
hostname board
mount -t debugfs debug /sys/kernel/debug
mount -t cgroup2 groups /sys/fs/cgroup
chmod 1777 /tmp /dev/shm
echo root:x:0:0:root:/root:/bin/sh >/etc/passwd
echo nobody:x:65534:65534:nobody:/tmp:/bin/sh >>/etc/passwd
echo root:x:0: >/etc/group
echo nogroup:x:65534: >>/etc/group
for module in $(cat /modules/order); do insmod /modules/$module.ko; done
ip link set lo up
stty -opost
export HOME=/root PATH=/bin
if head -c $ARCHIVE_BYTES /dev/vda | tar -x -C / && cd /payload; then
  env -u ARCHIVE_BYTES sh /command </dev/null
  echo $? >/status
  cd /
  tar -c -f /dev/vda status payload && sync
fi
poweroff -f
"""


class Failure(Exception):
    """The board could not be run, and why."""


@dataclasses.dataclass
class Options:
    suite: str = "trixie"
    mirror: str | None = None
    cores: int = 4
    has_clocks: bool = True
    seconds: float = 300
    kernel_arguments: str = ""
    qemu_arguments: str = ""
    is_fresh: bool = False


def missing_packages(needs_kernel=True):
    tools = {tool: package for tool, package in PACKAGES.items() if needs_kernel or package not in ("apt", "dpkg")}
    return [package for tool, package in tools.items() if shutil.which(tool) is None]


def machine(cores):
    """With GICv2, since with a GICv3 Linux turns its interrupts off before a PSCI idle state, and QEMU never wakes."""
    clusters = 2 if cores % 2 == 0 else 1
    return ["qemu-system-aarch64", "-M", "virt,gic-version=2", "-cpu", "cortex-a72", "-m", "1024", "-nodefaults",
            "-no-user-config", "-display", "none",
            "-smp", f"{cores},sockets=1,clusters={clusters},cores={cores // clusters},threads=1"]


# --- What goes there.

def cpio_entry(name, mode, data):
    """In the "newc" form that the kernel unpacks at boot."""
    fields = [0, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0]
    head = b"070701" + b"".join(b"%08x" % field for field in fields) + name.encode() + b"\0"
    return head + bytes(-len(head) % 4) + data + bytes(-len(data) % 4)


def initial_files(kernel):
    """The kernel's archive: the init, busybox, modules."""
    entries = [(name, stat.S_IFDIR | 0o755, b"") for name in ("bin", "modules")]
    entries += [("init", stat.S_IFREG | 0o755, INIT.encode()), ("bin/busybox", stat.S_IFREG | 0o755,
                                                               (kernel / "busybox").read_bytes())]
    entries += [(f"modules/{each.name}", stat.S_IFREG | 0o644, each.read_bytes())
                for each in sorted((kernel / "modules").iterdir())]
    return b"".join(cpio_entry(*entry) for entry in [*entries, ("TRAILER!!!", 0, b"")])


def fingerprint(info, data):
    return info.type, info.mode & 0o777, info.linkname, hashlib.sha256(data).digest()


def write_disk(disk, folder, command):
    """The archive; returns its length, and the fingerprint of each file by its name below `payload`."""
    sent = {}

    def as_root(info):
        info.uid = info.gid = 0
        info.uname = info.gname = "root"
        if info.isreg():
            sent[info.name] = fingerprint(info, (folder / pathlib.Path(info.name).relative_to("payload")).read_bytes())
        elif info.issym():
            sent[info.name] = fingerprint(info, b"")
        return info if info.isreg() or info.issym() or info.isdir() else None

    with tarfile.open(disk, "w", format=tarfile.GNU_FORMAT) as archive:
        archive.add(folder, "payload", filter=as_root)
        line = f"exec {shlex.join(command)}\n".encode()
        info = tarfile.TarInfo("command")
        info.size = len(line)
        archive.addfile(info, io.BytesIO(line))
    length = disk.stat().st_size
    os.truncate(disk, DISK_BYTES)
    return length, sent


# --- What comes back.

def is_inside(target, folder):
    """That nothing on the way there is a link that leads out of the folder."""
    return pathlib.Path(os.path.realpath(target.parent)).is_relative_to(os.path.realpath(folder))


def put_back(archive, info, folder, sent):
    target = folder / pathlib.Path(info.name).relative_to("payload")
    if target == folder:
        return
    if ".." in target.relative_to(folder).parts or not is_inside(target, folder):
        raise Failure(f"the board's file '{info.name}' is outside of the folder")
    if info.isdir():
        target.mkdir(exist_ok=True)
    elif info.issym() and sent.get(info.name) != fingerprint(info, b""):
        target.unlink(missing_ok=True)
        target.symlink_to(info.linkname)
    elif info.isreg() or info.islnk():
        data = archive.extractfile(info).read()
        if sent.get(info.name) != fingerprint(info, data):
            target.unlink(missing_ok=True)
            target.write_bytes(data)
            target.chmod(info.mode & 0o777)


def bring_back(disk, folder, sent):
    """The command's status; changed and new files go to the folder."""
    try:
        with tarfile.open(disk, "r:") as archive:
            members = archive.getmembers()
            if not members or members[0].name != "status":
                raise Failure("the board ended before the command did")
            status = int(archive.extractfile(members[0]).read())
            for info in members[1:]:
                put_back(archive, info, folder, sent)
            return status
    except tarfile.TarError as problem:
        raise Failure(f"what the board sent back cannot be read: {problem}") from problem


# --- The run.

def stream(process, out):
    while data := os.read(process.stdout.fileno(), 65536):
        out.write(data)
        out.flush()


def boot(command, seconds, out):
    """Whether it ended in time. QEMU does not outlive this process, however that ends, but by SIGKILL."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    is_late = threading.Event()
    timer = threading.Timer(seconds, lambda: (is_late.set(), process.kill()))
    timer.start()
    try:
        stream(process, out)
        process.wait()
    finally:
        timer.cancel()
        process.kill()
        process.wait()
    return not is_late.is_set()


def run(folder, command, options, out=None, say=print):
    """Runs the command (a list of words) with the folder as its working directory; returns its status."""
    missing = missing_packages(needs_kernel=options.is_fresh or not kernel_cache.is_made(options.suite))
    if missing:
        raise Failure(f"install {' '.join(missing)} (scripts/setup --boards does)")
    folder = pathlib.Path(folder)
    with contextlib.ExitStack() as stack:
        work = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="board-")))
        kernel = stack.enter_context(kernel_cache.kernel(options.suite, options.mirror, options.is_fresh, say))
        length, sent = write_disk(work / "disk", folder, command)
        (work / "initrd").write_bytes(initial_files(kernel))
        words = machine(options.cores)
        tree = device_tree.write(words, options.cores, options.has_clocks, work)
        words += ["-monitor", "none", "-serial", "stdio", "-no-reboot", "-kernel", kernel / "vmlinuz",
                  "-initrd", work / "initrd", "-dtb", tree,
                  "-drive", f"if=none,id=files,format=raw,cache=unsafe,file={work / 'disk'}",
                  "-device", "virtio-blk-device,drive=files",
                  # With the kernel at random addresses system calls take twelve times as long under emulation.
                  "-append", f"console=ttyAMA0 quiet loglevel=0 panic=-1 nokaslr ARCHIVE_BYTES={length} {options.kernel_arguments}",
                  *shlex.split(options.qemu_arguments)]
        if not boot(words, options.seconds, out or sys.stdout.buffer):
            say(f"out of time after {options.seconds:g} s")
            return OUT_OF_TIME
        return bring_back(work / "disk", folder, sent)


def end_by_signal(*_):
    """So that what is to be cleaned up is."""
    sys.exit(128 + signal.SIGTERM)
