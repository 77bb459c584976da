// Lists of accesses that many calls have in common.
//
//     run(command);      reaches every command of an interpreter, and so do a thousand other calls:
//     run(next);         each touches the same thousands of objects
//
// What such a call does is told apart by object only, so its accesses are the same as those of
// other calls but for the call itself. All of these calls get one list, whose accesses name no
// call. Nothing else of an access differs, since lists are compared member by member. Short lists,
// and those with an access that knows its bytes, stay their call's own: there, analyses take single
// accesses out.
#include "analysis/access/flow/SharedLists.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr size_t shortestShared = 64; ///< accesses of a list

bool isOfWholeObject(const Access &access) {
  return access.base.kind == Base::Kind::Object && access.size == 0 && access.offset == Linear();
}

size_t hashOf(const std::vector<Access> &list) {
  size_t hash = list.size();
  for (const Access &access : list)
    for (size_t part : {size_t(access.base.object.value), size_t(access.origin.value),
                        size_t(access.premise.value), size_t(access.isWrite)})
      hash = (hash ^ part) * 0x9E3779B97F4A7C15 + (hash >> 29);
  return hash;
}

/// Frees much room behind the last one. (Without exceptions shrink_to_fit does nothing.)
template <class Part> void shrink(std::vector<Part> &list) {
  constexpr size_t much = 64; // moving a short list costs more than it frees
  if (list.capacity() - list.size() >= much)
    list = std::vector<Part>(std::make_move_iterator(list.begin()),
                             std::make_move_iterator(list.end()));
}

/// One that is known already, or this one.
std::shared_ptr<const std::vector<Access>> shared(Summaries &summaries, std::vector<Access> list) {
  const size_t hash = hashOf(list);
  const auto [first, last] = summaries.lists.equal_range(hash);
  for (auto each = first; each != last; ++each)
    if (auto known = each->second.lock(); known && *known == list)
      return known;
  shrink(list);
  auto made = std::make_shared<const std::vector<Access>>(std::move(list));
  summaries.lists.emplace(hash, made);
  return made;
}

} // namespace

void shareLists(WalkContext &walk) {
  FunctionAccesses &result = walk.result;
  for (auto place = result.at.begin(); place != result.at.end();) {
    std::vector<Access> &list = place->second;
    if (list.size() < shortestShared || !std::all_of(list.begin(), list.end(), isOfWholeObject)) {
      shrink(list);
      ++place;
      continue;
    }
    for (Access &access : list)
      access.at = ValueId();
    result.sharedAt[place->first] = shared(walk.summaries, std::move(list));
    place = result.at.erase(place);
  }
  shrink(result.summary);
  shrink(result.summaryParts);
}

} // namespace kasuri
