"""The mutants: faults that somebody who wants to hurt would plant in a check that soundness depends on.

mutants/*.toml has them by what they weaken:

    [[mutant]]
    name = "window-end"                 # unique
    drops = "what is no longer checked, in a sentence"
    file = "compiler/analysis/..."
    text = '''...'''                    # must occur in the file exactly once
    replacement = '''...'''
    survives = "why no test can notice" # only if that is so: another check proves the same, say
"""
import dataclasses
import pathlib
import tomllib

FOLDER = pathlib.Path(__file__).resolve().parent / "mutants"


@dataclasses.dataclass
class Mutant:
    name: str
    drops: str
    file: str
    text: str
    replacement: str
    survives: str = ""

    def problem_in(self, root):
        """Why it cannot be planted in the sources below `root`; "" if it can."""
        path = root / self.file
        if not path.is_file():
            return f"there is no {self.file}"
        count = path.read_text().count(self.text)
        if count != 1:
            return f"its text occurs {count} times in {self.file}"
        return "" if self.text != self.replacement else "it changes nothing"


def all_mutants():
    """In the order of the files' names and of their lines."""
    found = [Mutant(**entry) for path in sorted(FOLDER.glob("*.toml"))
             for entry in tomllib.loads(path.read_text())["mutant"]]
    names = [mutant.name for mutant in found]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise SystemExit(f"mutation: two mutants are called {', '.join(twice)}")
    return found


def mutants_named(names):
    """Those of these names, all if there are none."""
    known = {mutant.name: mutant for mutant in all_mutants()}
    missing = [name for name in names if name not in known]
    if missing:
        raise SystemExit(f"mutation: there is no mutant {', '.join(missing)}")
    return [known[name] for name in names] or list(known.values())
