// What may stand in the output twice; internal to movability.
#pragma once

#include "support/ClangHeaders.h"

namespace kasuri {

/// In one function: nothing in it must be there only once (labels, static variables, assembly).
bool mayStandTwice(const clang::Stmt *statement);

/// In two functions, which may have the same labels, but no values that are addresses of labels.
bool mayBeDuplicated(const clang::Stmt *body);

} // namespace kasuri
