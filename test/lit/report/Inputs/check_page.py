"""check_page.py report.html report.json: the page is well formed, its data are the report's, its links lead somewhere."""

import collections
import html.parser
import json
import sys

VOID = {"meta", "link", "br", "input"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.data, self.problems = [], [], [], "", []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.links += [attributes["href"]] if tag == "a" else []
        if "src" in attributes:
            self.problems.append("fetches " + attributes["src"])
        if tag not in VOID:
            self.open.append((tag, attributes.get("id")))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop()[0] != tag:
            self.problems.append(f"</{tag}> at {self.getpos()} ends nothing")

    def handle_data(self, data):
        if self.open and self.open[-1] == ("script", "data"):
            self.data += data


def main():
    page = Page()
    page.feed(open(sys.argv[1], encoding="utf-8").read())
    page.problems += [f"<{tag}> is not ended" for tag, _ in page.open]
    page.problems += [f"id {each} twice" for each, times in collections.Counter(page.ids).items() if times > 1]
    page.problems += [f"{each} leads nowhere" for each in page.links if each[1:] not in page.ids]
    if json.loads(page.data) != json.load(open(sys.argv[2])):
        page.problems.append("its data are not report.json")
    sys.exit("\n".join(page.problems[:10]) or 0)


main()
