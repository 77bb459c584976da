// Names of loops, by which a profile of the sequential program finds them again.
//
//     encode@enc.c:120          the first loop of that function on this line
//     encode@enc.c:120/2        the second one
//     clip@util.h:7 in enc.c    of a function in a header, in the translation unit enc.c
//
// The name has neither the folder nor the column. So it is the same whether the source was read
// itself or behind the preprocessor, where macros are expanded, and from whichever folder.
#pragma once

#include "model/Program.h"

#include <map>
#include <string>

namespace kasuri {

/// All loops of the source, by their names; without those that Kasuri has written (reorder).
std::map<std::string, RegionId> loopsByName(const Program &program);

} // namespace kasuri
