"""Solvers for lines: each iteration of a loop sets scratch anew, by recurrences along a line, and reads it to solve the line. Or
almost: a line may have another begin, another end or another step, and what is in the scratch in the end is compared, too. Scratch
and matrices are arrays of C, rows of elements with a width in a variable, or in a structure. Sizes of 0 and 1 are among them."""
from functions import Function

KINDS = ("double", "double", "double", "float", "int", "unsigned")
BORDER = 2  # elements around those that loops count


class Sweeps:
    def __init__(self, rng, tag):
        self.rng, self.tag = rng, tag
        self.side = rng.choice((7, 9, 13, 20, 33))  # with borders
        self.kind = rng.choice(KINDS)
        self.is_integer = self.kind in ("int", "unsigned")
        self.form = rng.choice(("array", "array", "row", "member", "member", "inside"))
        self.matrices = [f"{letter}_{tag}" for letter in "AB" + "C" * rng.randint(0, 1)]
        self.lines = [f"{letter}_{tag}" for letter in "d" + "e" * (rng.random() < 0.5)]
        self.others = [f"x_{tag}"]  # lines that no sweep sets anew
        self.functions = []

    def all_lines(self):
        return self.lines + self.others

    # Memory.

    def at(self, name, *subscripts):
        width = f"w_{self.tag}" if self.form == "row" else "s->w"
        if self.form in ("array", "inside"):
            text = "".join(f"[{each}]" for each in subscripts)
        else:
            text = f"[({subscripts[0]}) * {width} + {subscripts[1]}]" if len(subscripts) == 2 else f"[{subscripts[0]}]"
        return f"{'s->' if self.form in ('member', 'inside') else ''}{name}{text}"

    def size(self):
        return "s->n" if self.form in ("member", "inside") else f"n_{self.tag}"

    def memory(self):
        """Definitions, parameters and arguments of the functions that work on them."""
        tag, kind, side = self.tag, self.kind, self.side
        lines, matrices = self.all_lines(), self.matrices
        if self.form == "inside":
            members = [f"{kind} {each}[{side}];" for each in lines] + [f"{kind} {each}[{side}][{side}];" for each in matrices]
            return [f"struct sweep_{tag} {{ int n; {' '.join(members)} }};", f"static struct sweep_{tag} S_{tag};"], \
                f"struct sweep_{tag} *s", f"&S_{tag}"
        if self.form == "array":
            return ([f"static {kind} {each}[{side}];" for each in lines] + [f"static {kind} {each}[{side}][{side}];" for each in matrices],
                    f"int n_{tag}", f"N_{tag}")
        text = [f"static {kind} M_{each}[{side}];" for each in lines] + [f"static {kind} M_{each}[{side * side}];" for each in matrices]
        if self.form == "row":
            parameters = [f"{kind} *{each}" for each in lines + matrices] + [f"int n_{tag}", f"int w_{tag}"]
            return text, ", ".join(parameters), ", ".join([f"M_{each}" for each in lines + matrices] + [f"N_{tag}", str(side)])
        members = "".join(f", *{each}" for each in lines + matrices)[2:]
        text += [f"struct sweep_{tag} {{ int n, w; {kind} {members}; }};",
                 f"static struct sweep_{tag} S_{tag};"]
        return text, f"struct sweep_{tag} *s", f"&S_{tag}"

    def elements(self):
        """In the function that fills and compares all, by number `e`, with how many there are."""
        owner = f"S_{self.tag}." if self.form == "inside" else "M_" if self.form in ("row", "member") else ""
        is_flat = self.form in ("row", "member")
        side = self.side
        index = "[e]" if is_flat else f"[e / {side}][e % {side}]"
        return ([(f"{owner}{each}[e]", side) for each in self.all_lines()] +
                [(f"{owner}{each}{index}", side * side) for each in self.matrices])

    def begin(self, size):
        """What sets the sizes and pointers."""
        tag = self.tag
        if self.form == "inside":
            return [f"S_{tag}.n = {size};"]
        if self.form == "member":
            return [f"S_{tag}.n = {size}, S_{tag}.w = {self.side};"] + [f"S_{tag}.{each} = M_{each};" for each in self.all_lines() + self.matrices]
        return [f"N_{tag} = {size};"]

    # Sweeps.

    def set(self, target, value):
        return f"{target} = ({value}) & 1023;" if self.is_integer else f"{target} = {value};"

    def half(self, value):
        return value if self.is_integer else f"{self.rng.choice((f'({self.kind})0.5', f'({self.kind})0.25'))} * {value}"

    def range(self):
        """The first and the last iteration along a line."""
        rng = self.rng
        last = self.side - 1 - BORDER
        return rng.choice(("2", "2", "2", "3")), rng.choice((str(last), str(last), str(last - 1), f"{self.size()} - 3", f"{self.size()} - 3"))

    def loop(self, name, first, last, is_down, body):
        declared = self.rng.choice(("int", "int", "int", "long")) + " "
        step = self.rng.choice(("++", "++", "++", "++", "++", "++", "++", " += 2"))
        if is_down:
            head = f"for ({declared}{name} = {last}; {name} >= {first}; {name}{step.replace('+', '-')})"
        else:
            head = f"for ({declared}{name} = {first}; {name} <= {last}; {name}{step})"
        return [f"{head} {{", *body, "}"]

    def cell(self, place, across=0):
        """Of a matrix, on this line or one beside it."""
        line = "j" if across == 0 else f"j {'+' if across > 0 else '-'} 1"
        return self.at(self.rng.choice(self.sources), *((line, place) if self.is_along else (place, line)))

    def target(self, place):
        return self.at(self.result, *(("j", place) if self.is_along else (place, "j")))

    def recurrence(self, line, known, is_down):
        """Sets an element by one before it."""
        rng = self.rng
        back, near = ("i + 1", "i - 1") if is_down else ("i - 1", "i + 1")
        terms = [self.cell("i"), self.half(self.at(line, back))]
        if known and rng.random() < 0.7:
            terms.append(self.at(rng.choice(known), rng.choice(("i", "i", back, near))))
        if rng.random() < 0.3:
            terms.append(self.half(self.cell("i", rng.choice((-1, 1)))))
        if rng.random() < 0.2:
            terms.append(self.at(line, "i + 2" if is_down else "i - 2"))
        return self.set(self.at(line, "i"), " + ".join(terms))

    def solution(self, known, is_down):
        rng = self.rng
        back = "i + 1" if is_down else "i - 1"
        terms = [self.at(each, rng.choice(("i", "i", "i", back))) for each in known]
        terms.append(self.half(self.target(back)) if rng.random() < 0.8 else self.cell("i"))
        return self.set(self.target("i"), " + ".join(terms))

    def ends(self, line):
        """Sets an element beside those that a recurrence sets."""
        place = self.rng.choice(("0", "1", "1", "1", str(self.side - BORDER), "3"))
        return self.set(self.at(line, place), self.rng.choice((self.cell("1"), "3")))

    def reader(self, known):
        """Reads the scratch, and does not solve."""
        rng = self.rng
        return rng.choice((self.set(self.at(self.others[0], "j"), f"{self.at(self.others[0], 'j')} + {self.at(rng.choice(known), 'i')}"),
                           self.set(self.target("i"), f"{self.target('i')} + {self.half(self.at(rng.choice(known), 'i'))}"),
                           self.set(self.at(rng.choice(known), "i"), f"{self.at(rng.choice(known), 'i')} + {self.cell('i')}")))

    def body(self):
        """What is done for a line."""
        rng = self.rng
        self.is_along = rng.random() < 0.4
        self.result, *self.sources = rng.sample(self.matrices, len(self.matrices))
        if rng.random() < 0.1:
            self.sources.append(self.result)
        own, parts, known = self.range(), [], []
        near = lambda: own if rng.random() < 0.85 else self.range()
        is_down = rng.random() < 0.2
        groups = [self.lines] if rng.random() < 0.2 else [[line] for line in self.lines]  # in one loop
        for group in groups:
            parts += [[self.ends(line)] for line in group if rng.random() < 0.5]
            setting = []
            for line in group:
                setting.append(self.recurrence(line, known, is_down))
                known = [*known, line]
            parts.append(self.loop("i", *near(), is_down, setting))
        is_back = not is_down if rng.random() < 0.8 else is_down
        parts.append(self.loop("i", *near(), is_back, [self.solution(known, is_back)]))
        if rng.random() < 0.3:
            parts.append(self.loop("i", *near(), rng.random() < 0.3, [self.reader(known)]))
        if rng.random() < 0.1:
            parts.append([self.ends(rng.choice(self.lines))])
        if rng.random() < 0.05:
            rng.shuffle(parts)
        if rng.random() < 0.04:
            parts.append([f"if ({self.cell('2')} == 77)", rng.choice(("break;", "continue;", "return;"))])
        return [line for part in parts for line in part]

    def sweep(self, parameters, names):
        """Over all lines, maybe with a function for one."""
        rng = self.rng
        lines, body = self.range(), self.body()
        if rng.random() < 0.3 and "break;" not in body and "continue;" not in body:
            name = f"line{len(self.functions)}_{self.tag}"
            used = [f"(void){each};" for each in names]
            self.functions.append([f"static void {name}({parameters}, long j) {{", *used, *body, "}"])
            body = [f"{name}({', '.join(names)}, j);"]
        return self.loop("j", *lines, rng.random() < 0.15, body)

    def later(self):
        """Reads or changes the scratch outside of all sweeps."""
        line = self.rng.choice(self.lines)
        change = self.rng.choice((self.set(self.at(self.others[0], "k"), f"{self.at(self.others[0], 'k')} + {self.at(line, 'k')}"),
                                  self.set(self.at(line, "k"), self.half(self.at(line, "k")))))
        return self.loop("k", *self.range(), False, [change])

    def work(self, parameters, names):
        rng = self.rng
        body = [line for _ in range(rng.choice((1, 1, 2))) for line in self.sweep(parameters, names)]
        if rng.random() < 0.25:
            body = body + self.later() if rng.random() < 0.5 else self.later() + body
        if rng.random() < 0.4:
            body = [f"for (int t = 0; t < {rng.randint(1, 3)}; t++) {{", *body, "}"]
        return [f"if ({self.size()} == 5)", "return;", *body] if rng.random() < 0.1 else body


