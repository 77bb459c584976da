"""What a generated statement may name, and indices that stay inside an array by their intervals."""
import dataclasses

INTEGERS = ("int", "unsigned", "short", "unsigned char", "long")
REALS = ("double", "float")


@dataclasses.dataclass(frozen=True)
class View:
    """An array or pointer that may be indexed by lo..hi, in elements."""
    text: str
    kind: str
    lo: int
    hi: int
    writable: bool = True
    own: str = ""  # the one index to use, that of an element which belongs to an iteration

    @property
    def real(self):
        return self.kind in REALS


@dataclasses.dataclass(frozen=True)
class Counter:
    """An integer variable whose value is always in lo..hi, and which no statement may change."""
    name: str
    lo: int
    hi: int
    kind: str = "int"

    @property
    def value(self):
        """Its text where a sum must not become wider than unsigned."""
        return f"(unsigned){self.name}" if self.kind == "long" else self.name


@dataclasses.dataclass(frozen=True)
class Grid:
    """Rows of equal width: an array of arrays, or of pointers to heap rows."""
    text: str
    kind: str
    count: int
    width: int

    @property
    def rows(self):
        return View(self.text, "row", 0, self.count - 1)


class Scope:
    """Names in reach of a statement. A child sees what its parent has and keeps its own additions."""

    def __init__(self, program, parent=None):
        self.program = program
        self.rng = program.rng
        self.parent = parent
        self.trips = parent.trips if parent else 1
        self.depth = parent.depth + 1 if parent else 0
        self.may_break = parent.may_break if parent else False
        self.may_continue = parent.may_continue if parent else False
        self.loops = parent.loops if parent else 0
        self.disciplined = parent.disciplined if parent else False
        self.sheltered = parent.sheltered if parent else False  # writes only what is in its lists
        self.returns = parent.returns if parent else None
        for name in ("views", "grids", "counters", "scalars", "fixed", "reals", "structs"):
            setattr(self, name, list(getattr(parent, name)) if parent else [])

    def child(self):
        return Scope(self.program, self)

    def enter_loop(self, *counters, trips=8, may_continue=True):
        inner = self.child()
        inner.trips *= trips
        inner.may_break = True
        inner.may_continue = may_continue
        inner.loops += 1
        inner.counters += counters
        return inner

    def fresh(self, prefix):
        return self.program.fresh(prefix)

    def spend(self, cost=1):
        self.program.cost += self.trips * cost

    def arrays(self, real=False, size=1, writable=False):
        rows = [View(f"{grid.text}[{index(self, grid.rows)}]", grid.kind, 0, grid.width - 1) for grid in self.grids]
        return [view for view in self.views + rows if view.real == real and view.hi - view.lo + 1 >= size
                and (view.writable or not writable)]


def offset(text, amount):
    if amount == 0:
        return text
    return f"{text} + {amount}" if amount > 0 else f"{text} - {-amount}"


def masked(rng, text, view):
    """Any integer, cut to the indices of the view."""
    room = view.hi - view.lo + 1
    if rng.random() < 0.3 and room >= 3:
        inside = f"(int)((unsigned){text} % {rng.randint(2, room)})"
    else:
        inside = f"(int)({text} & {(1 << (room.bit_length() - 1)) - 1})"
    return offset(inside if view.lo < 0 else inside.removeprefix("(int)"), view.lo)


def affine(rng, counter, view):
    """An index affine in the counter, or None when no such form fits the view."""
    room, width = view.hi - view.lo, counter.hi - counter.lo
    scales = [scale for scale in (1, 1, 1, 1, -1, 2, 3) if abs(scale) * width <= room]
    if not scales:
        return None
    scale = rng.choice(scales)
    least = min(scale * counter.lo, scale * counter.hi)
    most = max(scale * counter.lo, scale * counter.hi)
    lowest = max(view.lo, 0) if counter.kind == "unsigned" else view.lo
    fitting = range(lowest - least, view.hi - most + 1)
    if not fitting:
        return None
    near = [shift for shift in range(-2, 3) if shift in fitting]
    shift = 0 if 0 in near and rng.random() < 0.6 else rng.choice(near or fitting)
    if scale < 0:
        return f"{shift} - {counter.name}"
    return offset(counter.name if scale == 1 else f"{scale} * {counter.name}", shift)


def two_counters(rng, outer, inner, view):
    """A block index: outer * width + inner."""
    width = inner.hi + 1
    if outer.lo < 0 or inner.lo < 0 or view.lo > 0 or outer.hi * width + inner.hi > view.hi:
        return None
    return rng.choice((f"{outer.name} * {width} + {inner.name}", f"{width} * {outer.name} + {inner.name}"))


def index(scope, view, plain=0.75):
    """An index of the view: mostly affine in the loop counters, else masked, else constant."""
    rng = scope.rng
    found = None
    if scope.counters and rng.random() < plain:
        counter = scope.counters[-1] if rng.random() < 0.7 else rng.choice(scope.counters)
        if len(scope.counters) > 1 and rng.random() < 0.25:
            found = two_counters(rng, scope.counters[-2], scope.counters[-1], view)
        found = found or affine(rng, counter, view)
    if found is None and scope.counters and rng.random() < 0.8:
        counter = rng.choice(scope.counters)
        text = rng.choice((counter.name, f"({counter.name} * {rng.randint(2, 9)})",
                           f"({counter.name} + {rng.randint(1, 9)})", f"({counter.name} >> 1)"))
        found = masked(rng, text, view)
    if found is None and scope.scalars + scope.fixed and rng.random() < 0.4:
        found = masked(rng, rng.choice(scope.scalars + scope.fixed), view)
    return found or str(rng.randint(view.lo, view.hi))


def element(scope, view, plain=0.75):
    if view.own:
        return f"{view.text}[{view.own}]"
    return f"{view.text}[{index(scope, view, plain)}]"
