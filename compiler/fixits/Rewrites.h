// Rewrites of a loop that keep the meaning of the program.
//
//     static _Thread_local double factor;     const double factor_before = factor;
//     for (int i = 0; i < n; i++)          →  for (int i = 0; i < n; i++)
//       a[i] = i * factor;                      a[i] = i * factor_before;
//
// copyBeforeLoop: nothing writes the variable while the loop runs. Only names of the unit lead to
// it (it has no external linkage, and its address is taken nowhere), the loop does not assign it,
// and calls only functions of the library that call nothing back. For a volatile variable the same
// edit is a promise: what else may change it is the user's business.
//
// copyAroundLoop: a local variable of which pointers to it are held in parameters only, as the
// obstacle LiveOut says, and which the loop reads and assigns by its name alone. A copy with
// another name in the loop has the same values; it is stored back behind the loop. A loop that is
// left by `return` ends the life of the variable, so there is nothing to store; one that is left by
// `goto` is not rewritten.
//
// declareInside: a local array without a constant size of which each iteration writes what it
// reads, as the obstacle SharedScratch says, and that only the loop's body names. Its size is a
// variable that the function never changes. For a scalar, of which nothing is known, the edit is a
// promise.
//
// They give up on text of macros, labels, C without declarations between statements, types without
// a name, and declarations of several variables.
#pragma once

#include "fixits/LoopSource.h"

namespace kasuri {

std::optional<Mend> copyBeforeLoop(const LoopSource &text, llvm::StringRef name);
std::optional<Mend> copyAroundLoop(const LoopSource &text, llvm::StringRef name);
std::optional<Mend> declareInside(const LoopSource &text, llvm::StringRef name);

} // namespace kasuri
