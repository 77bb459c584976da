// Functions that iterations of a pipeline call, with segments that begin or end in them; internal
// to movability.
#pragma once

#include "movability/read/CodeReader.h"

namespace kasuri {

/// The pieces of a call into which a pipeline is cut, and the segments with an end there.
class CutCall {
public:
  CutCall(const Pipeline &its, ValueId call);

  /// Numbers of Pipeline::pieces; those of the function are between them.
  size_t arguments = 0, result = 0;

  bool begins(const OrderedSegment &segment) const {
    return arguments < segment.begin && segment.begin <= result;
  }
  bool ends(const OrderedSegment &segment) const {
    return arguments < segment.end && segment.end <= result;
  }
  /// Some iteration may find in the function that the loop has ended.
  bool mayStop(const Pipeline &its) const;
  /// In front of the function's own parameters, as they are declared and as they are given.
  std::string parameters(const Pipeline &its) const;
  std::string argumentsFor(const Pipeline &its) const;

  /// Of the caller: set if the loop has ended.
  std::string stopped() const { return "ks_stopped_" + std::to_string(arguments); }

private:
  /// What the function is told of versions: types and names.
  std::vector<std::pair<std::string, std::string>> variablesOfVersions(const Pipeline &its) const;
};

/// The function, which is the one that the call calls, for the iterations of the pipeline.
MovableClone readPipeClone(FunctionCode &function, const Pipeline &its, ValueId call,
                           const std::string &name);

} // namespace kasuri
