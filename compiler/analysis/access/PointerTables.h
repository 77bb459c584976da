// Tables of pointers whose cells never hold the same block.
#pragma once

#include "analysis/symbolic/Accesses.h"

namespace kasuri {

class PointerTables {
public:
  PointerTables(const Program &program, const PointsTo &pointsTo, const Effects &effects);

  /// Different cells at this place, and at others that are owners, never hold the same block at one
  /// time.
  bool isOwner(const Location &cell, uint64_t size) const;

  /// A block may come to this cell from another one. Where that is not so, the block of a cell is
  /// in no other one at whichever times.
  bool mayBeExchanged(const Location &cell, uint64_t size) const;

private:
  friend class PointerTableFinder;
  const Program &program;
  const PointsTo &pointsTo;
  /// With what they reach, but for those of fresh memory and of null.
  std::map<ObjectId, std::vector<std::pair<Location, uint64_t>>> writes;
  std::vector<std::pair<std::vector<Location>, std::vector<Location>>> exchanges; ///< of owners
};

/// Finds the addresses from which pointers are loaded, such that two different cells, loaded from
/// whichever of these addresses, lead to different blocks of memory: at one time if both are among
/// the exchanged ones, otherwise at whichever times.
void findDistinctCells(const Program &program, const PointsTo &pointsTo, Effects &effects);

} // namespace kasuri
