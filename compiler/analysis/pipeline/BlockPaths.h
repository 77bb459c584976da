// The pointers by which a loop comes to blocks of memory; internal to findPipeline.
#pragma once

#include "analysis/pipeline/PipelineDraft.h"

#include <map>

namespace kasuri {

/// Of one loop; each is found when it is asked for.
class BlockPaths {
public:
  explicit BlockPaths(const PipelineDraft &draft) : draft(draft) {}

  /// To what the symbol stands for: the block that it points into, or a number that is loaded by
  /// such pointers, whose member ends the path. None if it is another one in another iteration, or
  /// comes from elsewhere.
  std::optional<BlockPath> of(SymbolId symbol);

  /// The same, if nothing in the function writes or frees its members.
  std::optional<BlockPath> ofFunction(SymbolId symbol) const;

  /// The access is to the member that ends the path, which has one.
  bool isToEnd(const Access &access, const BlockPath &path);

private:
  const PipelineDraft &draft;
  std::map<SymbolId, std::optional<BlockPath>> known;
};

} // namespace kasuri
