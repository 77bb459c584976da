// What the user promises of the program, or asks for (docs/annotations.md).
#pragma once

#include "support/Obstacle.h"

namespace kasuri {

using AnnotationId = Id<struct AnnotationTag>;

struct Annotation {
  enum class Kind : uint8_t {
    Independent, ///< loop: no iteration touches memory that another one writes
    NoAlias,     ///< loop: what two pointers lead to does not overlap
    Distinct,    ///< loop: entries of an array are different, or lead to different memory
    Reduction,   ///< loop: updates of a variable may be combined in any order
    TripCount,   ///< loop: about how many iterations it has
    Exclude,     ///< loop or block: stays as it is
    KeepOrder,   ///< loop: it and those in it stay in their order; they may run in parallel
    Pure,        ///< function: only computes its result
    Whole,       ///< function: stays as it is inside
    Deadline,    ///< function: a call is to take no longer
    Reordered,   ///< loop that Kasuri wrote (reorder): as Independent, but known, not promised
    Generated,   ///< the same, of whose iterations nothing is known
    /// Loop that Kasuri wrote, right inside another: of two executions that depend on each other,
    /// in different iterations of that one, the later one's variable of this loop is no smaller.
    Columns
  };
  Kind kind = Kind::Independent;
  RegionId region;                    ///< the Loop or Sequence that it is about; or
  FunctionId function;                ///< the definition, if there is one,
  std::string name;                   ///< of the function with this symbol
  std::vector<ObjectId> objects = {}; ///< variables that it names
  std::string operation = {};         ///< Reduction: "+", "min"
  double number = 0;                  ///< TripCount: iterations; Deadline: nanoseconds
  SourceLocation location = {};
  std::string text = {}; ///< "noalias(a, b)"
};

/// Kasuri writes it into new text; none of a user's.
bool isKasurisOwn(Annotation::Kind kind);
/// "independent", as the pragma says it.
std::string_view name(Annotation::Kind kind);

} // namespace kasuri
