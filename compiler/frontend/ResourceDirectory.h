// Clang's own headers, without which no system header can be read: stddef.h, stdarg.h, intrinsics.
#pragma once

#include <string>
#include <vector>

namespace kasuri {

/// Where they may be, first choice first: where they were when Kasuri was built; as far from the
/// running command as they were from an installed one, for a system that was moved as a whole.
std::vector<std::string> resourceDirectories();

/// The first of these that is there, or "".
std::string findResourceDirectory();

} // namespace kasuri
