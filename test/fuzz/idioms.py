"""What loops of real programs do with memory: reductions, scratch arrays, buffers, lists, copies."""
import expressions
import loops
import statements
from scope import Counter, View, element, masked


def counted(scope, top=None):
    """The head of a loop for an idiom, and the scope of its body."""
    name, (text, most) = scope.fresh("i"), (str(top), top) if top else loops.bound(scope)
    inner = loops.enter(scope, Counter(name, 0, most - 1), trips=most)
    if scope.rng.random() < 0.15:
        return f"for (int {name} = {text} - 1; {name} >= 0; {name}--) {{", inner
    return f"for (int {name} = 0; {name} < {text}; {name}++) {{", inner


def filler(scope, odds=0.3):
    return statements.block(scope, 1) if scope.rng.random() < odds else []


def keep(scope, text, real=False):
    """Stores a result where the checksums see it."""
    rng = scope.rng
    arrays = scope.arrays(real=real, writable=True)
    if scope.sheltered and not real and scope.scalars and rng.random() < 0.5:
        return f"{rng.choice(scope.scalars)} ^= {text};"
    if scope.sheltered and not arrays:
        return f"(void)({text});"
    if not arrays or (not scope.disciplined and not scope.sheltered and rng.random() < 0.4):
        operator = rng.choice(("=", "^=", "+="))
        return f"{'greal' if real else 'gint'} {operator if not real else '='} {text};"
    view = rng.choice(arrays)
    return f"{element(scope, view)} {'=' if real else rng.choice(('=', '^='))} {text};"


def reduce_integer(scope):
    rng, name = scope.rng, scope.fresh("s")
    head, inner = counted(scope)
    kind = rng.choice(("+", "+", "+", "^", "&", "|", "*", "min", "max", "count"))
    start = {"+": "0", "^": "7", "&": "~0u", "|": "0", "*": "1", "min": "~0u", "max": "0", "count": "0"}[kind]
    term = expressions.integer(inner)
    if kind == "min":
        step = rng.choice((f"if ({term} < {name}) {name} = {term};", f"{name} = {term} < {name} ? {term} : {name};"))
    elif kind == "max":
        step = rng.choice((f"if ({name} < {term}) {name} = {term};", f"{name} = {name} > {term} ? {name} : {term};"))
    elif kind == "count":
        step = f"if ({expressions.condition(inner)}) {name}++;"
    elif kind == "*":
        step = f"{name} *= {term} | 1u;"
    else:
        step = rng.choice((f"{name} {kind}= {term};", f"{name} = {name} {kind} {term};"))
    if rng.random() < 0.2:
        step = f"if ({expressions.condition(inner)}) {{ {step} }}"
    if rng.random() < 0.1:
        inner.scalars.append(name)
    kinds = "unsigned" if kind != "+" or rng.random() < 0.7 else "unsigned long"
    return [f"{kinds} {name} = {start};", head, *filler(inner), step, *filler(inner, 0.1), "}",
            keep(scope, f"(unsigned){name}")]


def reduce_real(scope):
    rng, name = scope.rng, scope.fresh("r")
    head, inner = counted(scope)
    term = expressions.real(inner)
    step = rng.choice((f"{name} += {term};", f"{name} += {term};", f"{name} = {name} * 0.5 + {term};",
                       f"if ({term} > {name}) {name} = {term};", f"{name} = {name} - {term};",
                       f"{name} *= 1.0 + {term} * 0.001;"))
    return [f"double {name} = {rng.choice(('0', '1', '-5.5'))};", head, *filler(inner), step, "}",
            keep(scope, f"{name} * 0.01", real=True)]


