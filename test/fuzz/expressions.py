"""Values without undefined behaviour: integers are computed unsigned or cut before, reals stay small."""
from scope import element, index, masked

COMPARE = ("<", ">", "<=", ">=", "==", "!=")


def integer_leaf(scope):
    rng = scope.rng
    choice = rng.random()
    arrays = scope.arrays()
    if choice < 0.5 and arrays:
        view = rng.choice(arrays)
        text = element(scope, view)
        return f"(unsigned){text}" if view.kind == "long" else text
    if choice < 0.62 and scope.structs:
        return field(scope)
    if choice < 0.8 and scope.counters:
        return rng.choice(scope.counters).value
    if choice < 0.93 and scope.scalars + scope.fixed:
        return rng.choice(scope.scalars + scope.fixed)
    return str(rng.randint(0, 40))


def field(scope):
    """An integer member of a structure in reach."""
    rng = scope.rng
    record = scope.program.record
    base = structure(scope)
    members = ["n", "x", "v", "v"]
    members += ["a", "b"] if record.bits else []
    members += ["w.u", "w.c"] if record.union else []
    members += ["p"] if record.pointer else []
    name = rng.choice(members)
    if name in ("v", "w.c", "p"):
        return element(scope, record.view(base, name))
    return base + name


def structure(scope):
    """Text of a structure in reach, member operator included."""
    text, count = scope.rng.choice(scope.structs)
    if count is None:
        return text
    return f"{text}[{index(scope, count)}]."


def integer(scope, depth=2):
    """An expression of type unsigned."""
    rng = scope.rng
    choice = rng.random()
    if depth == 0 or choice < 0.1:
        return f"(unsigned)({integer_leaf(scope)})"
    left = integer(scope, depth - 1) if rng.random() < 0.4 else f"(unsigned){integer_leaf(scope)}"
    if choice < 0.2:
        return f"({left} {rng.choice(('>>', '<<'))} {rng.randint(1, 9)})"
    if choice < 0.28:
        return f"({left} {rng.choice('/%')} {rng.randint(2, 13)}u)"
    if choice < 0.36:
        return f"({condition(scope)} ? {left} : {integer(scope, depth - 1)})"
    if choice < 0.44:
        return f"(unsigned)(({integer_leaf(scope)} & {(1 << rng.randint(3, 9)) - 1}) * {rng.randint(2, 9)})"
    right = integer(scope, depth - 1) if rng.random() < 0.3 else integer_leaf(scope)
    return f"({left} {rng.choice('++++-*^&|')} {right})"


def condition(scope):
    rng = scope.rng
    choice = rng.random()
    if choice < 0.35:
        return f"({integer_leaf(scope)} & {rng.choice((1, 1, 2, 3, 5))})"
    if choice < 0.6:
        return f"({integer_leaf(scope)} & 15) {rng.choice(COMPARE)} {rng.randint(0, 12)}"
    if choice < 0.75 and scope.counters:
        counter = rng.choice(scope.counters)
        return f"{counter.name} {rng.choice(COMPARE)} {rng.randint(max(counter.lo, 0), max(counter.hi, 1))}"
    if choice < 0.82 and scope.arrays(real=True):
        return f"{element(scope, rng.choice(scope.arrays(real=True)))} > {rng.choice(('0.5', '1.0', '2.75'))}"
    if choice < 0.9:
        joint = rng.choice(("&&", "||"))
        return f"(({integer_leaf(scope)} & 3) {joint} ({integer_leaf(scope)} & 6))"
    return f"(unsigned){integer_leaf(scope)} {rng.choice(COMPARE)} (unsigned){integer_leaf(scope)}"


def real_leaf(scope):
    rng = scope.rng
    choice = rng.random()
    arrays = scope.arrays(real=True)
    if choice < 0.55 and arrays:
        return element(scope, rng.choice(arrays))
    if choice < 0.65 and scope.reals:
        return rng.choice(scope.reals)
    if choice < 0.85:
        return f"(double)({integer_leaf(scope)} & {rng.choice((7, 63, 255))})"
    return rng.choice(("0.125", "1.5", "3.0", "0.7"))


def real(scope):
    """A real expression no greater than about the greatest of its parts."""
    rng = scope.rng
    first, second, third = real_leaf(scope), real_leaf(scope), real_leaf(scope)
    return rng.choice((f"{first} * 0.5 + {second} * 0.25", f"({first} - {second}) * 0.375", f"{first} * 0.7",
                       f"({first} + {second} + {third}) / 3", f"({condition(scope)} ? {first} : {second})"))


def value(scope, kind):
    """A value to assign to an element of that kind."""
    if kind in ("double", "float"):
        return real(scope)
    text = integer(scope)
    return f"{text} & 0x{scope.rng.choice(('ff', 'fff', 'ffff'))}" if scope.rng.random() < 0.4 else text


def masked_value(scope, view):
    """An index of the view that depends on data."""
    return masked(scope.rng, f"({integer_leaf(scope)})", view)
