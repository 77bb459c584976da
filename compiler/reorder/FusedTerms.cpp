#include "reorder/FusedTerms.h"

#include "reorder/KnownNumbers.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

namespace kasuri {

using namespace clang;

namespace {

struct ProductFactors {
  KnownNumber left, right;
};

/// A sum of which a term is a product, and what the compiler says of it.
struct SeenSum {
  ProductSum sum;
  const FunctionDecl *function = nullptr;
  std::array<std::optional<ProductFactors>, 2> factors = {}; ///< of the left and the right product
  bool isComputed = true;                                    ///< in some place, or perhaps so
  std::optional<FusedSum> fused = std::nullopt;

  bool hasTwo() const { return sum.left && sum.right; }
};

/// Nothing for one that a macro has.
std::optional<OperatorPlace> placeAt(ASTContext &context, clang::SourceLocation location) {
  const PresumedLoc place = context.getSourceManager().getPresumedLoc(location);
  if (!location.isFileID() || place.isInvalid())
    return std::nullopt;
  return OperatorPlace{place.getFilename(), place.getLine(), place.getColumn()};
}

std::optional<OperatorPlace> placeOf(ASTContext &context, const BinaryOperator &operation) {
  return placeAt(context, operation.getOperatorLoc());
}

class SumFinder : public DynamicRecursiveASTVisitor {
public:
  std::vector<ProductSum> sums;

  bool VisitBinaryOperator(BinaryOperator *operation) override {
    if (const auto sum = findProductSum(operation))
      sums.push_back(*sum);
    if (operation->getOpcode() == BO_Assign)
      addResult(operation->getRHS(), operation->getOperatorLoc());
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) override {
    if (variable->hasInit())
      addResult(variable->getInit(), variable->getLocation());
    return true;
  }

  /// Where GCC may say that the operation is: at its operator, and where a variable gets its
  /// result. Nothing if a macro has one of these.
  std::optional<std::vector<OperatorPlace>> placesOf(ASTContext &context,
                                                     const BinaryOperator &operation) const {
    std::vector<clang::SourceLocation> locations = {operation.getOperatorLoc()};
    if (const auto stored = storedAt.find(&operation); stored != storedAt.end())
      locations.push_back(stored->second);
    std::vector<OperatorPlace> places;
    for (clang::SourceLocation each : locations)
      if (const auto place = placeAt(context, each))
        places.push_back(*place);
    return places.size() == locations.size() ? std::optional(places) : std::nullopt;
  }

  /// It is one of several values of a choice.
  bool isStoredWithOthers(const BinaryOperator &operation) const {
    const auto stored = storedAt.find(&operation);
    return stored != storedAt.end() && resultsAt.at(stored->second) > 1;
  }

private:
  std::map<const BinaryOperator *, clang::SourceLocation> storedAt;
  std::map<clang::SourceLocation, unsigned> resultsAt; ///< so many of `storedAt`

  void addResult(const Expr *value, clang::SourceLocation place) {
    value = value->IgnoreParenImpCasts();
    const auto *operation = dyn_cast<BinaryOperator>(value);
    if (const auto *choice = dyn_cast<ConditionalOperator>(value)) {
      addResult(choice->getTrueExpr(), place);
      addResult(choice->getFalseExpr(), place);
    } else if (operation && operation->getOpcode() == BO_Comma) {
      addResult(operation->getRHS(), place);
    } else if (operation && storedAt.try_emplace(operation, place).second) {
      ++resultsAt[place];
    }
  }
};

class TermFinder {
public:
  TermFinder(ASTContext &context, const KnownNumbers &numbers, const FusedSums &sums)
      : context(context), numbers(numbers), known(sums) {
    for (Decl *each : context.getTranslationUnitDecl()->decls())
      if (auto *function = dyn_cast<FunctionDecl>(each);
          function && function->doesThisDeclarationHaveABody())
        readFunction(*function);
  }

