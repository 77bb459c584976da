// Another compiler's flags, as far as Clang knows them.
//
// Clang ends at an option that it does not know, and compilers have hundreds of their own. Those
// say how to optimise or what to warn of; what C means is in options that all compilers share.
#pragma once

#include <string>
#include <vector>

namespace kasuri {

std::vector<std::string> knownToClang(const std::vector<std::string> &flags);

} // namespace kasuri
