// Sums, extremes and histograms, as OpenMP folds them.
//
//     bits += code(c);           reduction(+ : bits)
//
// OpenMP folds the results of threads in any order. For whole numbers that is the source's result,
// unless a partial sum of signed ones leaves their type, where the source's own order does not
// (-5 + INT_MAX + 3). So signed sums and products are computed in an unsigned variable of the
// loop's own, in which no order overflows; but for counts, of which no partial one is larger than
// the number of iterations. Sums and products of floating-point numbers depend on the order, and so
// does which of two zeros is the largest number.
#include "movability/openmp/LoopReader.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

bool isSumOrProduct(ReductionKind kind) {
  return kind == ReductionKind::Sum || kind == ReductionKind::Product;
}

/// Other threads see neither that a clause stores to it, nor when.
bool isOfOneThread(const VarDecl *variable) { return variable && variable->hasLocalStorage(); }

std::string quoted(const std::string &name) { return "'" + name + "'"; }

/// x++, x--, x += 1, x -= 1 of this, wherever it stands.
class UpdateFinder : public DynamicRecursiveASTVisitor {
public:
  explicit UpdateFinder(const Expr *place) : place(place) {}
  bool isCount = false;
  bool VisitUnaryOperator(UnaryOperator *unary) override {
    isCount |= unary->isIncrementDecrementOp() && isIt(unary->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *binary) override {
    const auto *one = dyn_cast<IntegerLiteral>(binary->getRHS()->IgnoreParenImpCasts());
    isCount |= (binary->getOpcode() == BO_AddAssign || binary->getOpcode() == BO_SubAssign) &&
               isIt(binary->getLHS()) && one && one->getValue() == 1;
    return true;
  }

private:
  const Expr *place;
  bool isIt(const Expr *expression) const {
    return expression->IgnoreParens() == place->IgnoreParens();
  }
};

/// Clang combines the parts by an atomic operation, too. For more bits it calls libatomic, to which
/// the source need not be linked.
constexpr uint64_t widestAtomic = 64;

} // namespace

void LoopReader::addReduction(const Reduction &reduction) {
  const clang::SourceLocation begin = statement->getBeginLoc();
  if (reduction.accumulator || reduction.called)
    return refuse("called functions update " + quoted(reduction.name), begin);
  if (reduction.key.valid())
    return refuse("which of several equal keys of " + quoted(reduction.name) + " comes first",
                  begin);
  if (reduction.kind == ReductionKind::All || reduction.kind == ReductionKind::Any)
    return refuse("the value of " + quoted(reduction.name) + " before the loop", begin);
  if (reduction.isOrdered())
    return refuse("the reduction of " + quoted(reduction.name) + " depends on its order", begin);
  if (reduction.order == FloatingOrder::Blocks && !reduction.promise.valid())
    return refuse("the sums of blocks of " + quoted(reduction.name), begin);
  const bool isFreeSum = reduction.isFloating && isSumOrProduct(reduction.kind);
  if (reduction.isFloating && !isFreeSum)
    return refuse("which of several equal values of " + quoted(reduction.name) + " comes first",
                  begin);
  if (!reduction.companions.empty() || !reduction.companionPlaces.empty())
    return refuse("the position where " + quoted(reduction.name) + " was first found", begin);
  const auto *lvalue = dyn_cast<Expr>(sources.expressionOf.at(reduction.update));
  if (!lvalue)
    return refuse("this form of " + quoted(reduction.name), begin);
  const QualType type = lvalue->getType().getCanonicalType().getUnqualifiedType();
  if (context.getTypeSize(type) > widestAtomic)
    return refuse("the size of " + quoted(reduction.name), begin);
  if (isFreeSum)
    return addFreeSum(reduction, type);
  if (!type->isIntegerType() || type->isBooleanType() || type->isEnumeralType() ||
      type->isBitIntType() || lvalue->refersToBitField())
    return refuse("the type of " + quoted(reduction.name), begin);
  if (reduction.isHistogram())
    return addHistogram(reduction, type);
  if (reduction.place)
    checkPlace(*reduction.place);
  const VarDecl *variable =
      reduction.place ? variableOf(*reduction.place) : sources.variableOf.at(reduction.object);
  if (reduction.place && variable)
    checkOtherNames(*reduction.place, variable->getCanonicalDecl());
  // The clause stores to all that it names, also where the loop does not: other threads must not.
  bool isPlain = isOfOneThread(variable) &&
                 (!isSumOrProduct(reduction.kind) || cannotOverflow(reduction, type));
  if (!isPlain)
    return addModular(reduction, variable, type);
  addClause(reduction, variable);
}

