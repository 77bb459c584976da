// Annotations and `restrict`: what the user says where Kasuri has no proof (docs/annotations.md).
//
// The text that they add means nothing to a compiler that does not know it, so only the promise
// itself can be wrong. The header of the annotations is included above the first token of the file,
// where no condition of the preprocessor is open.
#pragma once

#include "fixits/LoopSource.h"
#include "model/Program.h"

namespace kasuri {

Mend promiseIndependent(const LoopSource &text);
/// That the entries of the table are different by which `subject`, an expression at `place`, is
/// indexed, or from which the pointer comes: `out[at[i]]`, `rows[i]`.
std::optional<Mend> promiseDistinct(const LoopSource &text, const Obstacle &obstacle);
/// That the memory of each pair does not overlap: by `restrict` where one is a parameter, of which
/// as few as possible get it.
std::optional<std::vector<Mend>> promiseApart(const LoopSource &text,
                                              const std::vector<const Obstacle *> &pairs);
/// That a function without source only computes.
std::optional<Mend> promisePure(const LoopSource &text, llvm::StringRef function);

} // namespace kasuri
