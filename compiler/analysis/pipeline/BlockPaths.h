// The pointers by which a loop comes to blocks of memory; internal to findPipeline.
#pragma once

#include "analysis/pipeline/PipelineDraft.h"

#include <map>

namespace kasuri {

/// To what the symbol stands for: the block that it points into, or a number that is loaded by such
/// pointers, whose member ends the path.
std::optional<BlockPath> pathTo(const PipelineDraft &draft, SymbolId symbol);

class BlockPaths {
public:
  /// Those of all accesses of the loop. `draft.groups` must be those of the loop.
  explicit BlockPaths(const PipelineDraft &draft);

  /// To the block that the symbol points into. None if the pointer is another one in another
  /// iteration, or comes from elsewhere.
  std::optional<BlockPath> of(SymbolId symbol) const;

private:
  std::map<SymbolId, std::optional<BlockPath>> paths;
};

} // namespace kasuri