void LoopReader::addClause(const Reduction &reduction, const VarDecl *variable) {
  own.insert(variable->getCanonicalDecl());
  made.pragma.reductions[std::string(symbol(reduction.kind))].push_back(listedName(variable));
}

/// Of a floating variable, in any order.
void LoopReader::addFreeSum(const Reduction &reduction, QualType type) {
  const clang::SourceLocation begin = statement->getBeginLoc();
  if (!type->isRealFloatingType() || reduction.isHistogram())
    return refuse("the type of " + quoted(reduction.name), begin);
  if (reduction.place)
    checkPlace(*reduction.place);
  const VarDecl *variable =
      reduction.place ? variableOf(*reduction.place) : sources.variableOf.at(reduction.object);
  if (!variable || !isOfOneThread(variable))
    return refuse(quoted(reduction.name) + " is not a variable of the function", begin);
  addClause(reduction, variable);
}

/// In unsigned arithmetic nothing does; nor does a count of what happens at most once in each
/// iteration, where their number fits the variable.
bool LoopReader::cannotOverflow(const Reduction &reduction, QualType type) const {
  const uint64_t width = context.getTypeSize(type);
  if (reduction.bits > std::max<uint64_t>(width, context.getTypeSize(context.IntTy)))
    return false;
  if (program.wrapsSigned ||
      (type->isUnsignedIntegerType() && width >= context.getTypeSize(context.IntTy)))
    return true;
  const QualType counter = head.variable->getType();
  const std::optional<int64_t> start = constantValue(head.start, context);
  bool isShort = !counter->isPointerType() && counter->isSignedIntegerType() && start &&
                 *start >= 0 && head.step > 0 && context.getTypeSize(counter) <= width;
  if (reduction.kind != ReductionKind::Sum || !isShort)
    return false;
  const auto *place = cast<Expr>(sources.expressionOf.at(reduction.update));
  UpdateFinder finder(place);
  finder.TraverseStmt(const_cast<Stmt *>(statement));
  // Its only update, in no loop inside this one.
  RegionId region = program[reduction.update].block;
  for (; program[region].kind != Region::Kind::Loop; region = program[region].parent)
    if (!program[region].parent.valid() || program[region].kind == Region::Kind::Opaque)
      return false;
  const Uses uses = findUses(statement);
  const VarDecl *variable =
      reduction.place ? variableOf(*reduction.place) : sources.variableOf.at(reduction.object);
  auto names = [&](const Decl *each) {
    return variable && each->getCanonicalDecl() == variable->getCanonicalDecl();
  };
  const auto count =
      llvm::count_if(uses.references, [&](const auto *each) { return names(each->getDecl()); }) +
      llvm::count_if(uses.outer, [&](const auto &each) { return names(each.first); });
  return finder.isCount && count == 1 && sources.statementOf.at(region) == statement;
}

/// The type that a sum is computed in.
std::optional<QualType> LoopReader::unsignedFor(const Reduction &reduction, QualType type) const {
  const uint64_t least =
      std::max<uint64_t>(reduction.bits, context.getTypeSize(context.UnsignedIntTy));
  QualType unsignedType = context.UnsignedLongLongTy;
  if (context.getTypeSize(type) >= least)
    unsignedType = type->isSignedIntegerType() ? context.getCorrespondingUnsignedType(type) : type;
  else if (least <= context.getTypeSize(context.UnsignedIntTy))
    unsignedType = context.UnsignedIntTy;
  if (context.getTypeSize(unsignedType) < least)
    return std::nullopt;
  return unsignedType;
}

