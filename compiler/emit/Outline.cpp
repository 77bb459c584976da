// Deciding how a layer's statements become task functions.
//
//     for (int c = 0; c < n; c++) bits += code(enc, c);
//     ->  captures enc by value, bits is a partial sum, c is made from the chunk
//
// A task's text is the source's own, but for references to variables that must stay shared: these
// are captured by address and their names become `(*name)`, as pieces of text at the places that
// Clang names. Scalars that a task only reads are captured by value under their own name and need
// no change. A reference that stands inside a macro's body cannot be rewritten, a type declared
// inside the function cannot be named outside, and a few constructs mean something else in another
// function: these leave the layer as it is, with the reason.
#include "emit/GuardText.h"
#include "emit/Outliner.h"
#include "emit/PlainText.h"
#include "clang/AST/ParentMapContext.h"

#include <algorithm>
#include <utility>

namespace kasuri {

using namespace clang;

OutlineResult Outliner::run(const std::string &symbol) {
  layer.symbol = symbol;
  layer.name = plan.name;
  layer.plan = &plan;
  layer.file = program.files[program[plan.function].file.index()].path;
  if (contractsProducts(context))
    contraction.emplace(*sources.functionOf.at(plan.function), context);
  placeFunction();
  checkTasks();
  for (size_t i = 0; i < plan.tasks.size() && obstacle.empty(); ++i)
    outlineTask(i);
  checkContraction();
  if (obstacle.empty())
    placeLayer();
  if (plan.tasks.size() == 1 && plan.tasks[0].splitLoop.valid())
    addGuards(*facts.factsOf(plan.tasks[0].splitLoop));
  if (plan.isDistributed() && obstacle.empty())
    addDistributedHead();
  addCopies();
  checkHiddenTypes();
  if (!obstacle.empty())
    return {std::nullopt, obstacle, place(where)};
  layer.mostParts = mostParts();
  return {std::move(layer), "", {}};
}

void Outliner::refuse(const std::string &what, clang::SourceLocation location) {
  if (obstacle.empty()) {
    obstacle = what;
    where = location;
  }
}

void Outliner::refuseProduct(clang::SourceLocation location) {
  refuse("a product that may be fused with the addition", location);
}

/// What tasks get from elsewhere or hand on lies in the frame, or in memory that this points to.
void Outliner::checkContraction() {
  if (!contraction || !obstacle.empty())
    return;
  std::vector<const Stmt *> statements;
  for (const PlannedTask &task : plan.tasks)
    for (const Stmt *each : allCodeOf(task))
      statements.push_back(each);
  for (const Capture &each : layer.captures) {
    const bool isMoved = each.isShared && contraction->sumsProducts(each.variable);
    const bool isRounded = !each.isShared && contraction->isOnlyInLoops(each.variable, statements);
    if (isMoved || (contraction->handsProducts(each.variable) && !isRounded))
      refuseProduct(each.variable->getLocation());
  }
}

kasuri::SourceLocation Outliner::place(clang::SourceLocation location) const {
  const bool isPreprocessed = sources.isPreprocessed[sources.unitOf.at(plan.function)];
  PresumedLoc presumed = manager.getPresumedLoc(manager.getExpansionLoc(location), isPreprocessed);
  if (presumed.isInvalid())
    return {};
  return {program[plan.function].location.file, presumed.getLine(), presumed.getColumn()};
}

const MacroTask &Outliner::first(const PlannedTask &task) const {
  return graph.layers[plan.layer.index()].tasks[task.members.front().index()];
}

/// The tasks that always run are consecutive siblings.
void Outliner::checkTasks() {
  if (plan.isDistributed()) // all are of one loop
    return;
  std::vector<RegionId> regions;
  for (const PlannedTask &task : plan.tasks)
    if (!task.control)
      for (const MacroTask *member : outermost(task))
        regions.push_back(member->first);
  const std::vector<RegionId> &siblings = program[program[regions.front()].parent].children;
  auto begin = std::find(siblings.begin(), siblings.end(), regions.front());
  bool isRun = static_cast<size_t>(siblings.end() - begin) >= regions.size() &&
               std::equal(regions.begin(), regions.end(), begin);
  if (!isRun)
    refuse("a statement between two tasks", placeOf(regions.front()));
}

clang::SourceLocation Outliner::placeOf(RegionId region) const {
  return sources.statementOf.at(region)->getBeginLoc();
}

bool Outliner::isCondition(const PlannedTask &task) const {
  return first(task).kind == TaskKind::Condition && task.members.size() == 1;
}

/// What the task runs: a statement, all of an arm, or a branch's condition; null for a branch
/// that is no `if`.
const Stmt *Outliner::codeOf(const PlannedTask &task) const {
  const MacroTask &member = first(task);
  const Stmt *statement = sources.statementOf.at(member.first);
  if (isCondition(task)) {
    const auto *branch = dyn_cast<IfStmt>(statement);
    return branch ? branch->getCond() : nullptr;
  }
  return member.first == member.last ? statement
                                     : sources.statementOf.at(program[member.first].parent);
}

/// The members that no condition among them controls: statements that stand beside each other.
std::vector<const MacroTask *> Outliner::outermost(const PlannedTask &task) const {
  std::vector<const MacroTask *> found;
  for (TaskId member : task.members) {
    const MacroTask &each = graph.layers[plan.layer.index()].tasks[member.index()];
    if (each.control == first(task).control)
      found.push_back(&each);
  }
  return found;
}

/// With the statements that were fused with the first one; null as there.
std::vector<const Stmt *> Outliner::allCodeOf(const PlannedTask &task) const {
  std::vector<const Stmt *> statements{codeOf(task)};
  const std::vector<const MacroTask *> members = outermost(task);
  for (size_t i = 1; i < members.size(); ++i)
    statements.push_back(sources.statementOf.at(members[i]->first));
  return statements;
}

/// From the first to the last of them.
TextRange Outliner::rangeOf(llvm::ArrayRef<const Stmt *> statements) {
  const TextRange range{rangeOf(statements.front()).begin, rangeOf(statements.back()).end};
  if (obstacle.empty() && !source.hasWholeConditionals(range))
    refuse("part of an #if block", statements.front()->getBeginLoc());
  return range;
}

/// Gives the line in front of the source's text.
std::string Outliner::lineAt(unsigned offset) const {
  return ofSource(source.lineDirectiveOf(offset, layer.file));
}

/// The whole statement; refuses what ends inside a macro, or between an #if and its #endif.
TextRange Outliner::rangeOf(const Stmt *statement) {
  std::optional<TextRange> range = source.statement(statement);
  if (!range)
    refuse("a statement that ends inside a macro", statement->getEndLoc());
  else if (!source.hasWholeConditionals(*range))
    refuse("part of an #if block", statement->getBeginLoc());
  return range.value_or(TextRange{});
}

/// Where the program ends when memory runs out.
std::vector<TextEdit> Outliner::exitEdits(TextRange range) const {
  std::vector<TextEdit> edits;
  for (RegionId arm : facts.memoryExits) {
    const auto [begin, end] = sources.wrapped.at(arm);
    bool isInside =
        program[arm].function == plan.function && range.begin <= begin && end <= range.end;
    if (isInside)
      for (const TextEdit &edit : editsOfExit({begin, end}))
        edits.push_back(edit);
  }
  return edits;
}

void Outliner::placeFunction() {
  const FunctionDecl *function = sources.functionOf.at(plan.function);
  clang::SourceLocation begin = function->getBeginLoc();
  if (begin.isMacroID() || !program[plan.function].inMainFile)
    refuse("a function that a macro or a header defines", begin);
  if (function->isInlineSpecified() && function->getStorageClass() != SC_Static)
    refuse("code in an inline function with external linkage", begin);
  if (function->hasAttr<TargetAttr>() || function->hasAttr<TargetClonesAttr>())
    refuse("code with a target attribute", begin);
  for (const Attr *attribute : function->attrs())
    if (!attribute->isImplicit() && attribute->getLocation().isValid() &&
        source.offsetOf(attribute->getLocation()) < source.offsetOf(begin))
      refuse("a function with a leading attribute", begin);
  layer.functionBegin = source.offsetOf(begin);
  layer.functionLine = lineAt(layer.functionBegin);
  layer.needsNewLine = !source.isAtLineStart(layer.functionBegin);
  bodyBegin = source.offsetOf(function->getBody()->getBeginLoc());
  if (source.hasAttributeBefore(layer.functionBegin))
    refuse("a function with a leading attribute", begin);
}

/// Between the function's first token and its body, after the place where tasks stand.
bool Outliner::isInHead(clang::SourceLocation location) const {
  if (location.isInvalid() ||
      manager.getFileID(manager.getExpansionLoc(location)) != manager.getMainFileID())
    return false;
  unsigned offset = source.offsetOf(location);
  return layer.functionBegin <= offset && offset < bodyBegin;
}

/// The function itself gets a prototype; a type that its head defines stays unknown before it.
void Outliner::checkVisible(const Decl *declaration, clang::SourceLocation location) {
  const auto *type = dyn_cast<TagDecl>(declaration);
  const Decl *definition = type ? type->getDefinition() : nullptr;
  bool isHere = isInHead(declaration->getCanonicalDecl()->getLocation()) ||
                (definition && isInHead(definition->getLocation()));
  if (!isHere)
    return;
  if (const auto *function = dyn_cast<FunctionDecl>(declaration))
    addPrototype(*function, location);
  else
    refuse("a type defined in the function's own declaration", location);
}

void Outliner::addPrototype(const FunctionDecl &function, clang::SourceLocation location) {
  std::string head = source.text({layer.functionBegin, bodyBegin});
  bool isOldStyle = !function.hasPrototype() && !function.param_empty();
  if (isOldStyle || head.find_first_of("{#;") != std::string::npos)
    return refuse("the function itself, which has no earlier declaration", location);
  head = llvm::StringRef(head).rtrim().str();
  layer.prototype = ofSource(head + (head.find("//") == std::string::npos ? ";\n" : "\n;\n"));
}

/// A name that is declared beside the tasks would be unknown after the layer.
void Outliner::checkDeclarations(const Stmt *first) {
  for (const Stmt *each : siblingsOf(first)) {
    unsigned offset = source.offsetOf(each->getBeginLoc());
    if (isa<DeclStmt>(each) && layer.begin <= offset && offset < layer.end)
      refuse("a declaration between two tasks", each->getBeginLoc());
  }
}

/// The statements of the block that this one stands in, be it behind labels or attributes; none for
/// an arm without braces.
std::vector<const Stmt *> Outliner::siblingsOf(const Stmt *statement) {
  for (const DynTypedNode &parent : context.getParents(*statement)) {
    if (const auto *block = parent.get<CompoundStmt>())
      return {block->body_begin(), block->body_end()};
    const auto *outer = parent.get<Stmt>();
    if (outer && isa<LabelStmt, SwitchCase, AttributedStmt>(outer))
      return siblingsOf(outer);
  }
  return {};
}

/// `#pragma STDC FP_CONTRACT OFF` and its like hold to the end of their block.
bool Outliner::hasOwnArithmetic(const Stmt *statement) {
  for (const DynTypedNode &parent : context.getParents(*statement)) {
    const auto *outer = parent.get<Stmt>();
    const auto *block = parent.get<CompoundStmt>();
    if ((block && block->hasStoredFPFeatures()) || (outer && hasOwnArithmetic(outer)))
      return true;
  }
  return false;
}

/// Something declared in it or in its structures has that name.
static bool declares(const DeclContext *context, const IdentifierInfo *name) {
  return std::any_of(context->decls_begin(), context->decls_end(), [&](const Decl *each) {
    const auto *named = dyn_cast<NamedDecl>(each);
    return (named && named->getIdentifier() == name) ||
           (isa<TagDecl>(each) && declares(cast<TagDecl>(each), name));
  });
}

/// Tasks get the macros that the function has defined before the layer, if these can mean
/// nothing in what is printed beside the source's text.
void Outliner::placeMacros(TextRange range, clang::SourceLocation place) {
  const auto defined = source.macrosDefined({layer.functionBegin, range.begin});
  auto isOnlyMacro = [&](const MacroDefinition &macro) {
    const IdentifierInfo *name = &context.Idents.get(macro.name);
    return !name->isKeyword(context.getLangOpts()) && !macro.name.starts_with("_") &&
           !llvm::StringRef(macro.name).starts_with_insensitive("ks_") &&
           !declares(context.getTranslationUnitDecl(), name) &&
           !declares(sources.functionOf.at(plan.function), name);
  };
  if (!defined || source.changesMacros(range) ||
      !std::all_of(defined->begin(), defined->end(), isOnlyMacro))
    return refuse("code after #define/#undef inside the function", place);
  layer.macros = *defined;
}

void Outliner::placeLayer() {
  const Stmt *first = sources.statementOf.at(this->first(plan.tasks.front()).first);
  const auto lastTask = std::find_if(plan.tasks.rbegin(), plan.tasks.rend(),
                                     [](const PlannedTask &task) { return !task.control; });
  const Stmt *last = sources.statementOf.at(outermost(*lastTask).back()->last);
  TextRange range{rangeOf(first).begin, rangeOf(last).end};
  range.begin = source.withPragmas(range.begin, layer.functionBegin);
  if (source.hasPragmaOperatorBefore(range.begin))
    refuse("a statement after '_Pragma'", first->getBeginLoc());
  if (hasOwnArithmetic(first) && source.mentionsPragma({bodyBegin, range.end}))
    refuse("code after a floating-point pragma", first->getBeginLoc());
  placeMacros(range, first->getBeginLoc());
  if (!source.hasWholeConditionals(range))
    refuse("part of an #if block", first->getBeginLoc());
  layer.begin = range.begin;
  layer.end = range.end;
  layer.firstLine = lineAt(layer.begin);
  layer.afterLine = lineAt(layer.end);
  const std::vector<TextEdit> exits = exitEdits(range);
  originalEdits.insert(originalEdits.end(), exits.begin(), exits.end());
  layer.original = ofSource(source.text(range, originalEdits));
  checkDeclarations(first);
  if (source.mentionsCounter(range))
    refuse("__COUNTER__", first->getBeginLoc());
}

/// The variable's name, which is declared again in tasks.
std::string Outliner::nameOf(const VarDecl *variable) {
  checkTypes(variable);
  return variable->getNameAsString();
}

void Outliner::checkTypes(const VarDecl *variable) {
  for (const Decl *type : namedTypes(variable->getType()))
    checkVisible(type, variable->getLocation());
}

std::string Outliner::declaration(QualType type, const std::string &name) {
  printedTypes.merge(namedTypes(type));
  std::string text = name;
  type.getAsStringInternal(text, context.getPrintingPolicy());
  return text;
}

std::string Outliner::typeText(QualType type) { return declaration(type, ""); }

/// `T T = 0;` makes the type's name something else for what is printed behind it.
void Outliner::checkHiddenTypes() {
  for (const Decl *each : sources.functionOf.at(plan.function)->decls()) {
    const auto *local = dyn_cast<NamedDecl>(each);
    for (const Decl *type : printedTypes)
      if (local && local != type && isa<TagDecl>(local) == isa<TagDecl>(type) &&
          local->getDeclName() && local->getDeclName() == cast<NamedDecl>(type)->getDeclName())
        refuse("a variable with the name of a type", local->getLocation());
  }
}

/// The statement in which it is declared is around the layer.
bool Outliner::isSeenHere(const Decl *local) {
  const clang::SourceLocation place = placeOf(first(plan.tasks.front()).first);
  for (const DynTypedNode &parent : context.getParents(*local))
    for (const DynTypedNode &outer : context.getParents(parent))
      if (const auto *around = outer.get<Stmt>())
        return !unit.getSourceManager().isBeforeInTranslationUnit(place, around->getBeginLoc()) &&
               !unit.getSourceManager().isBeforeInTranslationUnit(around->getEndLoc(), place);
  return true;
}

/// They stand before the layer, where the names in them must mean the same variables.
void Outliner::addGuards(const LoopFacts &known) {
  for (ObjectId object : namedInFront(known)) {
    auto variable = sources.variableOf.find(object);
    if (variable == sources.variableOf.end())
      return refuse("a guard that names a variable of another file", {});
    for (const Decl *each : sources.functionOf.at(plan.function)->decls()) {
      const auto *local = dyn_cast<NamedDecl>(each);
      if (local && !isa<TagDecl, LabelDecl>(local) && local != variable->second &&
          local->getDeclName() == variable->second->getDeclName() && isSeenHere(local))
        refuse("two declarations of '" + variable->second->getNameAsString() + "'",
               local->getLocation());
    }
    if (variable->second->getIdentifier()->hadMacroDefinition())
      refuse("a macro with the name of a variable", variable->second->getLocation());
  }
  layer.guards = guardTexts(program, known.guards);
}

/// As `double (*a)[ks_a_0]` for `double (*a)[n]`, since n may have changed since; and as a pointer
/// to that. False if what pointers and arrays lead to in the end has no name outside the function.
bool Outliner::declareAgain(QualType type, Capture &made) {
  std::string left, right, place = made.name;
  bool isPointer = false;
  while (type->isVariablyModifiedType()) {
    const ArrayType *array = context.getAsArrayType(type);
    if (isa<TypedefType>(type.getTypePtr()) || (!array && !type->isPointerType()))
      return false;
    if (!array) {
      left = "*" + left;
      place = "(*" + place + ")";
      type = type->getPointeeType();
      isPointer = true;
      continue;
    }
    if (std::exchange(isPointer, false)) {
      left = "(" + left;
      right += ")";
    }
    if (const auto *fixed = dyn_cast<ConstantArrayType>(array)) {
      right += "[" + std::to_string(fixed->getSize().getZExtValue()) + "]";
    } else {
      const std::string length = "ks_" + made.name + "_" + std::to_string(made.lengths.size());
      made.lengths.emplace_back(length, "sizeof " + place + " / sizeof " + place + "[0]");
      right += "[" + length + "]";
    }
    place += "[0]";
    type = array->getElementType();
  }
  if (!isNameable(type))
    return false;
  const bool isPlain = made.lengths.empty();
  made.valueType = isPlain ? declaration(type.getUnqualifiedType(), made.name)
                           : declaration(type, left + made.name + right);
  made.sharedType = isPlain ? declaration(context.getPointerType(type), made.name)
                            : declaration(type, left + "(*" + made.name + ")" + right);
  return true;
}

size_t Outliner::capture(const VarDecl *variable, bool isShared) {
  auto [entry, isNew] = captureOf.emplace(variable, layer.captures.size());
  if (isNew) {
    QualType type = variable->getType();
    Capture made;
    made.variable = variable;
    made.name = variable->getNameAsString();
    if (!declareAgain(type, made) || type.isVolatileQualified())
      refuse("a variable whose type has no name outside the function", variable->getLocation());
    const QualType list = context.getBuiltinVaListType();
    if (list->isArrayType() && ASTContext::hasSameType(type, context.getArrayDecayedType(list)))
      refuse("a parameter of type va_list", variable->getLocation());
    checkTypes(variable);
    layer.captures.push_back(made);
  }
  layer.captures[entry->second].isShared |= isShared;
  if (isShared && variable->getStorageClass() == SC_Register && !isCopiable(variable))
    refuse("a register variable", variable->getLocation());
  return entry->second;
}

/// `(*name)` in place of the name; refuses what cannot be changed where it stands.
std::optional<TextEdit> Outliner::rewriting(const DeclRefExpr *reference) {
  const std::string name = reference->getDecl()->getNameAsString();
  std::optional<TextRange> place = source.name(reference);
  if (!place) {
    refuse("'" + name + "' inside a macro", reference->getLocation());
    return std::nullopt;
  }
  return TextEdit{*place, "(*" + name + ")"};
}

std::string Outliner::textOf(const Expr *expression) {
  TextRange range = expressionRange(expression);
  std::vector<TextEdit> edits;
  for (const TextEdit &edit : headEdits)
    if (range.begin <= edit.range.begin && edit.range.end <= range.end)
      edits.push_back(edit);
  return obstacle.empty() ? ofSource(source.text(range, edits)) : "";
}

TextRange Outliner::expressionRange(const Expr *expression) {
  std::optional<TextRange> range = source.exactly(expression->getSourceRange());
  if (!range)
    refuse("an expression from a macro", expression->getBeginLoc());
  else if (!source.hasWholeConditionals(*range))
    refuse("part of an #if block", expression->getBeginLoc());
  return range.value_or(TextRange{});
}

void Outliner::outlineTask(size_t index) {
  const PlannedTask &planned = plan.tasks[index];
  const Stmt *body = codeOf(planned);
  if (!body)
    return refuse("a condition of this form", placeOf(first(planned).first));
  std::vector<const Stmt *> statements = allCodeOf(planned);
  checkForeignNames(findUses(statements));
  OutlinedTask task;
  task.name = planned.name;
  task.function = layer.symbol + "_t" + std::to_string(index);
  task.line = program[first(planned).first].location.line;
  task.isCondition = isCondition(planned);
  addControl(planned, task);
  std::set<const VarDecl *> own;
  std::vector<TextEdit> edits;
  std::set<size_t> captures;
  replaced.clear();
  LoopHead head;
  if (planned.splitLoop.valid())
    head = findLoopHead(body, context);
  addOwn(planned, head, task, own);
  if (planned.splitLoop.valid()) {
    if (!head.variable)
      return refuse("a loop header of this form", body->getBeginLoc());
    own.insert(head.variable);
    if (planned.hasLateHead)
      collectHeadCaptures(head, own, captures);
    outlineSplit(index, head, body, task, own, edits, captures);
    body = head.body;
    statements = {body};
  }
  Uses uses = findUses(statements);
  if (head.exitTest)
    dropExitTest(*head.exitTest, uses, edits);
  if (task.split && facts.factsOf(planned.splitLoop)->ordered)
    outlineOrdered(index, body, *task.split, uses, edits);
  if (!planned.components.empty())
    outlineComponents(planned, body, task, uses, own, captures, edits);
  if (!uses.obstacle.empty())
    refuse(uses.obstacle, uses.where);
  for (const auto &[declaration, location] : uses.outer)
    checkVisible(declaration, location);
  if (body->getBeginLoc().isMacroID() && (planned.splitLoop.valid() || task.isCondition))
    refuse("code from a macro", body->getBeginLoc());
  collectCaptures(uses, own, captures, edits);
  task.captures.assign(captures.begin(), captures.end());
  TextRange range = task.isCondition ? expressionRange(cast<Expr>(body)) : rangeOf(statements);
  task.bodyLine = lineAt(range.begin);
  const std::vector<TextEdit> exits = exitEdits(range);
  edits.insert(edits.end(), exits.begin(), exits.end());
  if (obstacle.empty())
    task.text = ofSource(source.text(range, edits));
  layer.tasks.push_back(std::move(task));
}

void Outliner::addControl(const PlannedTask &planned, OutlinedTask &task) const {
  if (!planned.control)
    return;
  for (size_t i = 0; i < plan.tasks.size(); ++i)
    if (plan.tasks[i].members.front() == planned.control->condition)
      task.condition = i;
  task.whenTrue = planned.control->whenTrue;
}

/// Variables that the task sets before it reads them, and that others use for values of their
/// own; not those that a loop's head sets before its parts begin.
void Outliner::addOwn(const PlannedTask &planned, const LoopHead &head, OutlinedTask &task,
                      std::set<const VarDecl *> &own) {
  std::vector<PrivateObject> privates;
  for (const MacroTask *member : outermost(planned))
    privates.insert(privates.end(), member->privates.begin(), member->privates.end());
  for (const PrivateObject &each : privates) {
    const VarDecl *variable = sources.variableOf.at(each.object);
    bool isSetBefore = llvm::any_of(head.otherStarts,
                                    [&](const Expr *part) { return assignedBy(part) == variable; });
    if (isSetBefore || !own.insert(variable).second)
      continue;
    bool isCounter =
        planned.splitLoop.valid() && program[planned.splitLoop].counted.variable == each.object;
    if (isCounter)
      continue;
    task.privates.push_back(ownCopy(variable));
    task.privateNames.push_back(nameOf(variable));
  }
}

bool Outliner::isPrivate(const PlannedTask &planned, ObjectId object) const {
  return llvm::any_of(outermost(planned), [&](const MacroTask *member) {
    return llvm::any_of(member->privates,
                        [&](const PrivateObject &each) { return each.object == object; });
  });
}

/// A value that nobody reads, but that quietens compilers which cannot see that.
std::string Outliner::ownCopy(const VarDecl *variable) {
  QualType type = variable->getType().getUnqualifiedType();
  if (!isNameable(type) || variable->hasAttr<AlignedAttr>())
    refuse("a private variable of this type", variable->getLocation());
  return declaration(type, nameOf(variable)) + (type->isScalarType() ? " = 0" : "");
}

void Outliner::collectCaptures(const Uses &uses, const std::set<const VarDecl *> &own,
                               std::set<size_t> &used, std::vector<TextEdit> &edits) {
  for (const DeclRefExpr *reference : uses.references) {
    const auto *variable = cast<VarDecl>(reference->getDecl());
    if (own.contains(variable) || uses.declared.contains(variable) || isReplaced(reference))
      continue;
    bool isScalar = !variable->getType()->isArrayType() && !variable->getType()->isRecordType();
    bool isShared = !isScalar || mayChangeUnseen(variable) || isSharedElsewhere(variable) ||
                    !uses.isOnlyRead(variable);
    used.insert(capture(variable, isShared));
    if (isShared)
      if (auto edit = rewriting(reference)) {
        edits.push_back(*edit);
        checkSameMeaning(edit->range.begin, variable, uses);
      }
  }
}

/// A macro that uses its argument twice may name two things by it; a change would hit both.
void Outliner::checkSameMeaning(unsigned offset, const VarDecl *variable, const Uses &uses) {
  for (const DeclRefExpr *other : uses.references)
    if (other->getDecl() != variable && source.writtenAt(other->getLocation()) == offset)
      refuse("a macro's argument that names two variables", other->getLocation());
  for (clang::SourceLocation other : uses.otherNames)
    if (source.writtenAt(other) == offset)
      refuse("a macro's argument that names two things", other);
}

/// What is printed around the text declares names of this kind.
void Outliner::checkForeignNames(const Uses &uses) {
  auto check = [&](const Decl *each, clang::SourceLocation location) {
    const auto *known = dyn_cast<NamedDecl>(each);
    if (known && known->getIdentifier() && known->getName().starts_with("ks_"))
      refuse("a name that begins with 'ks_'", location);
  };
  for (const DeclRefExpr *reference : uses.references)
    check(reference->getDecl(), reference->getLocation());
  for (const auto &[declaration, location] : uses.outer)
    check(declaration, location);
  for (const Decl *declaration : uses.declared)
    check(declaration, declaration->getLocation());
}

/// Of the start and the bound, which the task evaluates; their text is changed in `headEdits`.
void Outliner::collectHeadCaptures(const LoopHead &head, const std::set<const VarDecl *> &own,
                                   std::set<size_t> &used) {
  headEdits.clear();
  std::vector<const Expr *> parts{head.start, head.test.bound};
  for (const LoopTest &each : head.otherTests)
    parts.push_back(each.bound);
  for (const Expr *part : parts)
    if (part)
      collectMore(part, own, used);
}

void Outliner::collectMore(const Expr *part, const std::set<const VarDecl *> &own,
                           std::set<size_t> &used) {
  const Uses uses = findUses(part);
  if (!uses.obstacle.empty())
    refuse(uses.obstacle, uses.where);
  for (const auto &[declaration, location] : uses.outer)
    checkVisible(declaration, location);
  collectCaptures(uses, own, used, headEdits);
}

/// The parts run no further than the test allows.
void Outliner::dropExitTest(const IfStmt &test, Uses &uses, std::vector<TextEdit> &edits) {
  TextRange range = rangeOf(&test);
  edits.push_back({range, ";" + linesOf(range)});
  const Uses gone = findUses(&test);
  std::erase_if(uses.references, [&](const DeclRefExpr *reference) {
    return llvm::is_contained(gone.references, reference);
  });
}

std::string Outliner::linesOf(TextRange range) const {
  return std::string(source.lineOf(range.end) - source.lineOf(range.begin), '\n');
}

ObjectId Outliner::objectOf(const VarDecl *variable) const {
  for (const auto &[object, known] : sources.variableOf)
    if (known->getCanonicalDecl() == variable->getCanonicalDecl())
      return object;
  return {};
}

bool Outliner::isAddressTaken(const VarDecl *variable) const {
  const ObjectId object = objectOf(variable);
  return !object.valid() || program[object].addressTaken;
}

/// It may change while the layer runs though no task names it as what it writes.
bool Outliner::mayChangeUnseen(const VarDecl *variable) const {
  const ObjectId object = objectOf(variable);
  if (!object.valid() || !program[object].owner.valid())
    return true;
  if (program[object].isAutomatic() && !program[object].addressTaken)
    return false;
  return llvm::any_of(plan.tasks, [&](const PlannedTask &task) {
    return !task.control && llvm::any_of(outermost(task), [&](const MacroTask *member) {
      return facts.siblings.at(member->first).changed.contains(object);
    });
  });
}

/// Written in any task of the layer: then all of them see it through its address.
bool Outliner::isSharedElsewhere(const VarDecl *variable) {
  if (sharedVariables.empty() && !hasSharedVariables) {
    hasSharedVariables = true;
    for (const PlannedTask &task : plan.tasks) {
      if (!codeOf(task))
        continue;
      const Uses uses = findUses(allCodeOf(task));
      for (const DeclRefExpr *reference : uses.references) {
        const auto *used = cast<VarDecl>(reference->getDecl());
        if (!task.splitLoop.valid() && !uses.plainReads.contains(reference) &&
            !uses.declared.contains(used))
          sharedVariables.insert(used);
      }
    }
  }
  return sharedVariables.contains(variable);
}

OutlineResult outlineLayer(const Program &program, const ParsedSources &sources,
                           const Parallelism &facts, const MacroTaskGraph &graph,
                           const PlannedLayer &plan, const std::string &symbol) {
  return Outliner(program, sources, facts, graph, plan).run(symbol);
}

} // namespace kasuri
