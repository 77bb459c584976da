// Sums, extremes and histograms of a loop that is run in parts.
//
//     s += x[i]        the part's own s, or, where order matters, the term x[i] for each iteration
//     p->bits += n     as `s`, under another name in the part's text
//     add(&stats, x)   the address of the part's copy instead
//
// Integers are folded in unsigned arithmetic at least as wide as the source's, in which no order
// overflows. A floating-point term is kept as the source rounds it, or not at all.
#include "movability/code/MemberPaths.h"
#include "movability/read/SplitReader.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

Fold foldOf(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::Sum:
    return Fold::Sum;
  case ReductionKind::Product:
    return Fold::Product;
  case ReductionKind::Minimum:
    return Fold::Minimum;
  case ReductionKind::Maximum:
    return Fold::Maximum;
  case ReductionKind::And:
    return Fold::And;
  case ReductionKind::Or:
    return Fold::Or;
  case ReductionKind::Xor:
    return Fold::Xor;
  case ReductionKind::All:
    return Fold::All;
  case ReductionKind::Any:
    return Fold::Any;
  }
  return Fold::Sum;
}

namespace {

std::string startText(int64_t start) {
  return start == std::numeric_limits<int64_t>::min() ? "(" + std::to_string(start + 1) + " - 1)"
                                                      : std::to_string(start);
}

void nameCopy(AccumulatorCopy &made, const std::string &suffix) {
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

void ReductionReader::read(const std::vector<Reduction> &reductions) {
  for (size_t i = 0; i < reductions.size(); ++i) {
    const std::string suffix = taskMark + "_" + std::to_string(i);
    if (reductions[i].called)
      continue; // in copies of functions: SumClones.h
    reductions[i].accumulator ? addAccumulator(reductions[i], suffix) : add(reductions[i], suffix);
  }
}

void ReductionReader::add(const Reduction &reduction, const std::string &suffix) {
  OutlinedReduction made;
  made.isOrdered = reduction.isOrdered();
  made.fold = foldOf(reduction.kind);
  made.function = reduction.function;
  if (!made.function.name.empty() && context.getLangOpts().NoHonorNaNs)
    refuse("'" + made.function.name + "' without NaN", placeOfLoop());
  made.member = (made.isOrdered ? "ks_terms_" : "ks_parts_") + suffix;
  if (made.isOrdered && reduction.isConditional)
    made.mark = "ks_has_" + suffix;
  if (reduction.place) {
    addPlace(made, reduction, suffix);
  } else {
    const VarDecl *variable = sources.variableOf.at(reduction.object);
    QualType type = variable->getType().getUnqualifiedType();
    made.name = made.own = made.before = nameOf(variable);
    record.own.insert(variable);
    checkReducible(made, type, variable->getLocation());
    if (function.contraction && function.contraction->handsProducts(variable) &&
        reduction.isFloating)
      refuseProduct(variable->getLocation());
    if (findUses(body).typed.contains(variable))
      refuse("a reduction variable whose type the loop queries", variable->getLocation());
    if (reduction.isListed())
      addList(made, reduction, suffix);
    else if (made.isOrdered)
      addTerms(made, findOnlyUpdate(findUses(body), variable));
    else
      addPartial(made, reduction, type, variable);
    if (reduction.key.valid())
      addChoice(made, reduction);
    if (reduction.isLast)
      addMark(made, reduction, suffix);
  }
  addCompanionPlaces(made, reduction, suffix);
  split.reductions.push_back(std::move(made));
}

/// Where the source sets the variable, the part notes that it did.
void ReductionReader::addMark(OutlinedReduction &made, const Reduction &reduction,
                              const std::string &suffix) {
  const auto *target = cast<Expr>(sources.expressionOf.at(reduction.update));
  made.set = "ks_set_r" + suffix;
  made.sets = "ks_sets_" + suffix;
  if (sources.variableOf.at(reduction.object)->getStorageClass() == SC_Register)
    refuse("this form of the update of '" + reduction.name + "'", target->getExprLoc());
  replaceName(target, 0, "(*(" + made.set + " = 1, &" + made.name + "))");
}

void ReductionReader::checkReducible(OutlinedReduction &made, QualType type,
                                     clang::SourceLocation location) {
  made.ownType = typeText(type);
  if (!isNameable(type))
    refuse("a variable whose type has no name outside the function", location);
}

void ReductionReader::addCompanionPlaces(OutlinedReduction &made, const Reduction &reduction,
                                         const std::string &suffix) {
  for (size_t i = 0; i < reduction.companionPlaces.size(); ++i) {
    const std::optional<NamedPlace> found = namePlace(reduction.companionPlaces[i]);
    if (!found)
      return;
    const std::string member = made.member + "_" + std::to_string(i);
    const std::string own = "ks_with_" + suffix + "_" + std::to_string(i);
    made.companions.push_back({own, declaration(found->type, own) + " = 0",
                               arrayOfParts(found->type, member), member, "(" + found->text + ")"});
    replaceName(found->lvalue, 0, own);
  }
}

/// Where the loop names the place, the part's own name stands instead.
void ReductionReader::addPlace(OutlinedReduction &made, const Reduction &reduction,
                               const std::string &suffix) {
  const Place &place = *reduction.place;
  const auto *lvalue = cast<Expr>(sources.expressionOf.at(reduction.update));
  QualType type = lvalue->getType().getUnqualifiedType();
  if (reduction.hasAddresses) {
    checkReducible(made, type, lvalue->getExprLoc());
    return addList(made, reduction, suffix);
  }
  const Expr *named = arrayNamedIn(lvalue, place.subscripts);
  std::optional<TextRange> range = named ? rangeOutsideMacros(named) : std::nullopt;
  checkReducible(made, type, lvalue->getExprLoc());
  if (!range)
    return refuse("this form of '" + reduction.name + "'", lvalue->getExprLoc());
  made.isPlace = true;
  made.name = "(" + ofSource(source.text(*range)) + ")";
  made.own = "ks_own_" + suffix;
  if (reduction.isListed())
    return addList(made, reduction, suffix);
  if (made.isOrdered) {
    record.replaced.push_back(*range);
    return addTerms(made, updateOf(lvalue, body));
  }
  if (reduction.isHistogram())
    addOwnArray(made, reduction, type, suffix);
  else
    addPartial(made, reduction, type, nullptr);
  if (made.startsFromBefore()) {
    made.before = "ks_before_" + suffix;
    made.beforeType = declaration(type, made.before);
  }
  const std::string ownName = reduction.isHistogram() ? "(*" + made.own + ")" : made.own;
  for (ValueId access : place.accesses)
    replaceName(cast<Expr>(sources.expressionOf.at(access)), place.subscripts, ownName);
}

/// The calls get the address of a part's copy.
void ReductionReader::addAccumulator(const Reduction &reduction, const std::string &suffix) {
  const PassedAccumulator &accumulator = *reduction.accumulator;
  const auto [call, operand] =
      accumulator.arguments.empty() ? std::pair(ValueId(), 0u) : accumulator.arguments.front();
  const VarDecl *variable = call.valid() ? nullptr : sources.variableOf.at(reduction.object);
  auto isCopy = [&](const AccumulatorCopy &known) {
    return variable ? !known.call.valid() && known.own == nameOf(variable)
                    : known.call == call && known.operand == operand;
  };
  size_t copy = 0;
  while (copy < split.accumulators.size() && !isCopy(split.accumulators[copy]))
    ++copy;
  if (copy == split.accumulators.size()) {
    split.accumulators.emplace_back();
    nameCopy(split.accumulators[copy], suffix);
    accumulatorTypes.push_back(call.valid() ? makeCopy(split.accumulators[copy], accumulator)
                                            : makeCopyOf(split.accumulators[copy], variable));
  }
  if (!accumulatorTypes[copy])
    return; // refused
  AccumulatorCopy::Part made;
  QualType type = memberOf(copy, accumulator.part, made.path);
  if (record.isRefused)
    return;
  QualType folded = type;
  bool isExtreme =
      reduction.kind == ReductionKind::Minimum || reduction.kind == ReductionKind::Maximum;
  if (!isExtreme && !reduction.isFloating)
    folded = foldedIn(type);
  made.type = typeText(type);
  made.castType = typeText(folded);
  made.fold = foldOf(reduction.kind);
  made.elements = accumulator.part.count;
  made.identity = isExtreme ? "" : identityOf(reduction);
  made.start = isExtreme ? "" : startText(accumulator.start);
  if (reduction.isOrdered()) {
    made.start = reduction.kind == ReductionKind::Sum ? "ks_zero" : "1";
    made.terms = "ks_terms_" + suffix;
    made.termsType = declaration(context.getPointerType(type), made.terms);
    checkTerm(reduction, call);
  } else if (accumulator.startsAnew) {
    made.taken = "ks_taken_" + suffix;
  }
  for (const PassedAccumulator::Part &companion : accumulator.companions)
    memberOf(copy, companion, made.companions.emplace_back());
  split.accumulators[copy].parts.push_back(std::move(made));
}

/// Unsigned and at least as wide as the variable and as the arithmetic of the source, so that a
/// partial result cannot overflow there either: its low bits are those of the variable.
QualType ReductionReader::foldedIn(QualType type, unsigned bits) const {
  const uint64_t least = std::max<uint64_t>(bits, context.getTypeSize(context.UnsignedIntTy));
  if (context.getTypeSize(type) >= least)
    return context.getCorrespondingUnsignedType(type.getCanonicalType());
  for (QualType each : {context.UnsignedIntTy, context.UnsignedLongLongTy})
    if (context.getTypeSize(each) >= least)
      return each;
  return context.UnsignedInt128Ty;
}

QualType ReductionReader::memberOf(size_t copy, const PassedAccumulator::Part &part,
                                   std::string &path) {
  auto member = findMember(context, QualType(accumulatorTypes[copy], 0),
                           static_cast<uint64_t>(part.offset), part.type, part.count);
  if (!member || !isNameable(member->type)) {
    refuse("'" + split.accumulators[copy].place + "' of this type", placeOfLoop());
    return {};
  }
  path = member->text;
  return member->type.getUnqualifiedType();
}

clang::SourceLocation ReductionReader::placeOfLoop() const {
  return sources.statementOf.at(loop)->getBeginLoc();
}

/// The part's own variable has the name of the enclosing function's.
const Type *ReductionReader::makeCopyOf(AccumulatorCopy &made, const VarDecl *variable) {
  QualType type = variable->getType().getUnqualifiedType();
  const char *const refusal = "a variable that several loops reduce";
  demand(Demand::Kind::RefusedIfCaptured, variable, refusal, variable->getLocation());
  if (variable->getStorageClass() == SC_Register)
    refuse(refusal, variable->getLocation());
  if (!isNameable(type) || variable->hasAttr<AlignedAttr>())
    refuse("a private variable of this type", variable->getLocation());
  record.own.insert(variable);
  made.own = nameOf(variable);
  made.place = "(" + made.own + ")";
  return setTypes(made, type);
}

const Type *ReductionReader::setTypes(AccumulatorCopy &made, QualType type) {
  made.ownType = declaration(type, made.own);
  made.homeType = declaration(context.getPointerType(type), made.home);
  made.copyType = declaration(context.getPointerType(type), made.copies);
  return ASTContext::getCanonicalType(type).getTypePtr();
}

/// Null if it is refused.
const Type *ReductionReader::makeCopy(AccumulatorCopy &made, const PassedAccumulator &accumulator) {
  const Type *known = nullptr;
  std::tie(made.call, made.operand) = accumulator.arguments.front();
  for (const auto &[call, operand] : accumulator.arguments) {
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
    bool isSame = !known || known == type.getTypePtr();
    bool isFit = range && name && isSame && isNameable(type) && !type.hasQualifiers() &&
                 !type->isIncompleteType() &&
                 uint64_t(context.getTypeSizeInChars(type).getQuantity()) <= program.mostOnStack;
    if (!isFit) {
      refuse("an argument of this form", expression->getExprLoc());
      return known;
    }
    made.place = (isPointer ? "(*" : "(") + ofSource(source.text(*name)) + ")";
    known = setTypes(made, type);
    record.replaced.push_back(*range);
    record.code.edits.push_back({*range, (isAddress || isPointer ? "&" : "") + made.own});
  }
  return known;
}

/// A term that the source adds without rounding it before has no value of its own.
void ReductionReader::checkTerm(const Reduction &reduction, ValueId call) {
  if (!call.valid()) {
    if (function.contraction && reduction.kind == ReductionKind::Sum)
      refuse("a term added in a called function", placeOfLoop());
    return;
  }
  const auto *lvalue = cast<Expr>(sources.expressionOf.at(reduction.update));
  const FunctionDecl *callee = sources.functionOf.at(program[call].callee);
  const auto *update = dyn_cast_or_null<BinaryOperator>(updateOf(lvalue, callee->getBody()));
  bool isMinus = false;
  const Expr *term = update ? termOf(*update, isMinus) : nullptr;
  if (!function.contraction || reduction.kind != ReductionKind::Sum)
    return;
  if (!term || Contraction(*callee, callee->getASTContext()).mayBeProduct(term))
    refuseProduct(lvalue->getBeginLoc());
}

void ReductionReader::addOwnArray(OutlinedReduction &made, const Reduction &reduction,
                                  QualType type, const std::string &suffix) {
  const auto *lvalue = cast<Expr>(sources.expressionOf.at(reduction.update));
  QualType array = arrayNamedIn(lvalue, reduction.place->subscripts)->getType();
  QualType element = reduction.isFloating ? type : foldedIn(type, reduction.bits);
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

QualType ReductionReader::arrayOf(QualType element, uint64_t count) const {
  return context.getConstantArrayType(element, llvm::APInt(64, count), nullptr,
                                      ArraySizeModifier::Normal, 0);
}

/// The same array of other elements.
QualType ReductionReader::ofUnsigned(QualType array, QualType element, unsigned dimensions) const {
  if (dimensions == 0)
    return element;
  const auto *known = context.getAsConstantArrayType(array);
  QualType inner =
      known ? ofUnsigned(known->getElementType(), element, dimensions - 1) : QualType();
  return inner.isNull() ? inner
                        : context.getConstantArrayType(inner, known->getSize(), nullptr,
                                                       ArraySizeModifier::Normal, 0);
}

/// Sums and the like are folded in unsigned arithmetic, in which no order overflows.
void ReductionReader::addPartial(OutlinedReduction &made, const Reduction &reduction, QualType type,
                                 const VarDecl *variable) {
  if (made.startsFromBefore()) {
    if (variable)
      demand(Demand::Kind::RefusedIfCaptured, variable, "a variable that several loops reduce",
             variable->getLocation());
    if (variable)
      capture(variable, false, false);
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
    record.own.insert(companion);
    made.companions.push_back({name, ownCopy(companion), arrayOfParts(with, member), member, name});
  }
}

/// Nothing if it is refused.
std::optional<ReductionReader::Term> ReductionReader::termBy(const OutlinedReduction &made,
                                                             const Expr *update) {
  const auto *assignment = dyn_cast_or_null<BinaryOperator>(update);
  bool isMinus = false;
  const Expr *term = assignment ? termOf(*assignment, isMinus) : nullptr;
  std::optional<TextRange> whole = update ? source.exactly(update->getSourceRange()) : std::nullopt;
  std::optional<TextRange> value = term ? source.exactly(term->getSourceRange()) : std::nullopt;
  // As a macro's argument, the whole would be all of the macro's use.
  if (!whole || !value || update->getBeginLoc().isMacroID()) {
    refuse("the update of '" + made.name + "'",
           update ? update->getBeginLoc() : body->getBeginLoc());
    return std::nullopt;
  }
  bool isComplexProduct = made.fold == Fold::Product && assignment->getType()->isAnyComplexType();
  if (isComplexProduct && function.contraction)
    refuse("a complex product", term->getBeginLoc());
  else if (made.fold != Fold::Product && function.contraction &&
           function.contraction->mayBeProduct(term))
    refuseProduct(term->getBeginLoc());
  return Term{*whole, *value, assignment->getLHS(),
              term->IgnoreImpCasts()->getType().getUnqualifiedType(), isMinus};
}

/// The update becomes the keeping of its term.
void ReductionReader::addTerms(OutlinedReduction &made, const Expr *update) {
  const std::optional<Term> term = termBy(made, update);
  if (!term)
    return;
  if (term->isMinus)
    made.fold = Fold::Difference;
  made.castType = typeText(term->type);
  made.arrayType = declaration(context.getPointerType(term->type), made.member);
  const std::string mark = made.mark.empty() ? "" : "ks_f->" + made.mark + "[ks_k] = 1, ";
  record.code.edits.push_back(
      {{term->update.begin, term->value.begin}, mark + "ks_f->" + made.member + "[ks_k] = "});
}

/// Each update becomes the listing of its term.
void ReductionReader::addList(OutlinedReduction &made, const Reduction &reduction,
                              const std::string &suffix) {
  made.mark.clear();
  OutlinedReduction::List &list = made.list.emplace();
  list.own = "ks_list_" + suffix;
  list.member = "ks_lists_" + suffix;
  std::vector<Term> terms;
  for (ValueId store : reduction.listed) {
    const auto *lvalue = dyn_cast<Expr>(sources.expressionOf.at(store));
    const std::optional<Term> term = termBy(made, lvalue ? updateOf(lvalue, body) : nullptr);
    if (!term)
      return;
    terms.push_back(*term);
  }
  const Term &first = terms.front();
  for (const Term &each : terms) {
    list.isMixed |= each.isMinus != first.isMinus;
    if (!clang::ASTContext::hasSameType(each.type, first.type))
      refuse("terms of different types", each.place->getBeginLoc());
    for (const Term &other : terms)
      if (&other != &each && each.value.begin <= other.update.begin &&
          other.update.end <= each.value.end)
        refuse("an update inside another", other.place->getBeginLoc());
  }
  if (first.isMinus && !list.isMixed)
    made.fold = Fold::Difference;
  made.castType = typeText(first.type);
  if (reduction.hasAddresses)
    list.addressType =
        declaration(context.getPointerType(first.place->getType().getUnqualifiedType()), "ks_at");
  if (reduction.hasAddresses || list.isMixed) {
    list.term = "ks_term_" + suffix;
    list.valueType = declaration(first.type, "ks_value");
  }
  for (const Term &each : terms)
    listTerm(made, each);
}

void ReductionReader::listTerm(OutlinedReduction &made, const Term &term) {
  const OutlinedReduction::List &list = *made.list;
  std::vector<TextEdit> &edits = record.code.edits;
  const std::string add = "ks_terms_add(&" + list.own + ", sizeof ";
  if (list.term.empty()) {
    edits.push_back({{term.update.begin, term.value.begin},
                     "*(" + made.castType + " *)" + add + "(" + made.castType + ")) = "});
    record.replaced.push_back({term.update.begin, term.value.begin});
    return;
  }
  const std::string front = list.term + " = " + add + "*" + list.term + "), ";
  const std::string back =
      (list.isMixed ? list.term + "->ks_minus = " + (term.isMinus ? "1, " : "0, ") : "") +
      list.term + "->ks_value = ";
  unsigned from = term.update.begin;
  std::string addressed;
  if (!list.addressType.empty()) {
    const std::optional<TextRange> place = rangeOutsideMacros(term.place);
    const Uses uses = findUses(term.place);
    const bool isAddressable =
        place &&
        std::none_of(uses.references.begin(), uses.references.end(),
                     [](const DeclRefExpr *reference) {
                       return cast<VarDecl>(reference->getDecl())->getStorageClass() == SC_Register;
                     });
    if (!isAddressable)
      return refuse("the update of '" + made.name + "'", term.place->getBeginLoc());
    edits.push_back({{place->begin, place->begin}, front + list.term + "->ks_at = &("});
    from = place->end;
    addressed = "), ";
  }
  edits.push_back({{from, term.value.begin}, (addressed.empty() ? front : addressed) + back});
  record.replaced.push_back({from, term.value.begin});
}

} // namespace kasuri
