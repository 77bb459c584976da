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


# An option, "  -c, --cores=LIST    text" or "  --cores=<n>    text", with further lines of the text below it, or a value that it
# may have, "    model    functions", its text in the same column.
OPTION = re.compile(r" {2,8}(?P<names>-{1,2}[\w-]+(?:, -{1,2}[\w-]+)?)(?P<optional>\[)?"
                    r"(?:(?P<separator>[= ])(?:(?P<value>[A-Z]+)|<(?P<described>[^ >]+)>))?\]?(?: {2,}(?P<text>\S.*))?")
VALUE = re.compile(r" {4}(?P<name>[a-z]+) {2,}(?P<text>\S.*)")
CHOICES = re.compile(r"one of: ([a-z]+(?:, [a-z]+)*)")


def parse_help(lines):
    options, column, value = [], 0, ""
    for line in lines:
        if found := OPTION.fullmatch(line):
            options.append(Option(found["names"].split(", "), found["value"] or found["described"] or "",
                                  found["separator"] or "", found["text"] or "", is_optional=bool(found["optional"])))
            column, value = found.start("text"), ""
        elif options and column > 0 and (found := VALUE.fullmatch(line)) and found.start("text") == column:
            value = found["name"]
            options[-1].values[value] = found["text"]
        elif options and column > 0 and line.startswith(" " * column):
            if value:
                options[-1].values[value] += " " + line.strip()
            else:
                options[-1].text += " " + line.strip()
        else:
            column = 0
    return options


def options_of(programs, command):
    program, *subcommand = command.name.split()
    text = subprocess.run([programs / program, *subcommand, command.help], check=True, capture_output=True, text=True).stdout
    options = parse_help(text.splitlines())
    for option in options:
        if (found := CHOICES.search(option.text)) and not option.values:
            option.values = dict.fromkeys(found[1].split(", "), "")
        option.is_list = option.names[0] in command.lists
    if len(options) < 2:
        sys.exit(f"command-docs: the help of '{command.name}' is not understood")
    return options
