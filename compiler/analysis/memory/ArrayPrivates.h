// Arrays that each iteration of a loop may have to itself.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/memory/Privates.h"

#include <functional>

namespace kasuri {

/// What is known of memory as scratch of a loop.
struct Scratch {
  /// A copy for each part of the loop gives what the one memory gives.
  std::optional<PrivateObject> copied;
  /// Why there cannot be copies, though each iteration fills the memory before it reads it; how a
  /// sentence on the memory ends. Empty: it is no scratch, or has copies.
  std::string problem;
  std::string unlock = {}; ///< what would remove the problem, if that is not what always does
  /// Each iteration reads there only what it has written before.
  bool isFilled() const { return copied || !problem.empty(); }
};

Scratch judgeScratchArray(const AnalysedProgram &analysed, RegionId loop, ObjectId array,
                          Budget &budget);

/// What is known of a loop whose iterations hand their copies on.
struct CopyContext {
  std::vector<RegionId> behind; ///< regions of the loop that only run when it is over
  /// Each iteration has its own such variable, and reads from it what it has written there itself.
  std::function<bool(ObjectId)> isOwn;
};

/// May copies of the variable stand for it in the loop, whatever they begin with? All pointers into
/// it that the loop works with are made there from its name, and none stays behind.
bool canBeCopied(const AnalysedProgram &analysed, RegionId loop, ObjectId variable,
                 const CopyContext &context, Budget &budget);

/// The same of memory with this base that the loop's function has allocated in front of the loop;
/// `copyOut`: it may be read behind it.
std::optional<PrivateObject> copyOfBuffer(const AnalysedProgram &analysed, RegionId loop,
                                          const Access &access, const CopyContext &context,
                                          Budget &budget);

/// The same of memory that is reached through a pointer: one with this base.
Scratch judgeScratchMemory(const AnalysedProgram &analysed, RegionId loop, const Access &access,
                           Budget &budget);

} // namespace kasuri
