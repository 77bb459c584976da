"""What mkdocs gets from scripts/site: the pages in the folders that they have here, so that links stay as they are, the
manual pages as text, and the navigation, which is docs/README.md read as lists of links:

  ## Section
  * [Title](page.md): a page; if there is a folder `page/`, its pages stand below it
  * Several: [one](a.md), [two](b.md)
"""
import gzip
import json
import pathlib
import re
import shutil
import subprocess

import markdown
from pygments.formatters import HtmlFormatter

from doc_pages import page_names

CONTENTS = "docs/README.md"
LINK = re.compile(r"\[([^]]+)\]\(([^)#]+)\)")
MANUAL_LINK = re.compile(r"\((\.\./)*((?:docs/)?man/[\w-]+\.\d)\)")


class Mistake(Exception):
    pass


def slug(text, separator):
    """The anchor of a heading, as code hosts make it; mkdocs' own has other ideas of punctuation."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", separator)


class ScrolledTables(markdown.postprocessors.Postprocessor):
    """A table that is too wide scrolls by itself, and not the page."""

    def run(self, text):
        return text.replace("<table>", '<div class="table"><table>').replace("</table>", "</table></div>")


class Extension(markdown.Extension):
    def extendMarkdown(self, md):
        md.postprocessors.register(ScrolledTables(md), "scrolled_tables", 0)


def makeExtension(**settings):  # the name that Python-Markdown looks for
    return Extension(**settings)


def code_style():
    def rules(style):
        return HtmlFormatter(style=style).get_style_defs(".codehilite")
    return rules("friendly") + "\n@media (prefers-color-scheme: dark) {\n" + rules("monokai") + "\n}\n"


def manual_text(roff):
    """Without the lines at top and bottom that say the page's name."""
    done = subprocess.run(["groff", "-man", "-Tutf8", "-rLL=78n", "-rHY=0", "-P-cbou"], input=roff, check=True, capture_output=True)
    text = "\n".join(done.stdout.decode().strip().split("\n")[2:-2])
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n")


def write_manual_page(root, pages, name):
    """As command-docs has made it from the prose and --help, if Kasuri has been built."""
    made = root / f"build/share/man/man{name[-1]}/{name}.gz"
    if not made.exists():
        raise Mistake(f"there is no {made.relative_to(root)}; build Kasuri first")
    text = manual_text(gzip.decompress(made.read_bytes()))
    target = pages / f"docs/man/{name}.md"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(f"# {name[:-2]}({name[-1]})\n\n```text\n{text}\n```\n")


def resolved(link):
    """The page that a link in docs/README.md is about, as mkdocs knows it."""
    parts = []
    for part in (pathlib.PurePosixPath("docs") / link).parts:
        parts = parts[:-1] if part == ".." else [*parts, part]
    name = "/".join(parts)
    return f"{name}.md" if name.startswith("docs/man/") else name


def entry(title, name, names):
    below = [other for other in names if other.startswith(name.removesuffix(".md") + "/") and name != CONTENTS]
    return {title: [{title: name}, *below]} if below else {title: name}


def navigation(contents, names):
    nav = []
    for line in contents.replace("\n  ", " ").split("\n"):
        links = LINK.findall(line)
        if line.startswith("## "):
            nav.append({line[3:].strip(): []})
        elif line.startswith("* ["):
            next(iter(nav[-1].values())).append(entry(links[0][0], resolved(links[0][1]), names))
        elif line.startswith("* "):
            several = {line[2:].split(":")[0]: [entry(title, resolved(link), names) for title, link in links]}
            next(iter(nav[-1].values())).append(several)
    return [{"Documentation": CONTENTS}, *nav]


def pages_in(nav):
    if isinstance(nav, str):
        return [nav]
    return [page for each in nav for page in pages_in(list(each.values())[0] if isinstance(each, dict) else each)]


def write(root, work):
    """Makes `work` anew: mkdocs.yml and pages/."""
    shutil.rmtree(work, ignore_errors=True)
    pages = work / "pages"
    names = page_names(root)
    for name in names:
        (pages / name).parent.mkdir(parents=True, exist_ok=True)
        (pages / name).write_text(MANUAL_LINK.sub(lambda link: link[0][:-1] + ".md)", (root / name).read_text()))
    for source in [root / "LICENSE", *root.glob("docs/*/*")]:  # what pages link to beside pages
        if source.is_file() and source.suffix != ".md" and source.parent.name not in ("man", "generators"):
            (pages / source.relative_to(root)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, pages / source.relative_to(root))
    for source in sorted(root.glob("docs/man/*.[1-9]")):
        write_manual_page(root, pages, source.name)
        names.append(f"docs/man/{source.name}.md")
    (pages / "code.css").write_text(code_style())
    nav = navigation((root / CONTENTS).read_text(), names)
    listed = pages_in(nav)
    for name in names:
        if listed.count(name) != 1:
            raise Mistake(f"{name} has to be listed in {CONTENTS} once, for the navigation; it is {listed.count(name)} times")
    write_configuration(work, nav)


def write_configuration(work, nav):
    """JSON is YAML but for the one line that names a function."""
    settings = {
        "site_name": "Kasuri", "docs_dir": "pages", "nav": nav, "use_directory_urls": False, "plugins": ["search"],
        "theme": {"name": None, "custom_dir": str(pathlib.Path(__file__).resolve().parent / "site-theme"), "locale": "en"},
    }
    lines = [f"{key}: {json.dumps(value)}" for key, value in settings.items()]
    lines += ["markdown_extensions:", "  - toc:", "      slugify: !!python/name:site_pages.slug",
              "  - codehilite:", "      guess_lang: false", "  - sane_lists", "  - site_pages"]
    (work / "mkdocs.yml").write_text("\n".join(lines) + "\n")
