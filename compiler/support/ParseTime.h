// Times as users write them.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace kasuri {

/// "33ms", "0.5s", "800us" in ns, if it is more than nothing.
std::optional<double> parseTime(llvm::StringRef text);

} // namespace kasuri
