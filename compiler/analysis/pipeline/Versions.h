// Blocks behind pointers of which each iteration of a pipeline in flight has a version; internal to
// findPipeline.
#pragma once

#include "analysis/pipeline/BlockPaths.h"

#include <memory>

namespace kasuri {

class VersionMaker;

/// Of one draft.
class Versions {
public:
  Versions(PipelineDraft &draft, BlockPaths &paths);
  ~Versions();

  /// Gives iterations versions of the block that the access is to, and of those that lead to it.
  /// `draft.groups` and `paths` must be those of the loop. False, and nothing changes, if someone
  /// could tell, or if all statements among `ordered` that take long would be in order all the
  /// same.
  bool make(const Access &access, const ElementRange &ordered);

  /// The draft has changed otherwise than by a version.
  void startAnew();

private:
  PipelineDraft &draft;
  BlockPaths &paths;
  std::unique_ptr<VersionMaker> maker; ///< null: nothing has been asked since the draft changed
};

} // namespace kasuri
