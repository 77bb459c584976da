// What is wrong with an annotation of the user.
#pragma once

#include "model/Program.h"

#include <string>

namespace kasuri {

/// An annotation that nothing rests on, because it cannot be true or does not apply.
struct IgnoredAnnotation {
  AnnotationId annotation;
  std::string reason;
  SourceLocation place = {}; ///< where the source says otherwise

  bool operator==(const IgnoredAnnotation &) const = default;
};

} // namespace kasuri
