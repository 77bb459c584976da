"""scripts/board itself: what arrives on the board, what comes back, what is said when it cannot run.

Functions test_* with a folder to work in. The argument's name says what they need: `booted` a board, `equipped` the
tools for one, `work` nothing.
"""
import io
import os
import pathlib
import subprocess
import sys
import tarfile
import threading
import time

from emulator import kernel_cache, machine

BOARD = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts/board"
NOWHERE = "http://127.0.0.1:9/debian"


def board(*words, **environment):
    done = subprocess.run([sys.executable, BOARD, *map(str, words)], capture_output=True, timeout=600,
                          env=dict(os.environ, **environment))
    return done.returncode, done.stdout, done.stderr.decode()


def expect(got, wanted):
    assert got == wanted, f"{got!r} instead of {wanted!r}"


def test_files_and_status(booted):
    """Words arrive as they are; output is unchanged; what was changed comes back, and nothing else is touched."""
    folder = booted / "files with space"
    (folder / "sub").mkdir(parents=True)
    for name in ("same", "changed", "sub/mode", "linked"):
        (folder / name).write_text("before\n")
    (folder / "link").symlink_to("same")
    os.utime(folder / "same", (1, 1))
    script = ("cat same link; echo after >changed; mkdir new; printf '\\000\\377' >new/file; chmod 700 sub/mode; "
              "rm linked; ln -s same linked; printf '%s|' \"$@\"; echo oops >&2; exit 7")
    status, out, err = board(folder, "--", "sh", "-c", script, "sh", "a b", "c'd", "")
    expect((status, err), (7, ""))
    expect(out.replace(b"\r", b""), b"before\nbefore\na b|c'd||oops\n")
    expect(out.count(b"\r"), 0)
    expect((folder / "changed").read_text(), "after\n")
    expect((folder / "new/file").read_bytes(), b"\0\xff")
    expect((folder / "sub/mode").stat().st_mode & 0o777, 0o700)
    expect((folder / "same").stat().st_mtime, 1)
    expect(os.readlink(folder / "linked"), "same")


def test_board_dies(booted):
    """A command that turns the board off has no status."""
    status, _, err = board(booted, "--", "poweroff", "-f")
    expect((status, err), (125, "board: the board ended before the command did\n"))


def test_out_of_time(booted):
    begin = time.monotonic()
    status, _, err = board("--timeout=2", booted, "--", "sleep", "100")
    expect((status, err), (124, "board: out of time after 2 s\n"))
    assert time.monotonic() - begin < 20


def test_cores_and_clocks(booted):
    """The little cores come first; one core is a little one; without cpufreq there are no policies."""
    policies = "cat /sys/devices/system/cpu/online; cat /sys/devices/system/cpu/cpufreq/policy*/related_cpus 2>/dev/null; :"
    expect(board("--cores=3", booted, "--", "sh", "-c", policies)[1], b"0-2\n0 1\n2\n")
    expect(board("--cores=2", "--no-cpufreq", booted, "--", "sh", "-c", policies)[1], b"0-1\n")


def test_usage(work):
    for words in ([], [work], [work, "--"], ["/does/not/exist", "--", "true"], ["--cores=9", work, "--", "true"],
                  ["--suite=sarge", work, "--", "true"], ["--unknown", work, "--", "true"]):
        status, _, err = board(*words)
        assert status == 2 and "error:" in err, (words, status, err)
    status, out, _ = board("--help")
    assert status == 0 and b"--kernel-args" in out


def test_missing_tools(work):
    """The packages are named."""
    status, _, err = board(work, "--", "true", PATH=str(work))
    expect(status, 125)
    assert "install qemu-system-arm device-tree-compiler" in err and "scripts/setup --boards" in err, err


def test_no_kernel(equipped):
    """An archive that cannot be reached is an error, and leaves no cache; what an earlier try left is not used."""
    unfinished = equipped / "cache/trixie-1.new"
    unfinished.mkdir(parents=True)
    (unfinished / "vmlinuz").write_text("half a kernel")
    status, _, err = board(f"--mirror={NOWHERE}", equipped, "--", "true", KASURI_BOARD_CACHE=str(equipped / "cache"))
    expect(status, 125)
    assert "apt-get update" in err, err
    expect([each.name for each in (equipped / "cache").iterdir()], ["trixie-1.lock"])


def test_cache_is_made_once(work):
    """Of several that come at once, one makes the cache, and the others see it whole; a failure is not kept."""
    made, seen = [], []

    def fill(_suite, place, _mirror):
        (place / "modules").mkdir(parents=True)
        time.sleep(0.3)
        (place / "vmlinuz").write_text("whole")
        made.append(place)
        if len(made) == 1:
            raise kernel_cache.Unavailable("the first try fails")

    def use():
        try:
            with kernel_cache.kernel("trixie", NOWHERE, say=lambda _: None) as place:
                seen.append((place / "vmlinuz").read_text())
        except kernel_cache.Unavailable as problem:
            seen.append(str(problem))

    before, kernel_cache.fill = kernel_cache.fill, fill
    os.environ["KASURI_BOARD_CACHE"] = str(work / "cache")
    try:
        threads = [threading.Thread(target=use) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        kernel_cache.fill = before
        del os.environ["KASURI_BOARD_CACHE"]
    expect(len(made), 2)
    expect(sorted(seen), ["the first try fails", "whole", "whole", "whole"])


def test_nothing_outside_the_folder(work):
    """What comes back stays in the folder, even if the board's command has made links that lead out of it."""
    folder = work / "folder"
    folder.mkdir()
    (folder / "way").symlink_to(work)
    for name in ("payload/way/escaped", "payload/../escaped"):
        with tarfile.open(work / "disk", "w") as archive:
            for each, data in (("status", b"0\n"), (name, b"data")):
                info = tarfile.TarInfo(each)
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
        try:
            machine.bring_back(work / "disk", folder, {})
        except machine.Failure as problem:
            assert "outside of the folder" in str(problem)
        else:
            raise AssertionError(f"{name} was accepted")
        assert not (work / "escaped").exists()
