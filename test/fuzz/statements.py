"""Statements that any scope allows, and the block that strings them together. Each yields lines of C."""
import expressions
import calls
import chains
import forms
import idioms
import library
import liveness
import loops
import ordered
import pointers
import stores
import temporaries
from scope import View, element, index


def assign(scope):
    """Writes one element, mostly at an index affine in the counters."""
    rng = scope.rng
    targets = scope.arrays(writable=True) + scope.arrays(real=True, writable=True)
    if not targets:
        return []
    view = rng.choice(targets)
    place = element(scope, view, plain=0.85)
    if view.real:
        return [f"{place} = {expressions.real(scope)};"]
    operator = rng.choice(("=", "=", "=", "+=", "^=", "-="))
    if view.kind == "unsigned" and rng.random() < 0.15:
        return [f"{place}++;"]
    return [f"{place} {operator} {expressions.value(scope, view.kind)};"]


def assign_member(scope):
    """Writes a member of a structure, bit-fields, union members and pointers included."""
    if not scope.structs:
        return []
    rng, record = scope.rng, scope.program.record
    base = expressions.structure(scope)
    choices = [f"{base}n = (short)({expressions.integer(scope)} & 31);",
               f"{base}x = {expressions.integer(scope)};", f"{base}x += {expressions.integer(scope)};",
               f"{element(scope, record.view(base, 'v'))} = {expressions.integer(scope)};",
               f"{base}d = {expressions.real(scope)};", f"{base}n++;" if rng.random() < 0.2 else f"{base}n &= 63;"]
    if record.bits:
        choices += [f"{base}a = {expressions.integer(scope)} & 7;", f"{base}b += 3;"]
    if record.union:
        choices += [f"{base}w.u = {expressions.integer(scope)};",
                    f"{element(scope, record.view(base, 'w.c'))} = {expressions.integer(scope)} & 255;"]
    targets = [view for view in scope.program.globals if view.kind == "int" and view.hi >= 15]
    if record.pointer:
        choices.append(f"{element(scope, record.view(base, 'p'))} += {expressions.integer(scope)};")
    if record.pointer and targets:
        view = rng.choice(targets)
        choices.append(f"{base}p = {view.text} + {rng.randint(0, view.hi - 7)};")
    return [rng.choice(choices)]


def assign_scalar(scope):
    rng = scope.rng
    if scope.reals and rng.random() < 0.3:
        return [f"{rng.choice(scope.reals)} = {expressions.real(scope)};"]
    if not scope.scalars:
        return []
    operator = rng.choice(("=", "=", "=", "+=", "^=", "|=", "*="))
    return [f"{rng.choice(scope.scalars)} {operator} {expressions.integer(scope)};"]


def declare_scalar(scope):
    """A temporary of the block: private to an iteration."""
    name = scope.fresh("t")
    line = f"unsigned {name} = {expressions.integer(scope)};"
    scope.scalars.append(name)
    return [line]


def declare_pointer(scope):
    """A pointer into an array, at a fixed or at a variable place."""
    rng = scope.rng
    views = [view for view in scope.arrays() + scope.arrays(real=True) if view.hi - view.lo >= 12]
    if not views:
        return []
    view, name = rng.choice(views), scope.fresh("q")
    const = "" if view.writable else "const "
    if rng.random() < 0.6:
        shift = rng.randint(view.lo, view.hi - 7)
        scope.views.append(View(name, view.kind, view.lo - shift, view.hi - shift, view.writable))
        start = f"&{view.text}[{shift}]" if rng.random() < 0.5 else f"{view.text} + ({shift})"
        return [f"{const}{view.kind} *{name} = {start};"]
    narrow = View(view.text, view.kind, view.lo, view.hi - 7, view.writable)
    where = index(scope, narrow)
    scope.views.append(View(name, view.kind, 0, 7, view.writable))
    return [f"{const}{view.kind} *{name} = &{view.text}[{where}];"]


def declare_struct_pointer(scope):
    arrays = [pair for pair in scope.structs if pair[1] is not None]
    if not arrays:
        return []
    text, count = scope.rng.choice(arrays)
    name = scope.fresh("e")
    line = f"struct item *{name} = &{text}[{index(scope, count)}];"
    scope.structs.append((f"{name}->", None))
    return [line]


def branch(scope):
    rng = scope.rng
    lines = [f"if ({expressions.condition(scope)}) {{", *block(scope, rng.randint(1, 2))]
    if rng.random() < 0.5:
        lines += ["} else {", *block(scope, rng.randint(1, 2))]
    return [*lines, "}"]


def switch(scope):
    rng = scope.rng
    lines = [f"switch ({expressions.integer(scope)} & 3) {{"]
    for label in rng.sample(range(4), rng.randint(2, 4)):
        lines += [f"case {label}: {{", *block(scope, 1, switching=True), "}"]
        lines += ["break;"] if rng.random() < 0.8 else []
    return [*lines, "default: break;", "}"]


def leave(scope):
    """An early way on or out: continue, break, return."""
    rng = scope.rng
    if not scope.may_break:
        return []
    choice = rng.random() if scope.may_continue else rng.uniform(0.5, 1)
    rare = f"(unsigned){expressions.integer_leaf(scope)} % {rng.choice((29, 61, 127))} == {rng.randint(0, 9)}"
    if choice < 0.5 or (scope.disciplined and scope.may_continue and choice < 0.85):
        return [f"if ({expressions.condition(scope)}) continue;"]
    if choice < 0.8 or scope.returns is None:
        return [f"if ({rare}) break;"]
    return [f"if ({rare}) return {scope.returns(scope)};" if scope.returns else f"if ({rare}) return;"]


SIMPLE = ((assign, 10), (assign_member, 4), (assign_scalar, 3), (declare_scalar, 3), (declare_pointer, 2),
          (declare_struct_pointer, 1))
NESTED = ((branch, 3), (switch, 1), (leave, 1))


IDIOMS = (*idioms.TABLE, *ordered.TABLE, *chains.TABLE, *temporaries.TABLE, *pointers.TABLE, *stores.TABLE,
          *library.TABLE, *liveness.TABLE)
# Reaches memory by another way than the names in scope: not for functions with restrict parameters.
OPEN = {idioms.copy_memory, idioms.double_buffer, loops.list_walk}


def statement(scope, switching=False):
    """One statement, compound while the budget of trips and the depth allow it."""
    program = scope.program
    table = [(make, weight) for make, weight in SIMPLE]
    if scope.depth < 6:
        table += [pair for pair in NESTED if not (switching and pair[0] is leave)]
        table += forms.TABLE
        table += [(make, weight) for make, weight in IDIOMS if scope.trips < 600]
        often = 0 if program.closed else 4 if scope.disciplined else 1.5
        table += [(make, weight * often) for make, weight in calls.TABLE]
        table += [(make, weight * (3 if scope.loops == 0 else 1)) for make, weight in loops.TABLE
                  if scope.loops < 3 and scope.trips < 600]
    table = [(make, weight * program.taste(make)) for make, weight in table if make not in OPEN
             or not (program.closed or scope.sheltered or (scope.disciplined and scope.rng.random() < 0.95))]
    make = scope.rng.choices([make for make, _ in table], [weight for _, weight in table])[0]
    scope.spend()
    return make(scope)


def block(scope, count, switching=False):
    """Statements of an own block; what they declare ends with it."""
    inner = scope.child()
    lines = []
    for _ in range(count):
        lines += statement(inner, switching)
    return lines
