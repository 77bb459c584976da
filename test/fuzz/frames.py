"""Loops whose iterations call functions with what they hand on: codecs with a handle, in which all carried state lies."""
from functions import Function

SIZE = 16  # values of a block


def structure(name):
    return [f"struct codec_{name} {{", f"unsigned work[{SIZE}], old[{SIZE}], out[{SIZE}], gain, reservoir, mode, ticks;", "};"]


def helpers(name, rng):
    codec, rounds = f"struct codec_{name}", rng.randint(1, 20)
    fetch = [f"static int fetch_{name}(unsigned *block) {{", "static unsigned place;", f"if (place >= {rng.choice((0, 1, 7, 90, 200))}u)", "return 0;",
             f"for (unsigned i = 0; i < {SIZE}; i++)", f"block[i] = (place * {SIZE} + i) * 2654435761u >> {rng.randint(3, 20)};", "place++;", "return 1;", "}"]
    window = [f"static void window_{name}({codec} *c, const unsigned *in) {{", f"for (int i = 0; i < {SIZE}; i++)", "c->work[i] = in[i] * 3u + c->old[i];",
              f"for (int i = 0; i < {SIZE}; i++)", "c->old[i] = in[i] ^ (unsigned)i;", "}"]
    level = [f"static unsigned level_{name}(const {codec} *c, unsigned h) {{", f"for (int r = 0; r < {rounds}; r++)", f"for (int i = 1; i < {SIZE}; i++)",
             "h = h * 31u + c->work[i] * c->work[i - 1];", "return h;", "}"]
    pack = [f"static unsigned pack_{name}({codec} *c, unsigned by) {{", f"for (int r = 0; r < {rounds}; r++)", f"for (int i = 0; i < {SIZE}; i++)",
            "c->out[i] = c->work[i] * by + (unsigned)(r * i);", "return c->out[by & 15u];", "}"]
    return [*fetch, *window, *level, *pack]


def give_back(rng, has_result):
    """A return, mostly behind a condition or in a loop."""
    value = rng.choice((" h", " h ^ c->mode", " 7u")) if has_result else ""
    leave = rng.choice(([f"return{value};"], ["{", "c->mode += 2u;", f"return{value};", "}"], ["{", f"return{value};", "}"]))
    if rng.random() < 0.2:
        return [f"for (int i = 0; i < {SIZE}; i++)", f"if (in[i] % {rng.choice((5, 61))}u == 1u)", *leave]
    return [f"if (h % {rng.choice((2, 3, 17))}u == 1u)", *leave]


def step(name, rng):
    own = [f"h = level_{name}(c, h);", f"for (int r = 0; r < {rng.randint(1, 30)}; r++)\nh = h * 1103515245u + 12345u;",
           f"h ^= pack_{name}(c, h);", f"for (int i = 0; i < {SIZE}; i++)\nh = h * 5u + in[i];"]
    carried = ["c->gain = c->gain * 5u + h;", "c->reservoir = c->reservoir / 2u + h % 50u;", "h ^= c->reservoir;", "c->ticks++;", "h += c->ticks;",
               "if (c->reservoir & 1u)\nh = h * 7u + 1u;", f"if (level_{name}(c, h) & 4u)\nc->gain += 3u;\nelse\nc->mode++;",
               "{\nc->mode ^= h & 3u;\nh += c->gain;\n}", f"for (int i = 0; i < {SIZE}; i++)\nc->out[i] ^= h >> i;", f"window_{name}(c, in);"]
    return rng.choice(rng.choice((own, own, carried))).split("\n")


def frame(name, number, rng, has_result):
    """Its result, or what a pointer of the caller leads to."""
    lines = [f"window_{name}(c, in);"] if rng.random() < 0.8 else []
    for _ in range(rng.randint(2, 7)):
        lines += step(name, rng)
        if rng.random() < 0.3:
            lines += give_back(rng, has_result)
    head = f"static {'unsigned' if has_result else 'void'} frame{number}_{name}(struct codec_{name} *c, const unsigned *in, "
    if has_result:
        return [head + "unsigned h) {", *lines, *([] if rng.random() < 0.1 else give_back(rng, True)), f"return {rng.choice(('h', f'pack_{name}(c, h)', '(c->mode += h)'))};", "}"]
    return [head + "unsigned *found) {", "unsigned h = *found;", *lines, "*found = h;", "}"]


def make_frames(program):
    """A phase with such a loop."""
    rng, name = program.rng, program.fresh("f")
    count = rng.choice((1, 1, 2))
    results = [rng.random() < 0.8 for _ in range(count)]
    text = [*structure(name), *helpers(name, rng)]
    for number in range(count):
        text += frame(name, number, rng, results[number])
    body = ["unsigned h = block[0];"]
    for number in range(count):
        if not results[number]:
            body += [f"frame{number}_{name}(c, block, &h);"]
        elif rng.random() < 0.5:
            body += [f"unsigned h{number} = frame{number}_{name}(c, block, h);", f"h += h{number};"]
        else:
            body += [f"h = frame{number}_{name}(c, block, h);"]
        if rng.random() < 0.4:
            body += [f"for (int r = 0; r < {rng.randint(1, 30)}; r++)", f"h = h * 17u + block[r & 15]{rng.choice(('', ' + c->gain', ' + c->work[3]'))};"]
    shown = rng.sample(("c->gain", "c->reservoir", "c->mode", "c->ticks", "c->out[5]", "c->old[7]", "c->work[2]"), rng.randint(0, 4))
    body.append(f'printf("{name}{" %u" * (1 + len(shown))}\\n", {", ".join(["h", *shown])});')
    if rng.random() < 0.2:
        body.append("if (ferror(stdout))\nbreak;")
    program.needs_headers = True
    text += [f"static void run_{name}(void) {{", f"struct codec_{name} *c = calloc(1, sizeof *c);", "if (!c)", "abort();", f"unsigned block[{SIZE}];",
             f"while (fetch_{name}(block)) {{", *body, "}", *([f'printf("%u %u\\n", c->gain, c->out[3]);'] if rng.random() < 0.3 else []), "free(c);", "}"]
    program.functions.append(Function(f"run_{name}", "phase", text))
