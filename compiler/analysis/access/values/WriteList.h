// The writes of a part of a function, for questions of the form "may any of them touch this?".
//
//     while (next(&command))     each call may write the same thousands of objects, as a whole;
//       run(&command);           all loops around it, and the function, remember what was written
//
// A second write to the same whole object answers nothing that the first one does not: whether two
// accesses may touch the same byte depends on where they are only. So each object is kept once.
#pragma once

#include "analysis/symbolic/Accesses.h"

namespace kasuri {

class WriteList {
public:
  void add(const Access &write) {
    ++added;
    if (!isOfWholeObject(write) || wholes.insert(write.base.object))
      writes.push_back(write);
  }

  /// All that differ in what they may touch.
  const std::vector<Access> &distinct() const { return writes; }
  size_t count() const { return added; } ///< of all that were added

private:
  std::vector<Access> writes;
  ObjectSet wholes; ///< of writes to objects as a whole
  size_t added = 0;

  static bool isOfWholeObject(const Access &write) {
    return write.base.kind == Base::Kind::Object && write.size == 0 && write.unit == 0 &&
           write.offset == Linear() && write.confined.extent == 0 && write.confined.outer.empty() &&
           !write.address.valid();
  }
};

} // namespace kasuri
