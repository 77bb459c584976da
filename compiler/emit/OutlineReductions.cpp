// Sums, extremes and histograms of a loop that is run in parts.
//
//     s += x[i]        the part's own s, or, where order matters, the term x[i] for each iteration
//     p->bits += n     as `s`, under another name in the part's text
//     add(&stats, x)   the address of the part's copy instead
//
// Integers are folded in unsigned arithmetic at least as wide as the source's, in which no order
// overflows. A floating-point term is kept as the source rounds it, or not at all.
#include "emit/MemberPaths.h"
#include "emit/Outliner.h"
#include "emit/PlainText.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

std::string startText(int64_t start) {
  return start == std::numeric_limits<int64_t>::min() ? "(" + std::to_string(start + 1) + " - 1)"
                                                      : std::to_string(start);
}

void nameCopy(HandedCopy &made, const std::string &suffix) {
  made.own = "ks_own_" + suffix;
  made.home = "ks_home_" + suffix;
  made.copies = "ks_copies_" + suffix;
  made.ran = "ks_ran_" + suffix;
}

/// The statement that updates this place.
const Expr *updateOf(const Expr *lvalue, const Stmt *body) {
  for (const Expr *statement : findUses(body).statements)
    if (const auto *update = dyn_cast<BinaryOperator>(statement);
        update && update->isAssignmentOp() &&
        update->getLHS()->IgnoreParens() == lvalue->IgnoreParens())
      return update;
  return nullptr;
}

const char *identityOf(const Reduction &reduction) {
  switch (reduction.kind) {
  case ReductionKind::Product:
    return "1";
  case ReductionKind::And:
    return "-1";
  default:
    return reduction.isFloating ? "-0." : "0"; // which does not make 0 of -0
  }
}

std::string operatorOf(ReductionKind kind) {
  return kind == ReductionKind::Minimum   ? "<"
         : kind == ReductionKind::Maximum ? ">"
                                          : std::string(symbol(kind));
}

const Expr *termOf(const BinaryOperator &update, bool &isMinus) {
  BinaryOperatorKind kind = update.getOpcode();
  if (kind == BO_AddAssign || kind == BO_SubAssign || kind == BO_MulAssign) {
    isMinus = kind == BO_SubAssign;
    return update.getRHS();
  }
  const auto *result = dyn_cast<BinaryOperator>(update.getRHS()->IgnoreImpCasts());
  bool isFold =
      kind == BO_Assign && result && (result->isAdditiveOp() || result->getOpcode() == BO_Mul);
  if (!isFold)
    return nullptr;
  isMinus = result->getOpcode() == BO_Sub;
  return result->getRHS();
}

} // namespace

void Outliner::addReduction(const Reduction &reduction, size_t task, size_t index, const Stmt *body,
                            SplitLoop &split, std::set<const VarDecl *> &own,
                            std::vector<TextEdit> &edits) {
  const std::string suffix = std::to_string(task) + "_" + std::to_string(index);
  OutlinedReduction made;
  made.isOrdered = reduction.isOrdered();
  made.op = operatorOf(reduction.kind);
  made.member = (made.isOrdered ? "ks_terms_" : "ks_parts_") + suffix;
  if (made.isOrdered && reduction.isConditional)
    made.mark = "ks_has_" + suffix;
  if (reduction.place) {
    addPlace(made, reduction, suffix, body, own, edits);
  } else {
    const VarDecl *variable = sources.variableOf.at(reduction.object);
    QualType type = variable->getType().getUnqualifiedType();
    made.name = made.own = made.before = nameOf(variable);
    own.insert(variable);
    checkReducible(made, type, variable->getLocation());
    if (contraction && contraction->handsProducts(variable) && reduction.isFloating)
      refuseProduct(variable->getLocation());
    if (findUses(body).typed.contains(variable))
      refuse("a reduction variable whose type the loop queries", variable->getLocation());
    if (made.isOrdered)
      addTerms(made, findOnlyUpdate(findUses(body), variable), body, edits);
    else
      addPartial(made, reduction, type, variable, own);
  }
  addCompanionPlaces(made, reduction, suffix, edits);
  split.reductions.push_back(std::move(made));
}

