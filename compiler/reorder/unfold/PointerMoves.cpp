#include "reorder/unfold/PointerMoves.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

constexpr size_t longestPeriod = 4; ///< as many copies of the body there are

const VarDecl *pointerNamed(const Expr *expression) {
  const auto *reference = dyn_cast<DeclRefExpr>(expression->IgnoreParens());
  const auto *variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  return variable && variable->getType()->isPointerType() ? variable : nullptr;
}

/// Whose value it is, if that is all and if the type does not change.
const VarDecl *pointerRead(const Expr *expression) {
  expression = expression->IgnoreParens();
  while (const auto *cast = dyn_cast<ImplicitCastExpr>(expression)) {
    if (cast->getCastKind() != CK_LValueToRValue && cast->getCastKind() != CK_NoOp)
      return nullptr;
    expression = cast->getSubExpr()->IgnoreParens();
  }
  return pointerNamed(expression);
}

/// do { .. } while (0), as macros have it.
bool runsOnce(const DoStmt *loop) {
  const auto *condition = dyn_cast<IntegerLiteral>(loop->getCond()->IgnoreParenImpCasts());
  return condition && condition->getValue() == 0;
}

} // namespace

bool losesConst(QualType given, QualType taken) {
  while (taken->isPointerType() && given->isPointerType()) {
    given = given->getPointeeType();
    taken = taken->getPointeeType();
    if (given.isConstQualified() && !taken.isConstQualified())
      return true;
  }
  return false;
}

bool PointerMoves::take(const Stmt *statement) {
  PointerMoves moved = *this;
  if (!moved.move(statement))
    return false;
  *this = std::move(moved);
  return true;
}

bool PointerMoves::move(const Stmt *statement) {
  auto moveEach = [&](const auto &parts) {
    return std::all_of(parts.begin(), parts.end(), [&](const Stmt *part) { return move(part); });
  };
  if (isa<NullStmt>(statement))
    return true;
  if (const auto *block = dyn_cast<CompoundStmt>(statement))
    return moveEach(block->body());
  if (const auto *loop = dyn_cast<DoStmt>(statement))
    return runsOnce(loop) && move(loop->getBody());
  if (const auto *declared = dyn_cast<DeclStmt>(statement))
    return std::all_of(declared->decl_begin(), declared->decl_end(), [&](const Decl *each) {
      const auto *variable = dyn_cast<VarDecl>(each);
      if (!variable || !variable->getType()->isPointerType())
        return false;
      ofIteration.insert(variable);
      return !variable->hasInit() || moveTo(variable, variable->getInit());
    });
  const auto *expression = dyn_cast<Expr>(statement);
  const auto *operation =
      expression ? dyn_cast<BinaryOperator>(expression->IgnoreParens()) : nullptr;
  if (!operation)
    return false;
  if (operation->getOpcode() == BO_Comma)
    return move(operation->getLHS()) && move(operation->getRHS());
  const VarDecl *target = pointerNamed(operation->getLHS());
  return operation->getOpcode() == BO_Assign && target && moveTo(target, operation->getRHS());
}

bool PointerMoves::moveTo(const VarDecl *variable, const Expr *from) {
  const VarDecl *read = pointerRead(from);
  if (!read || !isPlain(variable) || !isPlain(read))
    return false;
  // What is written through the one must compile through the other.
  if (losesConst(read->getType(), variable->getType()))
    return false;
  involved.insert({variable, read});
  const auto known = values.find(read);
  values[variable] = known == values.end() ? read : known->second;
  return true;
}

const VarDecl *PointerCycle::after(const VarDecl *variable, size_t iterations) const {
  for (size_t i = 0; i < iterations; ++i)
    if (auto found = next.find(variable); found != next.end())
      variable = found->second;
  return variable;
}

namespace {

/// Takes away those that no iteration reads; true if it has.
bool dropUnread(PointerValues &values, const std::set<const VarDecl *> &used) {
  return std::erase_if(values, [&](const auto &its) {
           return !used.contains(its.first) &&
                  std::none_of(values.begin(), values.end(),
                               [&](const auto &other) { return other.second == its.first; });
         }) != 0;
}

/// Each has what another one had, of the very same type.
bool isPermutation(const PointerValues &values) {
  std::set<const VarDecl *> taken;
  return std::all_of(values.begin(), values.end(), [&](const auto &each) {
    return values.contains(each.second) && taken.insert(each.second).second &&
           each.first->getType().getCanonicalType() == each.second->getType().getCanonicalType() &&
           !each.first->getType().hasQualifiers();
  });
}

size_t periodOf(const PointerCycle &cycle) {
  size_t period = 1;
  auto isBack = [&](const auto &each) { return cycle.after(each.first, period) == each.first; };
  while (period <= longestPeriod && !std::all_of(cycle.next.begin(), cycle.next.end(), isBack))
    ++period;
  return period;
}

} // namespace

std::optional<PointerCycle> cycleOf(const PointerMoves &moves,
                                    const std::set<const VarDecl *> &used) {
  // What is read before the iteration sets it would be of the iteration before.
  auto isOfIteration = [&](const VarDecl *each) { return moves.ofIteration.contains(each); };
  if (std::any_of(used.begin(), used.end(), isOfIteration) ||
      std::any_of(moves.values.begin(), moves.values.end(),
                  [&](const auto &each) { return isOfIteration(each.second); }))
    return std::nullopt;
  PointerCycle cycle{moves.values};
  std::erase_if(cycle.next, [&](const auto &each) {
    return isOfIteration(each.first) || each.first == each.second;
  });
  while (dropUnread(cycle.next, used))
    cycle.setsOthers = true;
  cycle.period = periodOf(cycle);
  if (!isPermutation(cycle.next) || cycle.period > longestPeriod)
    return std::nullopt;
  return cycle;
}

} // namespace kasuri
