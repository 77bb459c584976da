// What several functions do, told apart by object only.
//
//     cinfo->method->start(cinfo);      forty functions, each with up to 800 accesses: as many as
//                                       there are objects that any of them touches
//
// An access to a whole object covers all that its parts may touch in any call, so that it holds for
// each caller: a call through a table of methods gets the same accesses wherever it is made.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// More accesses than this are joined: those of a function for its callers, and those of all
/// functions that one call may reach.
constexpr size_t longestSummary = 800;

/// Each object once, and what ends the program apart from what it goes on after.
class JoinedAccesses {
public:
  void add(const WalkContext &walk, const std::vector<Access> &accesses);
  const std::vector<Access> &all() const { return parts; }

private:
  using Key = std::tuple<ObjectId, bool, bool, ObstacleKind, bool>;
  std::map<Key, size_t> known;
  std::vector<Access> parts;
};

/// Records what any of the callees may do in the call, joined, if together they do more than is
/// told apart.
bool recordJoined(WalkContext &walk, ValueId call, const std::vector<FunctionId> &callees,
                  WalkState &state);

} // namespace kasuri
