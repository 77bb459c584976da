// The shapes of loops that count.
//
//     for (v = a; v < b; v += c) …        while (p != end) { … p++; }
//     while (v--) …                       for (;; v++) { if (v >= b) break; … }
//     do … while (--v > 0);               for (v = a, p = q; v < b; v++, p += 2) …
//     for (v = a; 2 * v + 1 < b; v++) …   for (v = a; v < b && v < c; v++) …
//     for (v = a; v + w - 1 < b; v++) …
//     for (v = a; v < b; v += s) …        for (T v = a, w = b; v < w; v++, w--) …
//
// The variable is the side of the test that something in the loop advances by constants: the test
// itself, the step of a `for`, or the body. Its steps there are added up, and those of a bound that
// comes to meet it; that all of them are taken in each iteration, that nothing else changes the
// variable and that another bound stays the same is not decided here: the analysis follows the
// values and refuses a form that does not agree. Emission needs the pieces of text, the analysis
// the values; both come from here.
#include "frontend/LoopHead.h"
#include "frontend/Lower.h"

namespace kasuri {

using namespace clang;
using Advance = CountedForm::Advance;

namespace {

/// A number or pointer of the function's own.
const VarDecl *localOf(const Expr *expression) {
  const auto *reference = dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts());
  const auto *variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  bool isScalar =
      variable && (variable->getType()->isRealType() || variable->getType()->isPointerType());
  bool isUsable =
      isScalar && variable->hasLocalStorage() && !variable->getType().isVolatileQualified();
  return isUsable ? variable : nullptr;
}

/// One that may count.
const VarDecl *variableOf(const Expr *expression) {
  const VarDecl *variable = localOf(expression);
  return variable && !variable->getType()->isRealFloatingType() ? variable : nullptr;
}

std::optional<int64_t> constantOf(const Expr *expression, const ASTContext &context) {
  Expr::EvalResult result;
  if (!expression->EvaluateAsInt(result, context))
    return std::nullopt;
  const llvm::APSInt &value = result.Val.getInt();
  // Of a type without sign, numbers close to its end have few significant bits, too.
  bool isSmall = value.isRepresentableByInt64() && value.getSignificantBits() <= 32;
  return isSmall ? std::optional(value.getExtValue()) : std::nullopt;
}

/// An expression that adds something to a variable: v++, v += c, v = v + c.
struct Step {
  const VarDecl *variable = nullptr; ///< null: of another shape
  int64_t amount = 0;                ///< 0: no constant
  bool isPostfix = false;            ///< its value is the variable's before
};

Step stepOf(const Expr *expression, const ASTContext &context) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *unary = dyn_cast<UnaryOperator>(expression))
    return unary->isIncrementDecrementOp()
               ? Step{variableOf(unary->getSubExpr()), unary->isIncrementOp() ? 1 : -1,
                      unary->isPostfix()}
               : Step{};
  const auto *binary = dyn_cast<BinaryOperator>(expression);
  const VarDecl *variable = binary ? variableOf(binary->getLHS()) : nullptr;
  if (!variable)
    return {};
  const Expr *amount = binary->getRHS();
  bool isMinus = binary->getOpcode() == BO_SubAssign;
  if (binary->getOpcode() == BO_Assign) {
    const auto *sum = dyn_cast<BinaryOperator>(amount->IgnoreParenImpCasts());
    if (!sum || !sum->isAdditiveOp() || variableOf(sum->getLHS()) != variable)
      return {};
    isMinus = sum->getOpcode() == BO_Sub;
    amount = sum->getRHS();
  } else if (binary->getOpcode() != BO_AddAssign && !isMinus) {
    return {};
  }
  auto value = constantOf(amount, context).value_or(0);
  return {variable, isMinus ? -value : value, false};
}

/// Adds up the constants by which statements advance each variable, and finds what else is added.
class StepSum : public DynamicRecursiveASTVisitor {
public:
  explicit StepSum(const ASTContext &context) : context(context) {}
  std::map<const VarDecl *, int64_t> steps;
  std::map<const VarDecl *, std::vector<const Expr *>> others;

  bool VisitUnaryOperator(UnaryOperator *unary) override { return note(unary); }
  bool VisitBinaryOperator(BinaryOperator *binary) override { return note(binary); }

private:
  const ASTContext &context;

