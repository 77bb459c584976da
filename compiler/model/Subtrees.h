// What lies below each region of a program, without a walk over it.
//
//     if (a) ...                     Branch          regions and values in source order: below a
//     else if (b) ...                  Sequence      region are those from one position to another
//       else if (c) ...                  Branch
//
// A phase that asks each statement "is there a loop in it, a call that may exit?" walks over an arm
// once for each statement around it: in a chain of n arms, that is n * n / 2. Here, such a question
// is a search among the positions of all loops, or all such calls.
#pragma once

#include "model/Program.h"

#include <algorithm>
#include <vector>

namespace kasuri {

class Subtrees {
public:
  Subtrees() = default;
  explicit Subtrees(const Program &program);

  /// Positions [begin, end) of what is in or below a region.
  struct Span {
    size_t begin = 0, end = 0;
  };

  /// In the orders of valuesWithin and regionsWithin.
  Span valuesOf(RegionId region) const { return valueSpans[region.index()]; }
  Span regionsOf(RegionId region) const { return regionSpans[region.index()]; }
  const std::vector<ValueId> &values() const { return valueOrder; }
  const std::vector<RegionId> &regions() const { return regionOrder; }
  /// The same as Regions.h says.
  bool isLeftByJump(RegionId statement) const { return isLeft[statement.index()]; }

private:
  std::vector<ValueId> valueOrder;
  std::vector<RegionId> regionOrder;
  std::vector<Span> valueSpans, regionSpans; ///< by region
  std::vector<bool> isLeft;                  ///< by region

  bool isKnown(RegionId region) const { return regionSpans[region.index()].end > 0; }
  bool isPart(RegionId region, RegionId parent) const {
    const size_t position = regionSpans[region.index()].begin;
    const Span &all = regionSpans[parent.index()];
    return all.begin < position && position < all.end;
  }
  RegionId outermostUnknown(const Program &program, RegionId region) const;
  void add(const Program &program, RegionId root);
  void findLeft(const Program &program);
};

/// Positions of some values, or of some regions.
class Marks {
public:
  Marks() = default;
  /// Of those in `order` of which that holds.
  template <typename Id, typename Predicate> Marks(const std::vector<Id> &order, Predicate holds) {
    for (size_t position = 0; position < order.size(); ++position)
      if (holds(order[position]))
        positions.push_back(position);
  }

  bool anyIn(Subtrees::Span span) const {
    const auto first = firstIn(span);
    return first != positions.end() && *first < span.end;
  }
  /// In ascending order.
  std::vector<size_t> allIn(Subtrees::Span span) const {
    return {firstIn(span), std::lower_bound(positions.begin(), positions.end(), span.end)};
  }

private:
  std::vector<size_t> positions; ///< ascending

  std::vector<size_t>::const_iterator firstIn(Subtrees::Span span) const {
    return std::lower_bound(positions.begin(), positions.end(), span.begin);
  }
};

} // namespace kasuri
