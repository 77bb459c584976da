// Does OpenMP count the iterations of a `for` as the source does?
//
//     for (int i = 0; i < n; i++)             yes
//     for (int i = -1; i < n; i++)            no, if n is unsigned: -1 is large in the source's
//     test
//
// OpenMP takes `i < n` in the type of the variable. That is what the source means if it compares in
// that type; or if it compares as unsigned what starts from 0 on and goes up: a larger bound than
// the variable can hold is one that it never meets, and signed variables do not wrap around.
//
//     for (int i = top; i >= 0; i--)          no, if top is INT_MAX: compilers count the iterations
//                                             in the type of the variable, and these are one more
#include "movability/openmp/LoopReader.h"

namespace kasuri {

using namespace clang;

namespace {

bool isVariable(const Expr *expression, const VarDecl *variable) {
  const auto *name =
      dyn_cast_or_null<DeclRefExpr>(expression ? expression->IgnoreParenImpCasts() : nullptr);
  return name && name->getDecl()->getCanonicalDecl() == variable->getCanonicalDecl();
}

bool mentions(const Expr *expression, const VarDecl *variable) {
  return llvm::any_of(findUses(expression).references, [&](const DeclRefExpr *reference) {
    return reference->getDecl() == variable;
  });
}

bool setsIt(const Stmt *start, const VarDecl *variable) {
  if (const auto *declarations = dyn_cast_or_null<DeclStmt>(start))
    return declarations->isSingleDecl() && declarations->getSingleDecl() == variable &&
           variable->getInit();
  const auto *assignment = dyn_cast_or_null<BinaryOperator>(start);
  return assignment && assignment->getOpcode() == BO_Assign &&
         isa<DeclRefExpr>(assignment->getLHS()) && isVariable(assignment->getLHS(), variable) &&
         !mentions(assignment->getRHS(), variable);
}

/// i++, --i, i += 2, i = i + 2.
bool isStep(const Expr *step, const VarDecl *variable) {
  if (const auto *unary = dyn_cast_or_null<UnaryOperator>(step))
    return unary->isIncrementDecrementOp() && isa<DeclRefExpr>(unary->getSubExpr());
  const auto *binary = dyn_cast_or_null<BinaryOperator>(step);
  if (!binary || !isa<DeclRefExpr>(binary->getLHS()))
    return false;
  if (binary->getOpcode() == BO_AddAssign || binary->getOpcode() == BO_SubAssign)
    return true;
  const auto *sum = dyn_cast<BinaryOperator>(binary->getRHS()->IgnoreImpCasts());
  return binary->getOpcode() == BO_Assign && sum && sum->isAdditiveOp() &&
         isVariable(sum->getLHS(), variable);
}

bool isPlain(const LoopHead &head) {
  return head.otherStarts.empty() && head.otherSteps.empty() && head.otherTests.empty() &&
         !head.declarations && !head.exitTest && !head.movesInHead && head.testsFirst &&
         head.advance == CountedForm::Advance::AfterBody && head.test.isPlain() &&
         head.test.boundStep == 0 && head.step != 0 && head.step == head.headStep;
}

/// In the type in which both sides are compared.
bool comparesAsCounted(const BinaryOperator &condition, const LoopHead &head,
                       const ASTContext &context, bool wrapsSigned) {
  const QualType own = head.variable->getType().getCanonicalType().getUnqualifiedType();
  const QualType compared = condition.getLHS()->getType().getCanonicalType().getUnqualifiedType();
  if (own == compared || own->isPointerType())
    return true;
  const std::optional<int64_t> bound = constantValue(head.test.bound, context);
  const QualType ofBound =
      head.test.bound->IgnoreParenImpCasts()->getType().getCanonicalType().getUnqualifiedType();
  const bool isWider =
      context.getTypeSize(compared) > context.getTypeSize(own) && compared->isSignedIntegerType();
  if (isWider && (ofBound == own || (bound && std::abs(*bound) <= 127)))
    return true;
  const std::optional<int64_t> start = constantValue(head.start, context);
  return !wrapsSigned && own->isSignedIntegerType() &&
         context.getTypeSize(own) >= context.getTypeSize(context.IntTy) &&
         compared->isUnsignedIntegerType() && start && *start >= 0 && head.step > 0;
}

/// A variable that meets its bound by wrapping around would have another number of iterations.
bool meetsBound(const LoopHead &head, const ASTContext &context) {
  if (head.test.relation != Relation::NotEqual)
    return true;
  const QualType type = head.variable->getType();
  const std::optional<int64_t> start = constantValue(head.start, context);
  return std::abs(head.step) == 1 &&
         (!type->isUnsignedIntegerType() || (head.step == 1 && start && *start == 0));
}

} // namespace

std::optional<int64_t> constantValue(const Expr *expression, const ASTContext &context) {
  Expr::EvalResult result;
  bool isKnown = expression && !expression->isValueDependent() &&
                 expression->EvaluateAsInt(result, context) &&
                 result.Val.getInt().isRepresentableByInt64();
  return isKnown ? std::optional(result.Val.getInt().getExtValue()) : std::nullopt;
}

std::string whyNotCanonical(const Stmt &loop, const LoopHead &head, const ASTContext &context,
                            bool wrapsSigned) {
  const auto *counting = dyn_cast<ForStmt>(&loop);
  if (!counting || !head.variable || !head.start || !head.test.bound || !counting->getCond())
    return "a loop of this form";
  const QualType type = head.variable->getType();
  const auto *condition = dyn_cast<BinaryOperator>(counting->getCond()->IgnoreParens());
  bool isOrdered = condition && (condition->isRelationalOp() || condition->getOpcode() == BO_NE);
  bool isCounter = (type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType()) ||
                   type->isPointerType();
  bool isKnown = isOrdered && isCounter && isPlain(head) &&
                 setsIt(counting->getInit(), head.variable) &&
                 isStep(counting->getInc(), head.variable) && !type.isVolatileQualified() &&
                 (isVariable(condition->getLHS(), head.variable) ||
                  isVariable(condition->getRHS(), head.variable)) &&
                 !head.test.bound->HasSideEffects(context) &&
                 !head.start->HasSideEffects(context) && !mentions(head.test.bound, head.variable);
  if (!isKnown || !head.variable->hasLocalStorage())
    return "a loop of this form";
  if (!comparesAsCounted(*condition, head, context, wrapsSigned) || !meetsBound(head, context))
    return "a loop test in a type other than its variable's";
  return "";
}

/// It is so much less than the greatest number of its type.
static bool isBelowEnd(const Expr *value, int64_t below, uint64_t bits, const ASTContext &context) {
  if (below <= 0)
    return true;
  value = value->IgnoreParenImpCasts();
  const auto *difference = dyn_cast<BinaryOperator>(value);
  const std::optional<int64_t> less = difference && difference->getOpcode() == BO_Sub
                                          ? constantValue(difference->getRHS(), context)
                                          : std::nullopt;
  return less && *less >= below && value->getType()->isSignedIntegerType() &&
         context.getTypeSize(value->getType()) <= bits;
}

/// A difference of two such numbers is one of the type with so many bits.
static bool isNarrow(const Expr *value, uint64_t bits, const ASTContext &context) {
  const std::optional<int64_t> number = constantValue(value, context);
  return number ? std::abs(*number) < int64_t(1) << (bits - 2)
                : context.getTypeSize(value->IgnoreParenImpCasts()->getType()) < bits;
}

bool mayCountBeyondType(const LoopHead &head, const ASTContext &context) {
  const QualType type = head.variable->getType();
  const uint64_t bits = context.getTypeSize(type);
  if (!type->isSignedIntegerType() || bits >= 64) // a loop of 2^63 iterations does not end
    return false;
  const bool isUp = head.step > 0;
  const std::optional<int64_t> start = constantValue(head.start, context);
  const std::optional<int64_t> bound = constantValue(head.test.bound, context);
  const int64_t end = isClosed(head) ? 1 : 0;
  if (start && bound)
    return (isUp ? *bound - *start : *start - *bound) + end > greatestOf(bits);
  if (isNarrow(head.start, bits, context) && isNarrow(head.test.bound, bits, context))
    return false;
  if (isUp)
    return !start || *start < 0;
  return !bound || !isBelowEnd(head.start, end - *bound, bits, context);
}

bool isClosed(const LoopHead &head) {
  return head.test.relation == Relation::LessEqual || head.test.relation == Relation::GreaterEqual;
}

int64_t greatestOf(uint64_t bits) { return (int64_t(1) << (bits - 1)) - 1; }

} // namespace kasuri
