"""Debian's archives, as this machine's apt has them; for deb_test and container_test."""
from installed import run


def debian_sources():
    """(site, release) of all of Debian's archives among this machine's apt sources, the main one first."""
    told = run("apt-get", "indextargets", "--format", "$(ORIGIN)|$(SITE)|$(RELEASE)", "Created-By: Packages")
    all_of = dict.fromkeys(tuple(line.split("|")[1:]) for line in told.splitlines() if line.startswith("Debian|"))
    return sorted(all_of, key=lambda each: "-" in each[1])


def sources_list(sources):
    return "".join(f"deb {site} {release} main\n" for site, release in sources)
