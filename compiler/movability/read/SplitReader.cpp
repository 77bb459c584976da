// A loop whose iterations are split: its head, and what each part has for itself.
//
//     for (i = a; i < f(n); i++) { t = in[i]; scratch[t]++; ... }
//
// The head is evaluated before the layer: what stands there must mean the same there. Private
// variables are declared in the part under their own names; memory that a part has for itself gets
// another name wherever the loop's text names it.
#include "movability/read/SplitReader.h"
#include "movability/read/SumClones.h"

#include "model/Regions.h"
#include "movability/code/NamedInFront.h"
#include "movability/code/ShortLoops.h"
#include "movability/code/StaticVariables.h"
#include "clang/AST/ParentMapContext.h"

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

const VarDecl *assignedBy(const Expr *start) {
  const auto *place = cast<BinaryOperator>(start)->getLHS()->IgnoreParens();
  return cast<VarDecl>(cast<DeclRefExpr>(place)->getDecl());
}

bool isOwnOfTask(const MacroTask &task, ObjectId object) {
  return llvm::any_of(task.privates,
                      [&](const PrivateObject &each) { return each.object == object; });
}

/// The statement in which it is declared is around this one.
bool isSeenAt(clang::SourceLocation place, const Decl *local, FunctionCode &function) {
  for (const DynTypedNode &parent : function.context.getParents(*local))
    for (const DynTypedNode &outer : function.context.getParents(parent))
      if (const auto *around = outer.get<Stmt>())
        return !function.manager.isBeforeInTranslationUnit(place, around->getBeginLoc()) &&
               !function.manager.isBeforeInTranslationUnit(around->getEndLoc(), place);
  return true;
}

} // namespace

bool mentions(const Expr *expression, const VarDecl *variable) {
  const Uses uses = findUses(expression);
  return std::any_of(
      uses.references.begin(), uses.references.end(),
      [&](const DeclRefExpr *reference) { return reference->getDecl() == variable; });
}

void SplitReader::read(const MacroTask &task, bool isLate) {
  const LoopFacts &known = *facts.factsOf(task.splitLoop);
  checkForeignNames(findUses(loop));
  addOwn(task);
  if (!head.variable)
    return refuse("a loop header of this form", loop->getBeginLoc());
  record.own.insert(head.variable);
  if (isLate)
    readLateHead();
  split = readHead();
  if (known.amount)
    split.moving = {split.variable, "", 0, *known.amount, false};
  split.isLate = isLate;
  split.setsVariable =
      !head.declaresVariable && !isOwnOfTask(task, program[task.splitLoop].counted.variable);
  addParts(known);
  readBody(known);
  record.code.parts.split = std::move(split);
}

void SplitReader::readBody(const LoopFacts &known) {
  Uses uses = findUses(head.body);
  if (head.exitTest)
    dropExitTest(uses);
  if (known.ordered)
    OrderedReader(function, record, known.loop, head.body, split).read(*known.ordered, uses);
  if (!uses.obstacle.empty())
    refuse(uses.obstacle, uses.where);
  for (const auto &[declaration, location] : uses.outer)
    checkVisible(declaration, location);
  if (head.body->getBeginLoc().isMacroID())
    refuse("code from a macro", head.body->getBeginLoc());
  collectCaptures(uses, true);
  if (known.wavefront)
    WaveReader(function, record, head.body, split).read(*known.wavefront);
  split.sums = readSums(function, record, known);
  unrollShortLoops(known);
  CodeRecord end;
  SplitReader reader(function, end, loop, head);
  record.code.range = reader.rangeOf(head.body);
  record.code.rangeRefusal = reader.firstRefusal();
}

/// Also where the layer does not run. Not where statements move to another place.
void SplitReader::unrollShortLoops(const LoopFacts &known) {
  if (known.ordered || known.wavefront)
    return;
  for (const ShortLoop &each : findShortLoops(head.body, context)) {
    const unsigned begin = source.offsetOf(each.loop->getBeginLoc());
    if (!source.exactly(each.loop->getSourceRange()) || source.hasPragmaOperatorBefore(begin) ||
        source.withPragmas(begin, 0) != begin)
      continue;
    const TextEdit edit{{begin, begin}, "KS_UNROLL(" + std::to_string(each.trips) + ") "};
    record.code.edits.push_back(edit);
    record.code.originalEdits.push_back(edit);
  }
}

