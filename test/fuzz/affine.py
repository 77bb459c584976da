"""Nests of loops with affine bounds and subscripts: rectangular and not, in place and between arrays, of sizes that are
constants or known only at run time, 0 and 1 among them. Arrays are ones of C, or rows of elements with a width in a variable
or a structure, in which rows may run into each other and two names may lead to the same memory. Statements may call functions
with loops of their own. Their order may change where no value does."""
from functions import Function

REAL, INTEGER = ("double", "double", "float"), ("int", "unsigned", "long")


class Nest:
    def __init__(self, rng, tag):
        self.rng, self.tag = rng, tag
        self.side = rng.choice((9, 13, 20, 33))  # of each dimension of each array
        self.loops = []  # (name, lowest value, highest value)
        self.names = 0
        self.functions = []  # lines of those that are called
        self.parameters, self.is_in_function = "void", False
        kinds = rng.choice((REAL, REAL, INTEGER))
        self.arrays = [(f"{letter}_{tag}", rng.choice(kinds), rng.choice((1, 2, 2, 2, 3))) for letter in "ABCD"[:rng.randint(2, 4)]]
        kind = rng.choice(kinds)
        if rng.random() < 0.7:  # of one kind, as most are
            self.arrays = [(name, kind, depth) for name, _, depth in self.arrays]
        self.form = rng.choice(("array", "array", "row", "structure", "accessor"))

    def subscript(self):
        """An expression that stays in an array, whatever the loops around are."""
        rng = self.rng
        if not self.loops or rng.random() < 0.05:
            return str(rng.randint(0, self.side - 1))
        name, low, high = rng.choice(self.loops)
        shifts = [shift for shift in (-2, -1, 0, 0, 0, 1, 2) if low + shift >= 0 and high + shift < self.side]
        if rng.random() < 0.08:
            return f"{self.side - 1} - {name}"
        shift = rng.choice(shifts or [0])
        if len(self.loops) > 1 and rng.random() < 0.05:
            other, least, most = rng.choice(self.loops)
            if high + most < self.side:
                return f"{name} + {other}"
        return name if shift == 0 else f"{name} {'+' if shift > 0 else '-'} {abs(shift)}"

    def element(self, array=None):
        array = array or self.rng.choice(self.arrays)
        return self.place(array, [self.subscript() for _ in range(array[2])])

    def place(self, array, subscripts):
        name, kind, depth = array
        if self.form == "array":
            return name + "".join(f"[{each}]" for each in subscripts)
        if self.form == "accessor":
            return f"*at_{self.tag}_{kind}({', '.join([name, *subscripts, *['0'] * (3 - depth)])}, {depth})"
        height, width = (f"{name}->h", f"{name}->w") if self.form == "structure" else (f"h_{name}", f"w_{name}")
        place = subscripts[0]
        for each, extent in zip(subscripts[1:], (height, width)[3 - depth:]):
            place = f"({place}) * {extent} + {each}"
        return f"{name}{'->data' if self.form == 'structure' else ''}[{place}]"

    def memory(self):
        """Definitions of all arrays, their elements by number `e` with how many there are and their kind, and parameters and
        arguments of the function that works on them."""
        rng, tag = self.rng, self.tag
        if self.form == "array":
            return ([f"static {kind} {name}{f'[{self.side}]' * depth};" for name, kind, depth in self.arrays],
                    [(name + self.index("e", depth), self.side ** depth, kind) for name, kind, depth in self.arrays], "void", "")
        text, elements, parameters, arguments = [], [], [], []
        size = self.side * (self.side + 2) ** 2 + self.side  # the widest rows, and the farthest start in another's memory
        for kind in dict.fromkeys(kind for _, kind, _ in self.arrays):
            text += [f"struct s_{tag}_{kind} {{ int h, w; {kind} *data; }};",
                     f"static {kind} *at_{tag}_{kind}(const struct s_{tag}_{kind} *m, int i, int j, int k, int depth) {{",
                     "return &m->data[depth == 1 ? i : depth == 2 ? i * m->w + j : (i * m->h + j) * m->w + k]; }"]
        others = {}
        for name, kind, depth in self.arrays:
            where = f"M_{name}"
            if kind in others and rng.random() < 0.15:  # memory of another one
                where = f"{others[kind]} + {rng.choice((0, 1, self.side))}"
            else:
                text.append(f"static {kind} M_{name}[{size}];")
                elements.append((f"M_{name}[e]", size, kind))
                others.setdefault(kind, f"M_{name}")
            height, width = (self.side + rng.choice((0, 0, 0, 0, 2, -3)) for _ in range(2))
            if self.form == "row":
                parameters += [f"{kind} *{name}", f"int h_{name}", f"int w_{name}"]
                arguments += [where, str(height), str(width)]
            else:
                parameters.append(f"struct s_{tag}_{kind} *{name}")
                arguments.append(f"&(struct s_{tag}_{kind}){{{height}, {width}, {where}}}")
        return text, elements, ", ".join(parameters), ", ".join(arguments)

    def value(self, kind):
        rng = self.rng
        part = rng.choice((self.element, self.element, self.element, lambda: rng.choice(("3", "5")),
                           lambda: rng.choice(self.loops)[0] if self.loops else "2"))()
        if kind in ("int", "long"):
            return f"(unsigned char)({part})"
        return f"(({kind}){part})" if rng.random() < 0.1 else part

    def statement(self):
        rng = self.rng
        array = rng.choice(self.arrays)
        kind = array[1]
        target = self.element(array)
        bounded = "& 1023" if kind in ("int", "long") else "& 65535u" if kind == "unsigned" else ""
        a, b = self.value(kind), self.value(kind)
        if bounded:
            text = rng.choice((f"{target} = ({target} + {a} * {b}) {bounded};", f"{target} = ({a} + {b}) {bounded};",
                               f"{target} = {a} {bounded};"))
        else:
            text = rng.choice((f"{target} += {a} * {b};", f"{target} = {a} + {b} * ({kind})0.25;", f"{target} = {a};",
                               f"{target} = {target} * ({kind})0.5 + {a};", f"{target} -= {a} * ({kind})0.125;",
                               f"{target} *= ({kind})0.7;"))
        if rng.random() < 0.1:
            return ["{", f"{kind} t = {a};", f"{target} = t;", "}"]
        if rng.random() < 0.15 and not self.is_in_function and len(self.loops) < 4:
            return self.call(array, target, bounded)
        if rng.random() < 0.05 and not self.is_in_function:
            return [f"t_{self.tag} = {a};", f"{target} = t_{self.tag} + ({kind})1{' & 1023' if bounded else ''};"]
        if rng.random() < 0.1:
            return [f"if ({self.value(kind)} > 3)", text]
        return [text]

    def call(self, array, target, bounded):
        """A statement that calls a function with a loop, which sums up elements or works on them."""
        rng, kind = self.rng, array[1]
        name, outer = f"call{len(self.functions)}_{self.tag}", self.loops
        # Counters around have other names there, or the same.
        self.loops = [(f"{each}{rng.choice(('', 'p'))}", low, high) for each, low, high in outer]
        self.is_in_function = True
        counters = [f"int {each}" for each, _, _ in self.loops]
        parameters = ", ".join(([] if self.parameters == "void" else [self.parameters]) + counters) or "void"
        given = [each.split()[-1].lstrip("*") for each in self.parameters.split(", ")] if self.parameters != "void" else []
        arguments = ", ".join(given + [each for each, _, _ in outer])
        low, high = rng.choice((0, 1)), self.side - 1 - rng.choice((0, 1))
        upper = f"n_{self.tag} - 1" if rng.random() < 0.3 else str(high)
        is_sum = rng.random() < 0.5
        counter = "jklmn"[len(self.loops)] + rng.choice(("", "q"))
        start = self.value(kind)
        self.loops.append((counter, low, self.side - 1 if upper.startswith("n") else high))
        body = [f"for (int {counter} = {low}; {counter} <= {upper}; {counter}++) {{"]
        if is_sum:
            value = f"{self.value(kind)} * {self.value(kind)}" if rng.random() < 0.5 else self.value(kind)
            body.append(rng.choice((f"s += {value};", f"s += {value};", f"s -= {value};", f"s = s + {value};")))
        else:
            body += self.statement()
        body.append("}")
        total = "unsigned" if bounded else kind
        self.loops.pop()
        begin = [f"{total} s = {start};"] if is_sum else self.statement() if rng.random() < 0.3 else []
        end = [f"return s {bounded};"] if is_sum else []
        used = [f"(void){each};" for each in given] + [f"(void){each};" for each, _, _ in self.loops]
        head = f"static {total if is_sum else 'void'} {name}({parameters}) {{"
        self.functions.append([head, *used, *begin, *body, *end, "}"])
        self.loops, self.is_in_function = outer, False
        if not is_sum:
            return [f"{name}({arguments});"]
        return [f"{target} = {name}({arguments}){rng.choice(('', '', ' * 2'))} {bounded};"]

    def loop(self, depth):
        """A loop with at least one statement in it."""
        rng = self.rng
        name = f"{'ijklmn'[len(self.loops)]}"
        low, high = rng.choice((0, 0, 0, 1, 2)), self.side - 1 - rng.choice((0, 0, 1, 2))
        lower, upper = str(low), str(high)
        if rng.random() < 0.3:
            upper = f"n_{self.tag} - 1"  # at most the side
            high = self.side - 1
        outer = rng.choice(self.loops) if self.loops and rng.random() < 0.3 else None
        if outer and rng.random() < 0.5 and outer[1] >= low:
            lower, low = outer[0] + rng.choice(("", " + 1")), outer[1]
        elif outer:
            upper, high = outer[0], min(outer[2], self.side - 1)
        kinds = ("int", "int", "long", "unsigned long") if depth == 1 else ("int", "int", "long")  # no signed counter meets it
        kind = rng.choice(kinds) if lower.isdigit() and upper.isdigit() else "int"
        step = rng.choice((1, 1, 1, 1, 2))
        declared = "" if kind == "int" and rng.random() < 0.3 else kind + " "
        if rng.random() < 0.1 and kind != "unsigned long":
            head = f"for ({declared}{name} = {upper}; {name} >= {lower}; {name} -= {step})"
        else:
            head = f"for ({declared}{name} = {lower}; {name} <= {upper}; {name} += {step})"
        self.loops.append((name, low, high))
        body = self.statement() if depth == 1 or rng.random() < 0.3 else []
        if depth > 1 and rng.random() < 0.2:
            return [f"{head} {{", *body, *self.sum_of(depth - 1), "}"]
        if depth > 1:
            body += self.loop(depth - 1)
            if rng.random() < 0.2:
                body += self.statement() if rng.random() < 0.5 else self.loop(rng.randint(1, depth - 1))
        if not body or rng.random() < 0.2:
            body += self.statement()
        self.loops.pop()
        return [f"{head} {{", *body, "}"]

    def sum_of(self, depth):
        """A sum of what a loop computes, in a variable of its own or of the function."""
        rng = self.rng
        array = rng.choice(self.arrays)
        kind = "unsigned" if array[1] in INTEGER else "double"
        name = f"sum{len(self.loops)}"
        target = self.element(array)
        lines = [f"{kind} {name} = {rng.choice(('0', '1', target))};" if rng.random() < 0.7 else f"{name}_{self.tag} = 0;"]
        name = name if kind in lines[0] else f"{name}_{self.tag}"
        inner = self.loop(depth)
        add = f"{name} {rng.choice(('+', '-'))}= {self.value(kind)};"
        inner.insert(len(inner) - 1, add) if rng.random() < 0.5 else inner.insert(1, add)
        self.loops.pop()
        return [*lines, *inner, f"{target} = {name} & 1023u;" if array[1] in INTEGER else f"{target} = {name};"]

    def product(self):
        """Sums of products along the rows of two matrices, in triangles and parts, too; nothing if there are no matrices."""
        rng = self.rng
        matrices = [array for array in self.arrays if array[2] == 2]
        if len(matrices) < 2:
            return []
        target = rng.choice(matrices)
        left, right = (rng.choice([each for each in matrices if each != target or rng.random() < 0.1] or matrices) for _ in "ab")
        top = str(self.side - 1)
        ends = [rng.choice((top, top, f"n_{self.tag} - 1", str(self.side - 2))) for _ in "ijk"]
        begins = [rng.choice(("0", "0", "1", "2")) for _ in "ijk"]
        shift = rng.choice(("", "", " + 1", " - 1"))
        if shift:
            begins[2], ends[2] = "1", str(self.side - 2)
        if rng.random() < 0.2:
            ends[1] = "i"
        total = self.place(target, ["i", "j"])
        term = f"{self.place(left, ['i', 'k'])} * {self.place(right, ['j', 'k' + shift])}"
        bounded = " & 1023" if target[1] in INTEGER else ""
        heads = [f"for (int {name} = {begin}; {name} <= {end}; {name}++) {{" for name, begin, end in zip("ijk", begins, ends)]
        if bounded:
            term = f"({self.place(left, ['i', 'k'])} & 255) * ({self.place(right, ['j', 'k' + shift])} & 255)"
        return [*heads, f"{total} = ({total} + {term}){bounded};" if bounded else f"{total} += {term};", "}", "}", "}"]

    def lines(self):
        """A line of an array that each iteration of a loop sets anew, or almost, and reads; nothing if there are no arrays for it."""
        rng = self.rng
        line = next((array for array in self.arrays if array[2] == 1), None)
        matrix = next((array for array in self.arrays if array[2] == 2 and line and array[1] == line[1]), None)
        if not matrix:
            return []
        kind, last = line[1], self.side - 1
        along = rng.random() < 0.5
        at = lambda place: self.place(matrix, ["j", place] if along else [place, "j"])
        bounded = " & 1023" if kind in INTEGER else ""
        half = "" if bounded else f" * ({kind})0.5"
        end = rng.choice((f"n_{self.tag} - 1", str(last), str(last)))
        first = rng.choice(("1", "1", "1", "2"))
        step = rng.choice(("i++", "i++", "i++", "i++", "i += 2"))
        setting = f"{self.place(line, ['i'])} = ({at('i')} + {self.place(line, ['i - 1'])}{half}){bounded};"
        reading = f"{at('i')} = ({self.place(line, ['i'])} + {at('i - 1')}{half}){bounded};"
        parts = [f"for (int i = {first}; i <= {end}; {step}) {'if (j > 2) ' if rng.random() < 0.1 else ''}{setting}",
                 rng.choice((f"for (int i = {end}; i > 0; i--) {reading}", f"for (int i = 1; i <= {end}; i++) {reading}"))]
        if rng.random() < 0.15:
            parts.reverse()
        if rng.random() < 0.3:
            parts.insert(rng.randint(0, 2), f"{self.place(line, [rng.choice(('0', str(last)))])} = {at('0')};")
        nest = [f"for (int j = {rng.choice('001')}; j <= {rng.choice((end, str(last)))}; j++) {{", *parts, "}"]
        return [f"for (int t = 0; t < {rng.randint(1, 3)}; t++) {{", *nest, "}"] if rng.random() < 0.4 else nest

    def index(self, number, depth):
        return "".join(f"[{number} / {self.side ** power} % {self.side}]" for power in range(depth))