void Outliner::checkReducible(OutlinedReduction &made, QualType type,
                              clang::SourceLocation location) {
  made.ownType = typeText(type);
  if (!isNameable(type))
    refuse("a variable whose type has no name outside the function", location);
}

void Outliner::addCompanionPlaces(OutlinedReduction &made, const Reduction &reduction,
                                  const std::string &suffix, std::vector<TextEdit> &edits) {
  for (size_t i = 0; i < reduction.companionPlaces.size(); ++i) {
    const std::optional<NamedPlace> found = namePlace(reduction.companionPlaces[i]);
    if (!found)
      return;
    const std::string member = made.member + "_" + std::to_string(i);
    const std::string own = "ks_with_" + suffix + "_" + std::to_string(i);
    made.companions.push_back({own, declaration(found->type, own) + " = 0",
                               arrayOfParts(found->type, member), member, "(" + found->text + ")"});
    replaceName(found->lvalue, 0, own, edits);
  }
}

/// Where the loop names the place, the part's own name stands instead.
void Outliner::addPlace(OutlinedReduction &made, const Reduction &reduction,
                        const std::string &suffix, const Stmt *body, std::set<const VarDecl *> &own,
                        std::vector<TextEdit> &edits) {
  const Place &place = *reduction.place;
  const auto *lvalue = cast<Expr>(sources.expressionOf.at(reduction.update));
  QualType type = lvalue->getType().getUnqualifiedType();
  const Expr *named = arrayNamedIn(lvalue, place.subscripts);
  std::optional<TextRange> range = named ? rangeOutsideMacros(named) : std::nullopt;
  checkReducible(made, type, lvalue->getExprLoc());
  if (!range)
    return refuse("this form of '" + reduction.name + "'", lvalue->getExprLoc());
  made.isPlace = true;
  made.name = "(" + ofSource(source.text(*range)) + ")";
  made.own = "ks_own_" + suffix;
  if (made.isOrdered) {
    replaced.push_back(*range);
    return addTerms(made, updateOf(lvalue, body), body, edits);
  }
  if (reduction.isHistogram())
    addOwnArray(made, reduction, type, suffix);
  else
    addPartial(made, reduction, type, nullptr, own);
  if (made.isExtreme()) {
    made.before = "ks_before_" + suffix;
    made.beforeType = declaration(type, made.before);
  }
  const std::string ownName = reduction.isHistogram() ? "(*" + made.own + ")" : made.own;
  for (ValueId access : place.accesses)
    replaceName(cast<Expr>(sources.expressionOf.at(access)), place.subscripts, ownName, edits);
}

/// The calls get the address of a part's copy.
void Outliner::addHanded(const Reduction &reduction, size_t task, size_t index, SplitLoop &split,
                         std::set<const VarDecl *> &own, std::vector<TextEdit> &edits) {
  const Handed &handed = *reduction.handed;
  const auto [call, operand] =
      handed.arguments.empty() ? std::pair(ValueId(), 0u) : handed.arguments.front();
  auto copy = std::find_if(split.handed.begin(), split.handed.end(), [&](const HandedCopy &each) {
    return call.valid() && each.call == call && each.operand == operand;
  });
  const std::string suffix = std::to_string(task) + "_" + std::to_string(index);
  if (copy == split.handed.end()) {
    copy = split.handed.insert(copy, HandedCopy());
    nameCopy(*copy, suffix);
    if (call.valid())
      makeCopy(*copy, handed, edits);
    else
      makeCopyOf(*copy, sources.variableOf.at(reduction.object), own);
  }
  if (!copy->type)
    return; // refused
  HandedCopy::Part made;
  QualType type = memberOf(*copy, handed.part, made.path);
  if (!obstacle.empty())
    return;
  QualType folded = type;
  bool isExtreme =
      reduction.kind == ReductionKind::Minimum || reduction.kind == ReductionKind::Maximum;
  if (!isExtreme && !reduction.isFloating)
    folded = foldedIn(type);
  made.type = typeText(type);
  made.castType = typeText(folded);
  made.op = operatorOf(reduction.kind);
  made.elements = handed.part.count;
  made.identity = isExtreme ? "" : identityOf(reduction);
  made.start = isExtreme ? "" : startText(handed.start);
  if (reduction.isOrdered()) {
    made.start = reduction.kind == ReductionKind::Sum ? "ks_zero" : "1";
    made.terms = "ks_terms_" + suffix;
    made.termsType = declaration(context.getPointerType(type), made.terms);
    checkTerm(reduction, call);
  } else if (handed.startsAnew) {
    made.taken = "ks_taken_" + suffix;
  }
  for (const Handed::Part &companion : handed.companions)
    memberOf(*copy, companion, made.companions.emplace_back());
  copy->parts.push_back(std::move(made));
}

