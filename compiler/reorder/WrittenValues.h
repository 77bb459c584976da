// What a unit writes to variables, parameters and members of real floating-point types, as far as
// its text tells: all values, or that there may be any. Initializers of structures, arguments of
// calls, and memory of zeros are writes, too.
#pragma once

#include "support/ClangHeaders.h"

#include <map>
#include <set>
#include <vector>

namespace kasuri {

/// All that is written to a variable or member.
struct WrittenValues {
  bool isAny = false;                      ///< or anything else
  bool isZeroed = false;                   ///< or 0
  std::vector<const clang::Expr *> values; ///< of a compound assignment, the whole
};

struct UnitWrites {
  std::map<const clang::Decl *, WrittenValues> of; ///< by variable or member
  std::set<const clang::Type *> tables; ///< of arrays with constant elements: of these elements
};

UnitWrites findWrites(clang::ASTContext &context);

/// The variable or member that the expression names; null: it is something else.
const clang::Decl *namedReal(const clang::Expr *place);

/// Without volatile: that may be any number.
bool isPlainReal(clang::QualType type);

/// Without const and typedefs.
const clang::Type *plainType(clang::QualType type);

} // namespace kasuri
