"""Forms in which people write down what other modules make: ways to return, macros, lines shared by statements.

`ending` and `leave_early` need calls; `shape` works on the finished lines of a function and keeps their meaning.
"""
import re

import statements  # first: it imports calls, which imports it
import calls
import expressions

MACROS = ["#define ONE(...) __VA_ARGS__", "#define DO(...) do { __VA_ARGS__; } while (0)",
          "#define RETURN(...) return (__VA_ARGS__)", "#define SET(place, ...) place = __VA_ARGS__"]
DECLARES = re.compile(r"(static|const|unsigned|int|long|short|char|float|double|struct|void)\b")
PLAIN = re.compile(r"[^{}#]*;")


def heavy_value(scope):
    """An unsigned value, from a call where there is a function to call."""
    text = None if scope.program.closed else scope.rng.choice((calls.value_text, calls.item_text))(scope)
    return text or expressions.integer(scope)


def result(scope):
    """What a function returns: often the value of a call, as it is or within an expression."""
    rng = scope.rng
    choice = rng.random()
    if choice < 0.35:
        return expressions.integer(scope)
    if choice < 0.6:
        return heavy_value(scope)
    if choice < 0.7:
        return f"{heavy_value(scope)} + {heavy_value(scope)}"
    if choice < 0.8:
        return f"{expressions.condition(scope)} ? {heavy_value(scope)} : {heavy_value(scope)}"
    if choice < 0.88:
        return f"{expressions.condition(scope)} && {heavy_value(scope)} > 7u"
    if choice < 0.94:
        name = scope.fresh("v")
        return f"({{ unsigned {name} = {heavy_value(scope)}; {name} ^ 5u; }})"
    return f"(gint = {heavy_value(scope)}, {expressions.integer(scope)})" if scope.scalars.count("gint") else \
        heavy_value(scope)


def ending(scope):
    """The end of a function with a value: perhaps behind work of its own, or by one of two ways."""
    rng, lines = scope.rng, []
    if rng.random() < 0.5 and not scope.program.closed:
        lines = [line for make in rng.choices((calls.array_call, calls.item_call, calls.value_call), k=2)
                 for line in make(scope)]
    if rng.random() < 0.2:
        return [*lines, f"if ({expressions.condition(scope)}) {{", *statements.block(scope, 1),
                f"return {result(scope)};", "} else {", *statements.block(scope, 2), f"return {result(scope)};", "}"]
    return [*lines, f"return {result(scope)};"]


def leave_early(scope):
    """A branch that ends the function behind statements of its own."""
    if scope.returns is None or (scope.loops and not scope.may_break):
        return []
    test = expressions.condition(scope)
    if scope.rng.random() < 0.7:
        test = f"(unsigned){expressions.integer_leaf(scope)} % {scope.rng.choice((5, 29, 61))} == 3"
    last = f"return {result(scope)};" if scope.returns else "return;"
    return [f"if ({test}) {{", *statements.block(scope, 2), last, "}"]


def by_value(scope):
    """A structure goes into a call and comes back, whole or one member of it."""
    rng = scope.rng
    arrays = [text for text, count in scope.structs if text == "S" and count is not None]
    if not arrays:
        return []
    to, source = expressions.structure(scope), expressions.structure(scope)
    whole = f"*{source[:-2]}" if source.endswith("->") else source[:-1]
    call = f"changed({whole}, {expressions.integer(scope, 1)})"
    if rng.random() < 0.5 or scope.program.record.next:  # a list stays one
        return [f"{to}x = {call}.x;"]
    return [f"{f'*{to[:-2]}' if to.endswith('->') else to[:-1]} = {call};"]


def bare_switch(scope):
    """Arms without braces, several statements in each, and a default in any place."""
    rng = scope.rng
    labels = [f"case {value}:" for value in rng.sample(range(4), rng.randint(1, 3))] + ["default:"]
    rng.shuffle(labels)
    lines = [f"switch ({expressions.integer(scope)} & 3) {{"]
    for label in labels:
        arm = statements.block(scope, rng.randint(1, 3), switching=True)
        arm = arm if arm and not any(DECLARES.match(line) for line in arm) else ["{", *arm, "}"]
        lines += [label, *arm, *(["break;"] if rng.random() < 0.7 else [])]
    return [*lines, "}"]


def wrapped(rng, line):
    """The statement as the expansion of a macro."""
    if line.startswith("return ") and rng.random() < 0.5:
        return f"RETURN({line.removeprefix('return ')[:-1]});"
    if re.search(r"\b(continue|break|return|else|while|do|case|default)\b", line):
        return line
    if re.fullmatch(r"\w+ = .*;", line) and rng.random() < 0.4:
        place, value = line[:-1].split(" = ", 1)
        return f"SET({place}, {value});"
    return rng.choice((f"ONE({line})", f"ONE({line[:-1]});", f"DO({line[:-1]});"))


def shape(rng, lines):
    """Some statements made by macros, some on one line, some over several."""
    macros, shared = rng.choice((0, 0, 0.1, 0.3)), rng.choice((0, 0, 0.2, 0.6))
    result_lines = []
    for line in lines:
        is_plain = bool(PLAIN.fullmatch(line))
        if is_plain and rng.random() < macros and not DECLARES.match(line):
            line = wrapped(rng, line)
        before = result_lines[-1] if result_lines else ""
        if is_plain and PLAIN.fullmatch(before) and not before.endswith(":") and rng.random() < shared:
            result_lines[-1] = f"{before} {line}"
        else:
            result_lines.append(line)
    return result_lines


TABLE = ((leave_early, 0.6), (by_value, 0.6), (bare_switch, 0.5))
