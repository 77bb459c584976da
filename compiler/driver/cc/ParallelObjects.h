// Compiling the parallel texts of units: each by the compiler and the flags of its own object.
//
// As many at a time as there are cores; nothing is printed, since the user has seen what the
// compiler has to say about these sources when they were compiled. What has been compiled before,
// text and flags and compiler being the same, comes out of the cache.
#pragma once

#include "driver/Layout.h"
#include "driver/cc/LinkInputs.h"
#include "driver/cc/ResultCache.h"
#include "driver/cc/WholeProgram.h"

#include <map>
#include <string>

namespace kasuri {

struct ParallelObjects {
  std::map<size_t, std::string> fileOf; ///< by unit
  std::string problem; ///< not empty: what a compiler has said, and they are not to be used
};

ParallelObjects compileParallel(const LinkInputs &inputs, const ParallelTexts &texts,
                                const Installation &installation, const ResultCache &cache,
                                const std::string &scratch);

} // namespace kasuri