/// Unsigned and at least as wide as the variable and as the arithmetic of the source, so that a
/// partial result cannot overflow there either: its low bits are those of the variable.
QualType Outliner::foldedIn(QualType type, unsigned bits) const {
  const uint64_t least = std::max<uint64_t>(bits, context.getTypeSize(context.UnsignedIntTy));
  if (context.getTypeSize(type) >= least)
    return context.getCorrespondingUnsignedType(type.getCanonicalType());
  for (QualType each : {context.UnsignedIntTy, context.UnsignedLongLongTy})
    if (context.getTypeSize(each) >= least)
      return each;
  return context.UnsignedInt128Ty;
}

QualType Outliner::memberOf(const HandedCopy &copy, const Handed::Part &part, std::string &path) {
  auto member = findMember(context, QualType(copy.type, 0), static_cast<uint64_t>(part.offset),
                           part.type, part.count);
  if (!member || !isNameable(member->type)) {
    refuse("'" + copy.place + "' of this type", placeOf(plan.tasks.front()));
    return {};
  }
  path = member->text;
  return member->type.getUnqualifiedType();
}

clang::SourceLocation Outliner::placeOf(const PlannedTask &task) const {
  return placeOf(first(task).first);
}

/// The part's own variable has the name of the enclosing function's.
void Outliner::makeCopyOf(HandedCopy &made, const VarDecl *variable,
                          std::set<const VarDecl *> &own) {
  QualType type = variable->getType().getUnqualifiedType();
  if (captureOf.contains(variable) || variable->getStorageClass() == SC_Register)
    refuse("a variable that several loops reduce", variable->getLocation());
  if (!isNameable(type) || variable->hasAttr<AlignedAttr>())
    refuse("a private variable of this type", variable->getLocation());
  own.insert(variable);
  made.own = nameOf(variable);
  made.place = "(" + made.own + ")";
  setTypes(made, type);
}

void Outliner::setTypes(HandedCopy &made, QualType type) {
  made.type = ASTContext::getCanonicalType(type).getTypePtr();
  made.ownType = declaration(type, made.own);
  made.homeType = declaration(context.getPointerType(type), made.home);
  made.copyType = declaration(context.getPointerType(type), made.copies);
}

void Outliner::makeCopy(HandedCopy &made, const Handed &handed, std::vector<TextEdit> &edits) {
  std::tie(made.call, made.operand) = handed.arguments.front();
  for (const auto &[call, operand] : handed.arguments) {
    const auto *expression = cast<CallExpr>(sources.expressionOf.at(call));
    const Expr *argument = expression->getArg(operand)->IgnoreParenCasts();
    const auto *address = dyn_cast<UnaryOperator>(argument);
    bool isAddress = address && address->getOpcode() == UO_AddrOf;
    const Expr *named = isAddress ? address->getSubExpr()->IgnoreParens() : argument;
    QualType type = named->getType();
    bool isPointer = !isAddress && type->isPointerType();
    if (isPointer)
      type = type->getPointeeType();
    std::optional<TextRange> range = rangeOutsideMacros(argument);
    std::optional<TextRange> name = rangeOutsideMacros(named);
    type = ASTContext::getCanonicalType(type);
    bool isSame = !made.type || made.type == type.getTypePtr();
    bool isFit = range && name && isSame && isNameable(type) && !type.hasQualifiers() &&
                 !type->isIncompleteType() &&
                 uint64_t(context.getTypeSizeInChars(type).getQuantity()) <= largestCopy;
    if (!isFit)
      return refuse("an argument of this form", expression->getExprLoc());
    made.place = (isPointer ? "(*" : "(") + ofSource(source.text(*name)) + ")";
    setTypes(made, type);
    replaced.push_back(*range);
    edits.push_back({*range, (isAddress || isPointer ? "&" : "") + made.own});
  }
}

