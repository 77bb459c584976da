// Bodies for functions of the library that call functions of the program.
#pragma once

#include "model/Program.h"

namespace kasuri {

/// Gives each call of qsort, qsort_r and bsearch, unless the program defines them, a function of
/// its own to call; after all of the program is there.
void addLibraryBodies(Program &program);

} // namespace kasuri
