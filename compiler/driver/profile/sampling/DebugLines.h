// Which lines of the source an instruction was made of, from a program's debug information.
#pragma once

#include "driver/profile/sampling/RecordSamples.h"
#include "driver/profile/sampling/SourceLoops.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace kasuri {

struct SourcePlace {
  std::string file; ///< absolute
  SourcePoint point;
  std::string function; ///< that the line is in
  std::string unit;     ///< the source that was compiled, as its compiler was given it
};

class DebugLines {
public:
  DebugLines();
  ~DebugLines();

  /// Innermost first: the line, and those of the calls that the compiler has replaced by the
  /// function's body. None: the file has no debug information for it.
  const std::vector<SourcePlace> &placesOf(const SampledFrame &frame);

private:
  struct Module;
  std::map<std::string, std::unique_ptr<Module>> modules; ///< by file; null: cannot be read
  std::map<std::pair<std::string, uint64_t>, std::vector<SourcePlace>> known;

  Module *moduleOf(const std::string &file);
};

} // namespace kasuri
