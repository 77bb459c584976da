// Typed ids: small numbers in source order, the only keys that phases share.
//
// A pointer-keyed map makes the output depend on the allocator; an id does not. Every table of the
// compiler is a vector indexed by one of these, and loops over ids run in source order, so that
// compiling twice gives the same bytes.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace kasuri {

template <class Tag> struct Id {
  static constexpr uint32_t none = ~0u;
  uint32_t value = none;

  constexpr Id() = default;
  constexpr explicit Id(size_t index) : value(static_cast<uint32_t>(index)) {}
  constexpr bool valid() const { return value != none; }
  constexpr size_t index() const { return value; }
  constexpr auto operator<=>(const Id &) const = default;
};

using FileId = Id<struct FileTag>;
using FunctionId = Id<struct FunctionTag>;
using ObjectId = Id<struct ObjectTag>;
using RegionId = Id<struct RegionTag>;
using ValueId = Id<struct ValueTag>;
using TaskId = Id<struct TaskTag>;
using LayerId = Id<struct LayerTag>;

} // namespace kasuri

template <class Tag> struct std::hash<kasuri::Id<Tag>> {
  size_t operator()(kasuri::Id<Tag> id) const noexcept { return id.value; }
};
