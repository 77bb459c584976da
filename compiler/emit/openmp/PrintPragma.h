// Pragmas of OpenMP as text.
#pragma once

#include "movability/openmp/Pragma.h"

namespace kasuri {

/// Lines that each begin with `indentation`, and end with a line break.
std::string print(const Pragma &pragma, const std::string &indentation);

} // namespace kasuri
