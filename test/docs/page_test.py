#!/usr/bin/env python3
"""What run_docs_tests.py and scripts/site say of pages that are wrong, which no page here should be."""
import importlib.util
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test/docs"))
sys.path.insert(0, str(ROOT / "docs/generators"))
import page
import run_docs_tests
import site_checks


def only_block(text):
    block, = page.blocks_of(text)
    return block


def shown(output, how=""):
    return only_block(f"```sh\ntrue\n```\n<!-- output{how} -->\n```text\n{output}\n```\n")


class Blocks(unittest.TestCase):
    def test_order_and_marks(self):
        blocks = page.blocks_of("<!-- run\nmkdir a\n-->\n```sh\nls\n```\n<!-- skip: no board -->\n```sh\nssh board\n```\n"
                                "* in a list\n\n  <!-- needs: cross -->\n  ```sh\n  cc\n  ```\n")
        self.assertEqual([(block.text.strip(), block.is_hidden, block.skip, block.needs) for block in blocks],
                         [("mkdir a", True, "", ""), ("ls", False, "", ""), ("ssh board", False, "no board", ""),
                          ("cc", False, "", "cross")])

    def test_mistakes(self):
        for text in ("```\nls\n```\n", "```bash\nls\n```\n", "<!-- skip: x -->\n```c\nint i;\n```\n", "<!-- skip: x -->\n",
                     "```sh\nls\n```\n<!-- output: roughly -->\n```text\na\n```\n", "<!-- output -->\n```text\na\n```\n"):
            with self.assertRaises(page.Mistake, msg=text):
                page.blocks_of(text)


class Outputs(unittest.TestCase):
    def test_exact(self):
        self.assertIsNone(page.difference(shown("a 1\nb"), "a 1\nb\n"))
        for printed in ("a 2\nb\n", "a 1\n", "a 1\nb\nc\n", "0\na 1\nb\n", ""):
            self.assertIsNotNone(page.difference(shown("a 1\nb"), printed), printed)

    def test_dots(self):
        self.assertIsNone(page.difference(shown("...\na ... c\n..."), "x\na b c\ny\nz\n"))
        self.assertIsNone(page.difference(shown("...\na"), "a\n"))
        self.assertIsNotNone(page.difference(shown("...\na"), "a\nb\n"))
        self.assertIsNotNone(page.difference(shown("a\n...\nb\nc"), "a\nb\nd\nc\n"))

    def test_numbers(self):
        block = shown("1 core   0.84 s  x1.00", ": numbers vary")
        self.assertIsNone(page.difference(block, "1 core  12.10 s x1.02\n"))
        self.assertIsNotNone(page.difference(block, "1 core  none s x1.02\n"))
        self.assertIsNotNone(page.difference(shown("layer4 3", ": numbers vary"), "layer5 3\n"))


class Sessions(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.scratch = pathlib.Path(folder.name) / "page"
        self.scratch.mkdir()

    def problem(self, text, output=None):
        return run_docs_tests.run(page.Block(1, text, output=output), self.scratch, ROOT / "build")

    def test_a_block_has_the_folder_and_the_variables_of_the_last(self):
        self.assertIsNone(self.problem("mkdir inner\ncd inner\nexport WORD='two words'\n"))
        self.assertIsNone(self.problem('echo "$WORD"\nbasename "$PWD"\n', "two words\ninner\n"))

    def test_time(self):
        self.addCleanup(setattr, run_docs_tests, "SECONDS", run_docs_tests.SECONDS)
        run_docs_tests.SECONDS = 0.2
        self.assertIn("takes more", self.problem("sleep 60 & wait\n"))

    def test_failures(self):
        self.assertIn("status 1", self.problem("false\ntrue\n"))
        self.assertIn("status 1", self.problem("false | true\n"))
        self.assertIn("the page says", self.problem("echo one\n", "two\n"))
        self.assertIn("says nothing of", self.problem("echo one >&2; echo two\n", "one\n"))


class Site(unittest.TestCase):
    def mistakes(self, body):
        with tempfile.TemporaryDirectory() as folder:
            site = pathlib.Path(folder)
            (site / "other.html").write_text('<h2 id="there">x</h2>')
            (site / "page.html").write_text(body)
            return site_checks.mistakes_in(site)

    def test_links(self):
        good = '<p id="a"><a href="other.html#there">x</a> <a href="#a">y</a> <a href="https://x.y">z</a></p>'
        self.assertEqual(self.mistakes(good), [])
        for body in ('<a href="none.html">', '<a href="other.html#not">', '<a href="#not">', '<a href="../../etc">'):
            self.assertEqual(len(self.mistakes(body)), 1, body)

    def test_loaded_from_elsewhere(self):
        for body in ('<script src="https://x.y/z.js"></script>', '<link href="//x.y/z.css">'):
            self.assertEqual(len(self.mistakes(body)), 1, body)

    def test_lists_without_a_gap(self):
        self.assertEqual(len(self.mistakes("<p>These:\n* one\n* two</p>")), 1)
        self.assertEqual(len(self.mistakes("<p>The <code>a</code>:\n| a | b |</p>")), 1)
        self.assertEqual(self.mistakes("<p>one\ntwo * 3</p><ul>\n<li>x</li>\n</ul>"), [])


@unittest.skipUnless(importlib.util.find_spec("pygments") and importlib.util.find_spec("markdown"), "no mkdocs for this Python")
class Navigation(unittest.TestCase):
    def test_sections_folders_and_several(self):
        import site_pages
        contents = "# All\n\n## Start\n\n* [One](one.md): with\n  two lines\n* Few: [a](../x/README.md),\n  [b](man/b.1)\n"
        nav = site_pages.navigation(contents, ["docs/one.md", "docs/one/more.md", "x/README.md"])
        self.assertEqual(nav[1:], [{"Start": [{"One": [{"One": "docs/one.md"}, "docs/one/more.md"]},
                                             {"Few": [{"a": "x/README.md"}, {"b": "docs/man/b.1.md"}]}]}])
        self.assertEqual(site_pages.pages_in(nav),
                         ["docs/README.md", "docs/one.md", "docs/one/more.md", "x/README.md", "docs/man/b.1.md"])

    def test_anchors_are_those_of_code_hosts(self):
        import site_pages
        self.assertEqual(site_pages.slug("What `--a` says, and x", "-"), "what---a-says-and-x")


if __name__ == "__main__":
    unittest.main()
