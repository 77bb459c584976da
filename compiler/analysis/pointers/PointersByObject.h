// Which loads and stores have to do with pointers into an object: an index of points-to sets.
//
//     t = &a[i];  *out = t;      the store of t, for `a`
//     u = *in;                   the load of u, for all that it may point to
//
// A question about one array is asked in each loop that works with it. There are thousands of
// loads in the functions that a loop calls, and few that lead to the array.
#pragma once

#include "analysis/pointers/PointsTo.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace kasuri {

class PointersByObject {
public:
  PointersByObject() = default;
  PointersByObject(const Program &program, const PointsTo &pointsTo);

  /// One of the loads whose value may point into the object's memory, or of the stores of such a
  /// value. `pointsTo`: of which this is the index.
  bool anyMoved(const PointsTo &pointsTo, ObjectId object,
                llvm::function_ref<bool(ValueId)> isIt) const;

  /// One of the values that take the address of the variable.
  bool anyAddress(ObjectId object, llvm::function_ref<bool(ValueId)> isIt) const;

private:
  std::vector<std::vector<ValueId>> moved;     ///< by points-to set
  std::vector<uint32_t> used;                  ///< sets for which that is not empty
  std::vector<uint32_t> special;               ///< those with a special object
  std::vector<std::vector<uint32_t>> plain;    ///< by object: the others that it is in
  std::vector<std::vector<ValueId>> addresses; ///< by object
};

} // namespace kasuri