void LoopReader::declareUnsigned(const std::string &declarator, const std::string &value,
                                 QualType type) {
  std::string declared = declarator;
  type.getAsStringInternal(declared, context.getPrintingPolicy());
  if (made.before.empty())
    made.before.push_back("/* no order of the terms overflows in unsigned arithmetic */");
  made.before.push_back(declared + " = " + value + ";");
}

/// The loop sums up in an unsigned variable, which is added behind it. Where nothing has been
/// added, the place may not be there, or others may be at work on it.
void LoopReader::addModular(const Reduction &reduction, const VarDecl *variable, QualType type) {
  const clang::SourceLocation begin = statement->getBeginLoc();
  if (reduction.kind == ReductionKind::Minimum || reduction.kind == ReductionKind::Maximum ||
      reduction.kind == ReductionKind::And)
    return refuse(quoted(reduction.name) + " is not a variable of the function", begin);
  const std::optional<QualType> unsignedType = unsignedFor(reduction, type);
  if (!unsignedType)
    return refuse("the type of " + quoted(reduction.name), begin);
  const bool isProduct = reduction.kind == ReductionKind::Product;
  const std::string last = variable ? variable->getNameAsString()
                                    : reduction.name.substr(reduction.name.find_last_of(".>") + 1);
  bool isWord = !last.empty() && last.find_first_of("[]()* ") == std::string::npos;
  const std::string name = freshName("unsigned_" + (isWord ? last : isProduct ? "product" : "sum"));
  const std::string identity = isProduct ? "1" : "0";
  const std::optional<std::string> target = nameModular(reduction, variable, name);
  if (!target)
    return;
  const std::string op(symbol(reduction.kind));
  if (variable)
    own.insert(variable->getCanonicalDecl());
  declareUnsigned(name, identity, *unsignedType);
  made.after.push_back((isOfOneThread(variable) ? "" : "if (" + name + " != " + identity + ") ") +
                       *target + " " + op + "= " + name + ";");
  made.pragma.reductions[op].push_back(name);
}

/// In the loop's text that name stands instead. What it is behind the loop; nothing if refused.
std::optional<std::string> LoopReader::nameModular(const Reduction &reduction,
                                                   const VarDecl *variable,
                                                   const std::string &name) {
  const clang::SourceLocation begin = statement->getBeginLoc();
  std::string target = variable ? listedName(variable) : "";
  if (reduction.place) {
    const auto *lvalue = cast<Expr>(sources.expressionOf.at(reduction.place->accesses.front()));
    std::optional<std::string> text = textOf(lvalue);
    if (!text || lvalue->HasSideEffects(context)) {
      refuse("this form of " + quoted(reduction.name), begin);
      return std::nullopt;
    }
    rename(*reduction.place, name);
    return text;
  }
  const Uses uses = findUses(statement);
  if (uses.typed.contains(variable))
    refuse("a reduction variable whose type the loop queries", begin);
  for (const DeclRefExpr *reference : uses.references) {
    if (reference->getDecl() != variable)
      continue;
    const std::optional<TextRange> range = source.name(reference);
    if (!range) {
      refuse(quoted(reduction.name) + " inside a macro", reference->getLocation());
      return std::nullopt;
    }
    made.edits.push_back({*range, name});
  }
  return target;
}

/// Its name means the same before the loop and behind it.
void LoopReader::checkPlace(const Place &place) {
  const std::set<const Decl *> inner = findUses(statement).declared;
  for (ValueId access : place.accesses) {
    const auto *lvalue = cast<Expr>(sources.expressionOf.at(access));
    const Expr *named = arrayNamedIn(lvalue, place.subscripts);
    if (!named)
      return refuse("this form of " + quoted(place.name), statement->getBeginLoc());
    if (auto [tie, where] = tieOf(named, inner, context); !tie.empty())
      refuse(tie, where);
  }
}

