#!/usr/bin/env python3
"""Compares the ABI of the runtime with what is written down in TRIPLE.abi beside this file.

usage: abi_test.py BUILD_DIRECTORY [TRIPLE] [--update]

Programs of yesterday run with the runtime of today, so nothing that they rely on may change under the same
KS_ABI_VERSION: what libkasuri.so exports and under which versions, the types of these functions, the layout of what
emitted code describes its layers by, and the values of constants. Clang tells the layouts for any target, since the
headers include none of the system's; so all targets that are written down are compared, and with a TRIPLE the library
that has been built for it, too. --update writes the files anew, and refuses to where the number should have been raised
and was not.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
HEADERS = HERE.parents[1] / "include"
LLVM = pathlib.Path("/usr/lib/llvm-22/bin")
NUMBER = "constant KS_ABI_VERSION = "
UPDATE = "python3 test/abi/abi_test.py BUILD_DIRECTORY --update"
HEAD = """\
# The ABI of libkasuri for {}, as test/abi/abi_test.py has found it. A line that goes or changes
# breaks programs that were made before: raise KS_ABI_VERSION (include/kasuri/kasuri.h). After that, and after additions:
#     {}
"""


def output(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def layouts(dump):
    """One line for each member, and one for the size, of each struct of ours in Clang's dump of layouts."""
    for block in dump.split("*** Dumping AST Record Layout")[1:]:
        lines = [line for line in block.splitlines() if "|" in line]
        name = lines[0].split("|")[1].strip()
        if not name.startswith("struct ks_"):
            continue
        for line in lines[1:]:
            offset, what = line.split("|")
            if offset.strip() and re.match(r" {3}\S", what):  # the members of members have lines of their own struct
                member = re.sub(r"\bstruct (ks_\w+ \*)", r"\1", what.strip())  # the tag and the typedef name one type
                yield f"{name} at {offset.strip()}: {member}"
            elif "sizeof" in what:
                yield f"{name}: {what.strip().strip('[]')}"


def declarations(tree):
    for each in tree["inner"]:
        name, kind = each.get("name", ""), each["kind"]
        if kind == "EnumDecl":
            yield from constants(each)
        if not name.startswith("ks_"):
            continue
        if kind == "FunctionDecl" and each.get("storageClass") != "static":
            yield f"function {name}: {each['type']['qualType']}"
        elif kind == "VarDecl":
            yield f"variable {name}: {each['type']['qualType']}"
        elif kind == "TypedefDecl" and each["type"]["qualType"] != f"struct {name}":
            yield f"type {name} = {each['type']['qualType']}"


def constants(enumeration):
    """In order; each is one more than the one before unless a value is given."""
    value = -1
    for each in enumeration["inner"]:
        given = [inner["value"] for inner in each.get("inner", []) if "value" in inner]
        value = int(given[0]) if given else value + 1
        yield f"constant {each['name']} = {value}"


def of_headers(headers, triple):
    clang = [LLVM / "clang", f"--target={triple}", "-std=c11", f"-I{headers}", "-x", "c"]
    with tempfile.NamedTemporaryFile("w", suffix=".c") as source:
        # Programs whose loops are counted are linked at once, with the static library; loops.h is no interface for others.
        source.writelines(f"#include <kasuri/{path.name}>\n" for path in sorted((headers / "kasuri").glob("*.h"))
                          if path.name != "loops.h")
        source.flush()
        layout = output(*clang, "-fsyntax-only", "-Xclang", "-fdump-record-layouts-complete", source.name)
        tree = json.loads(output(*clang, "-fsyntax-only", "-Xclang", "-ast-dump=json", source.name))
        macros = output(*clang, "-E", "-dM", source.name)
    defined = sorted(f"constant {name} = {value}" for name, value in re.findall(r"#define (KS_\w+) +(\S.*)", macros))
    return list(dict.fromkeys([*defined, *declarations(tree), *layouts(layout)]))


def of_library(library):
    dynamic = output(LLVM / "llvm-readelf", "-d", library)
    symbols = output(LLVM / "llvm-nm", "-D", "--defined-only", library)
    names = [line.split()[-1] for line in symbols.splitlines() if line.strip()]
    return sorted([f"export {name}" for name in names if not re.match(r"KASURI_[\d.]+$", name.split("@")[0])] +
                  [f"soname {name}" for name in re.findall(r"soname: \[(.*?)\]", dynamic)])


def read(path):
    return [line for line in path.read_text().splitlines() if line and not line.startswith("#")]


def number(lines):
    return next((line for line in lines if line.startswith(NUMBER)), "")


def undocumented(lines):
    """What is exported and not declared, or the other way round."""
    declared = {line.split()[1].rstrip(":") for line in lines if line.startswith(("function ", "variable "))}
    exported = {line.split()[1].split("@")[0] for line in lines if line.startswith("export ")}
    return sorted(declared ^ exported)


def differences(before, now):
    return ([f"  - {line}" for line in before if line not in now], [f"  + {line}" for line in now if line not in before])