  bool note(const Expr *expression) {
    Step step = stepOf(expression, context);
    if (step.variable && step.amount == 0)
      others[step.variable].push_back(expression);
    else if (step.variable)
      steps[step.variable] += step.amount;
    return true;
  }
};

StepSum stepsIn(const Stmt *statement, const ASTContext &context) {
  StepSum sum(context);
  if (statement)
    sum.TraverseStmt(const_cast<Stmt *>(statement));
  return sum;
}

/// The expressions that commas separate.
void appendParts(const Expr *expression, std::vector<const Expr *> &parts) {
  const Expr *inner = expression->IgnoreParens();
  const auto *comma = dyn_cast<BinaryOperator>(inner);
  if (!comma || comma->getOpcode() != BO_Comma) {
    parts.push_back(inner);
    return;
  }
  appendParts(comma->getLHS(), parts);
  appendParts(comma->getRHS(), parts);
}

/// The sides that && joins.
void appendConjuncts(const Expr *condition, std::vector<const Expr *> &parts) {
  const auto *both = dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!both || both->getOpcode() != BO_LAnd) {
    parts.push_back(condition);
    return;
  }
  appendConjuncts(both->getLHS(), parts);
  appendConjuncts(both->getRHS(), parts);
}

/// A sum that converts a variable to `type` keeps its value.
bool keepsValue(QualType from, QualType type, const ASTContext &context) {
  if (from->isPointerType() || type->isPointerType())
    return ASTContext::hasSameUnqualifiedType(from, type);
  bool isSigned = type->isSignedIntegerType(), wasSigned = from->isSignedIntegerOrEnumerationType();
  const uint64_t bits = context.getIntWidth(type), before = context.getIntWidth(from);
  return isSigned == wasSigned ? bits >= before : isSigned && bits > before;
}

/// factor * variable + addends in `test`; the variable, or null for another shape.
const VarDecl *readSum(const Expr *side, QualType type, LoopTest &test, const ASTContext &context) {
  side = side->IgnoreParens();
  const auto *binary = dyn_cast<BinaryOperator>(side);
  if (!binary) {
    const VarDecl *variable = variableOf(side);
    return variable && keepsValue(variable->getType(), type, context) ? variable : nullptr;
  }
  if (!ASTContext::hasSameUnqualifiedType(binary->getType(), type))
    return nullptr;
  const bool isSum = binary->getOpcode() == BO_Add, isProduct = binary->getOpcode() == BO_Mul;
  const Expr *left = binary->getLHS(), *right = binary->getRHS();
  auto amount = constantOf(right, context);
  if (!amount && (isSum || isProduct)) {
    amount = constantOf(left, context);
    if (amount)
      std::swap(left, right);
  }
  if (!amount && !isProduct && binary->isAdditiveOp() && type->isSignedIntegerType()) {
    test.hasOtherAddends = true;
    return readSum(left, type, test, context);
  }
  constexpr int64_t most = 1 << 20; // so that no product of several overflows in here
  bool isKnown = amount && (isSum || isProduct || binary->getOpcode() == BO_Sub) &&
                 std::abs(*amount) <= most && (!isProduct || *amount > 0);
  const VarDecl *variable = isKnown ? readSum(left, type, test, context) : nullptr;
  if (!variable || test.factor > most || std::abs(test.addend) > most)
    return nullptr;
  if (isProduct) {
    test.factor *= *amount;
    test.addend *= *amount;
  } else {
    test.addend += isSum ? *amount : -*amount;
  }
  return variable;
}

/// Without hints which way a test mostly goes, as likely(x) has them: __builtin_expect(!!(x), 1).
const Expr *withoutHints(const Expr *condition) {
  const Expr *inner = condition->IgnoreParenImpCasts();
  const auto *call = dyn_cast<CallExpr>(inner);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->getBuiltinID() || !callee->getName().starts_with("__builtin_expect"))
    return condition;
  inner = call->getArg(0)->IgnoreParenImpCasts();
  const auto *outer = dyn_cast<UnaryOperator>(inner);
  const auto *twice = outer && outer->getOpcode() == UO_LNot
                          ? dyn_cast<UnaryOperator>(outer->getSubExpr()->IgnoreParenImpCasts())
                          : nullptr;
  if (twice && twice->getOpcode() == UO_LNot)
    return twice->getSubExpr();
  const auto *compare = dyn_cast<BinaryOperator>(inner);
  const bool isNotZero = compare && compare->getOpcode() == BO_NE &&
                         compare->getRHS()->isNullPointerConstant(callee->getASTContext(),
                                                                  Expr::NPC_ValueDependentIsNull);
  return isNotZero ? compare->getLHS() : inner;
}

