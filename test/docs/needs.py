"""What blocks of pages may need beside Kasuri, and why it is missing here."""
import functools
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "board"))
from emulator import kernel_cache, machine

TRIPLE = "aarch64-linux-gnu"


def problem_with_cross(build):
    for tool in f"{TRIPLE}-gcc", "qemu-aarch64-static":
        if shutil.which(tool) is None:
            return f"no {tool} (scripts/setup --boards)"
    if not (build / "lib/kasuri" / TRIPLE / "libkasuri.a").exists():
        return f"no runtime for {TRIPLE} (cmake --build build --target runtime-{TRIPLE})"
    return None


def problem_with_board(build):
    """Only where its kernel is there already: tests of pages load nothing from elsewhere."""
    missing = machine.missing_packages(needs_kernel=False)
    if missing:
        return f"no {', '.join(missing)} (scripts/setup --boards)"
    return problem_with_cross(build) or (None if kernel_cache.is_made("trixie") else "no kernel of the emulated board yet")


THINGS = {
    "cross": problem_with_cross,
    "board": problem_with_board,
}


@functools.cache
def problem_with(thing, build):
    """Why there is no such thing; None if there is. A misspelt one is a KeyError."""
    return THINGS[thing](build)
