// The compiler that will compile the output: whether it takes a source, and what the object
// defines.
//
// A source that Clang refuses may be fine to GCC. It is compiled as the user would compile it, and
// the object tells by which names the rest of the program can meet it.
#pragma once

#include "driver/CrossTarget.h"
#include "driver/contraction/DumpedForms.h"
#include "frontend/Frontend.h"
#include "reorder/FusedSums.h"

#include <string>
#include <vector>

namespace kasuri {

/// What a compiler makes of the sums of a unit.
struct CompilerAccount {
  CompiledSums sums;
  std::optional<DumpedForms> forms; ///< nothing if it does not tell
};

class CompilerBehind {
public:
  /// The target's, or KASURI_CC, or cc.
  explicit CompilerBehind(const CrossTarget &target);

  bool takes(const SourceInput &input);

  /// Nothing if it does not compile the source.
  std::optional<CompilerAccount> account(const SourceInput &input) const;
  /// Of another text in the place of the source's; nothing if it does not tell.
  std::optional<DumpedForms> formsOf(SourceInput input, const std::string &text) const;

  /// A function of the C library that a source which it took defines itself; "": none does.
  const std::string &replacedFunction() const { return replaced; }

private:
  /// What it makes of a file.
  struct Listing {
    std::string assembly;
    std::string dump; ///< "": it makes none
  };
  std::optional<Listing> listing(const SourceInput &input, const std::string &language,
                                 const std::string &file) const;
  /// With these words behind its flags.
  bool compiles(const SourceInput &input, const std::vector<std::string> &more) const;

  std::vector<std::string> command;
  std::string replaced;
};

} // namespace kasuri
