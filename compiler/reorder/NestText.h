// A reordered nest as C: loops from isl's AST generator, with the text of the source's statements
// in them.
#pragma once

#include "reorder/NestNames.h"
#include "reorder/NestOrder.h"

namespace kasuri {

/// Throws isl::exception.
/// No subscript leaves its dimension, and arrays do not overlap; "" if that is certain.
std::string printCondition(const AffineNest &nest, const Polyhedra &polyhedra,
                           const NestNames &names);

std::string printNest(const AffineNest &nest, const Polyhedra &polyhedra, const NestOrder &order,
                      const NestNames &names, const std::string &indentation);

} // namespace kasuri