/// A term that the source adds without rounding it before has no value of its own.
void Outliner::checkTerm(const Reduction &reduction, ValueId call) {
  if (!call.valid()) {
    if (contraction && reduction.kind == ReductionKind::Sum)
      refuse("a term added in a called function", placeOf(plan.tasks.front()));
    return;
  }
  const auto *lvalue = cast<Expr>(sources.expressionOf.at(reduction.update));
  const FunctionDecl *function = sources.functionOf.at(program[call].callee);
  const auto *update = dyn_cast_or_null<BinaryOperator>(updateOf(lvalue, function->getBody()));
  bool isMinus = false;
  const Expr *term = update ? termOf(*update, isMinus) : nullptr;
  if (!contraction || reduction.kind != ReductionKind::Sum)
    return;
  if (!term || Contraction(*function, function->getASTContext()).mayBeProduct(term))
    refuseProduct(lvalue->getBeginLoc());
}

void Outliner::replaceName(const Expr *lvalue, unsigned subscripts, const std::string &by,
                           std::vector<TextEdit> &edits) {
  const Expr *named = arrayNamedIn(lvalue, subscripts);
  std::optional<TextRange> range = named ? rangeOutsideMacros(named) : std::nullopt;
  if (!range)
    return refuse("a name of this form", lvalue->getExprLoc());
  replaced.push_back(*range);
  edits.push_back({*range, by});
}

std::optional<TextRange> Outliner::rangeOutsideMacros(const Expr *expression) const {
  SourceRange range = expression->getSourceRange();
  if (range.getBegin().isMacroID() || range.getEnd().isMacroID())
    return std::nullopt;
  const std::optional<TextRange> found = source.exactly(range);
  return found && source.hasWholeConditionals(*found) ? found : std::nullopt;
}

bool Outliner::isReplaced(const DeclRefExpr *reference) const {
  unsigned offset = source.offsetOf(reference->getLocation());
  return std::any_of(replaced.begin(), replaced.end(), [&](const TextRange &range) {
    return range.begin <= offset && offset < range.end;
  });
}

void Outliner::addOwnArray(OutlinedReduction &made, const Reduction &reduction, QualType type,
                           const std::string &suffix) {
  const auto *lvalue = cast<Expr>(sources.expressionOf.at(reduction.update));
  QualType array = arrayNamedIn(lvalue, reduction.place->subscripts)->getType();
  QualType element = foldedIn(type, reduction.bits);
  made.elements = reduction.place->bytes /
                  static_cast<uint64_t>(context.getTypeSizeInChars(type).getQuantity());
  QualType whole = array->isPointerType() ? arrayOf(element, made.elements)
                                          : ofUnsigned(array, element, reduction.place->subscripts);
  if (whole.isNull())
    return refuse("an array of this type", lvalue->getExprLoc());
  QualType pointer = context.getPointerType(whole);
  made.ran = "ks_ran_" + suffix;
  made.identity = identityOf(reduction);
  made.castType = typeText(element);
  made.ownCopy = declaration(pointer, made.own);
  made.arrayType = declaration(pointer, made.member);
}

QualType Outliner::arrayOf(QualType element, uint64_t count) const {
  return context.getConstantArrayType(element, llvm::APInt(64, count), nullptr,
                                      ArraySizeModifier::Normal, 0);
}

