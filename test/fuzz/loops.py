"""Loops in the shapes C programs have. Each has a bounded number of iterations by construction."""
import calls
import discipline
import expressions
import statements
from scope import Counter, View

BUDGET = 6000


def trips_left(scope):
    return max(4, min(64, BUDGET // scope.trips))


def bound(scope):
    """The text of an upper bound, exclusive, and its greatest value."""
    rng = scope.rng
    named = [counter for counter in scope.counters if counter.name.startswith(("n", "found"))
             and 1 < counter.hi <= trips_left(scope)]
    if named and rng.random() < 0.6:
        counter = rng.choice(named)
        return counter.name, counter.hi
    most = trips_left(scope)
    count = rng.choice([count for count in (4, 6, 8, 12, 15, 16, 24, 31, 32, 48, 63, 64) if count <= most])
    return str(count), count


def enter(scope, *counters, trips, may_continue=True):
    """The scope of the body; that of an outermost loop is mostly disciplined."""
    inner = scope.enter_loop(*counters, trips=trips, may_continue=may_continue)
    if not scope.disciplined and scope.rng.random() < 0.65:
        discipline.settle(inner)
    return inner


def body_size(scope):
    return scope.rng.randint(1, 2 if scope.loops else 4)


def rectangular(scope):
    """Upwards by one or a stride, or downwards; the counter has one of several types."""
    rng = scope.rng
    name, (text, top), before = scope.fresh("i"), bound(scope), []
    low = rng.choice((0, 0, 0, 1, 2)) if top > 4 else 0
    kind = rng.choice(("int", "int", "int", "unsigned", "long", "short", "unsigned char"))
    if rng.random() < 0.2:
        counter, step = Counter(name, low, top - 1), 1
        head = f"for (int {name} = {text} - 1; {name} >= {low}; {name}--) {{"
    else:
        counter, step = Counter(name, low, top - 1, kind), rng.choice((1, 1, 1, 1, 2, 3))
        less = f"{name} <= {text} - 1" if rng.random() < 0.1 and text.isdigit() else f"{name} < {text}"
        wide = "unsigned long" if rng.random() < 0.4 else kind
        less = f"{name} < ({wide}){text}" if kind == "unsigned" else less
        forward = rng.choice((f"{name}++", f"++{name}")) if step == 1 else f"{name} += {step}"
        if kind in ("int", "long"):
            less, forward, before = unusual_head(scope, name, text, less, forward)
        head = f"for ({kind} {name} = {low}; {less}; {forward}) {{"
        if kind == "int" and not before and rng.random() < 0.15:
            stop = scope.fresh("stop")
            head = f"for (int {name} = {low}, {stop} = {text}; {name} < {stop}; {forward}) {{"
    inner = enter(scope, counter, trips=max(1, (top - low) // step))
    return [*before, head, *statements.block(inner, body_size(scope)), "}"]


def unusual_head(scope, name, text, less, forward):
    """Sums of the counter in its test, a second bound, or a step that is no constant; no more iterations."""
    rng, before = scope.rng, []
    factor, addend = rng.choice((1, 1, 2, 3)), rng.choice((0, 1, 3, -1))
    if rng.random() < 0.12:
        less = f"{factor} * {name} + {addend} < {factor} * {text} + {addend}"
    if rng.random() < 0.12:
        less += f" && {name} {rng.choice(('<', '<='))} {bound(scope)[0]}"
    if rng.random() < 0.12:
        step = scope.fresh("by")
        before = [f"const int {step} = {rng.randint(1, 2)} + (int)({expressions.integer_leaf(scope)} & 1);"]
        forward = rng.choice((f"{name} += {step}", f"{name} = {name} + {step}", f"{name} += 2 * {step}"))
    return less, forward, before


def triangular(scope):
    """The bounds follow the counter around it."""
    rng = scope.rng
    outer = [counter for counter in scope.counters if counter.lo >= 0 and 2 < counter.hi <= trips_left(scope)]
    if not outer:
        return rectangular(scope)
    counter, name = rng.choice(outer), scope.fresh("j")
    text, top = bound(scope)
    after = counter.name
    choices = [(f"{name} = 0; {name} < (int){after}", 0, counter.hi - 1),
               (f"{name} = 0; {name} <= (int){after}", 0, counter.hi)]
    if top > counter.lo:
        choices.append((f"{name} = (int){after}; {name} < {text}", counter.lo, top - 1))
    span, low, high = rng.choice(choices)
    inner = enter(scope, Counter(name, low, max(low, high)), trips=max(1, (high - low) // 2))
    return [f"for (int {span}; {name}++) {{", *statements.block(inner, body_size(scope)), "}"]


def while_counted(scope):
    rng = scope.rng
    name, (text, top) = scope.fresh("i"), bound(scope)
    inner = enter(scope, Counter(name, 0, top - 1), trips=top, may_continue=False)
    body = statements.block(inner, body_size(scope))
    if rng.random() < 0.3 and text.isdigit():
        return [f"int {name} = 0;", "do {", *body, f"{name}++;", f"}} while ({name} < {text});"]
    return [f"int {name} = 0;", f"while ({name} < {text}) {{", *body, f"{name}++;", "}"]


def two_ended(scope):
    """Two counters that meet."""
    first, second, (text, top) = scope.fresh("i"), scope.fresh("j"), bound(scope)
    inner = enter(scope, Counter(first, 0, top - 1), Counter(second, 0, top - 1), trips=top // 2)
    body = statements.block(inner, body_size(scope))
    return [f"for (int {first} = 0, {second} = {text} - 1; {first} < {second}; {first}++, {second}--) {{", *body, "}"]


def data_bound(scope):
    """The bound stands in a structure that the loop may change."""
    if not scope.structs:
        return rectangular(scope)
    name, top = scope.fresh("i"), scope.rng.choice((4, 7, 8))
    limit = expressions.structure(scope) + "n"
    inner = enter(scope, Counter(name, 0, top - 1), trips=top)
    body = statements.block(inner, body_size(scope))
    return [f"for (int {name} = 0; {name} < {limit} && {name} < {top}; {name}++) {{", *body, "}"]


def walk(scope):
    """A pointer walks over an array, up or down."""
    rng = scope.rng
    views = scope.arrays(size=8) + scope.arrays(real=True, size=8)
    if not views:
        return rectangular(scope)
    view, name, end = rng.choice(views), scope.fresh("w"), scope.fresh("z")
    low = view.lo + rng.randint(0, 2)
    high = min(view.hi - rng.randint(0, 2), low + trips_left(scope) - 1)
    const = "" if view.writable else "const "
    first, last = f"{view.text} + {low}" if low >= 0 else f"{view.text} - {-low}", f"{view.text} + {high + 1}"
    upwards, counted = rng.random() < 0.75, rng.random() < 0.5
    inner = scope.enter_loop(trips=high - low + 1, may_continue=upwards and counted)
    inner.views.append(View(name, view.kind, view.lo - low, view.hi - high, view.writable))
    inner.views += [View(name, view.kind, 0, 0, view.writable)] * 2
    body = statements.block(inner, body_size(scope))
    start, stop = (first, last) if upwards else (last, first)
    if upwards and counted:
        span = f"{const}{view.kind} *{name} = {start}, *{end} = {stop}"
        return [f"for ({span}; {name} < {end}; {name}++) {{", *body, "}"]
    both = [f"{const}{view.kind} *{name} = {start};", f"{const}{view.kind} *{end} = {stop};"]
    if not upwards:
        return [*both, f"while ({name} > {end}) {{", f"{name}--;", *body, "}"]
    return [*both, f"while ({name} != {end}) {{", *body, f"{name}++;", "}"]


def walk_and_store(scope):
    """`*w++ = value` and `*w++` as a value, one or two pointers at once."""
    rng = scope.rng
    targets = [view for view in scope.arrays(size=8, writable=True) if view.kind != "long"]
    sources = scope.arrays(size=8)
    if not targets or not sources:
        return rectangular(scope)
    to, source = rng.choice(targets), rng.choice(sources)
    count = min(to.hi - to.lo + 1, source.hi - source.lo + 1, trips_left(scope))
    write, read, step = scope.fresh("w"), scope.fresh("r"), scope.fresh("k")
    const = "" if source.writable else "const "
    inner = scope.enter_loop(Counter(step, 0, count - 1), trips=count, may_continue=rng.random() < 0.4)
    leaf = expressions.integer_leaf(inner)
    last = rng.choice((f"*{write}++ = (unsigned)*{read}++ * {rng.randint(1, 9)}u + {leaf};",
                       f"*{write}++ ^= (unsigned)*{read}++ & {rng.randint(1, 99)}u;",
                       f"*{write} += (unsigned)*{read}++; {write}++;"))
    body = statements.block(inner, 1) if rng.random() < 0.4 else []
    return [f"{to.kind} *{write} = &{to.text}[{to.lo}];",
            f"{const}{source.kind} *{read} = &{source.text}[{source.lo}];",
            f"for (int {step} = 0; {step} < {count}; {step}++) {{", *body, last, "}"]


def rows(scope):
    """Row after row through a pointer to the row."""
    rng = scope.rng
    if not scope.grids:
        return rectangular(scope)
    grid, row, pointer = rng.choice(scope.grids), scope.fresh("i"), scope.fresh("row")
    low = rng.choice((0, 0, 1)) if grid.count > 2 else 0
    inner = enter(scope, Counter(row, low, grid.count - 1), trips=grid.count - low)
    inner.views += [View(pointer, grid.kind, 0, grid.width - 1)] * 3
    column = scope.fresh("j")
    innermost = inner.enter_loop(Counter(column, 0, grid.width - 1), trips=grid.width)
    return [f"for (int {row} = {low}; {row} < {grid.count}; {row}++) {{",
            f"{grid.kind} *{pointer} = {grid.text}[{row}];",
            f"for (int {column} = 0; {column} < {grid.width}; {column}++) {{",
            *statements.block(innermost, body_size(innermost)), "}", "}"]


def list_walk(scope):
    """Along a linked list without cycles."""
    if not scope.program.record.next:
        return rectangular(scope)
    name = scope.fresh("e")
    inner = scope.enter_loop(trips=scope.program.items)
    inner.structs += [(f"{name}->", None)] * 3
    body = statements.block(inner, body_size(scope))
    return [f"for (struct item *{name} = head; {name}; {name} = {name}->next) {{", *body, "}"]


def of_calls(scope):
    """Each iteration calls a function for what it owns."""
    rng, name, top = scope.rng, scope.fresh("i"), scope.rng.choice((4, 8, 8))
    inner = scope.enter_loop(Counter(name, 0, top - 1), trips=top)
    if not scope.disciplined:
        discipline.settle(inner)
    before = statements.block(inner, 1) if rng.random() < 0.3 else []
    makers = (calls.array_call, calls.array_call, calls.item_call, calls.out_call, calls.pick_call)
    body = [line for make in rng.sample(makers, rng.randint(1, 3)) for line in make(inner)]
    after = statements.block(inner, 1) if rng.random() < 0.4 else []
    return [f"for (int {name} = 0; {name} < {top}; {name}++) {{", *before, *body, *after, "}"]


TABLE = ((rectangular, 6), (triangular, 1), (while_counted, 1), (two_ended, 1), (data_bound, 0.7), (walk, 1.2),
         (walk_and_store, 0.8), (rows, 1.5), (list_walk, 0.5), (of_calls, 2))
