#!/usr/bin/env python3
"""The manual pages: one for each command, with the options of its --help and no others, and no complaints of groff.

usage: manual_test.py BUILD_DIRECTORY
"""
import gzip
import importlib.machinery
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = pathlib.Path(sys.argv[1]).resolve() / "share/man"
PROGRAMS = pathlib.Path(sys.argv[1]).resolve() / "bin"


def load_commands():
    loader = importlib.machinery.SourceFileLoader("command_docs", str(ROOT / "docs/generators/command-docs"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("command_docs", loader))
    loader.exec_module(module)
    return module.COMMANDS


def output(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True,
                          env=dict(os.environ, LC_ALL="C.UTF-8"), **more)
    return done.stdout + done.stderr


def expect(is_right, what):
    if not is_right:
        sys.exit(f"manual: {what}")


def source_of(page):
    return gzip.decompress((PAGES / f"man{page[-1]}" / f"{page}.gz").read_bytes()).decode()


def rendered(roff):
    return output("groff", "-man", "-Tascii", "-P-cbou", "-rLL=100n", input=roff)


def options_of_page(text):
    """The names in front of the paragraphs of OPTIONS."""
    section = re.search(r"^OPTIONS\n(.*?)^\S", text, re.MULTILINE | re.DOTALL)[1]
    lines = re.findall(r"^ {7}(-.*)", section, re.MULTILINE)
    return {name for line in lines for name in re.findall(r"(?:^|, )(-{1,2}[\w-]+)", line)}


def options_of_help(text):
    lines = re.findall(r"^ {2,8}(-[\w-]+(?:, -[\w-]+)?)", text, re.MULTILINE)
    return {re.sub("^--R", "-R", name) for line in lines for name in line.split(", ")}


def check_options(command):
    program, *words = command.name.split()
    told = options_of_help(output(PROGRAMS / program, *words, command.help))
    source = source_of(f"{command.page}.1")
    page = options_of_page(rendered(source))
    expect(told and told == page, f"{command.page}(1) has not the options of {command.help}: {sorted(told ^ page)}")
    odd = source.replace("\n.SH EXIT STATUS", "\n.TP\n\\fB\\-\\-odd\\fP\nodd\n.SH EXIT STATUS")
    expect(options_of_page(rendered(odd)) - told == {"--odd"}, f"in {command.page}(1) another option is not seen")


def check_width(command):
    program, *words = command.name.split()
    told = output(PROGRAMS / program, *words, command.help)
    wide = [line for line in told.splitlines() if len(line) > 100]
    expect(not wide, f"{command.name} {command.help} has lines of more than 100 columns: {wide}")
    generic = [word for word in ("Generic Options", "OVERVIEW", "help-hidden") if word in told]
    expect(not generic, f"{command.name} {command.help} has LLVM's {generic}")


def check_tools_tables():
    """getopt's tables, which --help is written beside by hand."""
    tools = ROOT / "runtime/tools"
    for tool, source in {"ks-exclusive": "ks-exclusive/ks_exclusive.c", "ks-noise": "ks-noise/ks_noise.c", "ks-probe": "ks-probe/ks_probe.c",
                         "ks-trace": "ks-trace/ks_trace.c"}.items():
        taken = set(re.findall(r'\{"([\w-]+)", (?:no|required|optional)_argument', (tools / source).read_text()))
        told = {name[2:] for name in options_of_help(output(PROGRAMS / tool, "--help")) if name.startswith("--")}
        expect(taken and taken == told, f"{tool} takes and tells different options: {sorted(taken ^ told)}")


def check_compiler_options():
    """kasuri-cc keeps its own options to itself: the compiler behind it would refuse them."""
    with tempfile.TemporaryDirectory() as work:
        (pathlib.Path(work) / "a.c").write_text("int f(void) { return 1; }\n")
        values = {"--machine": "=raspberry-pi-4", "--profile": "=none.json", "--assume": "=assertions", "--fp": "=fast", "--target": "=x86_64-linux-gnu"}
        for name in options_of_help(output(PROGRAMS / "kasuri-cc", "--kasuri-help")):
            if not name.startswith("--kasuri-"):
                output(PROGRAMS / "kasuri-cc", name + values.get(name, ""), "-c", "a.c", cwd=work)


def check_complaints(page):
    with tempfile.NamedTemporaryFile("w", suffix=page[-2:]) as file:
        file.write(source_of(page))
        file.flush()
        said = output("groff", "-man", "-Tutf8", "-ww", "-z", file.name)
        said += output("groff", "-man", "-Tutf8", "-ww", "-z", "-rLL=60n", file.name)
    expect(not said.strip(), f"groff says of {page}: {said}")


def check_environment():
    page = set(re.findall(r"^ {7}(KASURI_\w+)", rendered(source_of("kasuri.7")), re.MULTILINE))
    read = {name for path in (ROOT / "runtime").glob("*/*.c") for name in re.findall(r'"(KASURI_\w+)"', path.read_text())}
    expect(page == read, f"kasuri(7) has not the variables that the runtime reads: {sorted(page ^ read)}")


def check_that_all_are_there(commands):
    programs = {path.name for path in PROGRAMS.iterdir() if re.fullmatch(r"kasuri(-\w+)?|ks-\w+", path.name)}
    expect(programs == {command.name.split()[0] for command in commands}, f"COMMANDS of docs/generators/command-docs has not {programs}")
    subcommands = set(re.findall(r"^  kasuri ([a-z]+) +\S", output(PROGRAMS / "kasuri", "--help"), re.MULTILINE))
    known = {command.name.split()[1] for command in commands if " " in command.name}
    expect(subcommands == known, f"COMMANDS of docs/generators/command-docs has not the subcommands {subcommands}")


def main():
    commands = load_commands()
    check_that_all_are_there(commands)
    for command in commands:
        check_options(command)
        check_width(command)
    check_tools_tables()
    check_compiler_options()
    check_environment()
    pages = sorted(path.name[:-len(".gz")] for path in PAGES.glob("*/*.gz"))
    expect(len(pages) == len(commands) + 1, f"pages: {pages}")
    for page in pages:
        check_complaints(page)
    print(f"manual: {len(pages)} passed, 0 failed")


main()