def argmax(scope):
    """The greatest element and its place, the first or the last of equals."""
    rng, best, where = scope.rng, scope.fresh("best"), scope.fresh("at")
    views = scope.arrays(size=8)
    if not views:
        return []
    view = rng.choice(views)
    top = min(view.hi + 1, loops.trips_left(scope))
    head, inner = counted(scope, top)
    counter = inner.counters[-1].name
    value = f"({view.text}[{counter}] & 0xff)"
    compare = rng.choice((">", ">=", "<"))
    guard = f"{value} {compare} {best}" if rng.random() < 0.6 else f"{counter} == 0 || {value} {compare} {best}"
    scope.counters.append(Counter(where, 0, top - 1))
    return [f"int {best} = {rng.choice(('-1', '100', '0'))}, {where} = 0;", head, *filler(inner, 0.2),
            f"if ({guard}) {{", f"{best} = (int){value};", f"{where} = {counter};", "}", "}",
            keep(scope, f"(unsigned)({best} * 64 + {where})")]


def histogram(scope):
    rng = scope.rng
    views = [view for view in scope.arrays(size=8, writable=True) if view.lo <= 0]
    if not views:
        return []
    view = rng.choice(views)
    head, inner = counted(scope)
    inner.views = [other for other in inner.views if other != view]
    place = masked(rng, f"({expressions.integer_leaf(inner)})", view)
    return [head, f"{view.text}[{place}] {rng.choice(('+=', '+=', '^='))} {expressions.integer(inner)};",
            *filler(inner, 0.2), "}"]


TALLY = [
    "struct tally {", "int count, swing;", "unsigned sum, bins[8];", "short low;", "double real, top;", "int best, at;",
    "};",
    "static inline void note(struct tally *t, int v) {", "t->count++;", "t->sum += (unsigned)v * 3u;", "t->swing -= v;",
    "t->low = (short)(t->low ^ v);", "}",
    "static inline void note_best(struct tally *t, int v, int at) {", "if (v > t->best) {", "t->best = v;", "t->at = at;",
    "}", "}",
    "static inline void note_last(struct tally *t, int v, int at) {", "if (v >= t->best) {", "t->best = v;", "t->at = at;",
    "}", "}",
    "static inline void note_real(struct tally *t, double v) {", "t->real += v;", "if (v > t->top)", "t->top = v;", "}",
    "static inline void note_bin(unsigned *bins, unsigned v) {", "bins[v & 7] += v;", "}",
    "static inline unsigned note_sum(unsigned *sum, unsigned v) {", "*sum += v;", "return *sum;", "}",
    "static inline void note_int(int *sum, int v) {", "if (v != 3)", "*sum += v;", "}",
    "static inline int larger(int a, int b) {", "return a > b ? a : b;", "}",
    "static inline int smaller(int a, int b) {", "if (b < a)", "return b;", "return a;", "}",
    "static inline int more(int a, int b) {", "return a + b;", "}",
    "static inline double further(double a, double b) {", "return a - b;", "}",
]


def tally(scope):
    """Helpers that get the address of what they combine, or its value; some of them look at it."""
    rng, name, other = scope.rng, scope.fresh("t"), scope.fresh("p")
    value = scope.fresh("w")
    head, inner = counted(scope)
    counter = inner.counters[-1].name
    small = lambda: f"(int)({expressions.integer(inner)} & 1023u) - 300"
    real = lambda: expressions.real(inner)
    places = [name] if rng.random() < 0.7 else [name, f"(*{other})"]
    steps = []
    for _ in range(rng.randint(1, 3)):
        at = rng.choice(places)
        steps.append(rng.choice((
            f"note(&{at}, {small()});", f"note_best(&{at}, {small()}, {counter});", f"note_real(&{at}, {real()});",
            f"note_last(&{at}, {small()}, {counter});" if rng.random() < 0.3 else f"note(&{at}, {small()});",
            f"note_bin({at}.bins, (unsigned)({small()}));", f"note_int(&{at}.swing, {small()});",
            f"note_sum(&{at}.sum, 5u);", f"{value} = larger({value}, {small()});",
            f"{value} = smaller({small()}, {value});", f"{value} = more({value}, {small()});",
            f"{at}.real = further({at}.real, {real()});")))
    if rng.random() < 0.15:
        steps.append(f"{name}.count ^= {name}.at;")
    if rng.random() < 0.3:
        steps[-1] = f"if ({expressions.condition(inner)}) {{ {steps[-1]} }}"
    target = rng.choice((name, name, f"{name}s"))
    results = f"(unsigned)({name}.count * 7 + {name}.swing + {name}.low + {name}.best * 5 + {name}.at + {value})"
    return [f"struct tally {name} = {{.low = 3, .best = -400, .top = -1, .real = -0.0}}, {name}s = {name};",
            f"struct tally *{other} = &{target};", f"int {value} = 1;", f"(void){other};", head, *filler(inner, 0.2), *steps, "}",
            keep(scope, f"({results} ^ {name}.sum ^ {name}.bins[2] ^ {name}s.sum)"),
            keep(scope, f"({name}.real * 0.01 + {name}.top)", real=True)]


