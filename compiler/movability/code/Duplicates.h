// Which functions may have a copy beside them; internal to movability.
#pragma once

#include "support/ClangHeaders.h"

namespace kasuri {

/// Nothing in the body must be there only once: static variables, addresses of labels, assembly.
bool mayBeDuplicated(const clang::Stmt *body);

} // namespace kasuri
