// What comparisons say of numbers.
#pragma once

#include "model/Program.h"

namespace kasuri {

inline bool holds(int64_t number, Relation relation, int64_t limit) {
  switch (relation) {
  case Relation::Less:
    return number < limit;
  case Relation::LessEqual:
    return number <= limit;
  case Relation::Greater:
    return number > limit;
  case Relation::GreaterEqual:
    return number >= limit;
  case Relation::Equal:
    return number == limit;
  case Relation::NotEqual:
    break;
  }
  return number != limit;
}

} // namespace kasuri
