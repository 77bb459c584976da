// A loop whose iterations are split: its head, and what each part has for itself.
//
//     for (i = a; i < f(n); i++) { t = in[i]; scratch[t]++; ... }
//
// The head is evaluated before the layer: what stands there must mean the same there. Private
// variables are declared in the part under their own names; memory that a part has for itself gets
// another name wherever the loop's text names it.
#include "emit/GuardText.h"
#include "emit/Outliner.h"
#include "emit/PlainText.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

bool isFromMacro(const Stmt *loop) {
  if (const auto *counting = dyn_cast<ForStmt>(loop))
    return loop->getBeginLoc().isMacroID() || counting->getRParenLoc().isMacroID();
  if (const auto *testing = dyn_cast<WhileStmt>(loop))
    return loop->getBeginLoc().isMacroID() || testing->getRParenLoc().isMacroID();
  return loop->getBeginLoc().isMacroID() || loop->getEndLoc().isMacroID();
}

/// As in `sizeof i`: the text also stands where the variable is not declared.
bool mentions(const Expr *expression, const VarDecl *variable) {
  const Uses uses = findUses(expression);
  return std::any_of(
      uses.references.begin(), uses.references.end(),
      [&](const DeclRefExpr *reference) { return reference->getDecl() == variable; });
}

} // namespace

/// Its variable, start and tests, where they may stand before the layer.
SplitLoop Outliner::headOf(size_t index, const LoopHead &head, const Stmt *loop) {
  const VarDecl *variable = head.variable;
  SplitLoop split;
  split.variable = nameOf(variable);
  QualType type = variable->getType().getUnqualifiedType();
  split.variableType = declaration(type, split.variable);
  split.plainType = typeText(type);
  split.isPointer = type->isPointerType();
  split.isUnsigned = type->isUnsignedIntegerOrEnumerationType();
  split.endType = declaration(type, "ks_end");
  split.step = head.step;
  split.advance = head.advance;
  split.testsFirst = head.testsFirst;
  const std::string number = std::to_string(index);
  split.startType = declaration(type, "ks_start_" + number);
  split.startText = head.start ? textOf(head.start) : split.variable;
  bool isPlain = addTest(head.test, head, "ks_bound_" + number, split);
  for (size_t i = 0; i < head.otherTests.size(); ++i)
    isPlain &= addTest(head.otherTests[i], head, "ks_bound_" + number + "_" + std::to_string(i + 1),
                       split);
  isPlain &= isPlainHeadPart(head.start, variable) && isNameable(type) && !type->isBooleanType();
  if (!isPlain || isFromMacro(loop))
    refuse("a loop header of this form", loop->getBeginLoc());
  return split;
}

void Outliner::outlineSplit(size_t index, const LoopHead &head, const Stmt *loop,
                            OutlinedTask &task, std::set<const VarDecl *> &own,
                            std::vector<TextEdit> &edits, std::set<size_t> &captures) {
  const PlannedTask &planned = plan.tasks[index];
  const LoopFacts &known = *facts.factsOf(planned.splitLoop);
  SplitLoop split = headOf(index, head, loop);
  if (known.amount)
    split.moving = {split.variable, "", 0, valueText(program, *known.amount), false};
  split.isLate = planned.hasLateHead;
  split.setsVariable =
      !head.declaresVariable && !isPrivate(planned, program[planned.splitLoop].counted.variable);
  checkPlaces(known, head.body);
  addPrivates(known, index, split, own, captures, edits);
  addBlocks(known, index, split, own, captures, edits);
  for (size_t i = 0; i < known.reductions.size(); ++i)
    if (known.reductions[i].handed)
      addHanded(known.reductions[i], index, i, split, own, edits);
    else
      addReduction(known.reductions[i], index, i, head.body, split, own, edits);
  addStep(head, loop, known, split, own, captures);
  if (head.declarations)
    moveDeclarations(*head.declarations, split);
  for (const Expr *each : head.otherStarts)
    addSetUp(cast<BinaryOperator>(each), head, known, split);
  task.split = std::move(split);
}

