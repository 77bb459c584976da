"""A program without undefined behaviour, from a seed: state, functions, a main, checksums over all state.

Indices are kept inside by intervals or masks, integers are computed unsigned, every loop has a bound,
memory is initialised, and a function with restrict is only called with different arrays. Each program
has a taste: some kinds of statements it likes and some it does without, so that programs differ.
"""
import dataclasses
import random

import affine
import forms
import frames
import functions
import idioms
import pipelines
import statements
import stores
import sweeps
import tallies
from scope import INTEGERS, Grid, View

HEADERS = ["#include <stdio.h>", "#include <stdlib.h>", "#include <string.h>"]
# Half of the programs declare what they use, which compiles faster.
PROTOTYPES = ["int printf(const char *, ...);", "void *malloc(unsigned long);",
              "void *calloc(unsigned long, unsigned long);", "void *realloc(void *, unsigned long);",
              "void free(void *);", "_Noreturn void abort(void);",
              "void *memset(void *, int, unsigned long);",
              "unsigned long strlen(const char *);", "int rand(void);",
              "int snprintf(char *, unsigned long, const char *, ...);",
              "void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));",
              "void *memcpy(void *restrict, const void *restrict, unsigned long);",
              "void *memmove(void *, const void *, unsigned long);"]


@dataclasses.dataclass
class Record:
    """The members of `struct item` that not every program has."""
    length: int
    bits: bool
    union: bool
    pointer: bool
    next: bool
    order: int

    def view(self, base, name):
        kind, last = {"v": ("int", self.length - 1), "w.c": ("unsigned char", 3), "p": ("int", 7)}[name]
        return View(base + name, kind, 0, last)

    def declaration(self):
        members = [f"int v[{self.length}];", "double d;", "short n;", "unsigned x;"]
        members += ["unsigned a : 3, b : 5;"] if self.bits else []
        members += ["union { unsigned u; unsigned char c[4]; } w;"] if self.union else []
        members += ["int *p;"] if self.pointer else []
        members += ["struct item *next;"] if self.next else []
        random.Random(self.order).shuffle(members)
        return ["struct item {", *members, "};"]


class Program:
    def __init__(self, seed):
        self.rng = rng = random.Random(seed)
        self.names = 0
        self.cost = 0
        self.closed = False
        self.needs_headers = False
        self.functions = []
        self.pointed = []
        self.tastes = {}
        self.kinds = rng.sample(INTEGERS[:4] + ("double",), rng.randint(1, 3))
        if "int" not in self.kinds and rng.random() < 0.7:
            self.kinds.append("int")
        self.shared_scalar = rng.random() < 0.2
        self.items = rng.choice((4, 8, 8, 16))
        self.record = Record(rng.choice((8, 8, 16)), *(rng.random() < 0.5 for _ in range(4)), rng.random())
        self.globals = [View(f"G{number}", rng.choice(self.kinds * 2 + ["int", "long", "double", "float"]), 0,
                             rng.choice((32, 64, 64, 100, 128, 256)) - 1) for number in range(rng.randint(3, 6))]
        if all(view.real for view in self.globals):
            self.globals.append(View("G9", "int", 0, 63))
        self.grids = [Grid("M", rng.choice(self.kinds), rng.choice((6, 8, 12)), rng.choice((8, 16, 20)))]
        self.pointers = self.global_pointers() if rng.random() < 0.5 else []
        self.heap_rows = Grid("rows", rng.choice(("int", "unsigned", "double")), rng.choice((4, 6, 8)), 16)
        self.grids += [self.heap_rows] if rng.random() < 0.6 else []

    def global_pointers(self):
        """Views through P0 and P1, which point to any two arrays of one kind."""
        kinds = [view.kind for view in self.globals]
        kind = max(sorted(set(kinds)), key=kinds.count)
        self.pointed = [view for view in self.globals if view.kind == kind][:2]
        last = min(view.hi for view in self.pointed)
        return [View(name, kind, 0, last) for name in ("P0", "P1")]

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def taste(self, make):
        """How much this program likes that kind of statement: a quarter not at all."""
        if make not in self.tastes:
            self.tastes[make] = self.rng.choice((0.05, 0.5, 1, 1, 2))
        return self.tastes[make]


def declarations(program):
    rng = program.rng
    wants_headers = rng.random() < 0.2 or program.needs_headers
    lines = list(HEADERS if wants_headers else PROTOTYPES)
    lines += program.record.declaration()
    for view in program.globals:
        lines.append(f"{functions.linkage(rng)}{view.kind} {view.text}[{view.hi + 1}];")
    for view, target in zip(program.pointers, program.pointed * 2):
        lines.append(f"static {view.kind} *{view.text} = {target.text};")
    for grid in program.grids:
        shape = f"*rows[{grid.count}]" if grid is program.heap_rows else f"{grid.text}[{grid.count}][{grid.width}]"
        lines.append(f"static {grid.kind} {shape};")
    lines.append(f"{functions.linkage(rng)}struct item S[{program.items}];")
    lines += ["static unsigned gint;", "static double greal;"]
    if program.record.next:
        lines.append("static struct item *head = S;")
    return lines


