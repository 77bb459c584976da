// Which arms of a switch can be entered.
//
//     switch (a[i] & 3) {             the values are 0, 1, 2 and 3
//     case 0: f = 1; break;
//     case 1: case 2: f = 2; break;
//     case 3: f = 4; break;
//     default: abort();               dead: no value leads here, and the arm before ends in `break`
//     }
//
// The values are known from the operator alone: x & c has the bits of a constant, x % c of what is
// not negative is less than c, a truth value is 0 or 1. They are all small and not negative, so
// conversions to the type of the condition keep them. If each has its `case`, one arm is always
// entered, and `default` only from the arm in front of it or by a goto.
#include "frontend/SwitchCases.h"

namespace kasuri {

using namespace clang;

namespace {

constexpr int64_t maxValues = 256;

std::optional<int64_t> constantOf(const Expr *expression, const ASTContext &context) {
  Expr::EvalResult result;
  if (!expression->EvaluateAsInt(result, context) || !result.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return result.Val.getInt().getExtValue();
}

/// All values are among the bits of this number, or at most this number.
struct Values {
  int64_t most = 0;
  bool isMask = false;
};

std::optional<Values> valuesOf(const Expr *expression, const ASTContext &context) {
  expression = expression->IgnoreParenImpCasts();
  if (expression->isKnownToHaveBooleanValue())
    return Values{1};
  const auto *binary = dyn_cast<BinaryOperator>(expression);
  if (!binary || (binary->getOpcode() != BO_And && binary->getOpcode() != BO_Rem))
    return std::nullopt;
  const bool isMask = binary->getOpcode() == BO_And;
  auto amount = constantOf(binary->getRHS(), context);
  if (!amount && isMask)
    amount = constantOf(binary->getLHS(), context);
  const bool isSmall = amount && *amount >= (isMask ? 0 : 1) && *amount <= maxValues;
  if (!isSmall)
    return std::nullopt;
  if (isMask)
    return Values{*amount, true};
  const bool isPositive =
      binary->getType()->isUnsignedIntegerType() ||
      binary->getLHS()->IgnoreParenImpCasts()->getType()->isUnsignedIntegerType() ||
      valuesOf(binary->getLHS(), context);
  return isPositive ? std::optional(Values{*amount - 1}) : std::nullopt;
}

/// The numbers of the labels; nothing if they are too many, or a range is too long.
std::optional<std::set<int64_t>> casesOf(const SwitchStmt &selection, const ASTContext &context) {
  std::set<int64_t> cases;
  for (const SwitchCase *label = selection.getSwitchCaseList(); label;
       label = label->getNextSwitchCase()) {
    const auto *single = dyn_cast<CaseStmt>(label);
    if (!single)
      continue;
    const auto first = constantOf(single->getLHS(), context);
    const auto last = single->getRHS() ? constantOf(single->getRHS(), context) : first;
    if (!first || !last)
      return std::nullopt;
    for (int64_t each = std::max<int64_t>(*first, 0); each <= std::min(*last, maxValues); ++each)
      cases.insert(each);
  }
  return cases;
}

bool endsInJump(const Stmt *statement) {
  while (const auto *label = dyn_cast<SwitchCase>(statement))
    statement = label->getSubStmt();
  if (const auto *block = dyn_cast<CompoundStmt>(statement))
    return !block->body_empty() && endsInJump(block->body_back());
  return isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt>(statement);
}

} // namespace

bool isOpenToOthers(const Stmt *statement) {
  if (!statement)
    return false;
  return isa<LabelStmt, DeclStmt, SwitchCase>(statement) ||
         llvm::any_of(statement->children(), isOpenToOthers);
}

bool hasAllCases(const SwitchStmt &selection, const ASTContext &context) {
  const auto values = valuesOf(selection.getCond(), context);
  const auto cases = values ? casesOf(selection, context) : std::nullopt;
  if (!cases)
    return false;
  for (int64_t each = 0; each <= values->most; ++each)
    if ((!values->isMask || (each & values->most) == each) && !cases->contains(each))
      return false;
  return true;
}

std::vector<const Stmt *> deadDefaultOf(const SwitchStmt &selection, const ASTContext &context) {
  std::vector<const Stmt *> dead;
  const auto *body = dyn_cast<CompoundStmt>(selection.getBody());
  if (!body || !hasAllCases(selection, context))
    return dead;
  const Stmt *before = nullptr;
  for (const Stmt *part : body->body()) {
    const auto *label = dyn_cast<DefaultStmt>(part);
    const bool isDefault =
        label && !isOpenToOthers(label->getSubStmt()) && (!before || endsInJump(before));
    const bool goesOn = !dead.empty() && !isa<SwitchCase>(part);
    if (goesOn && isOpenToOthers(part))
      return {};
    if (isDefault || goesOn)
      dead.push_back(part);
    else if (!dead.empty())
      break;
    before = part;
  }
  return dead;
}

} // namespace kasuri