/// The same array of other elements.
QualType Outliner::ofUnsigned(QualType array, QualType element, unsigned dimensions) const {
  if (dimensions == 0)
    return element;
  const auto *known = context.getAsConstantArrayType(array);
  QualType inner =
      known ? ofUnsigned(known->getElementType(), element, dimensions - 1) : QualType();
  return inner.isNull() ? inner
                        : context.getConstantArrayType(inner, known->getSize(), nullptr,
                                                       ArraySizeModifier::Normal, 0);
}

std::string Outliner::arrayOfParts(QualType type, const std::string &member) {
  return declaration(type, member) + "[" + std::to_string(mostParts()) + "]";
}

/// Sums and the like are folded in unsigned arithmetic, in which no order overflows.
void Outliner::addPartial(OutlinedReduction &made, const Reduction &reduction, QualType type,
                          const VarDecl *variable, std::set<const VarDecl *> &own) {
  if (made.isExtreme()) {
    if (variable && captureOf.contains(variable))
      refuse("a variable that several loops reduce", variable->getLocation());
    if (variable)
      capture(variable, false);
  } else {
    if (!reduction.isFloating)
      type = foldedIn(type, reduction.bits);
    made.identity = identityOf(reduction);
  }
  made.castType = typeText(type);
  made.ownCopy = declaration(type, made.own);
  made.arrayType = arrayOfParts(type, made.member);
  for (size_t i = 0; i < reduction.companions.size(); ++i) {
    const VarDecl *companion = sources.variableOf.at(reduction.companions[i]);
    QualType with = companion->getType().getUnqualifiedType();
    const std::string name = companion->getNameAsString();
    const std::string member = made.member + "_" + name;
    own.insert(companion);
    made.companions.push_back({name, ownCopy(companion), arrayOfParts(with, member), member, name});
  }
}

/// The update becomes the keeping of its term.
void Outliner::addTerms(OutlinedReduction &made, const Expr *update, const Stmt *body,
                        std::vector<TextEdit> &edits) {
  const auto *assignment = dyn_cast_or_null<BinaryOperator>(update);
  bool isMinus = false;
  const Expr *term = assignment ? termOf(*assignment, isMinus) : nullptr;
  std::optional<TextRange> whole = update ? source.exactly(update->getSourceRange()) : std::nullopt;
  std::optional<TextRange> part = term ? source.exactly(term->getSourceRange()) : std::nullopt;
  // As a macro's argument, the whole would be all of the macro's use.
  if (!whole || !part || update->getBeginLoc().isMacroID())
    return refuse("the update of '" + made.name + "'",
                  update ? update->getBeginLoc() : body->getBeginLoc());
  if (isMinus)
    made.op = "-";
  bool isComplexProduct = made.op == "*" && assignment->getType()->isAnyComplexType();
  if (isComplexProduct && contraction)
    return refuse("a complex product", term->getBeginLoc());
  if (made.op != "*" && contraction && contraction->mayBeProduct(term))
    return refuseProduct(term->getBeginLoc());
  QualType termType = term->IgnoreImpCasts()->getType().getUnqualifiedType();
  made.castType = typeText(termType);
  made.arrayType = declaration(context.getPointerType(termType), made.member);
  const std::string mark = made.mark.empty() ? "" : "ks_f->" + made.mark + "[ks_k] = 1, ";
  edits.push_back({{whole->begin, part->begin}, mark + "ks_f->" + made.member + "[ks_k] = "});
}

/// Into so many parts is a loop cut at most, by any table or by the graph.
unsigned Outliner::mostParts() const {
  unsigned most = 1;
  for (const PlannedTable &table : plan.tables)
    for (const auto &rows : table.rows)
      for (const PlannedRow &row : rows)
        most = std::max<unsigned>(most, row.parts);
  if (plan.graph)
    for (const PlannedNode &node : plan.graph->nodes)
      most = std::max<unsigned>(most, node.parts);
  return most;
}

} // namespace kasuri