/// Both sides are compared in the type that the source compares them in. False if it cannot be
/// written before the loop.
bool Outliner::addTest(const LoopTest &test, const LoopHead &head, const std::string &name,
                       SplitLoop &split) {
  const Expr *bound = test.bound ? test.bound->IgnoreImpCasts() : nullptr;
  QualType type = (bound ? test.bound : head.condition)->getType().getUnqualifiedType();
  QualType testedType = test.tested->getType().getUnqualifiedType();
  for (QualType *each : {&type, &testedType})
    if ((*each)->isIntegerType())
      *each = each->getCanonicalType();
  split.tests.push_back({.boundText = bound ? textOf(bound) : "0",
                         .bound = name,
                         .boundType = declaration(type, name),
                         .comparedType = typeText(type),
                         .testedType = typeText(testedType),
                         .factor = test.factor,
                         .addend = test.addend,
                         .boundStep = test.boundStep,
                         .relation = test.relation});
  return isPlainHeadPart(bound, head.variable) && isNameable(type) && isNameable(testedType);
}

const VarDecl *Outliner::assignedBy(const Expr *start) {
  const auto *place = cast<BinaryOperator>(start)->getLHS()->IgnoreParens();
  return cast<VarDecl>(cast<DeclRefExpr>(place)->getDecl());
}

bool Outliner::isPlainHeadPart(const Expr *part, const VarDecl *variable) const {
  return !part || (!part->HasSideEffects(context) && !mentions(part, variable));
}

/// To a block around the layer.
void Outliner::moveDeclarations(const DeclStmt &declarations, SplitLoop &split) {
  const TextRange range = rangeOf(&declarations);
  split.setUp.push_back(ofSource(source.text(range)));
  originalEdits.push_back({range, ";" + linesOf(range)});
}

/// What the loop does after the body: the variable's step, as the source writes it where more
/// than that stands there.
void Outliner::addStep(const LoopHead &head, const Stmt *loop, const LoopFacts &known,
                       SplitLoop &split, const std::set<const VarDecl *> &own,
                       std::set<size_t> &captures) {
  bool isInTest = head.advance != CountedForm::Advance::AfterBody;
  const int64_t step = isInTest ? head.step : head.headStep;
  const std::string amount = std::to_string(std::abs(step));
  // A step that is no constant is in the body, or among those of the source.
  split.stepText = step == 0    ? ""
                   : step == 1  ? split.variable + "++"
                   : step == -1 ? split.variable + "--"
                                : split.variable + (step > 0 ? " += " : " -= ") + amount;
  if (head.otherSteps.empty() && !head.movesInHead)
    return;
  const Expr *steps = cast<ForStmt>(loop)->getInc();
  for (const Reduction &each : known.reductions)
    if (each.place ? isAccessedIn(*each.place, program[known.loop].step)
                   : mentions(steps, sources.variableOf.at(each.object)))
      refuse("a reduction in the loop header", steps->getBeginLoc());
  collectMore(steps, own, captures);
  split.stepText = isInTest ? textOf(steps) + ", " + split.stepText : textOf(steps);
}

bool Outliner::isAccessedIn(const Place &place, RegionId block) const {
  return std::any_of(place.accesses.begin(), place.accesses.end(),
                     [&](ValueId access) { return program[access].block == block; });
}

/// An assignment that can be made when the layer begins, and again by the original loop. Other
/// tasks of the layer do not name its variable, nor does a guard, which means the value before.
void Outliner::addSetUp(const BinaryOperator *assignment, const LoopHead &head,
                        const LoopFacts &known, SplitLoop &split) {
  const VarDecl *variable = assignedBy(assignment);
  bool isRepeatable = !isAddressTaken(variable) && !variable->getType().isVolatileQualified() &&
                      isPlainHeadPart(assignment->getRHS(), head.variable) &&
                      isPlainHeadPart(head.start, variable);
  for (const Expr *other : head.otherStarts) {
    isRepeatable &= !mentions(assignment->getRHS(), assignedBy(other));
    isRepeatable &= other == assignment || assignedBy(other) != variable;
  }
  for (ObjectId object : namedInFront(known))
    isRepeatable &=
        !sources.variableOf.contains(object) || sources.variableOf.at(object) != variable;
  if (!isRepeatable || split.isLate)
    refuse("a loop header of this form", assignment->getBeginLoc());
  split.setUp.push_back(textOf(assignment) + ";");
}