/// Variables that the task sets before it reads them, and that others use for values of their
/// own; not those that the head sets before the parts begin.
void SplitReader::addOwn(const MacroTask &task) {
  for (const PrivateObject &each : task.privates) {
    const VarDecl *variable = sources.variableOf.at(each.object);
    bool isSetBefore = llvm::any_of(head.otherStarts,
                                    [&](const Expr *part) { return assignedBy(part) == variable; });
    bool isCounter = program[task.splitLoop].counted.variable == each.object;
    if (isSetBefore || !record.own.insert(variable).second || isCounter)
      continue;
    record.code.parts.privates.push_back(ownCopy(variable));
    record.code.parts.privateNames.push_back(nameOf(variable));
  }
}

/// The start and the bound, which the task evaluates.
void SplitReader::readLateHead() {
  std::vector<const Expr *> parts{head.start, head.test.bound};
  if (head.test.hasOtherAddends)
    parts.push_back(head.test.tested);
  for (const LoopTest &each : head.otherTests)
    parts.push_back(each.bound);
  for (const Expr *part : parts)
    if (part)
      collectMore(part);
}

void SplitReader::collectMore(const Expr *part) {
  const Uses uses = findUses(part);
  if (!uses.obstacle.empty())
    refuse(uses.obstacle, uses.where);
  for (const auto &[declaration, location] : uses.outer)
    checkVisible(declaration, location);
  collectCaptures(uses, false);
}

/// Its variable, start and tests, where they may stand before the layer.
SplitLoop SplitReader::readHead() {
  const VarDecl *variable = head.variable;
  split = {};
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
  split.startType = declaration(type, "ks_start_" + taskMark);
  split.startText = head.start ? textOf(head.start) : split.variable;
  bool isPlain = addTest(head.test, "ks_bound_" + taskMark);
  for (size_t i = 0; i < head.otherTests.size(); ++i)
    isPlain &= addTest(head.otherTests[i], "ks_bound_" + taskMark + "_" + std::to_string(i + 1));
  isPlain &= isPlainHeadPart(head.start, variable) && isNameable(type) && !type->isBooleanType();
  if (!isPlain || isFromMacro(loop))
    refuse("a loop header of this form", loop->getBeginLoc());
  return std::move(split);
}

void SplitReader::addParts(const LoopFacts &known) {
  checkPlaces(known);
  split.leavesErrno = known.hasOwnErrno;
  for (ObjectId each : known.automatics)
    if (!staticWordOf(program, sources, each))
      refuse("this form of the declaration of the static variable '" + program[each].name + "'",
             sources.statementOf.at(known.loop)->getBeginLoc());
  addPrivates(known);
  addBlocks(known);
  ReductionReader(function, record, known.loop, head.body, split).read(known.reductions);
  addStep(known);
  if (head.declarations)
    moveDeclarations(*head.declarations);
  for (const Expr *each : head.otherStarts)
    addSetUp(cast<BinaryOperator>(each), known);
}

/// Both sides are compared in the type that the source compares them in. False if it cannot be
/// written before the loop.
bool SplitReader::addTest(const LoopTest &test, const std::string &name) {
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
                         .sumText = test.hasOtherAddends ? textAtStart(test.tested) : "",
                         .boundStep = test.boundStep,
                         .isAfterOthers = test.isAfterOthers,
                         .relation = test.relation});
  return isPlainHeadPart(bound, head.variable) && isNameable(type) && isNameable(testedType);
}

