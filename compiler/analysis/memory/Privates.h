// Memory that a task or a part of a loop has for itself: variables, places that have a name, and
// blocks behind pointers.
#pragma once

#include "analysis/guard/Guards.h"
#include "model/Program.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kasuri {

/// Memory other than a variable of the function, by the name that a loop has for it: `st->sum`, the
/// elements of `st->seen`. The name means the same in front of the loop and behind it.
struct Place {
  std::string name = {};              ///< as the loop has it
  std::vector<ValueId> accesses = {}; ///< Loads and Stores by that name: all that touch it there
  unsigned subscripts = 0;            ///< that follow the name, which is an array's, in each access
  uint64_t bytes = 0;                 ///< of the whole of it
  std::vector<ValueId> seenBy; ///< outside the loop: what may touch it or change what it names
};

/// A variable that gets a copy per task.
struct PrivateObject {
  ObjectId object;      ///< a local or parameter of the function that holds the region
  bool copyOut = false; ///< the last iteration (or task) that writes it stores its value back
  /// The Call that allocated what the pointer `object` points to: the copy is of that memory, and
  /// its size can be evaluated again in front of the loop. Invalid: the copy is of `object`.
  ValueId allocation = {};
  /// What is copied, if it is no variable; `object` is invalid then.
  std::optional<Place> place = {};
  /// Of an array: the bytes from its start that all iterations write and the last one leaves.
  /// Others belong to whoever works on them at the same time.
  std::vector<std::pair<int64_t, int64_t>> left = {};
  /// Of a plain scalar with copyOut: iterations may leave it alone; without one that writes it, it
  /// keeps its value.
  bool mayBeUnset = false;
};

/// Memory behind pointers, of which each part of a loop has a block of its own. Every pointer that
/// the loop gets at it by is one of `pointers`, has the name of `place`, or is a member of
/// `holder`.
struct PrivateBlock {
  std::string name;             ///< the user's, of a pointer to it
  GuardRange span;              ///< the addresses that may be touched
  std::vector<GuardRange> kept; ///< of these, what all iterations write: left by the last one
  std::vector<ObjectId> pointers = {}; ///< variables of the function, which the loop leaves alone
  std::optional<Place> place = {};     ///< a member; its Loads
  /// A structure that the loop only reads, or the pointer to it; invalid: none.
  ObjectId holder = {};
  int64_t member = 0; ///< bytes from its start to the pointer
};

/// The user's name of what is copied.
std::string nameOf(const Program &program, const PrivateObject &copied);

} // namespace kasuri