/// Where the loop names a place, another name stands instead; at the loop's end it stands once
/// more, where what the body declares is not known.
void Outliner::checkPlaces(const LoopFacts &known, const Stmt *body) {
  const std::set<const Decl *> inner = findUses(body).declared;
  auto check = [&](const Place &place) {
    for (ValueId access : place.accesses) {
      const auto *lvalue = cast<Expr>(sources.expressionOf.at(access));
      const Expr *named = arrayNamedIn(lvalue, place.subscripts);
      if (!named)
        continue; // refused where it is replaced
      if (auto [tie, where] = tieOf(named, inner, context); !tie.empty())
        refuse(tie, where);
    }
  };
  for (const PrivateObject &each : known.privates)
    if (each.place)
      check(*each.place);
  for (const PrivateBlock &each : known.blocks)
    if (each.place)
      check(*each.place);
  for (const Reduction &each : known.reductions) {
    if (each.place)
      check(*each.place);
    std::for_each(each.companionPlaces.begin(), each.companionPlaces.end(), check);
  }
}

/// Its name becomes that of the part's own variable.
void Outliner::addPrivatePlace(const Place &place, size_t task, SplitLoop &split,
                               std::vector<TextEdit> &edits) {
  const std::string suffix =
      "_p" + std::to_string(task) + "_" + std::to_string(split.privates.size());
  const auto *lvalue = cast<Expr>(sources.expressionOf.at(place.accesses.front()));
  const Expr *named = arrayNamedIn(lvalue, place.subscripts);
  std::optional<TextRange> range = named ? rangeOutsideMacros(named) : std::nullopt;
  if (!range)
    return refuse("this form of '" + place.name + "'", lvalue->getExprLoc());
  QualType type = named->getType().getUnqualifiedType();
  bool hasSize = !type->isArrayType() || context.getAsConstantArrayType(type);
  if (!isNameable(type) || !hasSize)
    return refuse("a private variable of this type", lvalue->getExprLoc());
  std::vector<const Expr *> uses;
  for (ValueId access : place.accesses)
    uses.push_back(cast<Expr>(sources.expressionOf.at(access)));
  if (contraction && contraction->handsOrSums(uses))
    return refuseProduct(lvalue->getExprLoc());
  SplitLoop::Private made;
  made.name = "ks_own" + suffix;
  made.declaration = declaration(type, made.name) + (type->isScalarType() ? " = 0" : "");
  made.isCopiedOut = true;
  made.isWhole = false;
  made.placeText = ofSource(source.text(*range));
  made.home = "ks_home" + suffix;
  split.privates.push_back(made);
  for (ValueId access : place.accesses)
    replaceName(cast<Expr>(sources.expressionOf.at(access)), place.subscripts, made.name, edits);
}

/// The pointer is captured and then made to point to the copy.
void Outliner::addBuffer(const PrivateObject &buffer, size_t task, SplitLoop &split,
                         std::set<const VarDecl *> &own, std::set<size_t> &used) {
  const VarDecl *variable = sources.variableOf.at(buffer.object);
  if (isSharedElsewhere(variable) || !own.insert(variable).second)
    return refuse("scratch memory that another task allocates", variable->getLocation());
  used.insert(capture(variable, false));
  headEdits.clear();
  std::string bytes;
  const auto *call = cast<CallExpr>(sources.expressionOf.at(buffer.allocation));
  for (const Expr *argument : call->arguments()) {
    if (argument->HasSideEffects(context))
      refuse("a size with side effects", argument->getExprLoc());
    checkNames(findUses(argument));
    collectCaptures(findUses(argument), {}, used, headEdits);
    bytes += (bytes.empty() ? "(ks_size)(" : " * (ks_size)(") + textOf(argument) + ")";
  }
  const std::string home =
      "ks_home_" + std::to_string(task) + "_" + std::to_string(split.privates.size());
  split.privates.push_back({nameOf(variable), "void *const " + home, buffer.copyOut, false, bytes,
                            home, "", buffer.left});
}