/// With the start in the place of the variable.
std::string SplitReader::textAtStart(const Expr *tested) {
  const std::optional<TextRange> range = rangeOutsideMacros(tested);
  std::vector<TextEdit> edits;
  for (const TextEdit &edit : record.headNames)
    if (range && range->begin <= edit.range.begin && edit.range.end <= range->end)
      edits.push_back(edit);
  for (const DeclRefExpr *reference : findUses(tested).references) {
    if (reference->getDecl() != head.variable)
      continue;
    const std::optional<TextRange> name = source.name(reference);
    if (!name)
      refuse("a loop header of this form", loop->getBeginLoc());
    else
      edits.push_back({*name, "ks_start_" + taskMark});
  }
  if (!range)
    refuse("a loop header of this form", loop->getBeginLoc());
  return range ? ofSource(source.text(*range, edits)) : "";
}

bool SplitReader::isPlainHeadPart(const Expr *part, const VarDecl *variable) const {
  return !part || (!part->HasSideEffects(context) && !mentions(part, variable));
}

/// To a block around the layer.
void SplitReader::moveDeclarations(const DeclStmt &declarations) {
  const TextRange range = rangeOf(&declarations);
  split.setUp.push_back(ofSource(source.text(range)));
  record.code.originalEdits.push_back({range, ";" + linesOf(range)});
}

/// What the loop does after the body: the variable's step, as the source writes it where more
/// than that stands there.
void SplitReader::addStep(const LoopFacts &known) {
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
  collectMore(steps);
  split.stepText = isInTest ? textOf(steps) + ", " + split.stepText : textOf(steps);
}

bool SplitReader::isAccessedIn(const Place &place, RegionId block) const {
  return std::any_of(place.accesses.begin(), place.accesses.end(),
                     [&](ValueId access) { return program[access].block == block; });
}

/// An assignment that can be made when the layer begins, and again by the original loop. Other
/// tasks of the layer do not name its variable, nor does a guard, which means the value before.
void SplitReader::addSetUp(const BinaryOperator *assignment, const LoopFacts &known) {
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

/// The parts run no further than the test allows.
void SplitReader::dropExitTest(Uses &uses) {
  TextRange range = rangeOf(head.exitTest);
  record.code.edits.push_back({range, ";" + linesOf(range)});
  const Uses gone = findUses(head.exitTest);
  std::erase_if(uses.references, [&](const DeclRefExpr *reference) {
    return llvm::is_contained(gone.references, reference);
  });
}

/// Where the loop names a place, another name stands instead; at the loop's end it stands once
/// more, where what the body declares is not known.
void SplitReader::checkPlaces(const LoopFacts &known) {
  const std::set<const Decl *> inner = findUses(head.body).declared;
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
    if (each.place && !each.hasAddresses)
      check(*each.place);
    std::for_each(each.companionPlaces.begin(), each.companionPlaces.end(), check);
  }
}

void SplitReader::addPrivates(const LoopFacts &known) {
  for (const PrivateObject &each : known.privates) {
    if (each.place) {
      addPrivatePlace(each);
      continue;
    }
    if (each.allocation.valid()) {
      addBuffer(each);
      continue;
    }
    const VarDecl *variable = sources.variableOf.at(each.object);
    if (!record.own.insert(variable).second)
      continue;
    if (each.mayBeUnset) {
      addLastSet(known.loop, each.object);
      continue;
    }
    split.privates.push_back({variable->getNameAsString(), ownCopy(variable), each.copyOut,
                              variable->getType()->isScalarType(), "", "", "", each.left});
    if (each.copyOut)
      capture(variable, true, false);
  }
  for (const Induction &each : known.inductions) {
    const VarDecl *variable = sources.variableOf.at(each.object);
    const std::string name = nameOf(variable);
    demand(Demand::Kind::RefusedIfCaptured, variable, "a variable that several loops advance",
           variable->getLocation());
    capture(variable, false, false);
    split.inductions.push_back({name, declaration(variable->getType().getUnqualifiedType(), name),
                                each.step, each.amount, variable->getType()->isPointerType()});
    record.own.insert(variable);
  }
}

