// Which functions may have a copy beside them; internal to movability.
#pragma once

#include "support/ClangHeaders.h"

namespace kasuri {

/// Nothing in the body must be there only once: variables that keep values or have an address that
/// somebody may know, addresses of labels, assembly.
bool mayBeDuplicated(const clang::Stmt *body, clang::ASTContext &context);

} // namespace kasuri
