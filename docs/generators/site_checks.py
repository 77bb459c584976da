"""What mkdocs does not look at in the site that it makes: headings that links name, files that pages load, and Markdown
that code hosts read in another way than it does."""
import html.parser
import pathlib
import re
import urllib.parse

LOADS = {"script": "src", "img": "src", "link": "href", "source": "src", "iframe": "src"}
# A list or a table directly behind a line of text, which code hosts see and mkdocs does not.
UNSEEN = re.compile(r"<p>[^<]*(?:<(?!/p>)[^<]*)*?\n(?:\* |\d+\. |\| )")


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.loaded = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors.update(value for key, value in attributes if key in ("id", "name") and value)
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in LOADS and values.get(LOADS[tag]):
            self.loaded.append(values[LOADS[tag]])


def is_elsewhere(link):
    return bool(re.match(r"(\w+:)?//|mailto:", link))


def problem_with_link(link, path, site, pages):
    parts = urllib.parse.urlsplit(link)
    target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
    if target.is_dir():
        target /= "index.html"
    if not target.is_relative_to(site) or not target.exists():
        return "names a file that is not there"
    if parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].anchors:
        return "names a heading that is not there"
    return None


def mistakes_in(site):
    site = site.resolve()
    texts = {path: path.read_text() for path in sorted(site.rglob("*.html")) if path.name != "404.html"}
    pages = {path: Page(text) for path, text in texts.items()}
    mistakes = []
    for path, page in pages.items():
        name = path.relative_to(site)
        mistakes += [f"{name}: loads {link} from elsewhere" for link in page.loaded if is_elsewhere(link)]
        for link in [*page.links, *page.loaded]:
            problem = None if is_elsewhere(link) else problem_with_link(link, path, site, pages)
            mistakes += [f"{name}: the link '{link}' {problem}"] if problem else []
        mistakes += [f"{name}: a list or table without an empty line in front: {found[0][-60:]!r}"
                     for found in UNSEEN.finditer(texts[path])]
    for path in sorted(site.rglob("*.css")):
        if re.search(r"url\(['\"]?(https?:)?//|@import", path.read_text(errors="replace")):
            mistakes.append(f"{path.relative_to(site)}: loads something from elsewhere")
    return mistakes
