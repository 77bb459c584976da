// Copies of a program, with calls replaced by functions' bodies, are analyzed beside it: each takes
// as long as the program, and its memory. Of a larger program none is made.
#pragma once

#include "model/Program.h"

namespace kasuri {

constexpr size_t mostPartsOfCopied = 150'000; ///< regions and values

inline bool isTooLargeToCopy(const Program &program) {
  return program.regions.size() + program.values.size() > mostPartsOfCopied;
}

} // namespace kasuri
