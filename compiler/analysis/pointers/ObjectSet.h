// Sets of objects that are asked far more often than they grow: one bit for each object.
//
//     pointsTo.escaped.contains(object)    for each location of each access, in each comparison
//
// The ids of objects are small and dense, except for those of special objects, which end the range.
// Adding a constant makes these wrap around to the first places. So an answer is one load.
#pragma once

#include "support/Ids.h"

#include <cstdint>
#include <vector>

namespace kasuri {

class ObjectSet {
public:
  bool empty() const { return isEmpty; }

  bool contains(ObjectId object) const {
    const uint32_t place = placeOf(object);
    return place < bits.size() && bits[place];
  }

  /// True if the object is new.
  bool insert(ObjectId object) {
    const uint32_t place = placeOf(object);
    if (place >= bits.size())
      bits.resize(place + place / 2 + 64);
    const bool isNew = !bits[place];
    bits[place] = true;
    isEmpty = false;
    return isNew;
  }

  /// Special objects first, others in ascending order; `body` must not change this set.
  template <class Body> void forEach(Body body) const {
    for (uint32_t place = 0; place < bits.size(); ++place)
      if (bits[place])
        body(ObjectId(size_t(place - reserved)));
  }

private:
  static constexpr uint32_t reserved = 64; ///< more than there are special objects
  bool isEmpty = true;
  std::vector<bool> bits; ///< by placeOf

  static uint32_t placeOf(ObjectId object) { return object.value + reserved; }
};

} // namespace kasuri
