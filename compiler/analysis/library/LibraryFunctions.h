// The known functions of the C library, as facts; the table is LibraryFunctions.def.
#pragma once

#include "model/Program.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace kasuri {

/// Memory that one argument points to.
struct ArgumentEffect {
  uint32_t argument = 0;
  bool writes = false;
  bool isSure = false;    ///< a write of all these bytes, in every call
  int sizeArgument = -1;  ///< argument that holds the greatest byte count; -1: none
  int timesArgument = -1; ///< that count is multiplied by this argument; -1: it is not
  uint64_t size = 0;      ///< greatest byte count; 0: unknown
  bool isText = false;    ///< only a string is read, or a whole one is left
};

struct LibraryFunction {
  std::vector<ArgumentEffect> effects;
  std::vector<uint32_t> copies; ///< arguments whose pointers are stored into another one's memory
  uint32_t copyTarget = 0;      ///< that other argument
  int returned = -1;            ///< the result points into what this argument points to; -1: no
  bool readsRest = false;       ///< every pointer argument is read (printf)
  bool writesRest = false;      ///< every pointer argument is written (scanf)
  bool allocates = false, frees = false, returnsLibraryMemory = false, escapes = false;
  bool growsArgument = false; ///< the result is the memory of argument 0, or a larger block with
                              ///< its contents, and is read and written; the old block is then gone
  bool reusesResult = false;  ///< writes the library's memory that results of earlier calls lie in
  bool isInputOutput = false, hasState = false, exits = false, callsBack = false;
  bool setsErrno = false, usesErrno = false;
  bool returnsErrno = false;  ///< the result may point to errno
  bool returnsWorld = false;  ///< the result points to memory that unknown code has seen
  bool readsWorld = false;    ///< what a va_list may hold
  bool keepsArgument = false; ///< works on argument 0, or on what it was given before (strtok)
  int cursor = -1; ///< the same, but this argument's memory remembers it (strtok_r); -1: no
  /// The argument whose memory is written from its start for as many bytes as the result says, each
  /// as often as argument `filledUnit` says; -1: none.
  int fills = -1, filledUnit = -1;
  int format = -1;                          ///< the argument with a format for output; -1: none
  bool hasOutput = false, hasInput = false; ///< bytes, which may be pointers, leave or come back
  /// Of all that may be read, only what the program names, or only standard input.
  bool readsNamed = false, readsStandardInput = false;
  std::vector<uint32_t> streamBuffers; ///< arguments that streams write and read from now on
  bool changesThread = false;          ///< sets what belongs to the calling thread
  bool staysOnThread = false; ///< belongs on the thread that runs the source: never in a layer
  bool readsLocale = false;   ///< depends on what setlocale sets
  bool writesLocale = false;  ///< sets that
  bool returnsLocale = false; ///< the result points to tables of the locale
  /// Variables of the library, by their names without underscores in front.
  std::vector<std::string_view> variablesRead, variablesSet;

  /// Functions that read or write all that their arguments point to only read this one.
  bool onlyReads(uint32_t argument) const;
};

/// nullptr when the function is not known.
const LibraryFunction *findLibraryFunction(std::string_view name);

/// A call by name of a function of the library; nullptr: it is something else.
const LibraryFunction *libraryCalled(const Instruction &value);

/// One without source that the user promises to be pure.
const LibraryFunction &promisedPureFunction();

} // namespace kasuri
