// Functions that iterations of a pipeline call, with segments that begin or end in them; internal
// to movability.
#pragma once

#include "movability/read/CodeReader.h"

namespace kasuri {

/// The pieces of a call into which a pipeline is cut, and the segments with an end there.
class CutCall {
public:
  CutCall(const Pipeline &its, CallPath path);

  CallPath path; ///< the call behind those that lead to it
  /// Numbers of Pipeline::pieces; those of the function, and of others that it calls, are between
  /// them.
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
  /// `stopped`: the address of what is set if the loop has ended.
  std::string argumentsFor(const Pipeline &its, const std::string &stopped) const;

private:
  /// What the function is told of versions: types and names.
  std::vector<std::pair<std::string, std::string>> variablesOfVersions(const Pipeline &its) const;
};

/// The function, which is the one that the last of the calls calls, for the iterations of the
/// pipeline. Copies that it calls have been read.
MovableClone readPipeClone(FunctionCode &function, const Pipeline &its, bool isOther,
                           const CallPath &path, const std::string &name);

} // namespace kasuri
