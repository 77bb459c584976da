"""Loops that hand something on, as encoders, parsers and filters have them: a handle with nested state, pieces that are read
and written, a list that grows, memory per iteration, and exits in every place.

Each is a phase of the program: its structures, its functions, and the one that main calls. What an iteration does is a
list of steps. Some carry state from one iteration to the next, some work on the piece alone, some do so now and then.
"""
import dataclasses

from functions import Function

BLOCK = 16  # values of a piece


@dataclasses.dataclass
class Engine:
    """Names of one loop and what it has."""
    rng: object
    tag: str
    input: str  # memory, file, draw, list
    deep: bool  # steps are in functions that call each other
    lists: bool
    rotates: bool
    may_exit: bool
    leaves: str  # where data say so, where output fails, nowhere
    is_sorted: bool  # what carries state stands behind what works on the piece
    channels: int  # elements of an array of structs in the handle; 0: it has none

    def name(self, what):
        return f"{what}_{self.tag}"


def structures(its):
    deep = its.name("inner")
    return [f"struct {its.name('node')} {{", f"struct {its.name('node')} *next;", "unsigned value, *more;", "};",
            f"struct {deep} {{", "unsigned *table, gain[4];", "struct {", "unsigned last, sum;", "} filter;", "};",
            *channel_structure(its),
            f"struct {its.name('engine')} {{", *(["unsigned channels, order[4];", f"struct {its.name('channel')} ch[{its.channels}];"] if its.channels else []),
            f"struct {deep} *inner;", "unsigned block[16], *now, *before, *scratch;",
            "unsigned count, errors, reservoir;", "short turns;", "unsigned char wraps;", f"struct {its.name('node')} *first, **last;", "void *file;", "};"]


def channel_structure(its):
    if not its.channels:
        return []
    return [f"struct {its.name('channel')} {{", "unsigned input[24], kind;", "unsigned state[4];",
            "struct {", "unsigned values[12], bits;", "} best;", "unsigned spectrum[12];", "};",
            f"struct {its.name('task')} {{", "const unsigned *from;", "unsigned *to, salt;", "};"]


def channel_functions(its):
    """What is done to a channel, some of it through a structure of parameters."""
    if not its.channels:
        return []
    rng, channel, task = its.rng, f"struct {its.name('channel')}", f"struct {its.name('task')}"
    missing = rng.choice((0, 0, 0, 1))
    push = [f"static void {its.name('push')}({channel} *ch, const unsigned *block) {{", "for (int i = 0; i < 12; i++)",
            "ch->input[i] = ch->input[i + 12];", f"for (int i = 0; i < {12 - missing}; i++)", "ch->input[i + 12] = block[i & 15];", "}"]
    track = [f"static void {its.name('track')}({channel} *ch) {{", "for (int i = 0; i < 4; i++)",
             f"ch->state[i] = ch->state[i] / 2u + ch->input[{rng.choice((12, 11, 3))} + i];", "ch->kind = ch->state[0] & 1u;", "}"]
    analyse = [f"static void {its.name('analyse')}(const {task} *t) {{", "for (int i = 0; i < 12; i++) {", "unsigned sum = t->salt;",
               "for (int j = 0; j < 12; j++)", f"sum = sum * {rng.choice((3, 5, 33))}u + t->from[i + j];", "t->to[i] = sum;", "}", "}"]
    start, rounds = rng.choice((0, 0, 0, 1)), rng.choice((1, 2, 5))
    search = [f"static unsigned {its.name('search')}({channel} *ch) {{", "unsigned least = 0, trial[12];",
              f"for (int round = {start}; round < {rounds}; round++) {{", "unsigned bits = 0;", "for (int i = 0; i < 12; i++) {",
              "trial[i] = ch->spectrum[i] >> ((unsigned)(round * 3 + i) & 15u);", "bits += trial[i] & 63u;", "}",
              "if (round == 0 || bits < least) {", "least = bits;", "memcpy(ch->best.values, trial, sizeof trial);", "ch->best.bits = bits;", "}", "}",
              "return least;", "}"]
    return [*push, *track, *analyse, *search]


def over_channels(its, *lines):
    """Most of the time over all, in most cases as many as the handle says."""
    rng = its.rng
    first = rng.choice((0, 0, 0, 0, 0, 0, 1))
    most = rng.choice(["(int)e->channels"] * 9 + [str(its.channels), "(int)e->channels - 1"])
    return [f"for (int c = {first}; c < {most}; c++) {{", *lines, "}"]


