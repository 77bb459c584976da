#include "reorder/FusedTerms.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

#include <cmath>

namespace kasuri {

using namespace clang;

namespace {

/// A number that a product has as a factor.
struct NumberFactor {
  double number;
  bool isOnly;         ///< the other factor surely is no number
  bool isNone = false; ///< no factor is one
};

/// A sum of which a term is a product, and what the compiler says of it.
struct SeenSum {
  ProductSum sum;
  const FunctionDecl *function = nullptr;
  std::array<std::optional<NumberFactor>, 2> factors = {}; ///< of the left and the right product
  bool isComputed = true;                                  ///< in some place, or perhaps so
  std::optional<FusedSum> fused = std::nullopt;

  bool hasTwo() const { return sum.left && sum.right; }
};

class SumFinder : public DynamicRecursiveASTVisitor {
public:
  std::vector<ProductSum> sums;

  bool VisitBinaryOperator(BinaryOperator *operation) override {
    if (const auto sum = findProductSum(operation))
      sums.push_back(*sum);
    return true;
  }
};

/// Elements of arrays and what pointers lead to, with names in subscripts.
class VaryingFinder : public DynamicRecursiveASTVisitor {
public:
  bool isVarying = false;

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *element) override {
    isVarying |= !element->getType().isConstQualified() &&
                 !isa<IntegerLiteral>(element->getIdx()->IgnoreParenImpCasts());
    return !isVarying;
  }
  bool VisitUnaryOperator(UnaryOperator *operation) override {
    isVarying |= operation->getOpcode() == UO_Deref && !operation->getType().isConstQualified();
    return !isVarying;
  }
};

/// Nothing for one that a macro has.
std::optional<OperatorPlace> placeOf(ASTContext &context, const BinaryOperator &operation) {
  const PresumedLoc place = context.getSourceManager().getPresumedLoc(operation.getOperatorLoc());
  if (!operation.getOperatorLoc().isFileID() || place.isInvalid())
    return std::nullopt;
  return OperatorPlace{place.getFilename(), place.getLine(), place.getColumn()};
}

class TermFinder {
public:
  TermFinder(ASTContext &context, const FusedSums &sums) : context(context), known(sums) {}

  FusedTerms find() {
    for (Decl *each : context.getTranslationUnitDecl()->decls())
      if (auto *function = dyn_cast<FunctionDecl>(each);
          function && function->doesThisDeclarationHaveABody())
        readFunction(*function);
    FusedTerms terms;
    for (const SeenSum &each : seen)
      if (const BinaryOperator *term = fusedTermOf(each); term && isCertain(each))
        terms[each.sum.sum] = term;
    return terms;
  }

private:
  ASTContext &context;
  const FusedSums &known;
  std::vector<SeenSum> seen;
  std::map<const FunctionDecl *, size_t> sumsIn;

  void readFunction(FunctionDecl &function) {
    SumFinder finder;
    finder.TraverseDecl(&function);
    sumsIn[&function] = finder.sums.size();
    for (const ProductSum &sum : finder.sums) {
      SeenSum its{sum, &function, {factorOf(sum.left), factorOf(sum.right)}};
      if (const auto place = placeOf(context, *sum.sum)) {
        const auto found = known.find(*place);
        its.isComputed = found != known.end();
        its.fused = its.isComputed ? found->second : std::nullopt;
      }
      seen.push_back(std::move(its));
    }
  }

  const BinaryOperator *fusedTermOf(const SeenSum &its) const {
    if (!its.fused)
      return nullptr;
    const std::optional<OperatorPlace> &rounded = its.fused->rounded;
    if (!its.hasTwo())
      return rounded ? nullptr : its.sum.left ? its.sum.left : its.sum.right;
    if (!rounded)
      return nullptr;
    return rounded == placeOf(context, *its.sum.right)  ? its.sum.left
           : rounded == placeOf(context, *its.sum.left) ? its.sum.right
                                                        : nullptr;
  }

  static bool isVarying(Expr *expression) {
    VaryingFinder finder;
    finder.TraverseStmt(expression);
    return finder.isVarying;
  }

  std::optional<NumberFactor> factorOf(const BinaryOperator *product) const {
    if (!product)
      return std::nullopt;
    Expr *left = product->getLHS(), *right = product->getRHS();
    llvm::APFloat value(0.0);
    if (right->EvaluateAsFloat(value, context)) {
      const double number = std::abs(value.convertToDouble());
      return NumberFactor{product->getOpcode() == BO_Div ? 1 / number : number, isVarying(left)};
    }
    if (left->EvaluateAsFloat(value, context))
      return NumberFactor{std::abs(value.convertToDouble()), isVarying(right)};
    if (isVarying(left) && isVarying(right))
      return NumberFactor{.number = 0, .isOnly = false, .isNone = true};
    return std::nullopt;
  }

  static bool mayBeSame(const std::optional<NumberFactor> &a,
                        const std::optional<NumberFactor> &b) {
    if (!a || !b || a->isNone || b->isNone)
      return !a || !b || a->isNone == b->isNone;
    return a->number == b->number || (!a->isOnly && !b->isOnly);
  }

  bool isCertain(const SeenSum &its) const {
    return (!its.hasTwo() || !mayBeSame(its.factors[0], its.factors[1])) &&
           llvm::all_of(seen, [&](const SeenSum &other) {
             return !other.isComputed || &other == &its || !mayMeet(its, other) ||
                    isNoTwin(its, other);
           });
  }

