// What the driver does between fork and exec.
#pragma once

#include <string>
#include <vector>

namespace kasuri {

/// As exec wants them: null at the end. They point into the words.
std::vector<char *> pointersTo(std::vector<std::string> &words);

/// The descriptor is this file from now on, opened with these flags; false if it cannot be.
bool redirect(int descriptor, const std::string &file, int flags);

} // namespace kasuri
