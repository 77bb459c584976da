"""Manual pages: the prose of docs/man, with the options of --help. For docs/generators/command-docs."""
import gzip
import re
import sys


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = re.sub(r"<([\w|.@\[\]]+)>", r"\\fI\1\\fP", text)
    return re.sub(r"^\.", r"\\&.", text)


def page_options(options):
    lines = []
    for option in options:
        value = f"{option.separator}\\fI{roff(option.value)}\\fP" if option.value else ""
        value = f"[{value}]" if option.is_optional else value
        names = ", ".join(f"\\fB{roff(name)}\\fP" for name in option.names)
        lines += [".TP", names + value, roff(option.text[:1].upper() + option.text[1:])]
        if any(option.values.values()):
            lines.append(".RS")
            for name, text in option.values.items():
                lines += [".TP", f"\\fB{roff(name)}\\fP", roff(text)]
            lines.append(".RE")
    return lines


def page(prose, options, version):
    lines = prose.read_text().replace("@VERSION@", version).splitlines()
    if (options is None) == ("@OPTIONS@" in lines):
        sys.exit(f"command-docs: {prose.name}: a line @OPTIONS@ is wanted in the pages of commands, and there alone")
    filled = [part for line in lines for part in (page_options(options) if line == "@OPTIONS@" else [line])]
    return "\n".join(filled) + "\n"


def write_page(folder, prose, options, version):
    path = folder / f"man/man{prose.suffix[1:]}" / f"{prose.name}.gz"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(page(prose, options, version).encode(), mtime=0))