def search(scope):
    """Leaves at the first hit; the place is used behind."""
    rng, found = scope.rng, scope.fresh("found")
    head, inner = counted(scope)
    counter = inner.counters[-1]
    test = f"(unsigned){expressions.integer_leaf(inner)} % {rng.choice((7, 13, 29))} == {rng.randint(0, 6)}"
    lines = [f"int {found} = 0;", head, *filler(inner), f"if ({test}) {{", f"{found} = {counter.name};", "break;",
             "}", "}"]
    scope.counters.append(Counter(found, 0, counter.hi))
    return [*lines, keep(scope, f"(unsigned){found}")]


def pack(scope):
    """Keeps the elements that pass a test, densely; the count is used behind."""
    rng, count = scope.rng, scope.fresh("n")
    targets = [view for view in scope.arrays(size=8, writable=True) if view.lo == 0]
    if not targets:
        return []
    view = rng.choice(targets)
    head, inner = counted(scope, min(view.hi + 1, loops.trips_left(scope)))
    lines = [f"int {count} = 0;", head, f"if ({expressions.condition(inner)})",
             f"{view.text}[{count}++] = {expressions.value(inner, view.kind)};", "}"]
    scope.counters.append(Counter(count, 0, view.hi + 1))
    return [*lines, keep(scope, f"(unsigned){count}")]


def last_value(scope):
    """A scalar set in some or all iterations and read behind the loop, or in the next iteration."""
    rng, name = scope.rng, scope.fresh("last")
    head, inner = counted(scope)
    setting = f"{name} = {expressions.integer(inner)};"
    if rng.random() < 0.4:
        setting = f"if ({expressions.condition(inner)}) {setting}"
    before = filler(inner, 0.3)
    if rng.random() < 0.7:
        inner.scalars.append(name)
    return [f"unsigned {name} = {rng.randint(0, 99)};", head, *before, setting, *statements.block(inner, 1), "}",
            keep(scope, name)]


def recurrence(scope):
    """Each element needs an earlier one, at a distance of one or more."""
    rng = scope.rng
    views = scope.arrays(size=12, writable=True) + scope.arrays(real=True, size=12, writable=True)
    if not views:
        return []
    view, name, distance = rng.choice(views), scope.fresh("i"), rng.choice((1, 1, 2, 3, 8))
    top = min(view.hi + 1, loops.trips_left(scope))
    inner = scope.enter_loop(Counter(name, distance, max(distance, top - 1)), trips=top)
    earlier = f"{view.text}[{name} - {distance}]"
    value = f"{earlier} * 0.5 + {expressions.real_leaf(inner)}" if view.real else (
        f"(unsigned){earlier} * 3u + {expressions.integer(inner)}")
    return [f"for (int {name} = {distance}; {name} < {top}; {name}++) {{", f"{view.text}[{name}] = {value};",
            *filler(inner), "}"]


