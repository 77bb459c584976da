// The known functions of the C library, as facts; the table is LibraryFunctions.def.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace kasuri {

/// Memory that one argument points to.
struct ArgumentEffect {
  uint32_t argument = 0;
  bool writes = false;
  int sizeArgument = -1; ///< argument that holds the byte count; -1: none
  uint64_t size = 0;     ///< byte count; 0: unknown
};

struct LibraryFunction {
  std::vector<ArgumentEffect> effects;
  std::vector<uint32_t> copies; ///< arguments whose pointers are stored into argument 0's memory
  int returned = -1;            ///< the result points into what this argument points to; -1: no
  bool readsRest = false;       ///< every pointer argument is read (printf)
  bool writesRest = false;      ///< every pointer argument is written (scanf)
  bool allocates = false, frees = false, returnsLibraryMemory = false, escapes = false;
  bool isInputOutput = false, hasState = false, exits = false, callsBack = false;
};

/// nullptr when the function is not known.
const LibraryFunction *findLibraryFunction(std::string_view name);

} // namespace kasuri
