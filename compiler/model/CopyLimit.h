// Copies of a program, with calls replaced by functions' bodies, are analyzed beside it: each takes
// as long as the program, and its memory. Of a larger program none is made. Nor are more copies of
// copies than all together have so many parts.
#pragma once

#include "model/Program.h"

namespace kasuri {

constexpr size_t mostPartsOfCopied = 150'000; ///< regions and values

inline size_t partsOf(const Program &program) {
  return program.regions.size() + program.values.size();
}

/// `copied`: parts of the programs that it is a copy of.
inline bool isTooLargeToCopy(const Program &program, size_t copied = 0) {
  return copied + partsOf(program) > mostPartsOfCopied;
}

} // namespace kasuri