def channels(scope):
    """Several recurrences in one loop, each with its own array and state; some read each other's."""
    rng = scope.rng
    views = scope.arrays(size=12, writable=True)
    if not views:
        return []
    name, shared, walker = scope.fresh("i"), scope.fresh("t"), scope.fresh("at")
    chosen = rng.sample(views, min(rng.choice((2, 2, 3)), len(views)))
    states = [scope.fresh("f") for _ in chosen]
    top = min(min(view.hi for view in chosen) + 1, loops.trips_left(scope))
    inner = scope.enter_loop(Counter(name, 0, max(0, top - 1)), trips=top)
    walks, is_outside, crosses = rng.random() < 0.25, rng.random() < 0.5, rng.random() < 0.35
    before = [f"unsigned {state} = {rng.randint(0, 99)};" for state in states]
    before += [f"int {walker} = 0;"] if walks else []
    before += [f"unsigned {shared} = 0;"] if is_outside else []
    at = walker if walks else name
    body = [] if is_outside else [f"unsigned {shared};"]
    for number, (view, state) in enumerate(zip(chosen, states)):
        other, read = (rng.choice(states), rng.choice(chosen)) if crosses else (state, view)
        left = rng.choice((f"{state} * 3u", f"({state} ^ ({other} >> 2))", f"({state} << 1)"))
        body.append(f"{shared} = {left} + (unsigned){read.text}[{at}];")
        if rng.random() < 0.4:
            body.append(f"if ({shared} & {rng.choice((1, 2, 5))}u) {state} = {shared} + {number}u;")
        body.append(f"{state} = ({state} + {shared}) & 0xffffu;")
        body.append(f"{view.text}[{at if rng.random() < 0.9 else 0}] = {state};")
    body += filler(inner) if crosses else []
    body += [f"{walker} = {walker} + 1;"] if walks else []
    results = [state for state in states if rng.random() < 0.7]
    results += [shared] if is_outside and rng.random() < 0.3 else []
    results += [f"(unsigned){walker}"] if walks and rng.random() < 0.5 else []
    head = f"for (int {name} = 0; {name} < {top}; {name}++) {{"
    if rng.random() < 0.2:
        head = f"for (int {name} = {top} - 1; {name} >= 0; {name}--) {{"
    return [*before, head, *body, "}", *[keep(scope, result) for result in results]]


def scratch(scope):
    """An array filled and used in each iteration; declared inside, outside, static, or a member."""
    rng, name, size = scope.rng, scope.fresh("z"), scope.rng.choice((4, 8, 8, 16))
    head, inner = counted(scope)
    kind = rng.choice(("int", "unsigned", "short"))
    place = rng.choice(("inside", "inside", "outside", "outside", "static", "member", "heap"))
    view = View(f"{name}.z" if place == "member" else name, kind, 0, size - 1)
    declared = {"inside": f"{kind} {name}[{size}];", "static": f"static {kind} {name}[{size}];",
                "outside": f"{kind} {name}[{size}]{rng.choice(('', ' = {0}'))};",
                "heap": f"{kind} *{name} = calloc({size}, sizeof({kind}));",
                "member": f"struct {{ int k; {kind} z[{size}]; }} {name};"}[place]
    k = scope.fresh("k")
    filling = inner.enter_loop(Counter(k, 0, size - 1), trips=size)
    store = f"{view.text}[{k}] = {expressions.value(filling, kind)};"
    whole = rng.random() < 0.75
    if not whole:
        clear = f"memset({view.text}, 0, {size} * sizeof({kind}));"
        declared += "" if place in ("static", "heap") else clear
        store = f"if ({expressions.condition(filling)}) {store}"
    fill = [f"for (int {k} = 0; {k} < {size}; {k}++) {{", store, "}"]
    inner.views += [view] * 4
    use = statements.block(inner, rng.randint(1, 2))
    ending = [f"free({name});"] if place == "heap" else []
    if place == "inside" or (place == "heap" and rng.random() < 0.5):
        return [head, declared, *fill, *use, *ending, "}"]
    return [declared, head, *fill, *use, "}", *ending]


