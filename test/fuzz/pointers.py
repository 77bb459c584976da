"""Pointers that may point to one of several objects, that change places, and that become indices again."""
import expressions
import loops
import statements
from idioms import counted, filler, keep
from scope import Counter, View, affine, element


def either(scope):
    """A pointer to one of two arrays, by a condition."""
    rng, name = scope.rng, scope.fresh("q")
    views = [view for view in scope.views if view.hi >= 7 and not view.own]
    pairs = [(a, b) for a in views for b in views if a.kind == b.kind and a.text != b.text]
    if not pairs:
        return []
    a, b = rng.choice(pairs)
    writable = a.writable and b.writable
    const = "" if writable else "const "
    line = f"{const}{a.kind} *{name} = {expressions.condition(scope)} ? {a.text} : {b.text};"
    scope.views += [View(name, a.kind, max(a.lo, b.lo), min(a.hi, b.hi), writable)] * 2
    return [line]


def swap_global(scope):
    """Two global pointers change places."""
    if scope.sheltered or scope.disciplined or not scope.program.pointers:
        return []
    view = scope.program.pointers[0]
    name = scope.fresh("swap")
    return ["{", f"{view.kind} *{name} = P0;", "P0 = P1;", f"P1 = {name};", "}"]


def swap_rows(scope):
    """Two heap rows change places."""
    rng, program = scope.rng, scope.program
    if program.heap_rows not in scope.grids:
        return []
    a, b, name = rng.randrange(program.heap_rows.count), rng.randrange(program.heap_rows.count), scope.fresh("swap")
    return ["{", f"{program.heap_rows.kind} *{name} = rows[{a}];", f"rows[{a}] = rows[{b}];", f"rows[{b}] = {name};",
            "}"]


def difference(scope):
    """Searches with a pointer; the place comes from a difference of pointers."""
    rng, name, place = scope.rng, scope.fresh("w"), scope.fresh("at")
    views = [view for view in scope.views if view.hi >= 7 and not view.own and not view.real]
    if not views:
        return []
    view = rng.choice(views)
    top = min(view.hi, loops.trips_left(scope))
    start, end = f"&{view.text}[0]", f"&{view.text}[{top}]"
    scope.spend(top)
    scope.counters.append(Counter(place, 0, top))
    return [f"const {view.kind} *{name} = {start};",
            f"while ({name} < {end} && (*{name} & {rng.choice((1, 3, 7))})) {name}++;",
            f"int {place} = (int)({name} - {start});", keep(scope, f"(unsigned){place}")]


def table_of_pointers(scope):
    """A local array of pointers, filled and then used in a loop."""
    rng, name = scope.rng, scope.fresh("tab")
    views = [view for view in scope.views if view.hi >= 15 and view.writable and not view.own]
    kinds = sorted({view.kind for view in views})
    if not kinds:
        return []
    kind = rng.choice(kinds)
    views = [view for view in views if view.kind == kind]
    entries = []
    for _ in range(4):
        view = rng.choice(views)
        entries.append(f"{view.text} + {rng.randint(max(0, view.lo), view.hi - 7)}")
    head, inner = counted(scope, 4)
    view = View(f"{name}[{inner.counters[-1].name}]", kind, 0, 7)
    inner.views += [view] * 4
    place = element(inner, view)
    store = f"{place} = {expressions.value(inner, kind)};"
    return [f"{kind} *{name}[4] = {{{', '.join(entries)}}};", head, store, *filler(inner, 0.6), "}"]


def by_value(scope):
    """A structure returned from a function by value."""
    if not scope.structs or scope.sheltered or scope.disciplined:
        return []
    name = scope.fresh("c")
    text, count = scope.rng.choice(scope.structs)
    base = expressions.structure(scope)
    whole = f"*{base[:-2]}" if base.endswith("->") else base[:-1]
    line = f"struct item {name} = changed({whole}, {expressions.integer(scope, 1)});"
    scope.structs.append((f"{name}.", None))
    return [line, keep(scope, f"{name}.x")]


def own_pointer(scope):
    """A pointer moves on by a constant in each iteration of a counted loop."""
    rng, name = scope.rng, scope.fresh("w")
    views = [view for view in scope.arrays(size=12, writable=True) if not view.own]
    if not views:
        return []
    view, step = rng.choice(views), rng.choice((1, 2, 2, 3, 4))
    top = min((view.hi + 1) // step, loops.trips_left(scope))
    head, inner = counted(scope, max(1, top))
    inner.views = [other for other in inner.views if other.text != view.text]
    window = View(name, view.kind, 0, step - 1)
    inner.views += [window] * 3
    store = f"{name}[{rng.randint(0, step - 1)}] = {expressions.integer(inner)};"
    inner.may_continue = False
    return [f"{view.kind} *{name} = {view.text};", head, store, *filler(inner, 0.5), f"{name} += {step};", "}"]


TABLE = ((either, 0.8), (swap_global, 0.3), (swap_rows, 0.3), (difference, 0.4), (table_of_pointers, 0.5),
         (by_value, 0.4), (own_pointer, 0.8))
