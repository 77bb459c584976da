"""Whether a program still fails as before and is otherwise sound: interesting.py KIND CORES DISPATCH TILE COMPILER BUILD FILE.

Sound: gcc and clang accept it without the warnings that go with undefined behaviour, the sanitizers
report nothing, and the sequential program has one result at every optimisation level.
"""
import pathlib
import sys
import tempfile

import check

WARNINGS = ("-Werror=uninitialized", "-Werror=return-type", "-Werror=implicit-function-declaration",
            "-Werror=implicit-int", "-Werror=incompatible-pointer-types", "-Werror=int-conversion",
            "-Werror=array-bounds", "-Werror=aggressive-loop-optimizations", "-Werror=format",
            "-Werror=strict-aliasing")


def sound(source, work):
    """A Fault when the sequential program has not one behaviour."""
    check.build("generator", "gcc -O2 -Wall", ["-Wno-unknown-pragmas", *WARNINGS, source], work / "first")
    check.check_generator(source, work)
    memory = check.build("generator", "clang-22 -O1 -fsanitize=memory", [source], work / "memory")
    seen = {check.behaviour(work / "first"), check.behaviour(work / "checked"), check.behaviour(memory)}
    for number, compiler in enumerate(("gcc -O0", "clang-22 -O2")):
        seen.add(check.behaviour(check.build("generator", compiler, [source], work / f"level{number}")))
    if len(seen) != 1 or 124 in {status for status, _, _ in seen}:
        raise check.Fault("generator", "several results")


def shows(kind, plan, compiler, source, work, binaries):
    """The kind of failure that the program shows now; sound or not."""
    try:
        expected = check.behaviour(check.build("generator", compiler, [source], work / "plain"))
        emitted, layers = check.parallelise(source, work, plan, binaries)
        if kind in ("differs", "thread") and layers == 0 or kind == "kasuri":
            return ""
        words = [emitted, "-I", binaries / "include", binaries / "lib/libkasuri.a"]
        binary = check.build("compile", "gcc -O1" if kind == "compile" else compiler, words, work / "parallel")
        for _ in range(3 if kind == "differs" else 0):
            check.compare(binary, expected, (1, 2, 3, 4))
        if kind == "thread":
            check.check_threads(emitted, work, binaries)
        if kind == "oracle":
            check.check_oracle(source, binaries)
    except check.Fault as fault:
        return fault.args[0]
    return ""


def interesting(kind, plan, compiler, source, binaries):
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        if shows(kind, plan, compiler, source.resolve(), work, binaries) != kind:
            return False
        try:
            sound(source.resolve(), work)
        except check.Fault:
            return False
    return True


def main():
    kind, cores, dispatch, tile, compiler = sys.argv[1:6]
    plan = check.Plan(int(cores), dispatch, int(tile))
    binaries, source = map(pathlib.Path, sys.argv[6:])
    check.LIMIT = 10
    return 0 if interesting(kind, plan, compiler, source, binaries) else 1


if __name__ == "__main__":
    sys.exit(main())