def double_buffer(scope):
    """Two buffers change places after each step."""
    rng = scope.rng
    views = [view for view in scope.program.globals if view.kind in ("int", "double") and view.hi >= 15]
    pairs = [(a, b) for a in views for b in views if a != b and a.kind == b.kind]
    if not pairs or scope.trips * 64 > loops.BUDGET:
        return []
    (a, b), old, new = rng.choice(pairs), scope.fresh("old"), scope.fresh("new")
    step, i, top = scope.fresh("step"), scope.fresh("i"), min(a.hi, b.hi)
    scope.spend(top * 4)
    if a.real:
        value = f"({old}[{i} - 1] + {old}[{i}] + {old}[{i} + 1]) / 3"
    else:
        value = f"(unsigned){old}[{i} - 1] * 3u + {old}[{i}] + ({old}[{i} + 1] & {rng.randint(1, 255)})"
    scope.views += [View(old, a.kind, 0, top), View(new, a.kind, 0, top)]
    low, high = rng.choice(((1, top - 1), (1, top - 1), (1, top // 2)))
    return [f"{a.kind} *{old} = {a.text}, *{new} = {b.text};",
            f"for (int {step} = 0; {step} < {rng.randint(2, 4)}; {step}++) {{",
            f"for (int {i} = {low}; {i} <= {high}; {i}++) {{", f"{new}[{i}] = {value};", "}",
            f"{a.kind} *swap = {old};", f"{old} = {new};", f"{new} = swap;", "}"]


def copy_memory(scope):
    """memcpy between different objects, memmove within one, memset to a byte."""
    rng = scope.rng
    views = [view for view in scope.program.globals if not view.real]
    view = rng.choice(views)
    count = rng.randint(2, view.hi // 2)
    scope.spend(count // 4 + 1)
    first, second = rng.randint(0, view.hi - count), rng.randint(0, view.hi - count)
    partners = [other for other in views if other.kind == view.kind and other != view and other.hi >= view.hi]
    if partners and rng.random() < 0.5:
        target = rng.choice(partners).text
        return [f"memcpy({target} + {first}, {view.text} + {second}, {count} * sizeof({view.kind}));"]
    if rng.random() < 0.5:
        return [f"memmove({view.text} + {first}, &{view.text}[{second}], {count} * sizeof {view.text}[0]);"]
    return [f"memset({view.text} + {first}, {rng.choice((0, 0, 1, 255))}, {count} * sizeof({view.kind}));"]


def copy_structure(scope):
    """A structure is copied, changed as a local, and put back, perhaps elsewhere."""
    rng = scope.rng
    if not scope.structs:
        return []
    name = scope.fresh("c")

    def whole():
        base = expressions.structure(scope)
        return f"*{base[:-2]}" if base.endswith("->") else base[:-1]

    inner = scope.child()
    inner.structs += [(f"{name}.", None)] * 4
    lines = [f"struct item {name} = {whole()};"]
    changes = [line for _ in range(rng.randint(1, 3)) for line in statements.assign_member(inner)]
    scope.structs.append((f"{name}.", None))
    target = f"{whole()} = {name};" if not scope.program.record.next else keep(scope, f"{name}.x")
    return [*lines, *changes, target if rng.random() < 0.7 else keep(scope, f"{name}.x + (unsigned){name}.v[0]")]


def heap_array(scope):
    """Memory from malloc, filled, used, and freed on one way out of the block."""
    rng, name, size = scope.rng, scope.fresh("h"), scope.rng.choice((8, 16, 32))
    if scope.trips * size > loops.BUDGET:
        return []
    kind, i = rng.choice(("int", "unsigned", "double")), scope.fresh("i")
    filling = scope.enter_loop(Counter(i, 0, size - 1), trips=size)
    fill = f"{name}[{i}] = {expressions.value(filling, kind)};"
    inner = scope.child()
    inner.may_break = inner.may_continue = False
    inner.returns = None
    inner.views += [View(name, kind, 0, size - 1)] * 5
    body = [line for _ in range(rng.randint(1, 3)) for line in statements.statement(inner)]
    test = ["{", f"if (!{name}) abort();"] if rng.random() < 0.2 else [f"if ({name}) {{"]
    return ["{", f"{kind} *{name} = malloc({size} * sizeof *{name});", *test,
            f"for (int {i} = 0; {i} < {size}; {i}++) {{", fill, "}", *body, f"free({name});", "}", "}"]


def print_something(scope):
    """Output keeps its order, so little of it."""
    if scope.trips > 40 or scope.rng.random() < 0.6:
        return []
    return [f'printf("{scope.fresh("p")} %u\\n", {expressions.integer(scope)});']


def cleanup(scope):
    """`goto` to the end of a block, past what is left of the work."""
    rng, label = scope.rng, scope.fresh("out")
    inner = scope.child()
    before = statements.block(inner, 1)
    test = f"(unsigned){expressions.integer_leaf(inner)} % {rng.choice((3, 5, 11))} == {rng.randint(0, 4)}"
    after = statements.block(inner, rng.randint(1, 2))
    return ["{", *before, f"if ({test}) goto {label};", *after, f"{label}:", f"gint += {rng.randint(1, 9)}u;", "}"]


def blocks(scope):
    """Each iteration of the outer loop owns a block of an array, written through a pointer."""
    rng = scope.rng
    views = [view for view in scope.arrays(size=16, writable=True) if view.lo <= 0]
    if not views:
        return []
    view, width = rng.choice(views), rng.choice((2, 4, 4, 8))
    head, inner = counted(scope, min((view.hi + 1) // width, loops.trips_left(scope)))
    name = scope.fresh("b")
    stride = rng.choice((width, width, width, width - 1))
    inner.views += [View(name, view.kind, 0, width - 1)] * 4
    line = f"{view.kind} *{name} = {view.text} + {inner.counters[-1].name} * {stride};"
    second, innermost = counted(inner, width)
    return [head, line, second, f"{name}[{innermost.counters[-1].name}] = {expressions.integer(innermost)};",
            *filler(innermost), "}", *filler(inner), "}"]


def flat_matrix(scope):
    """A matrix in one array, by rows or by columns, of a width that only the run knows."""
    rng = scope.rng
    views = [view for view in scope.arrays(size=30, writable=True) if view.lo <= 0]
    if not views:
        return []
    view, widest, width = rng.choice(views), rng.choice((4, 5, 6)), scope.fresh("n")
    most = min((view.hi + 1) // (widest + 1) - 1, loops.trips_left(scope))
    if most < 2:
        return []
    rows, low = rng.randint(2, most), widest - 2
    rows_name = scope.fresh("m") if rng.random() < 0.35 else ""
    columns = rng.choice((width, width, width, f"{width} - 1", str(low), *([] if rows_name else [f"{width} + 1"])))
    lines = [f"int {width} = {low} + (int)((unsigned){expressions.integer_leaf(scope)} % 3u);"]
    if rows_name:  # as rows of that length
        lines.append(f"{view.kind} (*{rows_name})[{width}] = ({view.kind} (*)[{width}])({view.text});")
    i, j = scope.fresh("i"), scope.fresh("j")
    inner = loops.enter(scope, Counter(i, 0, rows - 1), trips=rows)
    innermost = inner.enter_loop(Counter(j, 0, widest), trips=widest + 1)
    heads = [f"for (int {i} = 0; {i} < {rows}; {i}++) {{", f"for (int {j} = 0; {j} < {columns}; {j}++) {{"]
    if rng.random() < 0.3:
        heads.reverse()

    def place():
        row = rng.choice((i, i, i, i, f"({i} + 1)"))
        if rows_name:
            return f"{rows_name}[{row}][{j}]"
        wide = rng.choice((width, width, width, f"(long){width}"))
        return f"{view.text}[{row} * {wide} + {j}]"

    body = f"{place()} = {rng.choice((place(), expressions.integer(innermost)))} + (unsigned){place()} * 3u;"
    return ["{", *lines, *heads, body, "}", "}", "}"]


TABLE = ((flat_matrix, 1.5), (reduce_integer, 3), (reduce_real, 1.2), (argmax, 1), (histogram, 1), (tally, 2), (search, 0.7), (pack, 0.5),
         (last_value, 1), (recurrence, 0.5), (channels, 1), (scratch, 3), (double_buffer, 0.7), (copy_memory, 0.6),
         (copy_structure, 1), (heap_array, 0.7), (print_something, 0.1), (cleanup, 0.3), (blocks, 1.5))
