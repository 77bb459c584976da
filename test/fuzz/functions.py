"""Functions of several shapes; later ones may call earlier ones. Each knows what its arguments must be."""
import dataclasses

import expressions
import forms
import statements
from scope import Counter, Scope, View


@dataclasses.dataclass
class Function:
    name: str
    shape: str  # arrays, item, value, out, pick
    text: list
    cost: int = 1  # statements that a call executes, about
    result: str = "void"
    arrays: tuple = ()  # (element kind, const) of each array parameter
    room: int = 0  # elements that each array argument must have
    restricted: bool = False
    touches: bool = False  # it may write more than its arguments
    table: str = ""
    slot: int = 0

    def spelling(self, scope):
        """The function's name, or the table of function pointers that it stands in."""
        if self.table and scope.rng.random() < 0.4:
            return f"{self.table}[{self.slot}]"
        return self.name


def local_scope(program, outer=True):
    """A scope of the globals that this function is interested in."""
    rng, scope = program.rng, Scope(program)
    scope.sheltered = not outer
    if not outer:
        return scope
    scope.views += [view for view in program.globals + program.pointers if rng.random() < 0.6]
    scope.grids += [grid for grid in program.grids if rng.random() < 0.7]
    scope.structs.append(("S", View("S", "item", 0, program.items - 1)))
    if program.shared_scalar:
        scope.scalars.append("gint")
    return scope


def body(scope, count):
    """Declarations that live as long as the function, and statements."""
    rng, lines = scope.rng, []
    if rng.random() < 0.6:
        lines.append(f"unsigned t = {expressions.integer(scope, 1)};")
        scope.scalars.append("t")
    if rng.random() < 0.4:
        lines.append("double r = 0.5;")
        scope.reals.append("r")
    if rng.random() < 0.15:
        name = scope.fresh("calls")
        lines.append(f"static unsigned {name} = 3;")
        scope.scalars.append(name)
    for _ in range(count):
        lines += statements.statement(scope)
    return lines


def finish(function, scope, head, lines):
    """Writes the function down with what a call of it costs."""
    function.cost = scope.program.cost + 1
    function.touches = not scope.sheltered
    scope.program.cost = 0
    function.text = [f"{head} {{", *forms.shape(scope.rng, lines), "}"]
    scope.program.functions.append(function)


def linkage(rng):
    return "" if rng.random() < 0.25 else "static "


