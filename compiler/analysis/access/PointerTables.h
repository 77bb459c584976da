// Tables of pointers whose cells never hold the same block.
#pragma once

#include "analysis/symbolic/Accesses.h"

namespace kasuri {

class PointerTables {
public:
  PointerTables(const Program &program, const PointsTo &pointsTo, const Effects &effects);

  /// Different cells at this place, and at others that are owners, never hold the same block.
  bool isOwner(const Location &cell, uint64_t size) const;

private:
  friend class PointerTableFinder;
  const Program &program;
  const PointsTo &pointsTo;
  /// With what they reach, but for those of fresh memory and of null.
  std::map<ObjectId, std::vector<std::pair<Location, uint64_t>>> writes;
};

/// Addresses from which pointers are loaded, such that two different cells, loaded from whichever
/// of these addresses at whichever times, lead to different blocks of memory.
std::set<ValueId> findDistinctCells(const Program &program, const PointsTo &pointsTo,
                                    const Effects &effects);

} // namespace kasuri
