// Marks for names that only a layer can choose, since no other name in it may be the same.
#pragma once

#include <string>
#include <vector>

namespace kasuri {

/// Stands for the name of this number among OpenMpLoop::freshNames.
std::string freshMark(size_t number);

/// The text with these names for their marks.
std::string withFreshNames(const std::string &text, const std::vector<std::string> &names);

} // namespace kasuri