def verdict(before, now, triple):
    """What to tell; "" when nothing has changed."""
    odd = undocumented(now)
    if odd:
        return (f"{', '.join(odd)}: declared in include/kasuri and not exported by runtime/libkasuri.map.in, or the "
                "other way round")
    lost, added = differences(before, now)
    if not lost and not added:
        return ""
    changes = "\n".join([f"the ABI of the runtime for {triple} is not that of test/abi/{triple}.abi:", *lost, *added])
    if lost and number(before) == number(now):
        return (f"{changes}\nprograms that exist would break: take it back, or raise KS_ABI_VERSION in "
                f"include/kasuri/kasuri.h; then\n  {UPDATE}")
    return f"{changes}\nif that is meant:\n  {UPDATE}"


def must_not_be_written(before, now):
    return bool(differences(before, now)[0]) and number(before) == number(now)


MUTATIONS = {  # what somebody could do in passing, and the line that is then lost
    "member moved": ("ks_uint16 ks_worker;\n  ks_uint16 ks_rows;", "ks_uint16 ks_rows;\n  ks_uint16 ks_worker;",
                     "struct ks_wait at 0: ks_uint16 ks_worker"),
    "member of another type": ("ks_uint32 ks_cost_ns;", "ks_int64 ks_cost_ns;",
                               "struct ks_row at 12: ks_uint32 ks_cost_ns"),
    "member added": ("ks_measured *ks_record;", "ks_measured *ks_record; void *ks_more;", "struct ks_layer: sizeof"),
    "value of an enumerator": ("KS_IDLE_GATE = 1", "KS_IDLE_GATE = 5", "constant KS_IDLE_GATE = 1"),
    "macro": ("KS_LEVEL_KEEP 255", "KS_LEVEL_KEEP 254", "constant KS_LEVEL_KEEP = 255"),
    "parameter": ("void ks_leave(void);", "void ks_leave(int ks_status);", "function ks_leave: void (void)"),
    "typedef": ("typedef __UINT16_TYPE__ ks_uint16;", "typedef __INT16_TYPE__ ks_uint16;", "type ks_uint16 = "),
}


def check_that_changes_are_seen(triple, library):
    """Changes each line that is worth it in a copy of the header: the comparison has to see it, and --update to refuse."""
    before = of_headers(HEADERS, triple) + of_library(library)
    for name, (old, new, lost) in MUTATIONS.items():
        with tempfile.TemporaryDirectory() as work:
            shutil.copytree(HEADERS / "kasuri", pathlib.Path(work) / "kasuri")
            path = pathlib.Path(work) / "kasuri/kasuri.h"
            text = path.read_text()
            if text.count(old) != 1:
                sys.exit(f"abi: the change '{name}' does not apply to kasuri.h any more; adapt MUTATIONS")
            path.write_text(text.replace(old, new))
            now = of_headers(pathlib.Path(work), triple) + of_library(library)
        if not any(line.startswith(f"  - {lost}") for line in differences(before, now)[0]):
            sys.exit(f"abi: the change '{name}' is not seen")
        if "raise KS_ABI_VERSION" not in verdict(before, now, triple) or not must_not_be_written(before, now):
            sys.exit(f"abi: the change '{name}' is not refused")
        raised = [line.replace(number(now), NUMBER + "1000") for line in now]
        if must_not_be_written(before, raised):
            sys.exit(f"abi: the change '{name}' is refused under a new number, too")
    unexported = [line for line in before if not line.startswith("export ks_run@")]
    if "ks_run: declared" not in verdict(before, unexported, triple):
        sys.exit("abi: a function that is not exported any more is not seen")


def compare(triple, library, is_update):
    path = HERE / f"{triple}.abi"
    now = of_headers(HEADERS, triple) + of_library(library)
    before = read(path) if path.exists() else []
    problem = verdict(before, now, triple)
    if problem and (not is_update or must_not_be_written(before, now) or undocumented(now)):
        sys.exit(f"abi: {problem}")
    if is_update:
        path.write_text(HEAD.format(triple, UPDATE) + "\n".join(now) + "\n")


def main():
    is_update = "--update" in sys.argv
    build, *asked = [word for word in sys.argv[1:] if word != "--update"]
    build = pathlib.Path(build)
    native = output("cc", "-dumpmachine").strip()
    written = sorted(path.stem for path in HERE.glob("*.abi"))
    if native not in written and not is_update:
        sys.exit(f"abi: there is no test/abi/{native}.abi; {UPDATE}")
    if asked:
        compare(asked[0], build / "lib/kasuri" / asked[0] / "libkasuri.so", is_update)
        return print("abi: 1 passed, 0 failed")
    for triple in sorted({*written, native}):  # exports do not depend on the target
        compare(triple, build / "lib/libkasuri.so", is_update)
    check_that_changes_are_seen(native, build / "lib/libkasuri.so")
    return print(f"abi: {len(written) + 1} passed, 0 failed")


main()