class HeadFinder {
public:
  HeadFinder(const Stmt *loop, const ASTContext &context) : loop(loop), context(context) {}

  LoopHead find() {
    counting = dyn_cast<ForStmt>(loop);
    const auto *testing = dyn_cast<WhileStmt>(loop);
    const auto *repeating = dyn_cast<DoStmt>(loop);
    const Expr *condition = counting  ? counting->getCond()
                            : testing ? testing->getCond()
                                      : repeating->getCond();
    head.body = counting  ? counting->getBody()
                : testing ? testing->getBody()
                          : repeating->getBody();
    head.testsFirst = !repeating;
    bool isEndless = !condition || constantOf(condition, context).value_or(0) != 0;
    if (isEndless && !repeating)
      condition = findExitTest();
    bool isCounting = condition && readTests(condition) && readStart() && mayTestInOrder();
    if (!head.otherTests.empty())
      head.test.boundStep = 0;
    if (isCounting && counting && counting->getInc())
      readSteps();
    return isCounting ? head : LoopHead{};
  }

private:
  const Stmt *loop;
  const ASTContext &context;
  const ForStmt *counting = nullptr;
  LoopHead head;

  /// Of `for (;;) { if (condition) break; … }`.
  const Expr *findExitTest() {
    const auto *block = dyn_cast<CompoundStmt>(head.body);
    const auto *test =
        block && !block->body_empty() ? dyn_cast<IfStmt>(block->body_front()) : nullptr;
    if (!test || test->getElse())
      return nullptr;
    const Stmt *then = test->getThen();
    const auto *arm = dyn_cast<CompoundStmt>(then);
    if (arm && arm->size() == 1)
      then = arm->body_front();
    if (!isa<BreakStmt>(then))
      return nullptr;
    head.exitTest = test;
    return test->getCond();
  }

  /// All that `&&` joins counts the same variable. The first may have effects of its own.
  bool readTests(const Expr *condition) {
    std::vector<const Expr *> parts;
    appendConjuncts(condition, parts);
    if (!readTest(parts[0]))
      return false;
    const LoopHead first = head;
    for (size_t i = 1; i < parts.size(); ++i) {
      bool isCounting = !first.exitTest && first.advance == Advance::AfterBody &&
                        readTest(parts[i]) && head.variable == first.variable &&
                        head.advance == Advance::AfterBody && first.test.bound && head.test.bound &&
                        !head.test.hasOtherAddends && !head.test.bound->HasSideEffects(context);
      if (!isCounting)
        return false;
      head.test.isAfterOthers = !isHarmless(*head.test.bound);
      head.otherTests.push_back(std::exchange(head.test, first.test));
    }
    head.condition = condition;
    return true;
  }

  /// Has a value wherever it is evaluated.
  bool isHarmless(const Expr &bound) const {
    const Expr *place = bound.IgnoreParenImpCasts();
    const auto *member = dyn_cast<MemberExpr>(place);
    if (member && !member->isArrow())
      return !member->getType().isVolatileQualified() && isHarmless(*member->getBase());
    const auto *reference = dyn_cast<DeclRefExpr>(place);
    const auto *named = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    return constantOf(&bound, context) || (named && !named->getType().isVolatileQualified());
  }

  /// The source evaluates a bound that may have no value behind the tests in front of it, before
  /// the first iteration.
  bool mayTestInOrder() const {
    return head.testsFirst || std::none_of(head.otherTests.begin(), head.otherTests.end(),
                                           [](const LoopTest &each) { return each.isAfterOthers; });
  }

  bool readTest(const Expr *condition) {
    head.condition = condition;
    condition = withoutHints(condition)->IgnoreParenImpCasts();
    const auto *compare = dyn_cast<BinaryOperator>(condition);
    if (!compare || !compare->isComparisonOp()) {
      head.test = {.tested = condition, .relation = Relation::NotEqual};
      return !head.exitTest && condition->getType()->isIntegerType() && readVariable();
    }
    for (bool isSwapped : {false, true}) {
      head.test = {.tested = isSwapped ? compare->getRHS() : compare->getLHS(),
                   .bound = isSwapped ? compare->getLHS() : compare->getRHS(),
                   .relation = relationOf(compare->getOpcode())};
      if (isSwapped)
        head.test.relation = swapped(head.test.relation);
      if (head.exitTest)
        head.test.relation = opposite(head.test.relation);
      if (readVariable())
        return !head.exitTest || !condition->HasSideEffects(context);
    }
    return false;
  }

