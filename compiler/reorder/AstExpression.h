// What the expressions of isl's AST generator consist of; internal to reordering.
//
// Loops are called c0, c1, ... by their depth, parameters p0, p1, ..., and statements S0, S1, ...
#pragma once

#include "reorder/Isl.h"

#include <isl/ast.h>

#include <cstdint>
#include <optional>
#include <string>

namespace kasuri {

inline isl::ast_expr operand(const isl::ast_expr &expression, int number) {
  return isl::manage(isl_ast_expr_get_op_arg(expression.get(), number));
}

inline std::string idOf(const isl::ast_expr &expression) {
  const isl::id id = isl::manage(isl_ast_expr_get_id(expression.get()));
  return isl_id_get_name(id.get());
}

/// 3 of "c3".
inline size_t numberOfId(const isl::ast_expr &expression) {
  return std::stoul(idOf(expression).substr(1));
}

/// Nothing for what is no constant.
inline std::optional<int64_t> constantIn(const isl::ast_expr &expression) {
  if (isl_ast_expr_get_type(expression.get()) != isl_ast_expr_int)
    return std::nullopt;
  const isl::val value = isl::manage(isl_ast_expr_get_val(expression.get()));
  return isl_val_get_num_si(value.get());
}

/// The loop's number is in it.
inline bool dependsOnLoop(const isl::ast_expr &expression, size_t depth) {
  if (isl_ast_expr_get_type(expression.get()) == isl_ast_expr_id)
    return idOf(expression)[0] == 'c' && numberOfId(expression) == depth;
  if (isl_ast_expr_get_type(expression.get()) != isl_ast_expr_op)
    return false;
  const int operands = static_cast<int>(isl_ast_expr_get_op_n_arg(expression.get()));
  for (int i = 0; i < operands; ++i)
    if (dependsOnLoop(operand(expression, i), depth))
      return true;
  return false;
}

/// Of what a loop executes.
inline size_t statementIn(const isl::ast_expr &call) { return numberOfId(operand(call, 0)); }

} // namespace kasuri
