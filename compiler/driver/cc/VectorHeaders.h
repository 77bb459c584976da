// A compiler's own headers of intrinsics, taken out of preprocessed text again.
//
//     # 1 ".../gcc/x86_64-linux-gnu/12/include/emmintrin.h" 1 3        #include <emmintrin.h>
//     ... _mm_add_epi32 by GCC's builtins, 1,600 lines ...      becomes
//     # 4 "a.c" 2                                                      # 4 "a.c" 2
//
// What such a header holds is written in the builtins of one compiler and version, which no other
// understands; what it declares is the same for all. So the text that Clang reads, and that the
// compiler behind compiles in the end, includes it by name, and each takes its own. That is safe
// because nothing that a program defines has a say in these headers. What they include in turn,
// other than each other, stays in the text; mm_malloc.h alone defines something, and is not read
// again.
#pragma once

#include <string>

namespace kasuri {

std::string withVectorHeadersByName(const std::string &text);

} // namespace kasuri
