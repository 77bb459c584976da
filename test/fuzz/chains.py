"""Loops one after another over the same arrays: same iterations, neighbours, other starts, strides and directions."""
import expressions
import loops
from scope import Counter, offset


def room(scope, views):
    """As many iterations as fit into all views twice, and how they are written."""
    rng, most = scope.rng, min(min(view.hi for view in views) // 2, loops.trips_left(scope))
    named = [counter for counter in scope.counters if counter.name.startswith("n") and 2 < counter.hi <= most]
    if named and rng.random() < 0.5:
        counter = rng.choice(named)
        return counter.name, counter.hi
    return str(most), most


def head(scope, text, most):
    """A loop's head, its counter, and what to add to that for an index from 0."""
    rng, name = scope.rng, scope.fresh("i")
    kind = rng.choice(("plain", "plain", "plain", "plain", "from", "down", "stride", "fewer", "closed"))
    if kind == "from":
        return f"for (int {name} = 1; {name} < {text} + 1; {name}++) {{", Counter(name, 1, most), -1
    if kind == "down":
        return f"for (int {name} = {text} - 1; {name} >= 0; {name}--) {{", Counter(name, 0, most - 1), 0
    if kind == "stride":
        return f"for (int {name} = 0; {name} < 2 * {text}; {name} += 2) {{", Counter(name, 0, 2 * most - 1), 0
    less = {"fewer": f"< {text} - 1", "closed": f"<= {text} - 1"}.get(kind, f"< {text}")
    return f"for (int {name} = 0; {name} {less}; {name}++) {{", Counter(name, 0, most - 1), 0


def place(rng, view, counter, start, near):
    """An element by the counter: mostly that of the iteration, or one close by."""
    shift = rng.choice([shift for shift in near if counter.lo + start + shift >= 0
                        and counter.hi + start + shift <= view.hi])
    if rng.random() < 0.08:  # from the other end
        return f"{view.text}[{view.hi} - {counter.name}]"
    if rng.random() < 0.1 and 2 * counter.hi <= view.hi:
        return f"{view.text}[2 * {counter.name}]"
    return f"{view.text}[{offset(counter.name, start + shift)}]"


def chain(scope):
    """Two to four loops, each of which mostly reads what the one before has written."""
    rng = scope.rng
    views = [view for view in scope.arrays(size=12, writable=True) if view.lo <= 0 and not view.own]
    if not views:
        return []
    pool = rng.sample(views, min(len(views), rng.randint(2, 3)))
    text, most = room(scope, pool)
    if most < 3:
        return []
    lines, near = [], rng.choice(((0,), (0, 1), (-1, 0, 1), (0, 3)))
    for stage in range(rng.randint(2, 4)):
        source = pool[stage % len(pool)]
        target = pool[(stage + 1) % len(pool)] if rng.random() < 0.85 else rng.choice(pool)
        first, counter, start = head(scope, text, most)
        inner = loops.enter(scope, counter, trips=most)
        reads = [place(rng, source, counter, start, near) for _ in range(rng.randint(1, 3))]
        term = expressions.integer(inner) if rng.random() < 0.2 else f"{rng.randint(1, 9)}u"
        value = " + ".join(f"(unsigned){each}" for each in reads) + f" * 3u + {term}"
        stored = place(rng, target, counter, start, (0,))
        if rng.random() < 0.4:  # some iterations take longer
            work, k = scope.fresh("w"), scope.fresh("k")
            lines += [first, f"unsigned {work} = {value};",
                      f"for (int {k} = 0; {k} < {counter.name} % 4 * 9; {k}++) {work} = {work} * 17u + 3u;",
                      f"{stored} = {work};", "}"]
        else:
            lines += [first, f"{stored} = {value};", "}"]
        scope.spend(most)
    return ["{", *lines, "}"]


TABLE = ((chain, 2.5),)
