#include "reorder/unfold/MemberCounter.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

/// `variable.member`, `variable->member` or `(&variable)->member`: the variable.
const VarDecl *structureOf(const MemberExpr *member) {
  const Expr *base = member->getBase()->IgnoreParenImpCasts();
  if (const auto *address = dyn_cast<UnaryOperator>(base);
      address && address->getOpcode() == UO_AddrOf && member->isArrow())
    base = address->getSubExpr()->IgnoreParens();
  const auto *reference = dyn_cast<DeclRefExpr>(base);
  return reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
}

class AccessFinder : public DynamicRecursiveASTVisitor {
public:
  explicit AccessFinder(const std::set<const Stmt *> &wanted) : wanted(wanted) {}

  std::vector<const Expr *> found;

  bool VisitExpr(Expr *expression) override {
    if (wanted.contains(expression))
      found.push_back(expression);
    return true;
  }

private:
  const std::set<const Stmt *> &wanted;
};

const Expr *incremented(const Stmt *statement) {
  const auto *expression = dyn_cast_or_null<Expr>(statement);
  if (!expression)
    return nullptr;
  const auto *step = dyn_cast<UnaryOperator>(expression->IgnoreParens());
  return step && step->isIncrementOp() ? step->getSubExpr()->IgnoreParens() : nullptr;
}

const Stmt *lastOf(const Stmt *code) {
  const auto *block = dyn_cast_or_null<CompoundStmt>(code);
  return !block ? code : block->body_empty() ? nullptr : block->body_back();
}

} // namespace

std::optional<MemberCounter> MemberCounter::find(const ParsedSources &sources,
                                                 const CountedMember &counted, const BodyText &body,
                                                 const WhileStmt *loop) {
  MemberCounter made;
  auto expressionOf = [&](ValueId value) -> const Stmt * {
    const auto found = sources.expressionOf.find(value);
    const auto *its = found == sources.expressionOf.end() ? nullptr : dyn_cast<Expr>(found->second);
    return its ? its->IgnoreParens() : nullptr;
  };
  for (ValueId each : counted.accesses) {
    const Stmt *its = expressionOf(each);
    if (!its)
      return std::nullopt;
    made.accesses.insert(its);
    if (counted.stores.contains(each))
      made.stores.insert(its);
  }
  const auto *test = dyn_cast<BinaryOperator>(loop->getCond()->IgnoreParens());
  made.tested = dyn_cast_or_null<MemberExpr>(expressionOf(counted.read));
  if (!test || !made.tested || loop->getConditionVariable())
    return std::nullopt;
  const Expr *left = test->getLHS()->IgnoreParenImpCasts(),
             *right = test->getRHS()->IgnoreParenImpCasts();
  if (test->getOpcode() == BO_GT)
    std::swap(left, right);
  const VarDecl *structure = made.structure();
  const bool isKnown = structure && (!made.tested->isArrow() || body.isPlain(structure)) &&
                       structure->hasLocalStorage() && !made.tested->refersToBitField() &&
                       (test->getOpcode() == BO_LT || test->getOpcode() == BO_GT) &&
                       left == made.tested;
  made.bound = right;
  made.last = isKnown ? made.findLast(loop->getBody(), body) : nullptr;
  return made.last ? std::optional(std::move(made)) : std::nullopt;
}

const VarDecl *MemberCounter::structure() const { return structureOf(tested); }

std::vector<const Expr *> MemberCounter::accessesIn(const Stmt *code) const {
  AccessFinder finder(accesses);
  finder.TraverseStmt(const_cast<Stmt *>(code));
  return std::move(finder.found);
}

bool MemberCounter::isAccessedIn(const Stmt *code) const { return !accessesIn(code).empty(); }

std::optional<std::vector<const MemberExpr *>> MemberCounter::readsIn(const Stmt *code,
                                                                      const NewNames &names) const {
  std::vector<const MemberExpr *> reads;
  for (const Expr *each : accessesIn(code)) {
    if (stores.contains(each) || !isMember(each, names))
      return std::nullopt;
    reads.push_back(cast<MemberExpr>(each));
  }
  return reads;
}

/// The names that stand for the structure's are as different as its own are in the loop's function.
bool MemberCounter::isMember(const Expr *expression, const NewNames &names) const {
  const auto *member = dyn_cast<MemberExpr>(expression);
  const VarDecl *its = member ? structureOf(member) : nullptr;
  if (!its || member->getMemberDecl() != tested->getMemberDecl())
    return false;
  if (its == structure())
    return !names.contains(its);
  const std::string name = structure()->getNameAsString();
  const auto other = names.find(its); // "s", or "(&s)" for the address of one
  return other != names.end() && member->isArrow() &&
         other->second == (structure()->getType()->isPointerType() ? name : "(&" + name + ")");
}

bool MemberCounter::addsOne(const Stmt *statement) const {
  const auto *member = dyn_cast_or_null<MemberExpr>(incremented(statement));
  return member && stores.contains(member) && member->getMemberDecl() == tested->getMemberDecl() &&
         structureOf(member);
}

/// Of an iteration, also in called functions; null: it does something else.
const Stmt *MemberCounter::findLast(const Stmt *code, const BodyText &body) const {
  std::set<const FunctionDecl *> seen;
  for (const Stmt *last = lastOf(code); last;) {
    if (addsOne(last))
      return last;
    const FunctionDecl *callee = body.calleeOf(last);
    if (!callee || !seen.insert(callee).second)
      return nullptr;
    last = lastOf(callee->getBody());
  }
  return nullptr;
}

} // namespace kasuri
