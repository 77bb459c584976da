"""What the end-to-end tests of the samples share: cases, and how they are run and reported."""
import sys

CASES = []


def case(function):
    CASES.append(function)
    return function


def check(condition, text):
    if not condition:
        raise AssertionError(text)


def run_cases(make_bench):
    """Runs all cases on what `make_bench` makes of BINARY and WORKDIR; one line for each, `N passed, N failed` last."""
    if len(sys.argv) != 3:
        sys.exit("usage: cases.py BINARY WORKDIR")
    bench = make_bench(sys.argv[1], sys.argv[2])
    failed = 0
    for function in CASES:
        name = function.__name__.replace("_", " ")
        try:
            detail = function(bench)
            print(f"ok      {name}" + (f": {detail}" if detail else ""), flush=True)
        except AssertionError as error:
            failed += 1
            print(f"FAILED  {name}: {error}", flush=True)
    print(f"{len(CASES) - failed} passed, {failed} failed")
    sys.exit(failed != 0)
