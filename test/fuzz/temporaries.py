"""Temporaries that are easy to take for private when they are not, or the other way round."""
import expressions
import loops
import statements
from idioms import counted, filler, keep
from scope import Counter, View, element


def rotate(scope):
    """A scalar hands a value to the next iteration."""
    rng, before, now = scope.rng, scope.fresh("prev"), scope.fresh("now")
    targets = scope.arrays(writable=True, size=8) or scope.arrays(writable=True)
    if not targets:
        return []
    head, inner = counted(scope)
    place = element(inner, rng.choice(targets))
    lines = [f"unsigned {now} = {expressions.integer(inner)};", f"{place} = {before} + {rng.randint(0, 9)}u;",
             f"{before} = {now};"]
    if rng.random() < 0.3:
        lines = [lines[0], lines[2], lines[1]]
    return [f"unsigned {before} = {rng.randint(0, 9)};", head, *lines, *filler(inner), "}", keep(scope, before)]


def second_counter(scope):
    """A counter beside the loop's own, moved by a constant or only sometimes."""
    rng, name = scope.rng, scope.fresh("k")
    views = scope.arrays(size=16, writable=True)
    if not views:
        return []
    view, step = rng.choice(views), rng.choice((1, 1, 2, 3))
    top = min((view.hi + 1) // step, loops.trips_left(scope))
    head, inner = counted(scope, top)
    move = f"{name} += {step};"
    if rng.random() < 0.25:
        move = f"if ({expressions.condition(inner)}) {move}"
    inner.counters.append(Counter(name, 0, (top - 1) * step))
    lines = [f"{view.text}[{name}] = {expressions.integer(inner)};", *filler(inner, 0.4)]
    return [f"int {name} = 0;", head, *lines, move, "}", keep(scope, f"(unsigned){name}")]


def scratch_after(scope):
    """An array filled in each iteration, wholly or up to a count, and read behind the loop, too."""
    rng, name, size = scope.rng, scope.fresh("z"), scope.rng.choice((4, 8))
    head, inner = counted(scope)
    k, view = scope.fresh("k"), View(name, "int", 0, size - 1)
    limit = str(size) if rng.random() < 0.6 else f"(int)({expressions.integer_leaf(inner)} & {size - 1})"
    filling = inner.enter_loop(Counter(k, 0, size - 1), trips=size)
    fill = f"for (int {k} = 0; {k} < {limit}; {k}++) {name}[{k}] = {expressions.integer(filling)};"
    inner.views += [view] * 3
    body = statements.block(inner, rng.randint(1, 2))
    behind = keep(scope, f"(unsigned){name}[{rng.randint(0, size - 1)}]") if rng.random() < 0.7 else ";"
    return [f"int {name}[{size}] = {{0}};", head, fill, *body, "}", behind]


def scratch_by_copy(scope):
    """An array filled by memcpy, memset or an initialiser, then changed and used."""
    rng, name, size = scope.rng, scope.fresh("z"), scope.rng.choice((4, 8))
    head, inner = counted(scope)
    views = [view for view in inner.arrays(size=size) if view.kind in ("int", "unsigned")]
    kind, declared = "unsigned", f"unsigned {name}[{size}];"
    choice = rng.random()
    if views and choice < 0.5:
        view = rng.choice(views)
        kind = view.kind
        declared = f"{kind} {name}[{size}];"
        fill = f"memcpy({name}, {view.text} + {max(view.lo, 0)}, sizeof {name});" if view.hi + 1 - max(
            view.lo, 0) >= size else f"memset({name}, 0, sizeof {name});"
    elif choice < 0.75:
        fill = f"memset({name}, {rng.choice((0, 1, 255))}, sizeof {name});"
    else:
        declared, fill = f"unsigned {name}[{size}] = {{{expressions.integer(inner)}, 2, 3}};", ";"
    inner.views += [View(name, kind, 0, size - 1)] * 4
    body = statements.block(inner, rng.randint(1, 3))
    if fill != ";" and rng.random() < 0.5:
        return [declared, head, fill, *body, "}"]
    return [head, declared, fill, *body, "}"]


def global_temporary(scope):
    """A global scalar as the temporary of each iteration."""
    if scope.sheltered:
        return []
    head, inner = counted(scope)
    first = f"gint = {expressions.integer(inner)};"
    if scope.rng.random() < 0.2:
        first = f"if ({expressions.condition(inner)}) {first}"
    inner.fixed += ["gint"] * 3
    return [head, first, *statements.block(inner, scope.rng.randint(1, 2)), "}"]


def again(scope):
    """A loop made of goto."""
    rng, label, name = scope.rng, scope.fresh("again"), scope.fresh("n")
    top = min(rng.choice((3, 6, 10)), loops.trips_left(scope))
    inner = scope.enter_loop(Counter(name, 0, top - 1), trips=top, may_continue=False)
    inner.may_break = False
    return [f"int {name} = 0;", f"{label}:;", "{", *statements.block(inner, rng.randint(1, 2)), "}",
            f"if (++{name} < {top}) goto {label};"]


TABLE = ((rotate, 0.6), (second_counter, 0.6), (scratch_after, 1), (scratch_by_copy, 0.8), (global_temporary, 0.4),
         (again, 0.2))