void Outliner::addBlocks(const LoopFacts &known, size_t task, SplitLoop &split,
                         std::set<const VarDecl *> &own, std::set<size_t> &used,
                         std::vector<TextEdit> &edits) {
  for (size_t i = 0; i < known.blocks.size(); ++i) {
    const PrivateBlock &block = known.blocks[i];
    const std::string suffix = std::to_string(task) + "_" + std::to_string(i);
    OutlinedBlock made = blockOf(block, suffix);
    for (ObjectId pointer : block.pointers) {
      const VarDecl *variable = sources.variableOf.at(pointer);
      if (!own.insert(variable).second)
        return refuse("a pointer with several uses", variable->getLocation());
      used.insert(capture(variable, false));
      made.pointers.push_back(
          {nameOf(variable), typeText(variable->getType().getUnqualifiedType()), "", "", ""});
    }
    if (block.place)
      addPlaceOfBlock(made, *block.place, suffix, edits);
    if (block.holder.valid())
      made.holder = addHolder(sources.variableOf.at(block.holder), suffix, split, own, used);
    made.member = block.member;
    split.blocks.push_back(std::move(made));
  }
}

OutlinedBlock Outliner::blockOf(const PrivateBlock &block, const std::string &suffix) const {
  auto bytesOf = [&](const GuardRange &range) {
    return valueText(program, sum(range.end, product(range.low, constantOf(-1))));
  };
  OutlinedBlock made;
  made.home = "ks_block_" + suffix;
  made.copy = "ks_copy_" + suffix;
  made.size = "ks_bytes_" + suffix;
  made.low = valueText(program, block.span.low);
  made.bytes = bytesOf(block.span);
  for (size_t i = 0; i < block.kept.size(); ++i) {
    const std::string number = suffix + "_" + std::to_string(i);
    made.kept.push_back({"ks_kept_" + number, "ks_left_" + number,
                         valueText(program, block.kept[i].low), bytesOf(block.kept[i])});
  }
  return made;
}

/// A number or pointer that a part has for itself under another name.
std::optional<Outliner::NamedPlace> Outliner::namePlace(const Place &place) {
  const auto *lvalue = cast<Expr>(sources.expressionOf.at(place.accesses.front()));
  std::optional<TextRange> range = rangeOutsideMacros(lvalue);
  QualType type = lvalue->getType().getUnqualifiedType();
  if (range && isNameable(type))
    return NamedPlace{lvalue, type, ofSource(source.text(*range))};
  refuse("this form of '" + place.name + "'", lvalue->getExprLoc());
  return std::nullopt;
}

/// The name of the member becomes that of the part's own pointer.
void Outliner::addPlaceOfBlock(OutlinedBlock &made, const Place &place, const std::string &suffix,
                               std::vector<TextEdit> &edits) {
  const std::optional<NamedPlace> found = namePlace(place);
  if (!found)
    return;
  const std::string name = "ks_own_b" + suffix;
  made.pointers.push_back({name, typeText(found->type), declaration(found->type, name),
                           "ks_before_b" + suffix, found->text});
  for (ValueId access : place.accesses)
    replaceName(cast<Expr>(sources.expressionOf.at(access)), 0, name, edits);
}

/// The name of the copy.
std::string Outliner::addHolder(const VarDecl *variable, const std::string &suffix,
                                SplitLoop &split, std::set<const VarDecl *> &own,
                                std::set<size_t> &used) {
  bool isPointer = variable->getType()->isPointerType();
  QualType type = isPointer ? variable->getType()->getPointeeType() : variable->getType();
  type = type.getUnqualifiedType();
  OutlinedHolder made;
  made.pointer = isPointer ? nameOf(variable) : "";
  made.name = isPointer ? "ks_holder_" + suffix : nameOf(variable);
  for (const OutlinedHolder &each : split.holders)
    if (each.pointer == made.pointer && (isPointer || each.name == made.name))
      return each.name;
  if (!own.insert(variable).second || !isNameable(type) || variable->hasAttr<AlignedAttr>() ||
      type->isIncompleteType())
    refuse("a structure with several uses", variable->getLocation());
  if (!obstacle.empty())
    return "";
  const size_t captured = capture(variable, !isPointer);
  if (isPointer)
    used.insert(captured);
  made.declaration = declaration(type, made.name);
  made.from = isPointer ? made.pointer : "ks_f->" + made.name;
  split.holders.push_back(made);
  return made.name;
}

