// The options that the page may pass on: a list of those that neither read nor write a file, nor
// load code. Words are separated by spaces; there is no shell, no quoting and no @file.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <variant>
#include <vector>

namespace kasuri {

struct AllowedFlags {
  std::vector<std::string> forKasuri;   ///< --cores=4
  std::vector<std::string> forCompiler; ///< -O3
};

/// The flags, or what is wrong with them.
std::variant<AllowedFlags, std::string> allowedFlags(llvm::StringRef text);

} // namespace kasuri
