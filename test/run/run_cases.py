"""Where the run cases are: below cases/, in a folder for each topic, whose README.md says what it is."""
import pathlib

CASES = pathlib.Path(__file__).resolve().parent / "cases"


def all_cases():
    """A case is a .c file or a folder of them; a folder with a README.md is a topic. In the order of their names."""
    places = [CASES, *(readme.parent for readme in CASES.glob("*/README.md"))]
    return sorted((path for place in places for path in place.iterdir()
                   if path not in places and (path.suffix == ".c" or path.is_dir())), key=lambda path: path.name)


def cases_named(names):
    """Those of these names, in their order; a name may have its topic in front: `reductions/sums.c`."""
    known = {path.name: path for path in all_cases()}
    missing = [name for name in names if pathlib.PurePath(name).name not in known]
    if missing:
        raise SystemExit(f"run: there is no case {', '.join(missing)}")
    return [known[pathlib.PurePath(name).name] for name in names]