def initialise(program):
    """Fills all state from one sequence, which no compiler can make parallel, and links what has pointers."""
    rng, record, lines = program.rng, program.record, []

    def fill(kind):
        if kind in ("double", "float"):
            return f"(draw() & {rng.choice((63, 255))}) * 0.125"
        return f"draw() & {rng.choice((7, 63, 255, 1023))}" if rng.random() < 0.8 else "draw() * 65599u"

    for view in program.globals:
        lines.append(f"for (int i = 0; i <= {view.hi}; i++) {view.text}[i] = {fill(view.kind)};")
    for grid in program.grids:
        lines.append(f"for (int i = 0; i < {grid.count}; i++) {{")
        if grid is program.heap_rows:
            lines += [f"rows[i] = malloc({grid.width} * sizeof *rows[i]);", "if (!rows[i]) abort();"]
        lines += [f"for (int j = 0; j < {grid.width}; j++) {grid.text}[i][j] = {fill(grid.kind)};", "}"]
    lines += [f"for (int i = 0; i < {program.items}; i++) {{", "S[i].n = draw() % 11;", "S[i].x = draw();",
              f"S[i].d = {fill('double')};", f"for (int j = 0; j < {record.length}; j++) S[i].v[j] = {fill('int')};"]
    lines += ["S[i].a = draw() & 7;", "S[i].b = draw() & 31;"] if record.bits else []
    lines += ["S[i].w.u = draw() * 65599u;"] if record.union else []
    if record.pointer:
        other = rng.choice(("i", "i", f"i * 3 % {program.items}", "0"))
        lines.append(f"S[i].p = S[{other}].v;")
    if record.next:
        step = rng.choice((1, 1, 2))
        lines.append(f"S[i].next = i + {step} < {program.items} ? &S[i + {step}] : 0;")
    return ["static void setup(void) {", *lines, "}", "}"]


def checksum(name, loop, value, real=False):
    mix = f"h = fold(h, {value});" if real else f"h = h * 31u + (unsigned){value};"
    return [f"{loop} {mix}", f'printf("{name} %u\\n", h);']


def checksums(program):
    """Prints a sum over each piece of state, in one order."""
    record, lines = program.record, ["static unsigned show(void) {", "unsigned h = 1;"]
    for view in program.globals:
        lines += checksum(view.text, f"for (int i = 0; i <= {view.hi}; i++)", f"{view.text}[i]", view.real)
    for grid in program.grids:
        loop = f"for (int i = 0; i < {grid.count}; i++) for (int j = 0; j < {grid.width}; j++)"
        lines += checksum(grid.text, loop, f"{grid.text}[i][j]", grid.kind == "double")
    members = ["n", "x"] + ["a", "b"] * record.bits + ["w.u"] * record.union
    for name in members:
        lines += checksum(f"S.{name}", f"for (int i = 0; i < {program.items}; i++)", f"S[i].{name}")
    lines += checksum("S.d", f"for (int i = 0; i < {program.items}; i++)", "S[i].d", real=True)
    lines += checksum("S.v", f"for (int i = 0; i < {program.items}; i++) for (int j = 0; j < {record.length}; j++)",
                      "S[i].v[j]")
    if record.pointer:
        loop = f"for (int i = 0; i < {program.items}; i++) for (int j = 0; j < 8; j++)"
        lines += checksum("S.p", loop, "S[i].p[j]")
    return [*lines, 'printf("rest %u %u\\n", gint, fold(1, greal));', "return h;", "}"]


CHANGED = ["static struct item changed(struct item s, unsigned k) {", "s.x += k;", "s.v[k & 7] = s.n;",
           "s.n = k & 15;", "return s;", "}"]

# A sequence of 15-bit numbers. The bits of a real number; all NaNs are one, their sign may differ.
HELPERS = ["static unsigned state = 1;", "static unsigned draw(void) {", "state = state * 1103515245u + 12345u;",
           "return state >> 16 & 32767;", "}",
           "static unsigned fold(unsigned h, double x) {", "unsigned long bits;", "memcpy(&bits, &x, sizeof bits);",
           "return x != x ? h + 12345u : h * 31u + (unsigned)(bits ^ bits >> 32);", "}",
           "static int by_value(const void *a, const void *b) {", "int x = *(const int *)a, y = *(const int *)b;",
           "return (x > y) - (x < y);", "}", *idioms.TALLY, *CHANGED]


def main_function(program):
    scope = functions.local_scope(program)
    scope.views = [*program.globals, *program.pointers]
    lines = [line for _ in range(program.rng.randint(2, 5)) for line in statements.statement(scope)]
    phases = [f"{function.name}();" for function in program.functions if function.shape == "phase"]
    cut = program.rng.randint(0, len(phases))
    freeing = f"for (int i = 0; i < {program.heap_rows.count}; i++) free(rows[i]);"
    ending = [freeing] if program.heap_rows in program.grids else []
    return ["int main(void) {", "setup();", *phases[:cut], "{", *lines, "}", *phases[cut:], "unsigned h = show();",
            *ending, "return (int)(h & 63u);", "}"]


def indented(lines):
    """The lines by the depth of their braces."""
    depth, result = 0, []
    for line in lines:
        closing = len(line) - len(line.lstrip("}"))
        result.append("  " * (depth - closing) + line)
        depth += line.count("{") - line.count("}")
    return "\n".join(result) + "\n"


def generate(seed):
    program = Program(seed)
    functions.make_all(program)
    for _ in range(program.rng.choice((0, 0, 0, 1, 2))):
        pipelines.make_engine(program)
    for _ in range(program.rng.choice((0, 0, 1))):
        frames.make_frames(program)
    for _ in range(program.rng.choice((0, 0, 0, 1, 2))):
        affine.make_nest(program)
    for _ in range(program.rng.choice((0, 0, 0, 0, 1))):
        sweeps.make_sweeps(program)
    for _ in range(program.rng.choice((0, 0, 1, 2))):
        tallies.make_tallies(program)
    main = main_function(program)
    texts = [line for function in program.functions for line in function.text]
    helpers = [*HELPERS, *(stores.HELPERS if any("struct store" in line for line in [*texts, *main]) else [])]
    return indented([*declarations(program), *forms.MACROS, *helpers, *texts, *initialise(program), *checksums(program), *main])
