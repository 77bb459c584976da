#include "reorder/ProductEdits.h"

#include "reorder/unfold/CodeEffects.h"

namespace kasuri {

using namespace clang;

namespace {

/// "float" or "double"; nothing for types that are never fused.
std::optional<std::string> fusedType(const Expr *term) {
  const QualType type = term->getType().getCanonicalType().getUnqualifiedType();
  return type->isSpecificBuiltinType(BuiltinType::Float) ||
                 type->isSpecificBuiltinType(BuiltinType::Double)
             ? std::optional(type.getAsString())
             : std::nullopt;
}

QualType typeOf(const Expr *expression) {
  return expression->getType().getCanonicalType().getUnqualifiedType();
}

QualType computedIn(const CompoundAssignOperator *assignment) {
  return assignment->getComputationResultType().getCanonicalType().getUnqualifiedType();
}

/// All is computed in one type, and no sign is in front of the product.
bool isPlain(const ProductSum &sum, const BinaryOperator &product) {
  const QualType type = typeOf(&product);
  const auto *assignment = dyn_cast<CompoundAssignOperator>(sum.sum);
  const Expr *left = sum.sum->getLHS()->IgnoreParens(), *right = sum.sum->getRHS()->IgnoreParens();
  return product.getOpcode() == BO_Mul && (left == &product || right == &product) &&
         typeOf(sum.sum) == type && typeOf(left) == type && typeOf(right) == type &&
         (!assignment || computedIn(assignment) == type);
}

} // namespace

bool ProductEdits::keepApart(const std::vector<const Expr *> &terms,
                             std::vector<StatementEdit> &edits) {
  std::vector<StatementEdit> made;
  for (const Expr *term : terms) {
    const std::optional<TextRange> range = source.rangeOf(term);
    const std::optional<std::string> zero = range ? zeroFor(term) : std::nullopt;
    if (!zero)
      return false;
    made.push_back({{range->begin, range->begin}, "("});
    made.push_back({{range->end, range->end}, " + " + *zero + ")"});
  }
  llvm::append_range(edits, made);
  return true;
}

bool ProductEdits::keepApart(const FusedProducts &fused, std::vector<StatementEdit> &edits) {
  std::vector<StatementEdit> made;
  if (!keepApart(*fused.terms, made))
    return false;
  for (const CompoundAssignOperator *scaling : fused.scalings)
    if (!spellOut(scaling, made))
      return false;
  llvm::append_range(edits, made);
  return true;
}

/// "x *= y" becomes "x = (x * (y) + minus_zero)".
bool ProductEdits::spellOut(const CompoundAssignOperator *scaling,
                            std::vector<StatementEdit> &made) {
  const Expr *place = scaling->getLHS();
  const std::optional<TextRange> left = source.rangeOf(place), all = source.rangeOf(scaling);
  const std::optional<TextRange> sign = signOf(scaling);
  const std::optional<std::string> zero = left && all && sign ? zeroFor(scaling) : std::nullopt;
  const bool isSame = computedIn(scaling) == typeOf(place);
  if (!zero || !isSame || !mayRepeatPlace(*scaling))
    return false;
  made.push_back({*sign, "= (", *left, scaling->getOpcode() == BO_MulAssign ? " * (" : " / ("});
  made.push_back({{all->end, all->end}, ") + " + *zero + ")"});
  return true;
}

/// "x + y * z" becomes "__builtin_fma(y, z, x)", and "x += y * z" becomes "x = __builtin_fma(y, z,
/// x)".
bool ProductEdits::fuse(const ProductSum &sum, const BinaryOperator &product,
                        std::vector<StatementEdit> &edits) const {
  const bool isAssignment = isa<CompoundAssignOperator>(sum.sum);
  const bool isSecond = sum.sum->getRHS()->IgnoreParens() == &product;
  const bool isDifference = sum.sum->getOpcode() == BO_Sub || sum.sum->getOpcode() == BO_SubAssign;
  const Expr *term = isSecond ? sum.sum->getLHS() : sum.sum->getRHS();
  const std::optional<std::string> type = fusedType(&product);
  const std::optional<TextRange> all = source.rangeOf(sum.sum), other = source.rangeOf(term);
  const std::optional<TextRange> first = source.rangeOf(product.getLHS());
  const std::optional<TextRange> second = source.rangeOf(product.getRHS());
  const std::optional<TextRange> sign = signOf(sum.sum);
  if (!isPlain(sum, product) || !type || !all || !other || !first || !second || !sign ||
      (isAssignment && !mayRepeatPlace(*sum.sum)))
    return false;
  const std::string name = *type == "float" ? "__builtin_fmaf(" : "__builtin_fma(";
  const bool isNegative = isDifference && isSecond;
  if (isDifference && source.isMacro(*type))
    return false;
  const std::string negated = "-(" + *type + ")("; // the term may be an integer
  const unsigned begin = isAssignment ? sign->begin : all->begin;
  edits.push_back({.range = {begin, first->begin},
                   .text = (isAssignment ? "= " : "") + name + (isNegative ? negated : ""),
                   .whole = *all});
  edits.push_back(
      {.range = {first->end, second->begin}, .text = isNegative ? "), " : ", ", .whole = *all});
  if (isSecond) {
    edits.push_back({{second->end, all->end}, ", ", *other, ")", *all});
    return true;
  }
  edits.push_back({.range = {second->end, other->begin},
                   .text = isDifference ? ", " + negated : ", ",
                   .whole = *all});
  edits.push_back(
      {.range = {other->end, all->end}, .text = isDifference ? "))" : ")", .whole = *all});
  return true;
}

/// The place that is assigned to is only computed, perhaps by functions that do nothing else, and
/// what is assigned does not change it.
bool ProductEdits::mayRepeatPlace(const BinaryOperator &assignment) const {
  return !assignment.getLHS()->HasSideEffects(source.context()) ||
         (effectsOf(assignment.getLHS(), source.context()).isNone() &&
          effectsOf(assignment.getRHS(), source.context()).isNone());
}

/// Of the operator itself; nothing if a macro has it.
std::optional<TextRange> ProductEdits::signOf(const BinaryOperator *operation) const {
  const clang::SourceLocation place = operation->getOperatorLoc();
  if (!place.isFileID())
    return std::nullopt;
  const unsigned begin = source.text.offsetOf(place);
  const auto size = static_cast<unsigned>(operation->getOpcodeStr().size());
  return TextRange{begin, begin + size};
}

/// The name of -0.0 in the term's type, if that is ever fused.
std::optional<std::string> ProductEdits::zeroFor(const Expr *term) {
  const std::optional<std::string> type = fusedType(term);
  if (!type || source.isMacro(*type))
    return std::nullopt;
  auto [zero, isNew] = zeroOf.try_emplace(*type);
  if (isNew)
    zero->second = source.fresh(*type == "double" ? "minus_zero" : "minus_zero_" + *type);
  return zero->second;
}

std::string ProductEdits::zeros() const {
  std::string text;
  for (const auto &[type, name] : zeroOf) {
    const std::string hidden = source.fresh(name + "_hidden");
    text += "  const volatile " + type + " " + hidden + " = -0.0;\n  const " + type + " " + name +
            " = " + hidden + ";\n";
  }
  return text;
}

} // namespace kasuri