/// What is written elsewhere in the function means the same here.
void Outliner::checkNames(const Uses &uses) {
  if (!uses.obstacle.empty())
    refuse(uses.obstacle, uses.where);
  for (const DeclRefExpr *reference : uses.references)
    for (const Decl *other : sources.functionOf.at(plan.function)->decls())
      if (const auto *named = dyn_cast<VarDecl>(other);
          named && named != reference->getDecl() &&
          named->getDeclName() == reference->getDecl()->getDeclName())
        refuse("a name that is declared twice", named->getLocation());
}

void Outliner::addPrivates(const LoopFacts &known, size_t task, SplitLoop &split,
                           std::set<const VarDecl *> &own, std::set<size_t> &used,
                           std::vector<TextEdit> &edits) {
  for (const PrivateObject &each : known.privates) {
    if (each.place) {
      addPrivatePlace(*each.place, task, split, edits);
      continue;
    }
    if (each.allocation.valid()) {
      addBuffer(each, task, split, own, used);
      continue;
    }
    const VarDecl *variable = sources.variableOf.at(each.object);
    if (!own.insert(variable).second)
      continue;
    if (each.mayBeUnset) {
      addLastSet(known.loop, each.object, task, split, edits);
      continue;
    }
    split.privates.push_back({variable->getNameAsString(), ownCopy(variable), each.copyOut,
                              variable->getType()->isScalarType(), "", "", "", each.left});
    if (each.copyOut)
      capture(variable, true);
  }
  for (const Induction &each : known.inductions) {
    const VarDecl *variable = sources.variableOf.at(each.object);
    const std::string name = nameOf(variable);
    if (captureOf.contains(variable))
      refuse("a variable that several loops advance", variable->getLocation());
    capture(variable, false);
    split.inductions.push_back({name, declaration(variable->getType().getUnqualifiedType(), name),
                                each.step, each.amount ? valueText(program, *each.amount) : "",
                                variable->getType()->isPointerType()});
    own.insert(variable);
  }
}

/// Where the source sets the variable, the part notes that it did.
void Outliner::addLastSet(RegionId loop, ObjectId object, size_t task, SplitLoop &split,
                          std::vector<TextEdit> &edits) {
  const VarDecl *variable = sources.variableOf.at(object);
  const std::string suffix = std::to_string(task) + "_" + std::to_string(split.lastSets.size());
  SplitLoop::LastSet made;
  made.name = nameOf(variable);
  made.declaration = ownCopy(variable);
  made.mark = "ks_set_" + suffix;
  made.values = "ks_values_" + suffix;
  made.valuesType = arrayOfParts(variable->getType().getUnqualifiedType(), made.values);
  made.marks = "ks_marks_" + suffix;
  if (captureOf.contains(variable))
    refuse("a variable that several loops set", variable->getLocation());
  for (ValueId store : firstStoresOf(loop, object)) {
    const auto *target = cast<Expr>(sources.expressionOf.at(store));
    if (!contains(program, program[loop].children[0], program[store].block))
      refuse("a loop header of this form", target->getExprLoc());
    replaceName(target, 0, "(*(" + made.mark + " = 1, &" + made.name + "))", edits);
  }
  split.lastSets.push_back(std::move(made));
}

/// Stores that may be the first of an iteration: not those in a loop whose head sets the variable.
std::vector<ValueId> Outliner::firstStoresOf(RegionId loop, ObjectId object) const {
  auto isStore = [&](ValueId id) {
    return program[id].op == Op::Store && kasuri::variableOf(program, id) == object;
  };
  auto isSetBefore = [&](ValueId store) {
    for (RegionId up = program[store].block; up != loop; up = program[up].parent) {
      const RegionId init = program[up].init;
      if (init.valid() && init != program[store].block &&
          llvm::any_of(program[init].values,
                       [&](ValueId id) { return isStore(id) && !program[id].conditional; }))
        return true;
    }
    return false;
  };
  std::vector<ValueId> stores;
  for (ValueId id : valuesWithin(program, loop))
    if (isStore(id) && program[id].block != program[loop].init && !isSetBefore(id))
      stores.push_back(id);
  return stores;
}

} // namespace kasuri
