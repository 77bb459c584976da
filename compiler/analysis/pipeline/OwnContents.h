// Blocks of which an iteration only reads what it has written itself, though nobody can say where
// that is; internal to Versions.
#pragma once

#include "analysis/pipeline/BlockPaths.h"

#include <functional>

namespace kasuri {

class OwnContents {
public:
  /// Each iteration writes these bytes of the block, which the object is, before it reads them, and
  /// the loop comes to the block on one path only.
  using IsOwn = std::function<bool(ObjectId object, const ByteRange &bytes)>;

  OwnContents(const PipelineDraft &draft, IsOwn isOwn);

  /// All that the loop, and what it calls, reads of the block that the objects are. The loop comes
  /// to that block on one path only.
  bool areAllReadsOwn(const std::set<ObjectId> &block) const;

  /// What the holders have at these bytes leads to memory or is null, and is nothing else to the
  /// loop, in all of the program: so a worker may have another pointer there.
  bool isPointer(const std::set<ObjectId> &holders, const ByteRange &bytes) const;

private:
  const PipelineDraft &draft;
  IsOwn isOwn;
  std::vector<ValueId> values; ///< of the loop and of what it calls
};

} // namespace kasuri
