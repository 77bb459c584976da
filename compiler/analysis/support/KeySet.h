// A set of 64-bit numbers that only grows: millions of members, one question each.
//
//     edges.insert(from << 32 | to)    is this copy new?
//
// The members are in one table, each at the first free place behind the one that its product with a
// constant names (Knuth's multiplicative hashing, linear probing). The table is at most half full,
// so a question mostly reads one place. No member is all ones: that is a free place.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace kasuri {

class KeySet {
public:
  size_t size() const { return count; }

  /// True if the key is new.
  bool insert(uint64_t key) {
    if (2 * (count + 1) > places.size())
      grow();
    if (!put(key))
      return false;
    ++count;
    return true;
  }

  void clear() {
    places.clear();
    count = 0;
  }

private:
  static constexpr uint64_t none = ~uint64_t(0);
  static constexpr size_t leastPlaces = 64;
  std::vector<uint64_t> places; ///< a power of two, or none
  size_t count = 0;

  bool put(uint64_t key) {
    const size_t last = places.size() - 1;
    size_t place = (key * 0x9E3779B97F4A7C15u) >> std::countl_zero(uint64_t(last));
    while (places[place] != none && places[place] != key)
      place = (place + 1) & last;
    return std::exchange(places[place], key) == none;
  }

  void grow() {
    const size_t room = places.empty() ? leastPlaces : places.size() * 2;
    const std::vector<uint64_t> before = std::exchange(places, std::vector<uint64_t>(room, none));
    for (uint64_t key : before)
      if (key != none)
        put(key);
  }
};

} // namespace kasuri