def make_nest(program):
    """A phase with nests that compute on arrays of their own."""
    rng, tag = program.rng, program.fresh("affine")
    nest = Nest(rng, tag)
    memory, elements, parameters, arguments = nest.memory()
    nest.parameters = parameters
    body = []
    for _ in range(rng.randint(1, 3)):
        shape = rng.random()
        body += ((nest.product() if shape < 0.15 else nest.lines() if shape < 0.35 else [])
                 or nest.loop(rng.choice((2, 2, 3, 3, 3, 4))))
    functions = [line for each in nest.functions for line in each]
    text = [*memory, f"static int n_{tag};", *functions, f"static void work_{tag}({parameters}) {{", "int i, j, k, l, m;",
            f"{'double' if nest.arrays[0][1] in REAL else 'unsigned'} t_{tag} = 0, sum1_{tag} = 0, sum2_{tag} = 0, sum3_{tag} = 0;",
            *body, f"(void)i, (void)j, (void)k, (void)l, (void)m, (void)t_{tag};",
            f"(void)sum1_{tag}, (void)sum2_{tag}, (void)sum3_{tag};"]
    if nest.form == "row":
        text += [f"(void){name}, (void)h_{name}, (void)w_{name};" for name, _, _ in nest.arrays]
    elif nest.form != "array":
        text += [f"(void){name};" for name, _, _ in nest.arrays]
    text += ["}", f"static void run_{tag}(void) {{", f"n_{tag} = {rng.choice((0, 1, 2, nest.side - 1, nest.side, nest.side))};"]
    for element, count, kind in elements:
        # Products of numbers with a fraction have to be rounded: whether a sum is fused shows.
        fraction = f" + ({kind})0.1" if kind in REAL else ""
        text += [f"for (unsigned e = 0; e < {count}u; e++)", f"{element} = ({kind})((e * 2654435761u >> 20) & 255u){fraction};"]
    text += [f"work_{tag}({arguments});", "unsigned h = 1;"]
    for element, count, _ in elements:
        text += [f"for (unsigned e = 0; e < {count}u; e++)", f"h = fold(h, (double){element});"]
    text += [f'printf("{tag} %u\\n", h);', "}"]
    program.functions.append(Function(f"run_{tag}", "phase", text))