/// Where the source sets the variable, the part notes that it did.
void SplitReader::addLastSet(RegionId region, ObjectId object) {
  const VarDecl *variable = sources.variableOf.at(object);
  const std::string suffix = taskMark + "_" + std::to_string(split.lastSets.size());
  SplitLoop::LastSet made;
  made.name = nameOf(variable);
  made.declaration = ownCopy(variable);
  made.mark = "ks_set_" + suffix;
  made.values = "ks_values_" + suffix;
  made.valuesType = arrayOfParts(variable->getType().getUnqualifiedType(), made.values);
  made.marks = "ks_marks_" + suffix;
  demand(Demand::Kind::RefusedIfCaptured, variable, "a variable that several loops set",
         variable->getLocation());
  for (ValueId store : firstStoresOf(region, object)) {
    const auto *target = cast<Expr>(sources.expressionOf.at(store));
    if (!contains(program, program[region].children[0], program[store].block))
      refuse("a loop header of this form", target->getExprLoc());
    replaceName(target, 0, "(*(" + made.mark + " = 1, &" + made.name + "))");
  }
  split.lastSets.push_back(std::move(made));
}

/// Stores that may be the first of an iteration: not those in a loop whose head sets the variable.
std::vector<ValueId> SplitReader::firstStoresOf(RegionId region, ObjectId object) const {
  auto isStore = [&](ValueId id) { return isStoreTo(program, id, object); };
  auto isSetBefore = [&](ValueId store) {
    for (RegionId up = program[store].block; up != region; up = program[up].parent) {
      const RegionId init = program[up].init;
      if (init.valid() && init != program[store].block &&
          llvm::any_of(program[init].values,
                       [&](ValueId id) { return isStore(id) && !program[id].conditional; }))
        return true;
    }
    return false;
  };
  std::vector<ValueId> stores;
  for (ValueId id : valuesWithin(program, region))
    if (isStore(id) && program[id].block != program[region].init && !isSetBefore(id))
      stores.push_back(id);
  return stores;
}

/// Its name becomes that of the part's own variable.
void SplitReader::addPrivatePlace(const PrivateObject &copied) {
  const Place &place = *copied.place;
  const std::string suffix = "_p" + taskMark + "_" + std::to_string(split.privates.size());
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
  if (function.contraction && function.contraction->handsOrSums(uses))
    return refuseProduct(lvalue->getExprLoc());
  SplitLoop::Private made;
  made.name = "ks_own" + suffix;
  made.declaration = declaration(type, made.name) + (type->isScalarType() ? " = 0" : "");
  made.isCopiedOut = copied.copyOut;
  made.isWhole = false;
  if (made.isCopiedOut) {
    made.placeText = ofSource(source.text(*range));
    made.home = "ks_home" + suffix;
  }
  split.privates.push_back(made);
  for (ValueId access : place.accesses)
    replaceName(cast<Expr>(sources.expressionOf.at(access)), place.subscripts, made.name);
}

/// The pointer is captured and then made to point to the copy.
void SplitReader::addBuffer(const PrivateObject &buffer) {
  const VarDecl *variable = sources.variableOf.at(buffer.object);
  const char *const refusal = "scratch memory that another task allocates";
  demand(Demand::Kind::RefusedIfWritten, variable, refusal, variable->getLocation());
  if (!record.own.insert(variable).second)
    return refuse(refusal, variable->getLocation());
  capture(variable, false);
  record.headNames.clear();
  const std::string bytes = bytesOf(buffer.allocation);
  const std::string home = "ks_home_" + taskMark + "_" + std::to_string(split.privates.size());
  split.privates.push_back({nameOf(variable), "void *const " + home, buffer.copyOut, false, bytes,
                            home, "", buffer.left});
}

