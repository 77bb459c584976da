// Where the program names errno.
#pragma once

#include "model/Program.h"

#include <set>

namespace kasuri {

/// Calls that return the address of errno, which is used for nothing but to load or store it.
std::set<ValueId> findErrnoPlaces(const Program &program);

} // namespace kasuri
