// A loop in which functions' loops replace calls (CallReplacer.h), as new text of the source:
//
//     for (j..)                       { /* kasuri: .. */
//       solve_column(l, x, j);          int j_done = 0;
//                               ->      for (j..) <the body of solve_column>
//                                       j_done = 1;
//                                       if (!j_done)
//                                         for (j..) solve_column(l, x, j);
//                                     }
//
// The first loop computes what the second one does, so that is left out. Where the first is a nest
// that is reordered under a condition, the second one runs if the condition does not hold.
#pragma once

#include "reorder/unfold/BodyText.h"
#include "reorder/unfold/UnfoldLoops.h"

namespace kasuri {

struct UnitNodes;

struct Unfolded {
  UnfoldedLoop loop;
  MadeEdit edit;
};

/// Some annotation is about the loop, or what is in it or around it.
bool isAnnotated(const Program &program, RegionId loop);

/// Nothing if the loop calls no function with loops, or keeps its text. `number`: makes names that
/// no other loop has. `names`: in the loop's function.
std::optional<Unfolded> inlineCalls(const Program &program, const ParsedSources &sources,
                                    const SourceText &text, const UnitNodes &nodes,
                                    clang::ASTContext &context, RegionId loop,
                                    const FunctionNames &names, size_t number);

} // namespace kasuri
