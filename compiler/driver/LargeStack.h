// Programs that machines write nest deeper than a thread's usual stack of 8 MB is good for.
//
// Clang and the phases walk trees by recursion, with a level of the stack for each level of an
// expression or statement; `a + a + ... + a` has as many levels as terms. The system takes memory
// for a stack only as it is used, so a large one costs nothing where it is not needed. How deep an
// input may be is bounded where it is read: `maxNested` of the frontend, `CheckedJson`.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

namespace kasuri {

/// Runs `body` on a stack of 1 GB, or as much as there may be, and returns what it returns.
int runWithLargeStack(llvm::function_ref<int()> body);

} // namespace kasuri