def channel_steps(its):
    """In an order that makes sense, some of them left out."""
    rng = its.rng
    task = f"struct {its.name('task')} t = {{e->ch[c].input, e->ch[c].spectrum, h}};"
    all_steps = [over_channels(its, f"{its.name('push')}(&e->ch[c], e->block);"),
                 over_channels(its, f"{its.name('track')}(&e->ch[c]);"),
                 over_channels(its, task, f"{its.name('analyse')}(&t);"),
                 over_channels(its, f"h += {its.name('search')}(&e->ch[c]);"),
                 over_channels(its, "for (int i = 0; i < 12; i++)", "h = h * 5u + (e->ch[e->order[c]].best.values[i] ^ e->ch[c].spectrum[i]);"),
                 over_channels(its, "h ^= e->ch[c].state[c] + e->ch[e->order[c]].kind;")]
    lines = [line for step in all_steps if rng.random() < 0.85 for line in step]
    if rng.random() < 0.1:
        lines += [f"if (h % 5u == 2u && e->channels < {its.channels}u)", "e->channels++;"]
    if rng.random() < 0.1:
        lines += [f"e->ch[h % {its.channels}u].spectrum[h % 12u] += 1u;"]
    if rng.random() < 0.1:
        lines += ["e->order[1] = h & 1u;"]
    return lines


def source(its):
    """Reads a piece; 0 at the end."""
    rng, end = its.rng, its.rng.choice((0, 1, 7, 23, 40))
    head = [f"static int {its.name('fetch')}(struct {its.name('engine')} *e) {{"]
    if its.input == "file":
        return [*head, f"if (fread(e->block, sizeof *e->block, {BLOCK}, e->file) != {BLOCK})", "return 0;", "return 1;", "}"]
    if its.input == "draw":
        return [*head, f"if (e->count == {end}u)", "return 0;", f"for (int i = 0; i < {BLOCK}; i++)",
                f"e->block[i] = draw() & {rng.choice((15, 255, 4095))}u;", "return 1;", "}"]
    place = its.name("place")
    return [f"static unsigned {place};", *head, f"if ({place} + {BLOCK} > {end * BLOCK + 5})", "return 0;",
            f"for (int i = 0; i < {BLOCK}; i++)", f"e->block[i] = ({place} + (unsigned)i) * 2654435761u >> {rng.randint(3, 20)};",
            f"{place} += {BLOCK};", "return 1;", "}"]


def functions_of(its):
    """Steps that are functions of their own. The first works on the piece alone."""
    rng, engine = its.rng, f"struct {its.name('engine')}"
    shift = rng.randint(1, 9)
    transform = [f"static unsigned {its.name('transform')}(const {engine} *e, const unsigned *from, unsigned *to) {{",
                 "unsigned h = 0;", f"for (int round = 0; round < {rng.randint(1, 6)}; round++)", f"for (int i = 0; i < {BLOCK}; i++) {{",
                 f"to[i] = from[i] * 3u + e->inner->table[(from[i] >> {shift}) & 15u] + (unsigned)round;", "h = h * 31u + to[i];", "}",
                 "return h;", "}"]
    smooth = [f"static void {its.name('smooth')}(struct {its.name('inner')} *f, unsigned *values) {{",
              f"for (int i = 0; i < {BLOCK}; i++) {{", "f->filter.last = f->filter.last / 2u + values[i];",
              f"f->gain[i & 3] ^= f->filter.last >> {shift};", "values[i] += f->filter.last & 255u;", "}",
              "f->filter.sum += values[0];", "}"]
    code = [f"static int {its.name('encode')}({engine} *e, unsigned *values) {{", f"unsigned h = {its.name('transform')}(e, e->block, values);",
            f"if (h % {rng.choice((5, 53, 211))}u == 3u)", "return -1;" if rng.random() < 0.5 else "e->errors++;",
            f"{its.name('smooth')}(e->inner, values);", "return (int)(h & 1023u);", "}"]
    return [*source(its), *transform, *smooth, *code, *channel_functions(its)]


def allocation(its):
    node = its.name("node")
    kept = ["*e->last = n;", "e->last = &n->next;"]
    return [f"struct {node} *n = malloc(sizeof *n);", "if (!n)", "abort();", "n->next = 0;", "n->value = h;",
            "n->more = malloc(4 * sizeof *n->more);", "if (!n->more)", "abort();",
            "for (int i = 0; i < 4; i++)", "n->more[i] = h + e->now[i];",
            *(kept if its.rng.random() < 0.7 else ["h ^= n->more[3];", "free(n->more);", "free(n);"])]


def exits(its, result):
    rng = its.rng
    if its.leaves == "nowhere":
        return []
    if its.leaves == "failure":
        return [f'if (fprintf(out, "%0{rng.choice((100, 300, 900))}u\\n", h) < 0) {{', *rng.choice((["e->errors = 9;", "break;"], [f"{result} = -2;", "goto done;"])), "}"]
    rare = f"h % {rng.choice((3, 11, 61, 300))}u == {rng.randint(0, 2)}u"
    how = [["e->errors = 7;", "break;"], ["break;"], [f"{result} = -1;", "goto done;"], ["e->errors++;", "continue;"], ["continue;"]]
    if its.may_exit:
        how.append([f'printf("stop {its.tag} %u\\n", h);', "exit((int)(h & 15u));"])
    return [f"if ({rare}) {{", *rng.choice(how), "}"]


