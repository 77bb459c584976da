"""A page of Markdown as what a reader would type: its shell blocks in order, and what it says that they print.

Fences tell by their language: `sh` is typed into a shell, everything else is not. Comments in front of a block, which no
reader sees, say what else there is to know:

  <!-- run              commands that the reader need not see: files that are there, links, checks
  ...
  -->
  <!-- skip: REASON --> the next block cannot be run by a test
  <!-- needs: THING --> the next block is left out where THING is missing (needs.py)
  <!-- output -->       the next block is what the last one has printed; `...` stands for any text, in a line of its own
                        for any number of lines
  <!-- output: numbers vary -->  and every number for any number

What kasuri estimates a run to gain, `estimated 1.7x on 2 cores`, is for the host; any other estimate is as good.
"""
import dataclasses
import re

LANGUAGES = {"sh", "c", "json", "text", "cmake", "ini"}
COMMENT = re.compile(r"<!--\s*(?P<what>run|skip|needs|output)\b:?(?P<rest>.*?)-->", re.DOTALL)
FENCE = re.compile(r"^(?P<indent> *)```(?P<language>[^\n]*)\n(?P<text>.*?)^(?P=indent)```[ ]*$", re.DOTALL | re.MULTILINE)

ESTIMATE = r"(estimated \d+\.\d+x on \d+ cores?)"
NUMBER_OR_BLANKS = r"|(\d+\.\d+(?:[eE][-+]?\d+)?|(?<![A-Za-z_])\d+)|([ \t]+)"  # no part of a name


class Mistake(Exception):
    """The page breaks the rules above."""


@dataclasses.dataclass
class Block:
    line: int
    text: str
    is_hidden: bool = False
    skip: str = ""         # why it is never run
    needs: str = ""        # what has to be there
    output: str | None = None
    numbers_vary: bool = False


def blocks_of(markdown):
    """The shell blocks of a page in order, hidden ones too."""
    blocks, marks = [], {}
    for match in sorted([*COMMENT.finditer(markdown), *FENCE.finditer(markdown)], key=lambda each: each.start()):
        line = markdown.count("\n", 0, match.start()) + 1
        if match.re is COMMENT and match["what"] != "run":
            marks[match["what"]] = match["rest"].strip()
            continue
        if match.re is COMMENT:
            blocks.append(Block(line, match["rest"], is_hidden=True, needs=marks.pop("needs", "")))
        elif match["language"] not in LANGUAGES:
            known = ", ".join(sorted(LANGUAGES))
            raise Mistake(f"line {line}: a block of the language '{match['language']}'; there are {known}")
        elif match["language"] == "sh":
            blocks.append(Block(line, match["text"], skip=marks.pop("skip", ""), needs=marks.pop("needs", "")))
        elif "output" in marks and blocks:
            expect(blocks[-1], without(match["indent"], match["text"]), marks.pop("output"))
        if marks:
            raise Mistake(f"line {line}: the comment '{next(iter(marks))}' means nothing in front of this block")
    if marks:
        raise Mistake(f"the comment '{next(iter(marks))}' is in front of no block")
    return blocks


def without(indent, text):
    return re.sub(f"^{indent}", "", text, flags=re.MULTILINE)


def expect(block, text, how):
    if block.output is not None or how not in ("", "numbers vary"):
        raise Mistake(f"line {block.line}: two outputs, or 'output: {how}', which is not known")
    block.output, block.numbers_vary = text, how == "numbers vary"


def line_pattern(line, numbers_vary):
    """Runs of blanks match any blanks where numbers vary, since columns are as wide as these."""
    parts = re.split(r"(\.\.\.)|" + ESTIMATE + (NUMBER_OR_BLANKS if numbers_vary else ""), line)
    pattern = ""
    for part in parts:
        if not part:
            continue
        if part == "...":
            pattern += ".*"
        elif re.fullmatch(ESTIMATE, part):
            pattern += ESTIMATE
        elif numbers_vary and part[0].isdigit():
            pattern += r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?"
        elif numbers_vary and part.isspace():
            pattern += r"[ \t]+"
        else:
            pattern += re.escape(part)
    return pattern + " *"


def difference(block, printed):
    """What is not as the page says; None if all is."""
    expected, lines, at, is_gap = block.output.rstrip("\n").split("\n"), printed.rstrip("\n").split("\n"), 0, False
    for number, line in enumerate(expected):
        if line.strip() == "...":
            is_gap = True
            continue
        pattern = re.compile(line_pattern(line, block.numbers_vary))
        found = next((i for i in range(at, len(lines)) if pattern.fullmatch(lines[i])), None) if is_gap else \
            at if at < len(lines) and pattern.fullmatch(lines[at]) else None
        if found is None:
            return f"the page says\n  {line}\nand there is\n  {lines[at] if at < len(lines) else '(nothing more)'}"
        at, is_gap = found + 1, False
    if at < len(lines) and not is_gap:
        return f"the page says nothing of\n  {lines[at]}"
    return None
