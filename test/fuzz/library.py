"""Functions of the C library with memory or state of their own."""
import expressions
from idioms import counted, keep
from scope import element


def sort(scope):
    """qsort on a part of an array of int."""
    rng = scope.rng
    views = [view for view in scope.views if view.kind == "int" and view.hi >= 7 and view.writable and not view.own]
    if not views or scope.trips > 60:
        return []
    scope.spend(40)
    return [f"qsort({rng.choice(views).text}, {rng.randint(2, 8)}, sizeof(int), by_value);"]


def text(scope):
    """Builds a string in a buffer of the iteration, or of the function, and measures it."""
    rng, name = scope.rng, scope.fresh("line")
    if scope.trips > 60:
        return []
    head, inner = counted(scope, rng.choice((4, 8)))
    write = f'snprintf({name}, sizeof {name}, "%u-%u", {expressions.integer(inner)}, {expressions.integer(inner)});'
    use = keep(inner, f"(unsigned)(strlen({name}) * {rng.randint(1, 9)}u + (unsigned char){name}[1])")
    inside = rng.random() < 0.5
    declared = f"char {name}[32] = \"\";"
    return [head, declared, write, use, "}"] if inside else [declared, head, write, use, "}"]


def random_number(scope):
    """rand has a state that keeps its calls in order."""
    arrays = scope.arrays(writable=True)
    if not arrays or scope.trips > 200:
        return []
    return [f"{element(scope, scope.rng.choice(arrays))} = rand() & {scope.rng.choice((15, 255))};"]


TABLE = ((sort, 0.3), (text, 0.3), (random_number, 0.1))
