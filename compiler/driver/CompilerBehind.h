// The compiler that will compile the output: whether it takes a source, and what the object
// defines.
//
// A source that Clang refuses may be fine to GCC. It is compiled as the user would compile it, and
// the object tells by which names the rest of the program can meet it.
#pragma once

#include "driver/CrossTarget.h"
#include "frontend/Frontend.h"
#include "reorder/FusedSums.h"

#include <string>
#include <vector>

namespace kasuri {

class CompilerBehind {
public:
  /// The target's, or KASURI_CC, or cc.
  explicit CompilerBehind(const CrossTarget &target);

  bool takes(const SourceInput &input);

  /// Nothing if it does not compile the source.
  std::optional<CompiledSums> sums(const SourceInput &input) const;

  /// A function of the C library that a source which it took defines itself; "": none does.
  const std::string &replacedFunction() const { return replaced; }

private:
  /// With these words behind its flags.
  bool compiles(const SourceInput &input, const std::vector<std::string> &more) const;

  std::vector<std::string> command;
  std::string replaced;
};

} // namespace kasuri
