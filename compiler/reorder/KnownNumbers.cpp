#include "reorder/KnownNumbers.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

#include <algorithm>
#include <cmath>

namespace kasuri {

using namespace clang;

namespace {

constexpr unsigned mostSteps = 200; ///< for one expression
constexpr size_t mostNumbers = 8;
constexpr double nearness = 1e-6; ///< conversions may bring numbers so close that are not the same

/// Elements of arrays and what pointers lead to, with names in subscripts.
class VaryingFinder : public DynamicRecursiveASTVisitor {
public:
  /// `tables`: types of which there are constant elements.
  explicit VaryingFinder(const std::set<const Type *> &tables) : tables(tables) {}

  bool isVarying = false;

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *element) override {
    isVarying |= !mayBeOfTable(element->getType()) &&
                 !isa<IntegerLiteral>(element->getIdx()->IgnoreParenImpCasts());
    return !isVarying;
  }
  bool VisitUnaryOperator(UnaryOperator *operation) override {
    isVarying |= operation->getOpcode() == UO_Deref && !mayBeOfTable(operation->getType());
    return !isVarying;
  }

private:
  const std::set<const Type *> &tables;

  bool mayBeOfTable(QualType type) const {
    return type.isConstQualified() &&
           (!type->isRealFloatingType() || tables.contains(plainType(type)));
  }
};

class ReturnFinder : public DynamicRecursiveASTVisitor {
public:
  std::vector<const Expr *> values;

  bool VisitReturnStmt(ReturnStmt *statement) override {
    if (const Expr *value = statement->getRetValue())
      values.push_back(value);
    return true;
  }
};

KnownNumber anyNumber() { return {.isAny = true, .numbers = {}}; }

KnownNumber constant(double number) { return {.isConstant = true, .numbers = {number}}; }

void join(KnownNumber &all, const KnownNumber &other, bool isFirst) {
  all.isAny |= other.isAny;
  all.numbers.insert(other.numbers.begin(), other.numbers.end());
  all.isConstant =
      (isFirst || all.isConstant) && other.isConstant && all.numbers.size() == 1 && !all.isAny;
  all.isAny |= all.numbers.size() > mostNumbers;
}

double computed(BinaryOperatorKind opcode, double a, double b) {
  switch (opcode) {
  case BO_Add:
    return a + b;
  case BO_Sub:
    return a - b;
  case BO_Mul:
    return a * b;
  default:
    return a / b;
  }
}

bool isNear(double a, double b) {
  a = std::abs(a);
  b = std::abs(b);
  return !(std::abs(a - b) > nearness * std::max(a, b));
}

} // namespace

bool KnownNumber::mayBe(const KnownNumber &other) const {
  if (isAny || other.isAny || (!isConstant && !other.isConstant))
    return true;
  return std::any_of(numbers.begin(), numbers.end(), [&](double number) {
    return std::any_of(other.numbers.begin(), other.numbers.end(),
                       [&](double its) { return isNear(number, its); });
  });
}

KnownNumbers::KnownNumbers(ASTContext &context) : context(context), writes(findWrites(context)) {}

/// Reads one expression.
class KnownNumbers::Reader {
public:
  explicit Reader(const KnownNumbers &known) : known(known) {}

