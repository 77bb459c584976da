#include "report/compare/MatchLoops.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <map>
#include <set>

namespace kasuri {
namespace {

/// Each outweighs any number of the next that a function may have, up to 999 loops.
constexpr uint64_t sameText = 1000000000000, sameHeadAndDepth = 1000000000, sameHead = 1000000,
                   sameDepth = 1;
constexpr size_t mostCells = 4000000; ///< of an alignment; else loops are matched by their number

uint64_t likeness(const LoopRecord &one, const LoopRecord &other) {
  if (!one.digest.empty() && one.digest == other.digest)
    return sameText;
  const bool isDepth = one.depth == other.depth;
  if (!one.head.empty() && one.head == other.head)
    return isDepth ? sameHeadAndDepth : sameHead;
  return isDepth ? sameDepth : 0;
}

using Loops = std::vector<LoopRecord>;
using Pairs = std::vector<std::pair<size_t, size_t>>;

/// The pairs of greatest likeness that keep the order.
Pairs align(const Loops &before, const Loops &after) {
  const size_t rows = before.size(), columns = after.size();
  Pairs pairs;
  if (rows * columns > mostCells) {
    for (size_t i = 0; i < std::min(rows, columns); ++i)
      if (likeness(before[i], after[i]) > 0)
        pairs.emplace_back(i, i);
    return pairs;
  }
  // best[i][j]: of the loops from i and from j on
  std::vector<uint64_t> best((rows + 1) * (columns + 1), 0);
  const auto at = [&](size_t i, size_t j) -> uint64_t & { return best[i * (columns + 1) + j]; };
  const auto paired = [&](size_t i, size_t j) {
    const uint64_t its = likeness(before[i], after[j]);
    return its > 0 ? its + at(i + 1, j + 1) : 0;
  };
  for (size_t i = rows; i-- > 0;)
    for (size_t j = columns; j-- > 0;)
      at(i, j) = std::max({at(i + 1, j), at(i, j + 1), paired(i, j)});
  for (size_t i = 0, j = 0; i < rows && j < columns;) {
    if (paired(i, j) == at(i, j) && at(i, j) > 0)
      pairs.emplace_back(i++, j++);
    else if (at(i + 1, j) == at(i, j))
      ++i;
    else
      ++j;
  }
  return pairs;
}

class FunctionMatcher {
public:
  FunctionMatcher(const Snapshot &before, const Snapshot &after) : before(before), after(after) {}

  std::vector<FunctionMatch> match() {
    pairBy([](const FunctionRecord &one, const FunctionRecord &other) {
      return one.file == other.file && one.name == other.name;
    });
    pairBy([](const FunctionRecord &one, const FunctionRecord &other) {
      return one.name == other.name &&
             llvm::sys::path::filename(one.file) == llvm::sys::path::filename(other.file);
    });
    pairBy([](const FunctionRecord &one, const FunctionRecord &other) {
      return one.name == other.name;
    });
    pairBy([](const FunctionRecord &one, const FunctionRecord &other) {
      return one.file == other.file && sharesText(one, other);
    });
    std::vector<FunctionMatch> all;
    for (const FunctionRecord &each : after.functions) {
      auto found = beforeOf.find(&each);
      all.push_back({found == beforeOf.end() ? nullptr : found->second, &each});
    }
    for (const FunctionRecord &each : before.functions)
      if (!taken.contains(&each))
        all.push_back({&each, nullptr});
    return all;
  }

private:
  const Snapshot &before, &after;
  std::map<const FunctionRecord *, const FunctionRecord *> beforeOf;
  std::set<const FunctionRecord *> taken; ///< of `before`

  static bool sharesText(const FunctionRecord &one, const FunctionRecord &other) {
    return llvm::any_of(one.loops, [&](const LoopRecord &mine) {
      return !mine.digest.empty() && llvm::any_of(other.loops, [&](const LoopRecord &its) {
        return mine.digest == its.digest;
      });
    });
  }

  template <typename Predicate> void pairBy(Predicate isSame) {
    std::vector<const FunctionRecord *> left;
    for (const FunctionRecord &each : before.functions)
      if (!taken.contains(&each))
        left.push_back(&each);
    for (const FunctionRecord &each : after.functions) {
      if (beforeOf.contains(&each))
        continue;
      const auto found = llvm::find_if(left, [&](const FunctionRecord *old) {
        return !taken.contains(old) && isSame(*old, each);
      });
      if (found == left.end())
        continue;
      beforeOf[&each] = *found;
      taken.insert(*found);
    }
  }
};

/// The loops of one function, or of one side of it.
void addLoops(const FunctionMatch &in, std::vector<LoopMatch> &to) {
  const Loops none;
  const Loops &before = in.before ? in.before->loops : none;
  const Loops &after = in.after ? in.after->loops : none;
  size_t i = 0, j = 0;
  const auto upTo = [&](size_t row, size_t column) {
    while (i < row)
      to.push_back({&before[i++], nullptr, in});
    while (j < column)
      to.push_back({nullptr, &after[j++], in});
  };
  for (auto [row, column] : align(before, after)) {
    upTo(row, column);
    to.push_back({&before[i++], &after[j++], in});
  }
  upTo(before.size(), after.size());
}

/// Loops with the same text that are alone on both sides: they have been moved.
void joinMoved(std::vector<LoopMatch> &loops) {
  std::multimap<std::string, size_t> gone;
  for (size_t i = 0; i < loops.size(); ++i)
    if (!loops[i].after && !loops[i].before->digest.empty())
      gone.emplace(loops[i].before->digest, i);
  std::set<size_t> moved;
  for (LoopMatch &each : loops) {
    const auto found = each.before ? gone.end() : gone.find(each.after->digest);
    if (found == gone.end())
      continue;
    each.before = loops[found->second].before;
    each.in.before = loops[found->second].in.before;
    moved.insert(found->second);
    gone.erase(found);
  }
  std::vector<LoopMatch> rest;
  for (size_t i = 0; i < loops.size(); ++i)
    if (!moved.contains(i))
      rest.push_back(loops[i]);
  loops = std::move(rest);
}

void addLayers(const FunctionMatch &in, std::vector<LayerMatch> &to) {
  const size_t before = in.before ? in.before->layers.size() : 0;
  const size_t after = in.after ? in.after->layers.size() : 0;
  for (size_t i = 0; i < std::max(before, after); ++i)
    to.push_back({i < before ? &in.before->layers[i] : nullptr,
                  i < after ? &in.after->layers[i] : nullptr, in});
}

} // namespace

Matching matchLoops(const Snapshot &before, const Snapshot &after) {
  Matching matching{FunctionMatcher(before, after).match(), {}, {}};
  for (const FunctionMatch &each : matching.functions) {
    addLoops(each, matching.loops);
    addLayers(each, matching.layers);
  }
  joinMoved(matching.loops);
  return matching;
}

} // namespace kasuri