  FusedTerms find() const {
    FusedTerms terms;
    for (const SeenSum &each : seen)
      if (const BinaryOperator *term = fusedTermOf(each); term && isCertain(each))
        terms[each.sum.sum] = term;
    return terms;
  }

  /// Of sums of numbers that have no instruction.
  FoldedSums folded() const {
    FoldedSums folded;
    for (const SeenSum &each : seen) {
      llvm::APFloat number(0.0);
      if (!each.isComputed && (each.sum.sum->EvaluateAsFloat(number, context) || isFolded(each)))
        folded.insert(each.sum.sum);
    }
    return folded;
  }

private:
  ASTContext &context;
  const KnownNumbers &numbers;
  const FusedSums &known;
  std::vector<SeenSum> seen;
  std::map<const FunctionDecl *, size_t> sumsIn;

  void readFunction(FunctionDecl &function) {
    SumFinder finder;
    finder.TraverseDecl(&function);
    sumsIn[&function] = finder.sums.size();
    for (const ProductSum &sum : finder.sums) {
      SeenSum its{sum, &function, {factorsOf(sum.left), factorsOf(sum.right)}};
      readAccount(its, finder);
      seen.push_back(std::move(its));
    }
  }

  /// What the compiler says of the sum.
  void readAccount(SeenSum &its, const SumFinder &finder) const {
    const auto places = finder.placesOf(context, *its.sum.sum);
    if (!places)
      return;
    its.isComputed = false;
    for (const OperatorPlace &place : *places)
      if (const auto found = known.find(place); found != known.end()) {
        its.fused = its.isComputed && its.fused != found->second ? std::nullopt : found->second;
        its.isComputed = true;
      }
    if (finder.isStoredWithOthers(*its.sum.sum))
      its.fused = std::nullopt;
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

  std::optional<ProductFactors> factorsOf(const BinaryOperator *product) const {
    if (!product)
      return std::nullopt;
    ProductFactors factors{numbers.of(product->getLHS()), numbers.of(product->getRHS())};
    if (product->getOpcode() == BO_Div) {
      std::set<double> reciprocals;
      for (double each : factors.right.numbers)
        reciprocals.insert(1 / each);
      factors.right.numbers = std::move(reciprocals);
    }
    return factors;
  }

  static bool mayBeSame(const std::optional<ProductFactors> &a,
                        const std::optional<ProductFactors> &b) {
    return !a || !b || (a->left.mayBe(b->left) && a->right.mayBe(b->right)) ||
           (a->left.mayBe(b->right) && a->right.mayBe(b->left));
  }

  /// Also if the compiler may not know the number: no instruction elsewhere computes the sum.
  bool isFolded(const SeenSum &its) const {
    return !known.contains(OperatorPlace()) && numbers.of(its.sum.sum).isConstant &&
           llvm::none_of(seen, [&](const SeenSum &other) {
             return other.isComputed && llvm::any_of(its.factors, [&](const auto &a) {
                      return a && llvm::any_of(other.factors,
                                               [&](const auto &b) { return b && mayBeSame(a, b); });
                    });
           });
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
      return !mayBeSame(factorsOf(sum->left), factorsOf(sum->right));
    return isSurelySum(sum->left ? operation->getRHS() : operation->getLHS());
  }

  bool isNumber(const Expr *term) const {
    llvm::APFloat value(0.0);
    return term->EvaluateAsFloat(value, context);
  }

  /// Neither product is.
  static bool isNumberFree(const SeenSum &its) {
    return llvm::all_of(its.factors, [](const auto &each) {
      return each && (each->left.isNone() || each->right.isNone());
    });
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

SumsOfProducts findSumsOfProducts(ASTContext &context, const FusedSums &sums) {
  if (sums.empty())
    return {};
  const KnownNumbers numbers(context);
  const TermFinder finder(context, numbers, sums);
  return {finder.find(), finder.folded()};
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

} // namespace kasuri
