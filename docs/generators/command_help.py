"""The options of a command, as its --help tells them. For docs/generators/command-docs."""
import dataclasses
import re
import subprocess
import sys


@dataclasses.dataclass
class Command:
    name: str  # "kasuri simulate" is a subcommand of kasuri
    help: str = "--help"
    words: tuple = ()  # that may stand first
    lists: tuple = ()  # options that take several values with commas between them
    runs_commands: bool = False

    @property
    def page(self):
        return self.name.replace(" ", "-")


@dataclasses.dataclass
class Option:
    names: list
    value: str = ""  # what its value is called, "" without one
    separator: str = ""  # between name and value
    text: str = ""
    values: dict = dataclasses.field(default_factory=dict)  # those that it may have, and what they mean
    is_list: bool = False
    is_optional: bool = False  # the value


# What LLVM's parser prints, a line for each option: "  --cores=<n>   - Plan for ...", "    =model   -   functions".
LLVM_OPTION = re.compile(r"  (?P<name>-{1,2}[\w-]+)(?P<optional>\[)?(?:(?P<separator>[= ])<(?P<value>[^ ]*?)>)?\]? +- (?P<text>.*)")
LLVM_VALUE = re.compile(r"    =(?P<name>\S+) +-   (?P<text>.*)")
# What the tools print: "  -c, --cores=LIST    text", and further lines of the text below it.
TOOL_OPTION = re.compile(r" {2,8}(?P<names>-{1,2}[\w-]+(?:, -{1,2}[\w-]+)?)(?:(?P<separator>[= ])(?P<value>[A-Z]+))?"
                         r"(?: {2,}(?P<text>\S.*))?")
CHOICES = re.compile(r"one of: ([a-z]+(?:, [a-z]+)*)")


def parse_llvm(lines):
    options = []
    for line in lines:
        if found := LLVM_OPTION.fullmatch(line):
            # To LLVM one dash is as good as two, and everybody writes -Rkasuri.
            name = re.sub("^--R", "-R", found["name"])
            options.append(Option([name], found["value"] or "", found["separator"] or "", found["text"],
                                  is_optional=bool(found["optional"])))
        elif found := LLVM_VALUE.fullmatch(line):
            options[-1].values[found["name"]] = found["text"]
    return options


def parse_tool(lines):
    options, column = [], 0
    for line in lines:
        if found := TOOL_OPTION.fullmatch(line):
            options.append(Option(found["names"].split(", "), found["value"] or "", found["separator"] or "",
                                  found["text"] or ""))
            column = found.start("text")
        elif options and column > 0 and line.startswith(" " * column):
            options[-1].text += " " + line.strip()
        else:
            column = 0
    return options


def options_of(programs, command):
    program, *subcommand = command.name.split()
    text = subprocess.run([programs / program, *subcommand, command.help], check=True, capture_output=True, text=True).stdout
    options = parse_llvm(text.splitlines()) if text.startswith("OVERVIEW") else parse_tool(text.splitlines())
    for option in options:
        if (found := CHOICES.search(option.text)) and not option.values:
            option.values = dict.fromkeys(found[1].split(", "), "")
        option.is_list = option.names[0] in command.lists
    if len(options) < 2:
        sys.exit(f"command-docs: the help of '{command.name}' is not understood")
    return options
