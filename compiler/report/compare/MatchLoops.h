// Which loop of one snapshot is which loop of another, after the sources have been edited.
//
//     before                            after
//     f  for (i ...)  digest 7a         f     for (k ...)  new
//        while (p)    digest 13               for (i ...)  digest 7a      same text
//                                       walk  while (p)    digest 13      moved into a function
//
// Lines do not count: they move with every edit. Functions are matched first: by file and name,
// then by name alone if it has gone from one file and come to another, then by a loop with the same
// text, if only the name is new. In two matched functions, an alignment that keeps the order of the
// loops is chosen: loops with the same text first, then with the same head at the same depth, then
// with the same head, then at the same depth. The rest is matched by its text, in whichever
// function it is now. What is left is new or gone.
//
// A wrong match cannot hide that a loop is gone, because each loop is matched once at most. It can
// take a rewritten loop for the one that it has replaced, which is what a reader expects.
#pragma once

#include "report/compare/Snapshot.h"

namespace kasuri {

/// One of both sides may be missing.
struct FunctionMatch {
  const FunctionRecord *before = nullptr, *after = nullptr;
};

struct LoopMatch {
  const LoopRecord *before = nullptr, *after = nullptr;
  FunctionMatch in; ///< the function on each side where there is a loop
};

struct LayerMatch {
  const LayerRecord *before = nullptr, *after = nullptr;
  FunctionMatch in;
};

struct Matching {
  std::vector<FunctionMatch> functions; ///< those of `after` first, in its order
  std::vector<LoopMatch> loops;         ///< by function, in source order
  std::vector<LayerMatch> layers; ///< of a function in order; more of them on one side are alone
};

/// Both snapshots must outlive it.
Matching matchLoops(const Snapshot &before, const Snapshot &after);

} // namespace kasuri