  /// The side of the test that counts towards the other one.
  bool readVariable() {
    const Expr *side = head.test.tested;
    Step inTest = stepOf(side, context);
    head.variable = inTest.variable ? inTest.variable : variableOf(side);
    if (const Expr *sum = side->IgnoreParenImpCasts(); !head.variable && head.test.bound) {
      head.test.tested = sum;
      head.variable = readSum(sum, sum->getType(), head.test, context);
    }
    if (!head.variable)
      return false;
    head.advance = !inTest.variable   ? Advance::AfterBody
                   : inTest.isPostfix ? Advance::AfterTest
                                      : Advance::BeforeTest;
    StepSum inHead = stepsIn(counting ? counting->getInc() : nullptr, context);
    StepSum inBody = stepsIn(head.body, context);
    head.headStep = inHead.steps[head.variable];
    const int64_t bodyStep = inBody.steps[head.variable];
    head.step = inTest.amount + head.headStep + bodyStep;
    bool isElsewhere = (inTest.amount != 0) + (head.headStep != 0) + (bodyStep != 0) > 1;
    if (head.step == 0 && !inTest.variable && isMoved(inHead, inBody))
      return countsUp();
    const Relation relation = head.test.relation;
    bool isUp = relation == Relation::Less || relation == Relation::LessEqual;
    bool isTowards = relation == Relation::NotEqual || isUp == (head.step > 0);
    readBoundStep(inHead, inBody);
    return head.step != 0 && !isElsewhere && isTowards && relation != Relation::Equal &&
           (!head.test.hasOtherAddends || mayAddOthers());
  }

  /// The first test is of the variable's first value, and of an order.
  bool mayAddOthers() const {
    return head.testsFirst && !head.exitTest && head.advance == Advance::AfterBody &&
           head.test.relation != Relation::NotEqual && !head.test.tested->HasSideEffects(context);
  }

  /// As in while (a < b) { …; a++; b--; }. What unsigned numbers would need besides is not asked
  /// for.
  void readBoundStep(StepSum &inHead, StepSum &inBody) {
    const VarDecl *bound = head.test.bound ? variableOf(head.test.bound) : nullptr;
    bool mayMeet = bound && head.testsFirst && !head.exitTest && head.test.isPlain() &&
                   head.advance == Advance::AfterBody && head.test.relation != Relation::NotEqual &&
                   !head.variable->getType()->isUnsignedIntegerOrEnumerationType() &&
                   ASTContext::hasSameUnqualifiedType(bound->getType(), head.variable->getType());
    const int64_t step = mayMeet ? inHead.steps[bound] + inBody.steps[bound] : 0;
    if (head.step > 0 ? step < 0 : step > 0)
      head.test.boundStep = step;
  }

  /// Something that is no constant is added to the variable, at one place.
  bool isMoved(StepSum &inHead, StepSum &inBody) {
    const auto &first = inHead.others[head.variable], &second = inBody.others[head.variable];
    if (first.empty() && second.empty())
      return false;
    head.movesInHead = second.empty();
    head.movesBy = first.size() + second.size() > 1 ? nullptr
                   : head.movesInHead               ? first.front()
                                                    : second.front();
    return true;
  }

  /// That what is added is positive is left to a guard, and what unsigned arithmetic would need
  /// besides is not asked for.
  bool countsUp() const {
    const Relation relation = head.test.relation;
    bool isBelow = relation == Relation::Less || relation == Relation::LessEqual;
    return head.movesBy && isBelow && head.test.isPlain() &&
           head.variable->getType()->isSignedIntegerType();
  }

