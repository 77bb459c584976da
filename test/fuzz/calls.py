"""Calls of the functions generated before, with arguments that keep what each function asks for."""
import expressions
import loops
from scope import View, element, index


def callable_now(scope, *shapes):
    return [function for function in scope.program.functions if function.shape in shapes
            and scope.trips * function.cost <= loops.BUDGET * 4
            and not (scope.disciplined and function.touches and scope.rng.random() < 0.9)]


def charge(scope, function):
    scope.spend(function.cost)


def array_argument(scope, kind, room, writable):
    """A pointer to at least `room` elements of that kind, at a fixed place or one that follows a counter."""
    rng = scope.rng
    views = [view for view in scope.views + scope.arrays(real=kind in ("double", "float"))
             if view.kind == kind and view.hi + 1 - max(view.lo, 0) >= room and (view.writable or not writable)]
    if not views:
        return None
    view = rng.choice(views)
    starts = View(view.text, kind, max(view.lo, 0), view.hi + 1 - room)
    choice = rng.random()
    if starts.hi <= starts.lo or choice < 0.4:
        return view.text if starts.lo == 0 else f"{view.text} + {starts.lo}"
    if choice < 0.7:
        return f"{view.text} + {rng.randint(starts.lo, starts.hi)}"
    return f"&{view.text}[{index(scope, starts)}]"


def length(scope, room):
    """An int in 0..room."""
    rng = scope.rng
    fitting = [counter for counter in scope.counters if 0 <= counter.lo and counter.hi <= room]
    if fitting and rng.random() < 0.4:
        return f"(int){rng.choice(fitting).name}"
    return str(rng.choice((room, room, room, room - 1, room // 2, 1, 0)))


def array_call(scope):
    functions = callable_now(scope, "arrays")
    if not functions:
        return []
    function = scope.rng.choice(functions)
    arguments = [array_argument(scope, kind, function.room, not const) for kind, const in function.arrays]
    if None in arguments:
        return []
    if function.restricted and not separate(scope, arguments):
        return []
    charge(scope, function)
    text = f"{function.spelling(scope)}({', '.join(arguments)}, {length(scope, function.room)})"
    return [used(scope, function, text)]


def separate(scope, arguments):
    """Whether arguments of a function with restrict are surely different global arrays."""
    names = {view.text for view in scope.program.globals}
    return names.issuperset(arguments) and len(set(arguments)) == len(arguments)


def used(scope, function, text):
    """The call as a statement; its result, if any, is kept mostly."""
    rng = scope.rng
    if function.result == "void":
        return f"{text};"
    if rng.random() < 0.2:
        return f"(void){text};"
    arrays = [view for view in scope.arrays(writable=True)]
    if arrays and rng.random() < 0.6:
        return f"{element(scope, rng.choice(arrays))} = {text};"
    name = scope.fresh("t")
    scope.scalars.append(name)
    return f"unsigned {name} = {text};"


def item_call(scope):
    """A call with a pointer to a structure."""
    function, text = item_parts(scope, callable_now(scope, "item"))
    return [used(scope, function, text)] if function else []


def item_text(scope):
    """Such a call as a value; None if there is nothing to call."""
    functions = [function for function in callable_now(scope, "item") if function.result == "unsigned"]
    return item_parts(scope, functions)[1]


def item_parts(scope, functions):
    """One of the functions and the text of its call."""
    if not functions or not scope.structs:
        return None, None
    function = scope.rng.choice(functions)
    base = expressions.structure(scope)
    pointer = base[:-2] if base.endswith("->") else f"&{base[:-1]}"
    charge(scope, function)
    return function, f"{function.name}({pointer}, {expressions.integer(scope, 1)})"


def value_call(scope):
    """A call that takes and returns a value, perhaps out of a table, perhaps recursive."""
    function, text = value_parts(scope)
    return [used(scope, function, text)] if function else []


def value_text(scope):
    return value_parts(scope)[1]


def value_parts(scope):
    """A function and the text of its call; None twice if there is nothing to call."""
    functions = callable_now(scope, "value")
    if not functions:
        return None, None
    rng = scope.rng
    function = rng.choice(functions)
    charge(scope, function)
    if function.table and rng.random() < 0.5:
        scope.spend(max(other.cost for other in scope.program.functions if other.table == function.table))
        name = f"{function.table}[{expressions.integer(scope, 1)} & 3]"
    else:
        name = function.name
    return function, f"{name}({expressions.integer(scope, 1)}, {expressions.integer(scope, 1)})"


def out_call(scope):
    """A call that returns a second value through a pointer to a local, an element or a member."""
    functions = callable_now(scope, "out")
    if not functions:
        return []
    rng = scope.rng
    function, lines = rng.choice(functions), []
    arrays = [view for view in scope.arrays(writable=True) if view.kind == "unsigned"]
    choice = rng.random()
    if choice < 0.3 and arrays:
        target = f"&{element(scope, rng.choice(arrays))}"
    elif choice < 0.5 and scope.structs:
        target = f"&{expressions.structure(scope)}x"
    else:
        name = scope.fresh("o")
        lines.append(f"unsigned {name} = {rng.randint(0, 9)};")
        target = f"&{name}"
    charge(scope, function)
    lines.append(used(scope, function, f"{function.name}({target}, {expressions.integer(scope, 1)})"))
    if target.startswith("&o"):
        scope.scalars.append(target[1:])
    return lines


def pick_call(scope):
    """A call that returns a pointer into its argument or elsewhere."""
    functions = callable_now(scope, "pick")
    if not functions:
        return []
    function, name = scope.rng.choice(functions), scope.fresh("q")
    argument = array_argument(scope, function.arrays[0][0], function.room, True)
    if argument is None:
        return []
    charge(scope, function)
    line = f"{function.arrays[0][0]} *{name} = {function.name}({argument}, {expressions.integer(scope, 1)});"
    scope.views += [View(name, function.arrays[0][0], 0, function.room - 9)] * 2
    return [line]


TABLE = ((array_call, 3), (item_call, 2), (value_call, 1), (out_call, 0.7), (pick_call, 0.6))