def make_sweeps(program):
    """A phase with such solvers, called with several sizes."""
    rng, tag = program.rng, program.fresh("sweeps")
    sweeps = Sweeps(rng, tag)
    memory, parameters, arguments = sweeps.memory()
    names = [each.split()[-1].lstrip("*") for each in parameters.split(", ")]
    work = sweeps.work(parameters, names)
    text = [*memory, *([f"static int N_{tag};"] if sweeps.form in ("array", "row") else []),
            *[line for each in sweeps.functions for line in each], f"static void work_{tag}({parameters}) {{",
            *work, *[f"(void){each};" for each in names], "}", f"static void run_{tag}(void) {{", "unsigned h = 1;"]
    for element, count in sweeps.elements():
        # Products of numbers with a fraction have to be rounded: whether a sum is fused shows.
        fraction = "" if sweeps.is_integer else f" + ({sweeps.kind})0.1"
        text += [f"for (unsigned e = 0; e < {count}u; e++)", f"{element} = ({sweeps.kind})((e * 2654435761u >> 20) & 255u){fraction};"]
    for size in rng.sample((0, 1, 4, 5, 6, sweeps.side - 1, sweeps.side), 2) + [sweeps.side]:
        text += [*sweeps.begin(size), f"work_{tag}({arguments});"]
        for element, count in sweeps.elements():
            text += [f"for (unsigned e = 0; e < {count}u; e++)", f"h = fold(h, (double){element});"]
    program.functions.append(Function(f"run_{tag}", "phase", [*text, f'printf("{tag} %u\\n", h);', "}"]))
