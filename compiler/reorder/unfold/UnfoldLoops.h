// Loops over time steps as the nests that they are, in new text of the sources.
//
//     for (t = 0; t < n; t++) {          { /* kasuri: .. */
//       relax(next, now);                  int t_next = 0; const int t_rounds = 0 < n ? n / 2 : 0;
//       grid *old = now;                   for (t = 0; t < t_rounds; t++) {
//       now = next;               ->         <loops of relax, from 'now' to 'next'>
//       next = old;                          <loops of relax, from 'next' to 'now'>
//     }                                    }
//                                          t_next = 2 * t_rounds;
//                                          for (t = t_next; t < n; t++) {   as it was
//                                        }
//
// Calls hide loops, and pointers that change places (PointerMoves.h) hide which array a step reads
// and which one it writes. In the new text, each copy of the body has its arrays under names that
// do not change. After all copies, each pointer would have again what it had: nothing is left to
// move.
//
// The loop as it was runs the steps that are left, and leaves pointers and counter as the source
// does. Where the nest is reordered under a condition, it runs all steps if the condition fails. So
// the new text is only of use if the nest is reordered.
//
// A loop may count with a member of a structure (MemberCounter.h). A variable counts in the copies,
// and the member is set behind them:
//
//     while (s.time < n)             int time_begin = s.time; const int time_end = ..;
//       step(&s);               ->   for (int time_step = time_begin; time_step < time_end; ..) ..
//                                    s.time = time_end;
//                                    while (s.time < n) step(&s);                  as it was
//
// Loops keep their text where its meaning might change: they end early, their bound changes, moves
// depend on a condition, others may change the pointers, or a copy may mean something else
// (BodyText.h, CallReplacer.h).
#pragma once

#include "analysis/Parallelism.h"
#include "analysis/affine/CountedMembers.h"
#include "frontend/Frontend.h"
#include "reorder/unfold/MadeText.h"

#include <functional>
#include <set>

namespace kasuri {

struct UnfoldedLoop {
  SourceLocation location;    ///< of the source's loop, and of the nest
  SourceLocation end;         ///< of the source's loop
  std::string what;           ///< ", in two copies between which 'now' and 'next' change places"
  bool isOfSteps = true;      ///< each iteration passes over the whole of some arrays
  bool changesPlaces = false; ///< its pointers do
  std::string tail;           ///< the statement behind the nest: all its iterations are done
  std::set<std::string> inlined = {}; ///< functions
};

struct Unfolding {
  std::vector<UnfoldedLoop> loops;
  /// By number of the unit, where it has such loops.
  std::map<size_t, std::string> texts;
  std::map<size_t, TextOrigins> origins;
};

/// `mayUnfold`: other loops keep their text.
Unfolding unfoldLoops(const Program &program, const ParsedSources &sources,
                      const Parallelism &facts,
                      const std::function<bool(const SourceLocation &)> &mayUnfold);

} // namespace kasuri