/// Under the pragma each of its names means the copy, also where only its address is taken.
void LoopReader::checkOtherNames(const Place &place, const VarDecl *variable) {
  std::set<clang::SourceLocation> known;
  for (ValueId access : place.accesses) {
    const auto *named = cast<Expr>(sources.expressionOf.at(access));
    while (const auto *element = dyn_cast<ArraySubscriptExpr>(named->IgnoreParens()))
      named = element->getBase()->IgnoreParenImpCasts();
    if (const auto *name = dyn_cast<DeclRefExpr>(named->IgnoreParenImpCasts()))
      known.insert(name->getLocation());
  }
  const Uses uses = findUses(statement);
  auto check = [&](const Decl *each, clang::SourceLocation location) {
    if (each->getCanonicalDecl() == variable && !known.contains(location))
      refuse("the address of " + quoted(place.name), location);
  };
  for (const DeclRefExpr *reference : uses.references)
    check(reference->getDecl(), reference->getLocation());
  for (const auto &[declaration, location] : uses.outer)
    check(declaration, location);
}

void LoopReader::rename(const Place &place, const std::string &name) {
  for (ValueId access : place.accesses) {
    const Expr *named = arrayNamedIn(cast<Expr>(sources.expressionOf.at(access)), place.subscripts);
    const SourceRange range = named->getSourceRange();
    const std::optional<TextRange> text = range.getBegin().isMacroID() || range.getEnd().isMacroID()
                                              ? std::nullopt
                                              : source.exactly(range);
    if (!text)
      return refuse(quoted(place.name) + " inside a macro", named->getBeginLoc());
    made.edits.push_back({*text, name});
  }
}

/// The loop counts in an array of its own; elements that it leaves alone may be others' to set.
void LoopReader::addHistogram(const Reduction &reduction, QualType type) {
  const clang::SourceLocation begin = statement->getBeginLoc();
  const VarDecl *variable = variableOf(*reduction.place);
  if (!variable || !context.getAsConstantArrayType(variable->getType()))
    return refuse(quoted(reduction.name) + " is not an array of known size", begin);
  const bool startsAtZero = reduction.kind == ReductionKind::Sum ||
                            reduction.kind == ReductionKind::Or ||
                            reduction.kind == ReductionKind::Xor;
  const std::optional<QualType> unsignedType = unsignedFor(reduction, type);
  if (!startsAtZero || !unsignedType)
    return refuse("this reduction of elements of " + quoted(reduction.name), begin);
  uint64_t bytes = 0;
  checkSize(variable, bytes);
  checkOtherNames(*reduction.place, variable);
  const std::string array = listedName(variable);
  const std::string name = freshName("unsigned_" + array);
  const bool isC90 = !context.getLangOpts().C99;
  std::string dimensions, subscripts, heads, counters;
  for (QualType left = variable->getType(); const auto *each = context.getAsConstantArrayType(left);
       left = each->getElementType()) {
    const std::string size = std::to_string(each->getSize().getZExtValue()),
                      at = freshName("k", true);
    dimensions += "[" + size + "]";
    subscripts += "[" + at + "]";
    counters += (counters.empty() ? "int " : ", ") + at;
    heads +=
        (isC90 ? "for (" : "for (int ") + at + " = 0; " + at + " < " + size + "; " + at + "++) ";
  }
  checkPlace(*reduction.place);
  rename(*reduction.place, name);
  own.insert(variable->getCanonicalDecl());
  declareUnsigned(name + dimensions, "{0}", *unsignedType);
  const std::string op(symbol(reduction.kind));
  const std::string loops = heads + "if (" + name + subscripts + " != 0) " + array + subscripts +
                            " " + op + "= " + name + subscripts + ";";
  made.after.push_back(isC90 ? "{ " + counters + "; " + loops + " }" : loops);
  made.pragma.reductions[op].push_back(name);
}

} // namespace kasuri
