// Arrays that each iteration of a loop may have to itself.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/memory/Privates.h"

namespace kasuri {

/// What is known of memory as scratch of a loop.
struct Scratch {
  /// A copy for each part of the loop gives what the one memory gives.
  std::optional<PrivateObject> copied;
  /// Why there cannot be copies, though each iteration fills the memory before it reads it; how a
  /// sentence on the memory ends. Empty: it is no scratch, or has copies.
  std::string problem;
  std::string unlock = {}; ///< what would remove the problem, if that is not what always does
};

Scratch judgeScratchArray(const AnalysedProgram &analysed, RegionId loop, ObjectId array,
                          Budget &budget);

/// May copies of the variable stand for it in the loop, whatever they begin with? All pointers into
/// it that the loop works with are made there from its name, and none stays behind. `behind`:
/// regions of the loop that only run when it is over.
bool canBeCopied(const AnalysedProgram &analysed, RegionId loop, ObjectId variable,
                 const std::vector<RegionId> &behind, Budget &budget);

/// The same of memory with this base that the loop's function has allocated in front of the loop;
/// `copyOut`: it may be read behind it.
std::optional<PrivateObject> copyOfBuffer(const AnalysedProgram &analysed, RegionId loop,
                                          const Access &access, const std::vector<RegionId> &behind,
                                          Budget &budget);

/// The same of memory that is reached through a pointer: one with this base.
Scratch judgeScratchMemory(const AnalysedProgram &analysed, RegionId loop, const Access &access,
                           Budget &budget);

} // namespace kasuri
