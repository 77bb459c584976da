// isl's C++ interface. Where isl has used up its steps, it throws. Without exceptions it would end
// the compiler, so all files that call isl have them (compiler/CMakeLists.txt).
#pragma once

#ifndef __cpp_exceptions
#error "list this file in compiler/CMakeLists.txt with those that use isl"
#endif

#include <isl/cpp.h>

namespace kasuri {

/// No more steps are left in the context: nothing can be made in it. Its last error may be another
/// one, about a result that is missing for that.
inline bool areStepsSpent(isl_ctx *context) {
  isl_val *made = isl_val_zero(context);
  isl_val_free(made);
  return made == nullptr;
}

/// From now on they are.
inline void spendSteps(isl_ctx *context) { isl_ctx_set_max_operations(context, 1); }

} // namespace kasuri