  /// `isOperand`: of a computation around it.
  KnownNumber read(const Expr *expression, bool isOperand) {
    if (++steps > mostSteps)
      return anyNumber();
    llvm::APFloat value(0.0);
    if (isPlainReal(expression->getType()) && !expression->isValueDependent() &&
        expression->EvaluateAsFloat(value, known.context))
      return constant(numberOf(value));
    const Expr *plain = expression->IgnoreParenCasts();
    if (const auto *operation = dyn_cast<BinaryOperator>(plain))
      return readBinary(*operation, isOperand);
    if (const auto *sign = dyn_cast<UnaryOperator>(plain);
        sign && (sign->getOpcode() == UO_Minus || sign->getOpcode() == UO_Plus))
      return negated(read(sign->getSubExpr(), isOperand), sign->getOpcode() == UO_Minus);
    if (const auto *choice = dyn_cast<ConditionalOperator>(plain)) {
      KnownNumber all = read(choice->getTrueExpr(), isOperand);
      join(all, read(choice->getFalseExpr(), isOperand), false);
      return all;
    }
    Expr::EvalResult whole;
    if (plain->getType()->isIntegerType() && plain->EvaluateAsInt(whole, known.context))
      return constant(static_cast<double>(whole.Val.getInt().getExtValue()));
    if (const auto *call = dyn_cast<CallExpr>(plain); call && isPlainReal(call->getType()))
      return readCall(*call, isOperand);
    if (isVarying(plain))
      return {};
    if (isa<ImplicitValueInitExpr>(plain))
      return constant(0);
    return isPlainReal(plain->getType()) ? readPlace(plain, isOperand) : anyNumber();
  }

private:
  const KnownNumbers &known;
  std::set<const Decl *> open; ///< whose values are being read
  unsigned steps = 0;

  bool isVarying(const Expr *expression) const {
    VaryingFinder finder(known.writes.tables);
    finder.TraverseStmt(const_cast<Expr *>(expression));
    return finder.isVarying;
  }

  static double numberOf(llvm::APFloat value) {
    bool isInexact = false;
    value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &isInexact);
    return value.convertToDouble();
  }

  static KnownNumber negated(KnownNumber number, bool isNegative) {
    if (!isNegative)
      return number;
    std::set<double> numbers;
    for (double each : number.numbers)
      numbers.insert(-each);
    number.numbers = std::move(numbers);
    return number;
  }

  KnownNumber readBinary(const BinaryOperator &operation, bool isOperand) {
    switch (operation.getOpcode()) {
    case BO_Assign:
    case BO_Comma:
      return read(operation.getRHS(), isOperand);
    case BO_Add:
    case BO_Sub:
    case BO_Mul:
    case BO_Div:
      return compute(operation.getOpcode(), read(operation.getLHS(), true),
                     read(operation.getRHS(), true));
    default:
      return isVarying(operation.getRHS()) ? KnownNumber() : anyNumber();
    }
  }

  /// With what is no number, it is none.
  static KnownNumber compute(BinaryOperatorKind opcode, const KnownNumber &a,
                             const KnownNumber &b) {
    KnownNumber all;
    if (a.isNone() || b.isNone())
      return all;
    if (a.isAny || b.isAny)
      return anyNumber();
    for (double left : a.numbers)
      for (double right : b.numbers)
        all.numbers.insert(computed(opcode, left, right));
    all.isConstant = a.isConstant && b.isConstant;
    all.isAny = all.numbers.size() > mostNumbers;
    return all;
  }

  /// What the function returns in any call.
  KnownNumber readCall(const CallExpr &call, bool isOperand) {
    const FunctionDecl *callee = call.getDirectCallee();
    const FunctionDecl *function = callee ? callee->getDefinition() : nullptr;
    ReturnFinder finder;
    if (function && open.insert(function).second)
      finder.TraverseStmt(function->getBody());
    if (finder.values.empty())
      return isVarying(&call) ? KnownNumber() : anyNumber();
    KnownNumber all;
    for (const Expr *each : finder.values)
      join(all, read(each, isOperand), each == finder.values.front());
    open.erase(function);
    return all;
  }

  /// Of a variable or member: all that is written to it.
  KnownNumber readPlace(const Expr *place, bool isOperand) {
    const Decl *target = namedReal(place);
    const auto its = known.writes.of.find(target);
    if (!target || its == known.writes.of.end() || its->second.isAny)
      return anyNumber();
    if (!open.insert(target).second)
      return isOperand ? anyNumber() : KnownNumber();
    KnownNumber all = its->second.isZeroed ? constant(0) : KnownNumber();
    bool isFirst = !its->second.isZeroed;
    for (const Expr *each : its->second.values) {
      join(all, read(each, isOperand), isFirst);
      isFirst = false;
    }
    open.erase(target);
    return all;
  }
};

KnownNumber KnownNumbers::of(const Expr *expression) const {
  return Reader(*this).read(expression, false);
}

} // namespace kasuri
