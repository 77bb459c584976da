// Where what the accesses to an array read is from: which execution has written it, if any in front
// has. Exact, for a total order of executions.
//
// Source: P. Feautrier, "Dataflow analysis of array and scalar references" (1991), as isl computes
// it.
#pragma once

#include "reorder/Polyhedra.h"

#include <vector>

namespace kasuri {

struct ArrayAccess {
  size_t statement = 0, access = 0;
};

struct ReadValues {
  ArrayAccess read;
  isl::union_map from;      ///< from the last execution that has written the element
  isl::union_set unwritten; ///< executions that read what none has written
};

// These throw isl::exception. `polyhedra`: of the nest, or of one with the same executions.

std::vector<ArrayAccess> accessesTo(const AffineNest &nest, size_t array, bool areWrites);

/// From executions to the elements that they access.
isl::union_map mapOf(const AffineNest &nest, const Polyhedra &polyhedra,
                     const std::vector<ArrayAccess> &all);

/// `order`: of all executions, as tuples of one length.
ReadValues valuesOf(const AffineNest &nest, const Polyhedra &polyhedra, const ArrayAccess &read,
                    const isl::union_map &order);

/// Executions of the write that nothing overwrites, in the order of the source.
isl::union_set lastWrites(const AffineNest &nest, const Polyhedra &polyhedra,
                          const ArrayAccess &write);

} // namespace kasuri