  /// They are compiled together, or their functions may be the same and be compiled once.
  bool mayMeet(const SeenSum &its, const SeenSum &other) const {
    return its.function == other.function || sumsIn.at(its.function) == sumsIn.at(other.function);
  }

  /// It is none of the products of sums with two, whatever the compiler knows of equal numbers.
  bool isSurelySum(const Expr *term) const {
    const auto *operation = dyn_cast<BinaryOperator>(term->IgnoreParenImpCasts());
    const auto sum = operation ? findProductSum(operation) : std::nullopt;
    if (!sum || operation->isCompoundAssignmentOp())
      return false;
    if (sum->left && sum->right)
      return !mayBeSame(factorOf(sum->left), factorOf(sum->right));
    return isSurelySum(sum->left ? operation->getRHS() : operation->getLHS());
  }

  bool isNumber(const Expr *term) const {
    llvm::APFloat value(0.0);
    return term->EvaluateAsFloat(value, context);
  }

  /// Neither product is.
  static bool isNumberFree(const SeenSum &its) {
    return llvm::all_of(its.factors, [](const auto &each) { return each && each->isOnly; });
  }

  /// No copy of the one has the place of the other, or they agree.
  bool isNoTwin(const SeenSum &its, const SeenSum &other) const {
    const BinaryOperator *term = fusedTermOf(its), *others = fusedTermOf(other);
    if (!its.hasTwo())
      return its.function == other.function || other.hasTwo() || others;
    if (!other.hasTwo()) {
      const BinaryOperator &sum = *other.sum.sum;
      const Expr *added = other.sum.left ? sum.getRHS() : sum.getLHS();
      if (isSurelySum(added) || (isNumber(added) && isNumberFree(its)))
        return true;
      const auto factor = other.factors[other.sum.left ? 0 : 1];
      return !mayBeSame(its.factors[0], factor) && !mayBeSame(its.factors[1], factor);
    }
    if (mayBeSame(its.factors[0], other.factors[1]) && mayBeSame(its.factors[1], other.factors[0]))
      return false;
    const bool isSame =
        mayBeSame(its.factors[0], other.factors[0]) && mayBeSame(its.factors[1], other.factors[1]);
    return !isSame || (others && (others == other.sum.left) == (term == its.sum.left));
  }
};

/// In the main file; nothing for one that a macro has.
std::optional<unsigned> offsetOf(ASTContext &context, const BinaryOperator &operation) {
  const SourceManager &manager = context.getSourceManager();
  const clang::SourceLocation place = operation.getOperatorLoc();
  return place.isFileID() && manager.isInMainFile(place)
             ? std::optional(manager.getFileOffset(place))
             : std::nullopt;
}

} // namespace

UnitSums copiedSums(UnitSums sums, ASTContext &original, ASTContext &context,
                    const TextOrigins &origins) {
  std::map<unsigned, bool> isLeft; // by place of the sum: the term is the left one
  for (const auto &[sum, term] : sums.fusedTerms)
    if (const auto place = offsetOf(original, *sum))
      isLeft[*place] = findProductSum(sum)->left == term;
  std::map<unsigned, unsigned> steps;
  for (const auto &[sum, step] : sums.partSteps)
    if (const auto place = offsetOf(original, *sum))
      steps[*place] = step;
  std::set<unsigned> folded;
  for (const BinaryOperator *sum : sums.foldedSums)
    if (const auto place = offsetOf(original, *sum))
      folded.insert(*place);
  SumFinder finder;
  finder.TraverseDecl(context.getTranslationUnitDecl());
  UnitSums copied{std::move(sums.lines), {}, {}, {}};
  for (const ProductSum &each : finder.sums) {
    const auto place = offsetOf(context, *each.sum);
    const auto from = place ? sourceOffset(origins, *place) : std::nullopt;
    if (!from)
      continue;
    if (const auto its = isLeft.find(*from); its != isLeft.end())
      if (const BinaryOperator *term = its->second ? each.left : each.right)
        copied.fusedTerms[each.sum] = term;
    if (const auto its = steps.find(*from); its != steps.end())
      copied.partSteps[each.sum] = its->second;
    if (folded.contains(*from))
      copied.foldedSums.insert(each.sum);
  }
  return copied;
}

FoldedSums findFoldedSums(ASTContext &context, const FusedSums &sums) {
  SumFinder finder;
  if (!sums.empty())
    finder.TraverseDecl(context.getTranslationUnitDecl());
  FoldedSums folded;
  for (const ProductSum &each : finder.sums) {
    llvm::APFloat number(0.0);
    if (const auto place = placeOf(context, *each.sum);
        place && !sums.contains(*place) && each.sum->EvaluateAsFloat(number, context))
      folded.insert(each.sum);
  }
  return folded;
}

PartSteps findPartSteps(ASTContext &context, const FusedParts &parts) {
  SumFinder finder;
  if (!parts.empty())
    finder.TraverseDecl(context.getTranslationUnitDecl());
  PartSteps steps;
  for (const ProductSum &each : finder.sums)
    if (const auto place = placeOf(context, *each.sum); place && !(each.left && each.right))
      if (const auto its = parts.find(*place); its != parts.end())
        steps[each.sum] = its->second;
  return steps;
}

FusedTerms findFusedTerms(ASTContext &context, const FusedSums &sums) {
  return sums.empty() ? FusedTerms() : TermFinder(context, sums).find();
}

} // namespace kasuri
