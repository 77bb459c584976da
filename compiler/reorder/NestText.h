// A reordered nest as C: loops from isl's AST generator, with the text of the source's statements
// in them.
#pragma once

#include "reorder/NestNames.h"
#include "reorder/NestOrder.h"

namespace kasuri {

/// These throw isl::exception.

/// Of parameters.
std::string printExpression(const AffineNest &nest, const NestNames &names,
                            const isl::ast_expr &expression);

std::string printNest(const AffineNest &nest, const Polyhedra &polyhedra, const NestOrder &order,
                      const NestNames &names, const std::string &indentation);

} // namespace kasuri