void SplitReader::addBlocks(const LoopFacts &known) {
  for (size_t i = 0; i < known.blocks.size(); ++i) {
    const PrivateBlock &block = known.blocks[i];
    const std::string suffix = taskMark + "_" + std::to_string(i);
    OutlinedBlock made;
    made.home = "ks_block_" + suffix;
    made.copy = "ks_copy_" + suffix;
    made.size = "ks_bytes_" + suffix;
    made.span = block.span;
    for (size_t kept = 0; kept < block.kept.size(); ++kept) {
      const std::string number = suffix + "_" + std::to_string(kept);
      made.kept.push_back({"ks_kept_" + number, "ks_left_" + number, block.kept[kept]});
    }
    for (ObjectId pointer : block.pointers) {
      const VarDecl *variable = sources.variableOf.at(pointer);
      if (!record.own.insert(variable).second)
        return refuse("a pointer with several uses", variable->getLocation());
      capture(variable, false);
      made.pointers.push_back(
          {nameOf(variable), typeText(variable->getType().getUnqualifiedType()), "", "", ""});
    }
    if (block.place)
      addPlaceOfBlock(made, *block.place, suffix);
    if (block.holder.valid())
      made.holder = addHolder(sources.variableOf.at(block.holder), suffix);
    made.member = block.member;
    split.blocks.push_back(std::move(made));
  }
}

/// The name of the member becomes that of the part's own pointer.
void SplitReader::addPlaceOfBlock(OutlinedBlock &made, const Place &place,
                                  const std::string &suffix) {
  const std::optional<NamedPlace> found = namePlace(place);
  if (!found)
    return;
  const std::string name = "ks_own_b" + suffix;
  made.pointers.push_back({name, typeText(found->type), declaration(found->type, name),
                           "ks_before_b" + suffix, found->text});
  for (ValueId access : place.accesses)
    replaceName(cast<Expr>(sources.expressionOf.at(access)), 0, name);
}

/// The name of the copy.
std::string SplitReader::addHolder(const VarDecl *variable, const std::string &suffix) {
  bool isPointer = variable->getType()->isPointerType();
  QualType type = isPointer ? variable->getType()->getPointeeType() : variable->getType();
  type = type.getUnqualifiedType();
  OutlinedHolder made;
  made.pointer = isPointer ? nameOf(variable) : "";
  made.name = isPointer ? "ks_holder_" + suffix : nameOf(variable);
  for (const OutlinedHolder &each : split.holders)
    if (each.pointer == made.pointer && (isPointer || each.name == made.name))
      return each.name;
  if (!record.own.insert(variable).second || !isNameable(type) ||
      variable->hasAttr<AlignedAttr>() || type->isIncompleteType())
    refuse("a structure with several uses", variable->getLocation());
  if (record.isRefused)
    return "";
  capture(variable, !isPointer, isPointer);
  made.declaration = declaration(type, made.name);
  made.from = isPointer ? made.pointer : "ks_f->" + made.name;
  split.holders.push_back(made);
  return made.name;
}

std::optional<Refusal> refusalOfGuards(FunctionCode &function, const LoopFacts &known,
                                       const Stmt *loop) {
  for (ObjectId object : namedInFront(known)) {
    const auto variable = function.sources.variableOf.find(object);
    if (variable == function.sources.variableOf.end())
      return Refusal{"a guard that names a variable of another file", {}};
    for (const Decl *each : function.declaration.decls()) {
      const auto *local = dyn_cast<NamedDecl>(each);
      if (local && !isa<TagDecl, LabelDecl>(local) && local != variable->second &&
          local->getDeclName() == variable->second->getDeclName() &&
          isSeenAt(loop->getBeginLoc(), local, function))
        return Refusal{"two declarations of '" + variable->second->getNameAsString() + "'",
                       function.place(local->getLocation())};
    }
    if (variable->second->getIdentifier()->hadMacroDefinition())
      return Refusal{"a macro with the name of a variable",
                     function.place(variable->second->getLocation())};
  }
  return std::nullopt;
}

std::optional<Refusal> refusalOfGuards(FunctionCode &function, const std::vector<Guard> &guards,
                                       const Stmt *loop) {
  LoopFacts guarded;
  guarded.guards = guards;
  return refusalOfGuards(function, guarded, loop);
}

MovableCode readSplitLoop(FunctionCode &function, const MacroTask &task, bool isLate) {
  const Stmt *loop = function.sources.statementOf.at(task.splitLoop);
  const LoopHead &head = *function.sources.headOf.at(task.splitLoop);
  CodeRecord record;
  SplitReader(function, record, loop, head).read(task, isLate);
  return std::move(record.code);
}

} // namespace kasuri