def steps(its, result):
    """Of one iteration. `h` and the piece are its own."""
    rng = its.rng
    own = [f"h = {its.name('transform')}(e, e->block, e->now);", "for (int i = 0; i < 16; i++) h = h * 5u + (e->now[i] ^ e->block[i]);"]
    if its.deep:
        own.append(f"{result} = {its.name('encode')}(e, e->now);\nif ({result} < 0) break;\nh += (unsigned){result};")
    carried = [f"{its.name('smooth')}(e->inner, e->now);", "h += e->inner->filter.last;", "e->inner->gain[h & 3u] += h;",
               "e->reservoir = e->reservoir + h % 9u > 20u ? 0u : e->reservoir + h % 9u;",
               f'if (h & 16u) printf("{its.tag} %u\\n", h);', f'printf("{its.tag} %u %u\\n", e->count, e->reservoir);',
               "if (e->reservoir > 15u) h = h * 7u + 1u;"]
    if its.rotates:
        carried += ["h ^= e->before[h & 15u];", "for (int i = 0; i < 16; i++) e->now[i] += e->before[i] / 2u;"]
    kept = ["for (int i = 0; i < 16; i++) e->scratch[i] = e->now[15 - i] + h;\nfor (int i = 0; i < 16; i++) h ^= e->scratch[i] >> (i & 7);",
            f"for (int round = 0; round < {rng.randint(1, 20)}; round++) h = h * 1103515245u + 12345u;"]
    if its.leaves != "data":
        own = own[:2]
    lines, late = channel_steps(its) if its.channels else [], []
    for _ in range(rng.randint(0 if its.channels else 2, 6)):
        lines += rng.choice(rng.choice((own, own, kept) if its.is_sorted else (own, own, carried, kept))).split("\n")
        behind = late if its.is_sorted else lines
        if rng.random() < (0.4 if its.is_sorted else 0.2):
            behind += rng.choice(carried).split("\n")
        if rng.random() < 0.25:
            behind += exits(its, result)
    lines += late
    if its.lists and rng.random() < 0.8:
        lines += ["{", *allocation(its), "}"]
    if its.rotates:
        lines += ["unsigned *other = e->before;", "e->before = e->now;", "e->now = other;"]
    return lines


def heavy_now_and_then(its):
    """A piece that many light iterations fill, and one of them works on."""
    rng = its.rng
    return ["e->scratch[e->count & 15u] = h;", f"if ((e->count & 15u) == 15u{rng.choice(('', ' && (h & 1u)'))}) {{",
            f"for (int round = 0; round < {rng.randint(1, 40)}; round++)", "for (int i = 0; i < 16; i++)",
            "h = h * 33u + e->scratch[i];", *([f'printf("block {its.tag} %u\\n", h);'] if rng.random() < 0.5 else ["e->reservoir ^= h;"]), "}"]


def head_of(its):
    rng, fetch = its.rng, f"{its.name('fetch')}(e)"
    most = rng.choice((0, 1, 30, 60))
    return rng.choice(([f"while ({fetch}) {{"], ["for (;;) {", f"if (!{fetch})", "break;"],
                       [f"for (int k = 0; k < {most}; k++) {{", f"if (!{fetch})", rng.choice(("break;", "goto done;"))],
                       ["do {", f"if (!{fetch})", "break;"]))


def prepare(its):
    rng = its.rng
    lines = [f"struct {its.name('engine')} *e = calloc(1, sizeof *e);", "if (!e)", "abort();",
             "e->inner = calloc(1, sizeof *e->inner);", "if (!e->inner)", "abort();"]
    for member in ("inner->table", "now", "before", "scratch"):
        lines += [f"e->{member} = calloc(16, sizeof(unsigned));", f"if (!e->{member})", "abort();"]
    lines += ["for (int i = 0; i < 16; i++)", f"e->inner->table[i] = (unsigned)i * {rng.randint(3, 999)}u;", "e->last = &e->first;"]
    if its.channels:
        lines += [f"e->channels = {rng.randint(1, its.channels)};", "for (unsigned c = 0; c < 4; c++)",
                  f"e->order[c] = (c * {rng.randint(1, 3)}u + {rng.randint(0, 3)}u) % {its.channels}u;"]
    if its.input == "file":
        lines += ["e->file = tmpfile();", "if (!e->file)", "abort();", f"for (unsigned i = 0; i < {rng.choice((0, 1, 100, 640, 645))}u; i++) {{",
                  "unsigned value = i * 2654435761u >> 9;", "fwrite(&value, sizeof value, 1, e->file);", "}", "rewind(e->file);"]
    return lines


