"""Loops whose iterations allocate and grow stores of their own, beside stores of all iterations, by the same functions."""
import expressions
import idioms

# A store has at most 64 values, whatever is appended to it. All functions take empty ones, and copies of one to itself.
HELPERS = [
    "struct store {", "unsigned *values, size, room;", "};",
    "static void grow(struct store *s, unsigned value) {", "if (s->size >= 64)", "return;", "if (s->size == s->room) {",
    "s->room = s->room * 2 + 1;", "s->values = realloc(s->values, s->room * sizeof *s->values);",
    "if (!s->values)", "abort();", "}", "s->values[s->size++] = value;", "}",
    "static void change(struct store *s, unsigned value) {", "if (s->size)", "s->values[value % s->size] += value;", "}",
    "static void drop(struct store *s, unsigned value) {", "s->size -= s->size > value % 4 ? value % 4 : 0;", "}",
    "static void grow_twice(struct store *s, unsigned value) {", "grow(s, value);", "grow(s, value * 3u);", "}",
    "static unsigned *data(const struct store *s) {", "return s->values;", "}",
    "static unsigned at(const struct store *s, unsigned place) {", "return s->size ? data(s)[place % s->size] : 5u;", "}",
    "static void apply(struct store *s, void (*f)(struct store *, unsigned), unsigned value) {", "f(s, value);",
    "if (s->size)", "s->values[0] += value;", "}",
    "static void append(struct store *to, const struct store *from) {",
    "for (unsigned i = 0, n = from->size; i < n; i++)", "grow(to, from->values[i]);", "}",
    "static void copy(struct store *to, const struct store *from) {", "if (to == from)", "return;", "free(to->values);",
    "to->values = malloc((from->size + 1) * sizeof *to->values);", "if (!to->values)", "abort();",
    "to->size = from->size;", "to->room = from->size + 1;",
    "for (unsigned i = 0; i < from->size; i++)", "to->values[i] = from->values[i];", "}",
    "static void exchange(struct store *a, struct store *b) {", "struct store other = *a;", "*a = *b;", "*b = other;", "}",
    "static struct store *either(struct store *a, struct store *b, unsigned which) {", "return which & 1u ? a : b;", "}",
    "static struct store *remembered;",
    "static struct store *remember(struct store *s) {", "if (!remembered)", "remembered = s;", "return remembered;", "}",
    "static unsigned weigh(const struct store *s) {", "unsigned h = s->size;", "for (unsigned i = 0; i < s->size; i++)",
    "h = h * 31u + s->values[i];", "return h;", "}",
    "static struct store *made(unsigned value) {", "struct store *s = calloc(1, sizeof *s);", "if (!s)", "abort();",
    "grow(s, value);", "return s;", "}",
    "static void best_of(struct store *best, unsigned value) {", "struct store now = {0};",
    "for (unsigned k = 0; k < 3; k++) {", "grow(&now, value + k);", "apply(&now, k ? change : grow, value * k);",
    "if (at(&now, k) & 1u)", "copy(best, &now);", "}", "free(now.values);", "}",
]
UNARY = ("grow", "change", "drop", "grow_twice")


def step(rng, one, other, value):
    """A statement that works on `one`, and mostly only reads `other`."""
    choices = [f"{name}({one}, {value});" for name in UNARY] * 2
    choices += [f"apply({one}, {name}, {value});" for name in UNARY]
    choices += [f"append({one}, {other});", f"copy({one}, {other});", f"best_of({one}, {value});",
                f"change({one}, at({other}, {value}));", f"if ({value} & 4u) grow({one}, weigh({other}));"]
    rare = [f"exchange({one}, {other});", f"apply(either({one}, {other}, {value}), grow, {value});",
            f"change(remember({one}), {value});"]
    return rng.choice(rare if rng.random() < 0.06 else choices)


def stores(scope):
    rng, every = scope.rng, scope.fresh("all")
    head, inner = idioms.counted(scope)
    scope.spend(100)
    on_heap = rng.random() < 0.3
    names = [scope.fresh("mine") for _ in range(rng.randint(1, 2))]
    own = names if on_heap else [f"&{name}" for name in names]
    counter = f"(unsigned){inner.counters[-1].name}"
    value = rng.choice((counter, counter, f"({expressions.integer(inner)} + {counter})"))
    lines = [f"struct store *{name} = made({value});" if on_heap else f"struct store {name} = {{0}};" for name in names]
    for _ in range(rng.randint(1, 5)):
        one = rng.choice(own)
        other = f"&{every}" if rng.random() < 0.12 else rng.choice(own)
        lines.append(step(rng, one, other, value))
    lines += [line for line in [idioms.keep(inner, f"weigh({rng.choice(own)})")] if rng.random() < 0.6]
    for _ in range(rng.randint(0, 2)):
        lines.append(step(rng, f"&{every}", rng.choice(own), value))
    free = [f"free({name}->values); free({name});" if on_heap else f"free({name}.values);" for name in names]
    # What `remember` got first may be one of an iteration's.
    lines += ["remembered = 0;"] if any("remember(" in line for line in lines) else []
    return [f"struct store {every} = {{0}};", f"grow(&{every}, 7u);", head, *lines, *free, "}",
            idioms.keep(scope, f"weigh(&{every})"), f"free({every}.values);"]


TABLE = ((stores, 3),)
