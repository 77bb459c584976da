"""Which files are the pages: what scripts/site shows, and whose shell blocks test/docs runs."""


def page_names(root):
    pages = [root / "README.md", *root.glob("docs/**/*.md"), root / "machines/README.md", *root.glob("samples/*/README.md")]
    return sorted(str(page.relative_to(root)) for page in pages)