  bool readStart() {
    const Stmt *init = counting ? counting->getInit() : nullptr;
    if (const auto *declarations = dyn_cast_or_null<DeclStmt>(init)) {
      head.declaresVariable =
          declarations->isSingleDecl() && declarations->getSingleDecl() == head.variable;
      if (head.declaresVariable)
        head.start = head.variable->getInit();
      else
        head.declarations = declarations;
      return true;
    }
    if (!init)
      return true;
    std::vector<const Expr *> parts;
    if (const auto *expression = dyn_cast<Expr>(init))
      appendParts(expression, parts);
    for (const Expr *part : parts) {
      const auto *set = dyn_cast<BinaryOperator>(part);
      if (!set || set->getOpcode() != BO_Assign || !localOf(set->getLHS()))
        return false;
      if (localOf(set->getLHS()) != head.variable)
        head.otherStarts.push_back(part);
      else if (head.start)
        return false;
      else
        head.start = set->getRHS();
    }
    return true;
  }

  void readSteps() {
    std::vector<const Expr *> parts;
    appendParts(counting->getInc(), parts);
    for (const Expr *part : parts)
      if (stepOf(part, context).variable != head.variable)
        head.otherSteps.push_back(part);
  }
};

} // namespace

namespace {

/// The comparisons that all hold where `condition` does; empty if there are others.
void appendCompares(const Program &program, ValueId condition, std::vector<ValueId> &compares) {
  const Instruction &value = program[withoutConverts(program, condition)];
  if (value.op == Op::Compare && value.operands.size() == 2) {
    compares.push_back(withoutConverts(program, condition));
  } else if (isConjunction(program, value)) {
    appendCompares(program, value.operands[0], compares);
    appendCompares(program, value.operands[1], compares);
  }
}

/// What a sum adds besides constants and the variable.
void appendAddends(const Program &program, ValueId sum, ObjectId variable,
                   std::vector<ValueId> &addends) {
  const Instruction &value = program[sum];
  const bool isSum = value.op == Op::Add || value.op == Op::Sub || value.op == Op::Mul;
  if (isSum || value.op == Op::Convert) {
    for (ValueId operand : value.operands)
      appendAddends(program, operand, variable, addends);
  } else if (value.op != Op::Constant && variableOf(program, sum) != variable) {
    addends.push_back(sum);
  }
}

} // namespace

LoopHead findLoopHead(const Stmt *loop, const ASTContext &context) {
  return HeadFinder(loop, context).find();
}

/// The head's pieces as values; the loop's blocks have been lowered.
CountedForm countedForm(const UnitContext &unit, const LoopHead &head, RegionId region) {
  CountedForm form;
  if (!head.variable)
    return form;
  std::vector<const Expr *> conjuncts;
  std::vector<ValueId> compares;
  appendConjuncts(head.condition, conjuncts);
  appendCompares(unit.program, unit.program[region].conditionValue, compares);
  auto object = unit.builder.objectOf.find(head.variable->getCanonicalDecl());
  if (compares.size() != conjuncts.size() || object == unit.builder.objectOf.end() ||
      unit.builder.placeOf.contains(head.variable->getCanonicalDecl()))
    return form;
  for (size_t i = 0; i < compares.size(); ++i) {
    const auto *test = dyn_cast<BinaryOperator>(conjuncts[i]->IgnoreParenImpCasts());
    const Expr *bound = i == 0 ? head.test.bound : head.otherTests[i - 1].bound;
    const bool isBoundFirst = test && bound == test->getLHS();
    const std::vector<ValueId> &sides = unit.program[compares[i]].operands;
    if (i > 0) {
      form.otherBounds.push_back(sides[isBoundFirst ? 0 : 1]);
      continue;
    }
    form.tested = sides[isBoundFirst ? 1 : 0];
    form.bound = sides[isBoundFirst ? 0 : 1];
  }
  form.relation = head.test.relation;
  form.factor = head.test.factor;
  form.addend = head.test.addend;
  form.step = head.step;
  form.boundStep = head.test.boundStep;
  form.advance = head.advance;
  form.declaresVariable = head.declaresVariable;
  form.declaresOthers = head.declarations != nullptr;
  form.variable = object->second;
  form.hasOtherAddends = head.test.hasOtherAddends;
  if (form.hasOtherAddends)
    appendAddends(unit.program, form.tested, form.variable, form.otherBounds);
  form.unit = unit.program[form.variable].pointeeSize;
  if (unit.program[region].init.valid())
    for (ValueId value : unit.program[unit.program[region].init].values)
      if (unit.program[value].op == Op::Store &&
          unit.program[unit.program[value].operands[0]].object == form.variable)
        form.initial = unit.program[value].operands[1];
  return form;
}

} // namespace kasuri
