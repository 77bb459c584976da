#include "movability/code/DistantTerms.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

/// Whether the value of an operand may be a product, and where that stands.
enum class Term : uint8_t {
  None,   ///< it is none
  Here,   ///< within the operand
  Distant ///< it may be anywhere
};

Term termOf(const Expr *operand);

Term termOfCast(const CastExpr *cast) {
  const Expr *from = cast->getSubExpr();
  if (cast->getCastKind() == CK_NoOp)
    return termOf(from);
  return cast->getCastKind() == CK_LValueToRValue ? Term::Distant : Term::None; // or it is rounded
}

Term termOfBinary(const BinaryOperator *binary) {
  switch (binary->getOpcode()) {
  case BO_Mul:
  case BO_Div: // by a constant it may become a product
  case BO_MulAssign:
  case BO_DivAssign:
    return Term::Here;
  case BO_Assign:
  case BO_Comma:
    return termOf(binary->getRHS());
  default:
    return Term::None;
  }
}

Term termOf(const Expr *operand) {
  operand = operand->IgnoreParens();
  if (const auto *cast = dyn_cast<CastExpr>(operand))
    return termOfCast(cast);
  if (const auto *binary = dyn_cast<BinaryOperator>(operand))
    return termOfBinary(binary);
  if (const auto *unary = dyn_cast<UnaryOperator>(operand);
      unary && (unary->getOpcode() == UO_Minus || unary->getOpcode() == UO_Plus))
    return termOf(unary->getSubExpr());
  if (const auto *choice = dyn_cast<ConditionalOperator>(operand))
    return std::max(termOf(choice->getTrueExpr()), termOf(choice->getFalseExpr()));
  return isa<FloatingLiteral, IntegerLiteral>(operand) ? Term::None : Term::Distant;
}

class SumFinder : public DynamicRecursiveASTVisitor {
public:
  explicit SumFinder(const SourceManager &manager) : manager(manager) {}

  std::set<SourceLine> lines;

  /// GCC has a sum that a variable gets in front of both of its terms: at the name.
  bool VisitVarDecl(VarDecl *variable) override {
    if (variable->hasInit() && addsTerms(variable->getInit()))
      note(manager.getExpansionLoc(variable->getLocation()));
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *sum) override {
    if (sum->getOpcode() == BO_Assign && isa<DeclRefExpr>(sum->getLHS()->IgnoreParens()) &&
        addsTerms(sum->getRHS()))
      note(manager.getExpansionLoc(sum->getOperatorLoc()));
    const bool isSum =
        sum->isAdditiveOp() || sum->getOpcode() == BO_AddAssign || sum->getOpcode() == BO_SubAssign;
    const QualType type = sum->getType();
    if (!isSum || (!type->isFloatingType() && !type->isVectorType()))
      return true;
    // What an assignment adds to is loaded.
    const Term left = sum->isAdditiveOp() ? termOf(sum->getLHS()) : Term::Distant;
    const Term right = termOf(sum->getRHS());
    if (left != Term::None && right != Term::None && std::max(left, right) == Term::Distant)
      note(manager.getExpansionLoc(sum->getOperatorLoc()));
    return true;
  }

private:
  const SourceManager &manager;

  static bool addsTerms(const Expr *value) {
    value = value->IgnoreParenImpCasts();
    if (const auto *choice = dyn_cast<ConditionalOperator>(value))
      return addsTerms(choice->getTrueExpr()) || addsTerms(choice->getFalseExpr());
    const auto *sum = dyn_cast<BinaryOperator>(value);
    return sum && sum->isAdditiveOp() && sum->getType()->isFloatingType() &&
           termOf(sum->getLHS()) != Term::None && termOf(sum->getRHS()) != Term::None;
  }

  void note(clang::SourceLocation place) {
    const PresumedLoc named = manager.getPresumedLoc(place);
    if (named.isInvalid())
      return;
    const StringRef own = manager.getPresumedLoc(place, false).getFilename();
    const bool isMain = manager.isWrittenInMainFile(place) && own == named.getFilename();
    lines.insert({isMain ? "" : named.getFilename(), named.getLine()});
  }
};

} // namespace

std::set<SourceLine> linesWithDistantTerms(ASTContext &context) {
  SumFinder finder(context.getSourceManager());
  finder.TraverseDecl(context.getTranslationUnitDecl());
  return finder.lines;
}

} // namespace kasuri
