// What a split loop chooses by a key.
//
//     if (fabs(a[i][k]) > fabs(a[at][k])) at = i;
//
// Each part has an `at` of its own. Behind the loop the keys of the parts' choices are compared,
// by the source's own expression: once as it stands, once with the part's choice in place of `at`.
#include "movability/read/SplitReader.h"

namespace kasuri {

using namespace clang;

namespace {

/// Of the comparisons that `&&` joins, the side that names the variable.
const Expr *keyIn(const Expr *condition, const VarDecl *variable) {
  const auto *binary = dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!binary || (binary->getOpcode() != BO_LAnd && !binary->isRelationalOp()))
    return nullptr;
  for (const Expr *side : {binary->getLHS(), binary->getRHS()}) {
    if (!mentions(side, variable))
      continue;
    return binary->isRelationalOp() ? side->IgnoreParenImpCasts() : keyIn(side, variable);
  }
  return nullptr;
}

/// Compilers may round the same sum otherwise at another place.
bool hasFloatingSum(const Stmt *part) {
  const auto *binary = dyn_cast_or_null<BinaryOperator>(part);
  if (binary && binary->getType()->isFloatingType())
    return true;
  return part && llvm::any_of(part->children(), hasFloatingSum);
}

} // namespace

void ReductionReader::addChoice(OutlinedReduction &made, const Reduction &reduction) {
  const VarDecl *variable = sources.variableOf.at(reduction.object);
  const RegionId branch = program[program[program[reduction.update].block].parent].parent;
  const auto *statement = dyn_cast<IfStmt>(sources.statementOf.at(branch));
  const Expr *key = statement ? keyIn(statement->getCond(), variable) : nullptr;
  const std::optional<TextRange> range = key ? rangeOutsideMacros(key) : std::nullopt;
  if (!range)
    return refuse("this form of the update of '" + reduction.name + "'", placeOfLoop());
  if (auto [tie, where] = tieOf(key, findUses(body).declared, context); !tie.empty())
    return refuse(tie, where);
  if (function.contraction && hasFloatingSum(key))
    return refuseProduct(key->getExprLoc());
  std::vector<TextEdit> edits;
  for (const DeclRefExpr *reference : findUses(key).references) {
    if (reference->getDecl() != variable)
      continue;
    const std::optional<TextRange> name = source.name(reference);
    if (!name)
      return refuse("'" + reduction.name + "' inside a macro", reference->getLocation());
    edits.push_back({*name, "ks_f." + made.member + "[ks_k]"});
  }
  made.isScalar = variable->getType()->isScalarType();
  made.key = "(" + ofSource(source.text(*range)) + ")";
  made.partKey = "(" + ofSource(source.text(*range, edits)) + ")";
}

} // namespace kasuri
