#!/usr/bin/env python3
"""restore_users_test.py KS_EXCLUSIVE: root restores what programs of other users have left, and cannot be misused for it.

Root runs `ks-exclusive --restore` on a tree in which another user has a journal. What that user may write is restored;
what only root may write, and a forged journal names, is not. Skipped for others than root.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

TOOL = sys.argv[1]
FOLDER = tempfile.TemporaryDirectory(prefix="kasuri-users-")
os.chmod(FOLDER.name, 0o755)
USER = 65533  # nobody has it
VALUE = "sys/devices/virtual/workqueue/cpumask"


def put(root, path, text, owner=0, mode=0o644):
    place = root / path
    for folder in reversed(place.relative_to(root).parents):
        (root / folder).mkdir(exist_ok=True)
        (root / folder).chmod(0o755)
    place.write_text(text)
    os.chown(place, owner, owner)
    place.chmod(mode)


def give(root, folder):
    os.chown(root / folder, USER, USER)


def restore(root):
    done = subprocess.run([TOOL, "--restore"], capture_output=True, text=True, timeout=60, cwd="/",
                          env={"PATH": os.environ["PATH"], "KASURI_ROOT": str(root)})
    return done.returncode, done.stdout + done.stderr


def journal(*paths, boot=""):
    changes = "".join(f"f 1 /{path}|old|new|new\n" for path in paths)
    return f"kasuri-journal 1\n{boot}owner 0 1 1 \n{changes}"


def tree(place):
    root = pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name))
    root.chmod(0o755)
    put(root, "users/value", "new", USER)
    put(root, "roots/value", "new")
    put(root, "etc/passwd", f"root:x:0:0::/:/bin/sh\nsomebody:x:{USER}:{USER}::/:/bin/sh\n")
    put(root, "etc/group", "root:x:0:\nelse:x:65531:other\npower:x:65532:other,somebody\n")
    put(root, "groups/value", "new", 0, 0o664)
    os.chown(root / "groups/value", 0, 65532)
    (root / "dev/shm").mkdir(parents=True)
    (root / "dev/shm").chmod(0o1777)
    put(root, f"{place}/journal", journal("users/value", "groups/value", "roots/value"), USER)
    give(root, place)
    if place.startswith("run/user/"):
        give(root, pathlib.Path(place).parent)
    return root


def value(root, name):
    return (root / name / "value").read_text().strip()


def test_places():
    for place in (f"run/user/{USER}/kasuri", "dev/shm/kasuri"):
        root = tree(place)
        status, said = restore(root)
        assert value(root, "users") == "old", (place, said)
        assert value(root, "groups") == "old", (place, said)  # by its group
        assert value(root, "roots") == "new", (place, said)
        assert status == 1 and "could not restore the changes of 1" in said, (status, said)
        put(root, f"{place}/journal", journal("users/value"), USER)
        put(root, "users/value", "new", USER)
        status, said = restore(root)
        assert status == 0 and "changes of 1 ended program\n" in said and value(root, "users") == "old", said
        assert not (root / place / "journal").exists()


def test_not_the_users():
    """A folder in the place of one user that belongs to another one, and names that are no numbers."""
    root = tree("run/user/1/kasuri")
    put(root, "run/user/all/kasuri/journal", journal("users/value"), USER)
    give(root, "run/user/all/kasuri")
    status, said = restore(root)
    assert status == 0 and "changes of 0" in said and value(root, "users") == "new", said


def test_root_does_not_read_it():
    """Root's own place in the hands of another user."""
    root = tree("run/kasuri")
    status, said = restore(root)
    assert status == 0 and value(root, "users") == "new" and value(root, "roots") == "new", said
    put(root, "run/kasuri/journal", journal("users/value"), USER)
    os.chown(root / "run/kasuri", 0, 0)
    status, said = restore(root)
    assert status == 1 and "another user can have" in said and value(root, "users") == "new", said


if os.geteuid() != 0:
    print("skipped: not root")
    sys.exit()
for name, test in sorted(globals().copy().items()):
    if name.startswith("test_"):
        test()
