"""Loops whose iterations call functions that count and add up: globals and members, at any depth, and not always only that."""
from functions import Function

MEMBERS = (("a", "long"), ("b", "unsigned short"), ("c", "int"), ("d", "unsigned"), ("e", "signed char"))


def term(rng):
    return rng.choice(("1", "(x & 7)", "((x & 3) - 1)", "(t->weights[x & 15] & 31)", "depth", "(x & 1 ? 3 : 2)"))


def update(place, rng):
    """One by which the place remains a sum of one kind."""
    name, kind = place
    if kind == "&":
        return [f"{name} &= ~(1u << (x & 15));"]
    if kind in "|^":
        return [f"{name} {kind}= 1u << (x & 15);"]
    plain = rng.choice((f"{name}++;", f"{name} += {term(rng)};", f"{name} -= {term(rng)};", f"{name} = {name} + {term(rng)};"))
    return [f"if (x & {rng.choice((1, 4, 64))})", plain] if rng.random() < 0.4 else [plain]


def spoiler(name, places, rng):
    """Something else that is done to one, or to other memory by the same function."""
    place = rng.choice(places)[0]
    return rng.choice(([f"x += (int)({place} & 3);"], [f"{place} = x & 15;"], [f"if ({place} > 40)", "x++;"], [f"{place} ^= 1;"],
                       [f"bump_{name}(&t->a, x);"], ["long own = x;", f"bump_{name}(&own, 2);", f"bump_{name}(&g0_{name}, x);", "x += (int)own & 3;"]))


def combine(call, places, rng):
    """With the result of a call, mostly in an expression of its own."""
    if rng.random() < 0.05:
        return [f"{rng.choice(places)[0]} += {call};"]
    return rng.choice(([f"x += {call};"], [f"x ^= {call} & 77;"], ["if (x & 2)", f"x -= {call};"], [f"(void){call};"]))


def counting(name, number, count, places, rng):
    """A function that calls those before, and maybe itself and those behind."""
    lines = [line for _ in range(rng.randint(1, 3)) for line in update(rng.choice(places), rng)]
    if rng.random() < 0.1:
        lines += spoiler(name, places, rng)
    lines += ["if (depth <= 0)", "return x & 255;"]
    calls = [f"f{j}_{name}(t, x * 3 + {j}, depth - 1)" for j in range(count) if j < number or rng.random() < 0.3]
    for call in rng.sample(calls, min(len(calls), 2)):
        lines += combine(call, places, rng) + (update(rng.choice(places), rng) if rng.random() < 0.4 else [])
    return [f"static int f{number}_{name}(struct tally_{name} *t, int x, int depth) {{", *lines, "return (x ^ t->weights[depth & 15]) & 4095;", "}"]


def make_tallies(program):
    """A phase with such a loop."""
    rng, name = program.rng, program.fresh("y")
    kinds = [rng.choice("++++&|^") for _ in range(8)]
    places = [(f"t->{member}", kind) for (member, _), kind in zip(MEMBERS, kinds)] + [(f"g{i}_{name}", kinds[5 + i]) for i in range(3)]
    places = rng.sample(places, rng.randint(2, 8))
    count = rng.randint(1, 4)
    text = [f"struct tally_{name} {{", *[f"{kind} {member};" for member, kind in MEMBERS], "int weights[16], out[60];", "};",
            f"static long g0_{name};", f"static unsigned g1_{name} = 65535u;", f"unsigned char g2_{name};",
            f"static void bump_{name}(long *p, int x) {{", "*p += x & 5;", "}",
            *[f"static int f{i}_{name}(struct tally_{name} *t, int x, int depth);" for i in range(count)]]
    for i in range(count):
        text += counting(name, i, count, places, rng)
    called = f"f{count - 1}_{name}(&t, i * 7, {rng.randint(0, 4)})"
    body = [rng.choice((f"t.out[i] = {called};", f"h[i] += (unsigned){called};", f"t.out[i] = {called} + t.weights[i & 15];"))]
    if rng.random() < 0.1:
        body.append(f"h[i] ^= (unsigned)g1_{name};")
    shown = [f"t.{member}" for member, _ in MEMBERS] + [f"g{i}_{name}" for i in range(3)]
    text += [f"static void {name}(void) {{", f"static struct tally_{name} t = {{.a = 5, .d = ~0u}};", "unsigned h[60] = {0}, sum = 1;",
             f"for (int i = 0; i < {rng.choice((7, 30, 60))}; i++) {{", *body, "}", "for (int i = 0; i < 60; i++)",
             "sum = sum * 31u + h[i] + (unsigned)t.out[i];", *[f"sum = sum * 31u + (unsigned){each};" for each in shown], "gint = gint * 33u + sum;", "}"]
    program.functions.append(Function(name, "phase", text))
