/* cblas.h, which has parameters with the names of these macros. */
#pragma push_macro("N")
#pragma push_macro("K")
#undef N
#undef K
#include <cblas.h>
#pragma pop_macro("N")
#pragma pop_macro("K")