def make_arrays(program):
    """Array parameters and a length, with or without restrict."""
    rng, name = program.rng, program.fresh("f")
    kinds = [rng.choice(program.kinds) for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.7:
        kinds = kinds[:1] * len(kinds)
    consts = [position > 0 and rng.random() < 0.4 for position in range(len(kinds))]
    room = rng.choice((8, 8, 16, 24))
    restricted = len(kinds) > 1 and rng.random() < 0.12
    function = Function(name, "arrays", [], arrays=tuple(zip(kinds, consts)), room=room, restricted=restricted)
    function.result = rng.choice(("void", "void", "unsigned"))
    scope = local_scope(program, outer=not restricted and rng.random() < 0.4)
    scope.views += [View("pqw"[at], kind, 0, room - 1, not const)
                    for at, (kind, const) in enumerate(function.arrays)] * 4
    scope.counters.append(Counter("n", 0, room))
    program.closed = restricted
    scope.returns = expressions.integer if function.result == "unsigned" else False
    lines = body(scope, rng.randint(1, 2))
    if function.result == "unsigned":
        lines += forms.ending(scope)
    program.closed = False
    star = "*restrict " if restricted else "*"
    parameters = [f"{'const ' * const}{kind} {star}{'pqw'[at]}" for at, (kind, const) in enumerate(function.arrays)]
    finish(function, scope, f"{linkage(rng)}{function.result} {name}({', '.join(parameters)}, int n)", lines)


def make_item(program):
    """A method of a structure."""
    rng, name = program.rng, program.fresh("f")
    function = Function(name, "item", [], result=rng.choice(("void", "unsigned")))
    scope = local_scope(program, outer=rng.random() < 0.3)
    scope.structs += [("s->", None)] * 5
    scope.views += [program.record.view("s->", "v")] * 3
    scope.scalars.append("k")
    scope.returns = expressions.integer if function.result == "unsigned" else False
    lines = body(scope, rng.randint(1, 2))
    if function.result == "unsigned":
        lines += forms.ending(scope)
    finish(function, scope, f"{linkage(rng)}{function.result} {name}(struct item *s, unsigned k)", lines)


def make_value(program):
    """From values to a value: pure, or with a look at or a change of the globals, or recursive."""
    rng, name = program.rng, program.fresh("f")
    function = Function(name, "value", [], result="unsigned")
    scope = local_scope(program, outer=rng.random() < 0.3)
    scope.scalars += ["x", "y"]
    program.closed = rng.random() < 0.5
    if rng.random() < 0.25:
        lines = [f"return x < 2u ? y + 1u : {name}(x / {rng.randint(3, 9)}u, y * 3u + 1u) ^ x;"]
        program.cost += 10
    elif rng.random() < 0.5:
        lines = [f"return {expressions.integer(scope)};"]
    else:
        scope.returns = expressions.integer
        lines = [*body(scope, rng.randint(1, 2)), *forms.ending(scope)]
    program.closed = False
    finish(function, scope, f"static unsigned {name}(unsigned x, unsigned y)", lines)


def make_out(program):
    """Gives a second result through a pointer, perhaps only sometimes."""
    rng, name = program.rng, program.fresh("f")
    function = Function(name, "out", [], result="unsigned")
    scope = local_scope(program, outer=rng.random() < 0.3)
    scope.scalars += ["y", "*x"]
    store = f"*x = {expressions.integer(scope)};"
    lines = [f"if ({expressions.condition(scope)}) {store}" if rng.random() < 0.5 else store,
             *(body(scope, 1) if rng.random() < 0.4 else []), *forms.ending(scope)]
    finish(function, scope, f"static unsigned {name}(unsigned *x, unsigned y)", lines)


def make_pick(program):
    """Returns a pointer into its argument, or into a global array."""
    rng, name = program.rng, program.fresh("f")
    views = [view for view in program.globals if view.hi >= 23]
    if not views:
        return
    view = rng.choice(views)
    function = Function(name, "pick", [], arrays=((view.kind, False),), room=16)
    lines = [f"if (k & {rng.choice((1, 4))}) return {view.text} + (k & 7);"] if rng.random() < 0.4 else []
    lines.append(rng.choice(("return p + (k & 7);", "return p + (k % 5u);", "return &p[8 - (k & 3)];", "return p;")))
    finish(function, Scope(program), f"static {view.kind} *{name}({view.kind} *p, unsigned k)", lines)


def make_phase(program):
    """A part of the work on the globals, called once by main: its loops become layers."""
    rng, name = program.rng, program.fresh("phase")
    function = Function(name, "phase", [])
    scope = local_scope(program)
    scope.returns = False
    lines = body(scope, rng.randint(2, 5))
    finish(function, scope, f"{linkage(rng)}void {name}(void)", lines)


def make_table(program):
    """A table of pointers to earlier functions of the same type."""
    rng = program.rng
    groups = {}
    for function in program.functions:
        if function.table or function.restricted or function.shape not in ("value", "arrays"):
            continue
        groups.setdefault((function.shape, function.arrays, function.result, function.room), []).append(function)
    if not groups:
        return
    (shape, arrays, result, _), members = rng.choice(sorted(groups.items(), key=str))
    name = program.fresh("table")
    slots = [rng.choice(members) for _ in range(4)]
    for slot, function in enumerate(slots):
        function.table, function.slot = name, slot
    parameters = ["unsigned, unsigned"] if shape == "value" else [
        ", ".join(f"{'const ' * const}{kind} *" for kind, const in arrays) + ", int"]
    const = "const " * (rng.random() < 0.7)
    entries = ", ".join(function.name for function in slots)
    program.functions[-1].text.append(f"static {result} (*{const}{name}[4])({parameters[0]}) = {{ {entries} }};")


def make_all(program):
    rng = program.rng
    makers = (make_arrays, make_item, make_value, make_out, make_pick)
    for make in rng.choices(makers, (5, 3, 2, 1, 1), k=rng.randint(2, 5)):
        make(program)
    if rng.random() < 0.35:
        make_table(program)
    for make in (make_arrays, make_item, make_phase, make_phase, make_phase)[rng.randint(0, 3):]:
        make(program)
