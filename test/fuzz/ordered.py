"""Loops of which some statements need the order, among others that hand values of many kinds on to them."""
import expressions
import idioms


def temporary(scope, carried):
    """Lines that compute it, texts of its values, its declaration in front of the loop, what ends it."""
    rng, name, k = scope.rng, scope.fresh("t"), scope.fresh("k")
    first = f"{expressions.integer(scope)} + {carried}"
    step = f"{expressions.integer(scope)} + (unsigned){k}"
    kind = rng.choice(("scalar", "scalar", "outside", "const", "real", "array", "structure", "pointer", "heap"))
    head = f"for (int {k} = 0; {k} < 4; {k}++)"
    if kind == "const":
        return [f"const unsigned {name} = {first};"], [name], [], []
    if kind == "real":
        return [f"double {name} = (double)(({first}) & 1023u) * 0.5;"], [f"(unsigned){name}"], [], []
    if kind == "array":
        return ([f"unsigned {name}[4];", f"{head} {name}[{k}] = {step};", f"{name}[1] ^= {first};"],
                [f"{name}[{rng.randint(0, 3)}]", f"{name}[1]"], [], [])
    if kind == "structure":
        return ([f"struct {{ unsigned a; short b[3]; }} {name} = {{{first}, {{1, 2, 3}}}};",
                 f"{name}.b[1] = (short)(({expressions.integer(scope)}) & 127u);"],
                [f"{name}.a", f"(unsigned){name}.b[1]"], [], [])
    if kind == "pointer":
        at = scope.fresh("q")
        return ([f"unsigned {name}[2] = {{{first}, 1u}};", f"unsigned *{at} = {name} + (({first}) & 1u);"],
                [f"*{at}", f"{name}[0]"], [], [])
    if kind == "heap" and rng.random() < 0.5:
        return ([f"unsigned *{name} = malloc(4 * sizeof *{name});", f"if (!{name}) abort();", f"{head} {name}[{k}] = {step} ^ {first};"],
                [f"{name}[{rng.randint(0, 3)}]"], [], [f"free({name});"])
    if kind == "heap":
        return ([f"unsigned *{name} = malloc(4 * sizeof *{name});", f"if ({name}) {head} {name}[{k}] = {step} ^ {first};"],
                [f"({name} ? {name}[{rng.randint(0, 3)}] : 0u)"], [], [f"free({name});"])
    lines = [f"{name} = {first};", f"{head} {name} = {name} * 3u + {step};"]
    if kind == "outside":
        return lines, [name], [f"unsigned {name} = 1u;"], []
    return [f"unsigned {lines[0]}", lines[1]], [name], [], []


def statement_in_order(scope, state, log, values):
    rng, value = scope.rng, scope.rng.choice(values)
    choices = [f"{state} = {state} * 3u + {value};", f"{state} = ({state} >> 1) ^ {value};",
               f"if ({value} & 1u) {state} += {value};", f"{log}[{state} & 15u] ^= {value};",
               f"if ({state} & 2u) {{ {log}[{value} & 15u]++; {state}++; }}"]
    plain = [each for each in values if each.isidentifier() and each.startswith("t")]
    if plain and rng.random() < 0.3:
        name = rng.choice(plain)
        return f"{state} ^= {name} + {log}[{name} & 15u];"
    if scope.trips <= 60 and rng.random() < 0.3:
        return f'printf("{scope.fresh("o")} %u\\n", {value});'
    return rng.choice(choices)


def in_order(scope):
    rng, state, log = scope.rng, scope.fresh("f"), scope.fresh("g")
    head, inner = idioms.counted(scope)
    before, body, values, endings = [], [], [f"(unsigned){inner.counters[-1].name}"], []
    for _ in range(rng.randint(1, 4)):
        carried = "0u" if rng.random() < 0.9 else rng.choice((state, f"{log}[2]"))
        lines, made, outside, ending = temporary(inner, carried)
        body += lines
        values += made
        before += outside
        endings += ending
        body += idioms.filler(inner, 0.15)
        if rng.random() < 0.5:
            body.append(statement_in_order(inner, state, log, values))
    body.append(statement_in_order(inner, state, log, values))
    results = [state, f"{log}[{rng.randint(0, 15)}]"]
    results += [line.split()[1] for line in before if rng.random() < 0.5]
    return [f"unsigned {state} = {rng.randint(0, 9)}u, {log}[16] = {{0}};", *before, head, *body, *endings, "}",
            *[idioms.keep(scope, each) for each in results]]


TABLE = ((in_order, 7),)
