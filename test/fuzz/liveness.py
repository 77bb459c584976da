"""Variables that loops, some of their iterations, or branches set, and that are read on some of the paths from there."""
import expressions
from idioms import counted, filler, keep
from scope import Counter


def setting(scope, name):
    """Lines that set it, from nothing that it held before, and then use it."""
    rng, inner_counter = scope.rng, scope.fresh("k")
    value = expressions.integer(scope)
    lines = [f"{name} = {value};"]
    if rng.random() < 0.3:
        lines.append(rng.choice((f"{name}++;", f"{name} ^= {rng.randint(1, 99)}u;")))
    if rng.random() < 0.7:
        lines.append(keep(scope, name))
    choice = rng.random()
    if choice < 0.45:
        return [f"if ({expressions.condition(scope)}) {{", *lines, "}"]
    if choice < 0.6:
        count = rng.choice(("3", f"(int)({expressions.integer_leaf(scope)} & 3)"))
        return [f"for (int {inner_counter} = 0; {inner_counter} < {count}; {inner_counter}++) {{", *lines, "}"]
    if choice < 0.7 and name != "gint":  # as a counter
        return [f"for ({name} = 0; {name} < {rng.randint(1, 5)}u; {name}++) {{", keep(scope, name), "}"]
    if choice < 0.8:
        return [f"switch ({expressions.integer_leaf(scope)} & 3) {{", "case 0: {", *lines, "}",
                rng.choice(("break;", "")), "case 1: {", f"{name} = {value} + 1u;", "}", "break;", "default: break;", "}"]
    return lines


def loop(scope, names):
    """Sets one or two of them in some or all iterations."""
    head, inner = counted(scope)
    lines = [line for name in scope.rng.sample(names, scope.rng.randint(1, 2)) for line in setting(inner, name)]
    return [head, *filler(inner, 0.3), *lines, *filler(inner, 0.2), "}"]


def around(scope, names, depth):
    """Rounds, of which some end or go on early."""
    rng, name, top = scope.rng, scope.fresh("r"), scope.rng.randint(2, 4)
    inner = scope.enter_loop(Counter(name, 0, top - 1), trips=top)
    way = f"if ({expressions.condition(inner)}) {rng.choice(('break', 'continue'))};"
    cut = [way] if rng.random() < 0.5 else []
    return [f"for (int {name} = 0; {name} < {top}; {name}++) {{", *pieces(inner, names, depth + 1), *cut,
            *pieces(inner, names, depth + 1), "}"]


def repeat(scope, names, depth):
    """The same by goto, backwards and out."""
    rng, name, label, out, top = scope.rng, scope.fresh("r"), scope.fresh("again"), scope.fresh("out"), scope.rng.randint(2, 3)
    inner = scope.enter_loop(Counter(name, 0, top - 1), trips=top, may_continue=False)
    inner.may_break = False
    leave = [f"if ({expressions.condition(inner)}) goto {out};"] if rng.random() < 0.6 else []
    return [f"int {name} = 0;", f"{label}:;", "{", *pieces(inner, names, depth + 1), *leave, *pieces(inner, names, depth + 1), "}",
            f"if (++{name} < {top}) goto {label};", *([f"{out}:;"] if leave else [])]


def pieces(scope, names, depth):
    rng, lines = scope.rng, []
    for _ in range(rng.randint(1, 2 if depth else 3)):
        name, choice = rng.choice(names), rng.random()
        if choice < 0.4:
            lines += loop(scope, names)
        elif choice < 0.6:
            lines.append(keep(scope, name))
        elif choice < 0.75:
            lines += [f"{name} = {expressions.integer(scope)};"]
        elif choice < 0.9 or depth > 1:
            lines += [f"if ({expressions.condition(scope)}) {{", *pieces(scope, names, depth + 1)]
            lines += ["} else {", *pieces(scope, names, depth + 1)] if rng.random() < 0.6 else []
            lines.append("}")
        else:
            lines += rng.choice((around, around, repeat))(scope, names, depth)
    return lines


def left_values(scope):
    rng = scope.rng
    names = [scope.fresh("v") for _ in range(rng.randint(2, 3))]
    lines = [f"unsigned {name} = {rng.randint(100, 999)}u;" for name in names]
    if not scope.sheltered and rng.random() < 0.4:
        names.append("gint")
    return [*lines, *pieces(scope, names, 0), keep(scope, rng.choice(names))]


TABLE = ((left_values, 3),)
