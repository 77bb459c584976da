// How C names what lies at an offset in an object. Internal to emission.
#pragma once

#include "model/Program.h"
#include "support/ClangHeaders.h"

#include <optional>
#include <string>

namespace kasuri {

struct MemberPath {
  std::string text;     ///< behind the object's name: ".cell[3].sum"; "" for all of it
  clang::QualType type; ///< of an element
};

/// The member, element or whole of this type that has `count` elements of such values from the byte
/// `offset` on; more than one are all of an array. Nothing if there is none of this shape.
std::optional<MemberPath> findMember(const clang::ASTContext &context, clang::QualType whole,
                                     uint64_t offset, const ValueType &value, uint64_t count);

} // namespace kasuri