def show(its):
    node = its.name("node")
    lines = ["while (e->first) {", f"struct {node} *n = e->first;", "total = total * 31u + n->value + n->more[2];",
             "e->first = n->next;", "free(n->more);", "free(n);", "}",
             "for (int i = 0; i < 16; i++)", "total = total * 31u + e->now[i] + e->before[i] * 7u + e->inner->gain[i & 3];",
             f'printf("{its.tag}: %u %u %u %u %u %d\\n", e->count, e->errors, e->reservoir, e->inner->filter.sum, total, result);',
             'printf("%d %ld %u %u %d %u\\n", ticks, left, small, *at, e->turns, e->wraps);']
    if its.channels and its.rng.random() < 0.4:
        lines += [f"for (int c = 0; c < {its.channels}; c++)", f'printf("%u %u %u\\n", e->ch[c].best.bits, e->ch[c].state[2], e->ch[c].spectrum[5]);']
    lines.append("fclose(out);")
    if its.input == "file":
        lines += [f'printf("at %ld\\n", ftell(e->file));', "fclose(e->file);"]
    return [*lines, "free(e->inner->table);", "free(e->inner);", "free(e->now);", "free(e->before);", "free(e->scratch);", "free(e);"]


COUNTERS = {"ticks": "int ticks = 7;", "left": "long left = 100;", "small": "unsigned char small = 250;",
            "at": "const unsigned *at = ramp;", "e->turns": None, "e->wraps": None}


def counters_of(its):
    """Those that the loop reads early and adds to late."""
    return its.rng.sample(sorted(COUNTERS), its.rng.choice((0, 1, 1, 2, 3)))


def value_of(counter):
    return f"(unsigned)({counter} - ramp) + *{counter}" if counter == "at" else f"(unsigned){counter}"


def addition(its, counter):
    """Most are a constant that each iteration adds."""
    rng = its.rng
    by = rng.choice((1, 1, 2, 3)) if counter == "at" else rng.choice((1, 1, 2, 5, 300))
    text = rng.choice((f"{counter} += {by};", f"{counter} = {counter} + {by};", f"{counter}++;", f"{counter} = {by} + {counter};"))
    if counter != "at" and rng.random() < 0.3:
        text = rng.choice((f"{counter} -= {by};", f"{counter}--;"))
    return f"if (h & {rng.choice((1, 2, 8))}u) {text}" if rng.random() < 0.1 else text


def count(its, middle):
    """With counters that are read in front of the middle of an iteration, or in it, and added to somewhere."""
    rng, early, late = its.rng, [], []
    for counter in counters_of(its):
        (early if rng.random() < 0.8 else late).append(f"h += {value_of(counter)};")
        late += [addition(its, counter) for _ in range(rng.choice((1, 1, 2)))]
        if rng.random() < 0.2:
            early.append(addition(its, counter))
    rng.shuffle(late)
    return [*early, *middle, *late]


def body_of(its):
    rng, head = its.rng, head_of(its)
    lines = [*head, "unsigned h = e->block[0] + e->count;"]
    middle = count(its, steps(its, "result"))
    step = ["e->count++;"]
    # `continue` does not pass over the count of a loop that nothing else ends.
    middle = step + middle if rng.random() < 0.6 or its.input == "draw" else middle + step
    middle += heavy_now_and_then(its) if rng.random() < 0.3 else []
    end = "} while (1);" if head[0] == "do {" else "}"
    return [*lines, *middle, end]


def make_engine(program):
    """A phase with such a loop."""
    rng, tag = program.rng, program.fresh("w")
    its = Engine(rng, tag, rng.choice(("memory", "memory", "file", "draw")), rng.random() < 0.4, rng.random() < 0.3,
                 rng.random() < 0.3, rng.random() < 0.15, rng.choice(("data", "failure", "failure", "nowhere", "nowhere")), rng.random() < 0.7, rng.choice((0, 0, 2, 4)))
    name = its.name("run")
    program.needs_headers = True
    text = [*structures(its), *functions_of(its), f"static void {name}(void) {{", "static unsigned ramp[2000];", "for (unsigned i = 0; i < 2000; i++)", "ramp[i] = i * 7u;",
            *filter(None, COUNTERS.values()), "int result = 0;", "unsigned total = 1;",
            f'FILE *out = fopen("/dev/{rng.choice(("null", "full"))}", "w");', "if (!out)", "abort();",
            *prepare(its), *body_of(its), "goto done;", "done:;", *show(its), "}"]
    program.functions.append(Function(name, "phase", text))
