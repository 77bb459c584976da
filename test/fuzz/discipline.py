"""Gives each iteration of a loop what it may write, so that many loops can run in parallel.

Without it nearly every generated loop carries a dependence. An iteration owns one element, a block or
a row of some arrays and perhaps a structure; the rest it only reads. Now and then the rule is broken in
one place, which makes a near miss.
"""
import dataclasses

from scope import View, affine


def owned(scope, counter, view):
    """The part of an array that belongs to the iteration: an element or a block."""
    rng = scope.rng
    width = rng.choice((4, 8, 8, 8, 16))
    if rng.random() < 0.55 and counter.hi * width + width - 1 <= view.hi and view.lo <= 0:
        return View(f"({view.text} + {counter.name} * {width})", view.kind, 0, width - 1)
    own = affine(rng, counter, view)
    return View(view.text, view.kind, 0, 0, own=own) if own else None


def settle(inner):
    """Divides what is in reach of the loop body between own and shared."""
    rng, counter = inner.rng, inner.counters[-1]
    inner.disciplined = True
    views = list(dict.fromkeys(inner.views))
    rng.shuffle(views)
    writable = [view for view in views if view.writable and not view.own][:rng.randint(1, 3)]
    own = [view for view in (owned(inner, counter, view) for view in writable) if view]
    near_miss = rng.random() < 0.12
    inner.views = [dataclasses.replace(view, writable=view.writable and near_miss and rng.random() < 0.3)
                   for view in views if view not in writable or near_miss] + own * 2
    rows = [grid for grid in inner.grids if grid.count > counter.hi]
    inner.views += [View(f"{grid.text}[{counter.name}]", grid.kind, 0, grid.width - 1) for grid in rows[:1]] * 2
    inner.grids = []
    inner.structs = [(f"{text}[{counter.name}].", None) for text, count in inner.structs
                     if count is not None and count.hi >= counter.hi]
    if rng.random() < 0.92:
        inner.fixed += inner.scalars
        inner.scalars = []
        inner.reals = []
