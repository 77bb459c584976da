// Which of the function's variables a loop or a statement reads before it has written them, and
// which it surely writes.
//
//     for (...) {        scope 1
//       t = a[i];        t is written in scope 1
//       if (t > m) {     scope 2: t is exposed in it, and not in scope 1
//         u = t;         u is written in scope 2, but not surely in scope 1
//       }
//     }
//
// Scopes are nested, so a write that is later than the beginning of one is later than those of all
// around it. The time of the last sure write therefore tells for all open scopes at once in which
// of them the variable has been written.
#pragma once

#include "analysis/access/values/WalkContext.h"

#include <set>

namespace kasuri {

/// What was found of a scope.
struct ScopeUses {
  std::set<ObjectId> exposed;  ///< may be read before they are written in it
  std::set<ObjectId> assigned; ///< surely written in it
};

void openScope(WalkContext &walk);

/// Ends the innermost scope. `state`: at its end.
ScopeUses closeScope(WalkContext &walk, const WalkState &state);

void noteScopeRead(WalkContext &walk, ObjectId object, const WalkState &state);
void noteScopeWrite(WalkContext &walk, ObjectId object, WalkState &state);

} // namespace kasuri
