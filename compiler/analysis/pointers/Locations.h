// What a question about locations answers: mostly a set that points-to has anyway, seldom a new
// one.
//
// Thousands of accesses go through pointers that lead to the same thousands of places. They share
// one set, which nobody copies. Two answers that share a set are equal, which is known by address.
#pragma once

#include "analysis/pointers/PointsTo.h"

#include <utility>

namespace kasuri {

class Locations {
public:
  Locations() = default;
  explicit Locations(LocationSet made) : made(std::move(made)) {}
  /// A set of PointsTo::sets, which must live longer.
  static Locations sharing(const LocationSet &set) {
    Locations result;
    result.shared = &set;
    return result;
  }

  const LocationSet &set() const { return shared ? *shared : made; }
  const LocationSet *sharedSet() const { return shared; } ///< null: it is a set of its own
  LocationSet::const_iterator begin() const { return set().begin(); }
  LocationSet::const_iterator end() const { return set().end(); }
  size_t size() const { return set().size(); }
  bool empty() const { return set().empty(); }

  /// Adds what it lacks; the shared set stays as it is.
  void merge(const Locations &added) {
    if (added.empty() || (shared && shared == added.shared))
      return;
    if (empty()) {
      *this = added;
      return;
    }
    LocationSet all = set();
    kasuri::merge(all, added.set());
    made = std::move(all);
    shared = nullptr;
  }

private:
  const LocationSet *shared = nullptr;
  LocationSet made; ///< where nothing is shared
};

} // namespace kasuri
