// Which names a source defines for the linker, and which it needs.
#pragma once

#include "frontend/Frontend.h"

#include <set>

namespace kasuri {

struct LinkNames {
  std::set<std::string> defined, needed;
};

/// Nothing of a source that Clang cannot parse. Prints no diagnostics.
LinkNames linkNamesOf(const SourceInput &input);

} // namespace kasuri
