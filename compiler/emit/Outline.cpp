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
#include "emit/Outline.h"
#include "emit/GuardText.h"
#include "emit/MemberPaths.h"
#include "emit/SourceText.h"
#include "emit/Uses.h"
#include "frontend/LoopHead.h"
#include "clang/AST/ParentMapContext.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

class Outliner {
public:
  Outliner(const Program &program, const ParsedSources &sources, const Parallelism &facts,
           const MacroTaskGraph &graph, const PlannedLayer &plan)
      : program(program), sources(sources), facts(facts), graph(graph), plan(plan),
        unit(*sources.units[sources.unitOf.at(plan.function)]), context(unit.getASTContext()),
        manager(unit.getSourceManager()), source(unit) {}

  OutlineResult run(const std::string &symbol) {
    layer.symbol = symbol;
    layer.name = plan.name;
    layer.plan = &plan;
    layer.file = program.files[program[plan.function].file.index()].path;
    placeFunction();
    checkTasks();
    for (size_t i = 0; i < plan.tasks.size() && obstacle.empty(); ++i)
      outlineTask(i);
    if (obstacle.empty())
      placeLayer();
    if (plan.tasks.size() == 1 && plan.tasks[0].splitLoop.valid())
      addGuards(*facts.factsOf(plan.tasks[0].splitLoop));
    checkHiddenTypes();
    if (!obstacle.empty())
      return {std::nullopt, obstacle, place(where)};
    for (const PlannedTable &table : plan.tables)
      for (const auto &rows : table.rows)
        for (const PlannedRow &row : rows)
          layer.mostParts = std::max<unsigned>(layer.mostParts, row.parts);
    return {std::move(layer), "", {}};
  }

private:
  const Program &program;
  const ParsedSources &sources;
  const Parallelism &facts;
  const MacroTaskGraph &graph;
  const PlannedLayer &plan;
  ASTUnit &unit;
  ASTContext &context;
  const SourceManager &manager;
  SourceText source;
  OutlinedLayer layer;
  std::map<const VarDecl *, size_t> captureOf;
  std::vector<TextEdit> originalEdits; ///< of the code that runs where the layer does not
  std::string obstacle;
  clang::SourceLocation where;

  void refuse(const std::string &what, clang::SourceLocation location) {
    if (obstacle.empty()) {
      obstacle = what;
      where = location;
    }
  }

  kasuri::SourceLocation place(clang::SourceLocation location) const {
    PresumedLoc presumed = manager.getPresumedLoc(manager.getExpansionLoc(location), false);
    if (presumed.isInvalid())
      return {};
    return {program[plan.function].file, presumed.getLine(), presumed.getColumn()};
  }

  const MacroTask &first(const PlannedTask &task) const {
    return graph.layers[plan.layer.index()].tasks[task.members.front().index()];
  }

  /// The tasks that always run are consecutive siblings.
  void checkTasks() {
    std::vector<RegionId> regions;
    for (const PlannedTask &task : plan.tasks)
      if (!task.control)
        regions.push_back(first(task).first);
    const std::vector<RegionId> &siblings = program[program[regions.front()].parent].children;
    auto begin = std::find(siblings.begin(), siblings.end(), regions.front());
    bool isRun = static_cast<size_t>(siblings.end() - begin) >= regions.size() &&
                 std::equal(regions.begin(), regions.end(), begin);
    if (!isRun)
      refuse("a statement between two tasks", placeOf(regions.front()));
  }

  clang::SourceLocation placeOf(RegionId region) const {
    return sources.statementOf.at(region)->getBeginLoc();
  }

  bool isCondition(const PlannedTask &task) const {
    return first(task).kind == TaskKind::Condition && task.members.size() == 1;
  }

  /// What the task runs: a statement, all of an arm, or a branch's condition; null for a branch
  /// that is no `if`.
  const Stmt *codeOf(const PlannedTask &task) const {
    const MacroTask &member = first(task);
    const Stmt *statement = sources.statementOf.at(member.first);
    if (isCondition(task)) {
      const auto *branch = dyn_cast<IfStmt>(statement);
      return branch ? branch->getCond() : nullptr;
    }
    return member.first == member.last ? statement
                                       : sources.statementOf.at(program[member.first].parent);
  }

  /// The whole statement; refuses what ends inside a macro.
  TextRange rangeOf(const Stmt *statement) {
    std::optional<TextRange> range = source.statement(statement);
    if (!range)
      refuse("a statement that ends inside a macro", statement->getEndLoc());
    return range.value_or(TextRange{});
  }

  /// Where the program ends for want of memory.
  std::vector<TextEdit> exitEdits(TextRange range) const {
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

  void placeFunction() {
    const FunctionDecl *function = sources.functionOf.at(plan.function);
    clang::SourceLocation begin = function->getBeginLoc();
    if (begin.isMacroID() || !program[plan.function].inMainFile)
      refuse("a function that a macro or a header defines", begin);
    if (function->isInlineSpecified() && function->getStorageClass() != SC_Static)
      refuse("code of an inline function with external linkage", begin);
    if (function->hasAttr<TargetAttr>() || function->hasAttr<TargetClonesAttr>())
      refuse("code for a target of its own", begin);
    for (const Attr *attribute : function->attrs())
      if (!attribute->isImplicit() && attribute->getLocation().isValid() &&
          source.offsetOf(attribute->getLocation()) < source.offsetOf(begin))
        refuse("a function with an attribute in front", begin);
    layer.functionBegin = source.offsetOf(begin);
    layer.functionLine = source.lineOf(layer.functionBegin);
    layer.needsNewLine = !source.isAtLineStart(layer.functionBegin);
    bodyBegin = source.offsetOf(function->getBody()->getBeginLoc());
    if (source.hasAttributeBefore(layer.functionBegin))
      refuse("a function with an attribute in front", begin);
  }

  unsigned bodyBegin = 0; ///< of the function

  /// Between the function's first token and its body, behind the place where tasks stand.
  bool isInHead(clang::SourceLocation location) const {
    if (location.isInvalid() ||
        manager.getFileID(manager.getExpansionLoc(location)) != manager.getMainFileID())
      return false;
    unsigned offset = source.offsetOf(location);
    return layer.functionBegin <= offset && offset < bodyBegin;
  }

  /// The function itself gets a prototype; a type that its head defines stays unknown before it.
  void checkVisible(const Decl *declaration, clang::SourceLocation location) {
    const auto *type = dyn_cast<TagDecl>(declaration);
    const Decl *definition = type ? type->getDefinition() : nullptr;
    bool isHere = isInHead(declaration->getCanonicalDecl()->getLocation()) ||
                  (definition && isInHead(definition->getLocation()));
    if (!isHere)
      return;
    if (const auto *function = dyn_cast<FunctionDecl>(declaration))
      addPrototype(*function, location);
    else
      refuse("a type that the function's own declaration defines", location);
  }

  void addPrototype(const FunctionDecl &function, clang::SourceLocation location) {
    std::string head = source.text({layer.functionBegin, bodyBegin});
    bool isOldStyle = !function.hasPrototype() && !function.param_empty();
    if (isOldStyle || head.find_first_of("{#;") != std::string::npos)
      return refuse("the function itself, which nothing declares before", location);
    head = llvm::StringRef(head).rtrim().str();
    layer.prototype = head + (head.find("//") == std::string::npos ? ";\n" : "\n;\n");
  }

  /// A name that is declared beside the tasks would be unknown behind the layer.
  void checkDeclarations(const Stmt *first) {
    for (const Stmt *each : siblingsOf(first)) {
      unsigned offset = source.offsetOf(each->getBeginLoc());
      if (isa<DeclStmt>(each) && layer.begin <= offset && offset < layer.end)
        refuse("a declaration between two tasks", each->getBeginLoc());
    }
  }

  /// The statements of the block that this one stands in; none for an arm without braces.
  std::vector<const Stmt *> siblingsOf(const Stmt *statement) {
    for (const DynTypedNode &parent : context.getParents(*statement))
      if (const auto *block = parent.get<CompoundStmt>())
        return {block->body_begin(), block->body_end()};
    return {};
  }

  void placeLayer() {
    const Stmt *first = sources.statementOf.at(this->first(plan.tasks.front()).first);
    const auto lastTask = std::find_if(plan.tasks.rbegin(), plan.tasks.rend(),
                                       [](const PlannedTask &task) { return !task.control; });
    const Stmt *last = sources.statementOf.at(this->first(*lastTask).last);
    TextRange range{rangeOf(first).begin, rangeOf(last).end};
    range.begin = source.withPragmas(range.begin, layer.functionBegin);
    if (source.changesMacros({layer.functionBegin, range.end}))
      refuse("code after a macro that is defined inside the function", first->getBeginLoc());
    if (!source.hasWholeConditionals(range))
      refuse("a part of a conditional inclusion", first->getBeginLoc());
    layer.begin = range.begin;
    layer.end = range.end;
    layer.firstLine = source.lineOf(layer.begin);
    layer.afterLine = source.lineOf(layer.end);
    const std::vector<TextEdit> exits = exitEdits(range);
    originalEdits.insert(originalEdits.end(), exits.begin(), exits.end());
    layer.original = source.text(range, originalEdits);
    checkDeclarations(first);
    if (source.mentionsCounter(range))
      refuse("__COUNTER__", first->getBeginLoc());
  }

  /// The variable's name, which is declared again in tasks.
  std::string nameOf(const VarDecl *variable) {
    for (const Decl *type : namedTypes(variable->getType()))
      checkVisible(type, variable->getLocation());
    return variable->getNameAsString();
  }

  std::string declaration(QualType type, const std::string &name) {
    printedTypes.merge(namedTypes(type));
    std::string text = name;
    type.getAsStringInternal(text, context.getPrintingPolicy());
    return text;
  }

  std::string typeText(QualType type) { return declaration(type, ""); }

  std::set<const Decl *> printedTypes;

  /// `T T = 0;` makes the type's name something else for what is printed behind it.
  void checkHiddenTypes() {
    for (const Decl *each : sources.functionOf.at(plan.function)->decls()) {
      const auto *local = dyn_cast<NamedDecl>(each);
      for (const Decl *type : printedTypes)
        if (local && local != type && isa<TagDecl>(local) == isa<TagDecl>(type) &&
            local->getDeclName() && local->getDeclName() == cast<NamedDecl>(type)->getDeclName())
          refuse("a variable that has the name of a type", local->getLocation());
    }
  }

  /// They stand in front of the layer, where the names in them must mean the same variables.
  void addGuards(const LoopFacts &known) {
    for (ObjectId object : namedInFront(known)) {
      auto variable = sources.variableOf.find(object);
      if (variable == sources.variableOf.end())
        return refuse("a variable of another file in a test of its address", {});
      for (const Decl *each : sources.functionOf.at(plan.function)->decls()) {
        const auto *local = dyn_cast<NamedDecl>(each);
        if (local && !isa<TagDecl, LabelDecl>(local) && local != variable->second &&
            local->getDeclName() == variable->second->getDeclName())
          refuse("two declarations of '" + variable->second->getNameAsString() + "'",
                 local->getLocation());
      }
      if (variable->second->getIdentifier()->hadMacroDefinition())
        refuse("a macro of the name of a variable", variable->second->getLocation());
    }
    layer.guards = guardTexts(program, known.guards);
  }

  size_t capture(const VarDecl *variable, bool isShared) {
    auto [entry, isNew] = captureOf.emplace(variable, layer.captures.size());
    if (isNew) {
      QualType type = variable->getType();
      if (!isNameable(type) || type.isVolatileQualified())
        refuse("a variable whose type has no name outside the function", variable->getLocation());
      if (isShared && variable->getStorageClass() == SC_Register)
        refuse("a register variable", variable->getLocation());
      Capture made;
      made.variable = variable;
      made.name = nameOf(variable);
      made.valueType = declaration(type.getUnqualifiedType(), made.name);
      made.sharedType = declaration(context.getPointerType(type), made.name);
      layer.captures.push_back(made);
    }
    layer.captures[entry->second].isShared |= isShared;
    return entry->second;
  }

  /// `(*name)` in place of the name; refuses what cannot be changed where it stands.
  std::optional<TextEdit> rewriting(const DeclRefExpr *reference) {
    const std::string name = reference->getDecl()->getNameAsString();
    std::optional<TextRange> place = source.name(reference);
    if (!place) {
      refuse("'" + name + "' inside a macro", reference->getLocation());
      return std::nullopt;
    }
    return TextEdit{*place, "(*" + name + ")"};
  }

  std::string textOf(const Expr *expression) {
    TextRange range = expressionRange(expression);
    std::vector<TextEdit> edits;
    for (const TextEdit &edit : headEdits)
      if (range.begin <= edit.range.begin && edit.range.end <= range.end)
        edits.push_back(edit);
    return obstacle.empty() ? source.text(range, edits) : "";
  }

  TextRange expressionRange(const Expr *expression) {
    std::optional<TextRange> range = source.exactly(expression->getSourceRange());
    if (!range)
      refuse("an expression that a macro makes", expression->getBeginLoc());
    return range.value_or(TextRange{});
  }

  void outlineTask(size_t index) {
    const PlannedTask &planned = plan.tasks[index];
    const Stmt *body = codeOf(planned);
    if (!body)
      return refuse("a condition of this form", placeOf(first(planned).first));
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
        return refuse("the head of this loop", body->getBeginLoc());
      own.insert(head.variable);
      if (planned.hasLateHead)
        collectHeadCaptures(head, own, captures);
      outlineSplit(index, head, body, task, own, edits, captures);
      body = head.body;
    }
    Uses uses = findUses(body);
    if (head.exitTest)
      dropExitTest(*head.exitTest, uses, edits);
    if (!uses.obstacle.empty())
      refuse(uses.obstacle, uses.where);
    for (const auto &[declaration, location] : uses.outer)
      checkVisible(declaration, location);
    if (body->getBeginLoc().isMacroID() && (planned.splitLoop.valid() || task.isCondition))
      refuse("code from a macro", body->getBeginLoc());
    collectCaptures(uses, own, captures, edits);
    task.captures.assign(captures.begin(), captures.end());
    TextRange range = task.isCondition ? expressionRange(cast<Expr>(body)) : rangeOf(body);
    if (!source.hasWholeConditionals(range))
      refuse("a part of a conditional inclusion", body->getBeginLoc());
    task.bodyLine = source.lineOf(range.begin);
    const std::vector<TextEdit> exits = exitEdits(range);
    edits.insert(edits.end(), exits.begin(), exits.end());
    if (obstacle.empty())
      task.text = source.text(range, edits);
    layer.tasks.push_back(std::move(task));
  }

  void addControl(const PlannedTask &planned, OutlinedTask &task) const {
    if (!planned.control)
      return;
    for (size_t i = 0; i < plan.tasks.size(); ++i)
      if (plan.tasks[i].members.front() == planned.control->condition)
        task.condition = i;
    task.whenTrue = planned.control->whenTrue;
  }

  /// Variables that the task sets before it reads them, and that others use for values of their
  /// own; not those that a loop's head sets before its parts begin.
  void addOwn(const PlannedTask &planned, const LoopHead &head, OutlinedTask &task,
              std::set<const VarDecl *> &own) {
    for (const PrivateObject &each : first(planned).privates) {
      const VarDecl *variable = sources.variableOf.at(each.object);
      bool isSetBefore = llvm::any_of(
          head.otherStarts, [&](const Expr *part) { return assignedBy(part) == variable; });
      if (isSetBefore)
        continue;
      own.insert(variable);
      bool isCounter =
          planned.splitLoop.valid() && program[planned.splitLoop].counted.variable == each.object;
      if (!isCounter)
        task.privates.push_back(ownCopy(variable));
    }
  }

  bool isPrivate(const PlannedTask &planned, ObjectId object) const {
    const std::vector<PrivateObject> &privates = first(planned).privates;
    return std::any_of(privates.begin(), privates.end(),
                       [&](const PrivateObject &each) { return each.object == object; });
  }

  /// A value that nobody reads, but that quietens compilers which cannot see that.
  std::string ownCopy(const VarDecl *variable) {
    QualType type = variable->getType().getUnqualifiedType();
    if (!isNameable(type) || variable->hasAttr<AlignedAttr>())
      refuse("a private variable of this type", variable->getLocation());
    return declaration(type, nameOf(variable)) + (type->isScalarType() ? " = 0" : "");
  }

  void collectCaptures(const Uses &uses, const std::set<const VarDecl *> &own,
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
  void checkSameMeaning(unsigned offset, const VarDecl *variable, const Uses &uses) {
    for (const DeclRefExpr *other : uses.references)
      if (other->getDecl() != variable && source.writtenAt(other->getLocation()) == offset)
        refuse("a macro's argument that names two variables", other->getLocation());
    for (clang::SourceLocation other : uses.otherNames)
      if (source.writtenAt(other) == offset)
        refuse("a macro's argument that names two things", other);
  }

  /// Of the start and the bound, which the task evaluates; their text is changed in `headEdits`.
  void collectHeadCaptures(const LoopHead &head, const std::set<const VarDecl *> &own,
                           std::set<size_t> &used) {
    headEdits.clear();
    std::vector<const Expr *> parts{head.start, head.test.bound};
    for (const LoopTest &each : head.otherTests)
      parts.push_back(each.bound);
    for (const Expr *part : parts)
      if (part)
        collectMore(part, own, used);
  }

  void collectMore(const Expr *part, const std::set<const VarDecl *> &own, std::set<size_t> &used) {
    const Uses uses = findUses(part);
    if (!uses.obstacle.empty())
      refuse(uses.obstacle, uses.where);
    for (const auto &[declaration, location] : uses.outer)
      checkVisible(declaration, location);
    collectCaptures(uses, own, used, headEdits);
  }

  /// The parts run no further than the test allows.
  void dropExitTest(const IfStmt &test, Uses &uses, std::vector<TextEdit> &edits) {
    TextRange range = rangeOf(&test);
    edits.push_back({range, ";" + linesOf(range)});
    const Uses gone = findUses(&test);
    std::erase_if(uses.references, [&](const DeclRefExpr *reference) {
      return llvm::is_contained(gone.references, reference);
    });
  }

  std::string linesOf(TextRange range) const {
    return std::string(source.lineOf(range.end) - source.lineOf(range.begin), '\n');
  }

  std::vector<TextEdit> headEdits;

  ObjectId objectOf(const VarDecl *variable) const {
    for (const auto &[object, known] : sources.variableOf)
      if (known->getCanonicalDecl() == variable->getCanonicalDecl())
        return object;
    return {};
  }

  bool isAddressTaken(const VarDecl *variable) const {
    const ObjectId object = objectOf(variable);
    return !object.valid() || program[object].addressTaken;
  }

  /// It may change while the layer runs though no task names it as what it writes.
  bool mayChangeUnseen(const VarDecl *variable) const {
    const ObjectId object = objectOf(variable);
    if (!object.valid() || !program[object].owner.valid())
      return true;
    if (program[object].isAutomatic() && !program[object].addressTaken)
      return false;
    return llvm::any_of(plan.tasks, [&](const PlannedTask &task) {
      return !task.control && facts.siblings.at(first(task).first).changed.contains(object);
    });
  }

  /// Written in any task of the layer: then all of them see it through its address.
  bool isSharedElsewhere(const VarDecl *variable) {
    if (sharedVariables.empty() && !hasSharedVariables) {
      hasSharedVariables = true;
      for (const PlannedTask &task : plan.tasks) {
        const Stmt *code = codeOf(task);
        if (!code)
          continue;
        const Uses uses = findUses(code);
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

  std::set<const VarDecl *> sharedVariables;
  bool hasSharedVariables = false;

  void outlineSplit(size_t index, const LoopHead &head, const Stmt *loop, OutlinedTask &task,
                    std::set<const VarDecl *> &own, std::vector<TextEdit> &edits,
                    std::set<size_t> &captures) {
    const PlannedTask &planned = plan.tasks[index];
    const LoopFacts &known = *facts.factsOf(planned.splitLoop);
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
    if (known.amount)
      split.moving = {split.variable, "", 0, valueText(program, *known.amount), false};
    split.advance = head.advance;
    split.testsFirst = head.testsFirst;
    split.isLate = planned.hasLateHead;
    split.setsVariable =
        !head.declaresVariable && !isPrivate(planned, program[planned.splitLoop].counted.variable);
    const std::string number = std::to_string(index);
    split.startType = declaration(type, "ks_start_" + number);
    split.startText = head.start ? textOf(head.start) : split.variable;
    bool isPlain = addTest(head.test, head, "ks_bound_" + number, split);
    for (size_t i = 0; i < head.otherTests.size(); ++i)
      isPlain &= addTest(head.otherTests[i], head,
                         "ks_bound_" + number + "_" + std::to_string(i + 1), split);
    isPlain &= isPlainHeadPart(head.start, variable) && isNameable(type) && !type->isBooleanType();
    if (!isPlain || isFromMacro(loop))
      refuse("the head of this loop", loop->getBeginLoc());
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
  /// written in front of the loop.
  bool addTest(const LoopTest &test, const LoopHead &head, const std::string &name,
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

  static const VarDecl *assignedBy(const Expr *start) {
    const auto *place = cast<BinaryOperator>(start)->getLHS()->IgnoreParens();
    return cast<VarDecl>(cast<DeclRefExpr>(place)->getDecl());
  }

  bool isPlainHeadPart(const Expr *part, const VarDecl *variable) const {
    return !part || (!part->HasSideEffects(context) && !mentions(part, variable));
  }

  static bool isFromMacro(const Stmt *loop) {
    if (const auto *counting = dyn_cast<ForStmt>(loop))
      return loop->getBeginLoc().isMacroID() || counting->getRParenLoc().isMacroID();
    if (const auto *testing = dyn_cast<WhileStmt>(loop))
      return loop->getBeginLoc().isMacroID() || testing->getRParenLoc().isMacroID();
    return loop->getBeginLoc().isMacroID() || loop->getEndLoc().isMacroID();
  }

  /// To a block around the layer.
  void moveDeclarations(const DeclStmt &declarations, SplitLoop &split) {
    const TextRange range = rangeOf(&declarations);
    split.setUp.push_back(source.text(range));
    originalEdits.push_back({range, ";" + linesOf(range)});
  }

  /// What the loop does after the body: the variable's step, as the source writes it where more
  /// than that stands there.
  void addStep(const LoopHead &head, const Stmt *loop, const LoopFacts &known, SplitLoop &split,
               const std::set<const VarDecl *> &own, std::set<size_t> &captures) {
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
        refuse("a reduction in the head of the loop", steps->getBeginLoc());
    collectMore(steps, own, captures);
    split.stepText = isInTest ? textOf(steps) + ", " + split.stepText : textOf(steps);
  }

  bool isAccessedIn(const Place &place, RegionId block) const {
    return std::any_of(place.accesses.begin(), place.accesses.end(),
                       [&](ValueId access) { return program[access].block == block; });
  }

  /// An assignment that can be made when the layer begins, and again by the original loop. Other
  /// tasks of the layer do not name its variable, nor does a guard, which means the value before.
  void addSetUp(const BinaryOperator *assignment, const LoopHead &head, const LoopFacts &known,
                SplitLoop &split) {
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
      refuse("the head of this loop", assignment->getBeginLoc());
    split.setUp.push_back(textOf(assignment) + ";");
  }

  /// As in `sizeof i`: the text also stands where the variable is not declared.
  static bool mentions(const Expr *expression, const VarDecl *variable) {
    const Uses uses = findUses(expression);
    return std::any_of(
        uses.references.begin(), uses.references.end(),
        [&](const DeclRefExpr *reference) { return reference->getDecl() == variable; });
  }

  /// Where the loop names a place, another name stands instead; at the loop's end it stands once
  /// more, where what the body declares is not known.
  void checkPlaces(const LoopFacts &known, const Stmt *body) {
    const std::set<const Decl *> inner = findUses(body).declared;
    auto check = [&](const Place &place) {
      for (ValueId access : place.accesses)
        checkPlaceName(nameIn(cast<Expr>(sources.expressionOf.at(access)), place.subscripts),
                       inner);
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

  void checkPlaceName(const Expr *named, const std::set<const Decl *> &inner) {
    if (!named)
      return; // refused where it is replaced
    if (named->HasSideEffects(context))
      return refuse("a name with side effects", named->getExprLoc());
    const Uses uses = findUses(named);
    if (!uses.obstacle.empty())
      refuse(uses.obstacle, uses.where);
    for (const DeclRefExpr *reference : uses.references)
      if (inner.contains(reference->getDecl()))
        refuse("a name that the loop declares", reference->getLocation());
  }

  /// Its name becomes that of the part's own variable.
  void addPrivatePlace(const Place &place, size_t task, SplitLoop &split,
                       std::vector<TextEdit> &edits) {
    const std::string suffix =
        "_p" + std::to_string(task) + "_" + std::to_string(split.privates.size());
    const auto *lvalue = cast<Expr>(sources.expressionOf.at(place.accesses.front()));
    const Expr *named = nameIn(lvalue, place.subscripts);
    std::optional<TextRange> range = named ? rangeOutsideMacros(named) : std::nullopt;
    if (!range)
      return refuse("'" + place.name + "' in this form", lvalue->getExprLoc());
    QualType type = named->getType().getUnqualifiedType();
    bool hasSize = !type->isArrayType() || context.getAsConstantArrayType(type);
    if (!isNameable(type) || !hasSize)
      return refuse("a private variable of this type", lvalue->getExprLoc());
    SplitLoop::Private made;
    made.name = "ks_own" + suffix;
    made.declaration = declaration(type, made.name) + (type->isScalarType() ? " = 0" : "");
    made.isCopiedOut = true;
    made.isWhole = false;
    made.placeText = source.text(*range);
    made.home = "ks_home" + suffix;
    split.privates.push_back(made);
    for (ValueId access : place.accesses)
      replaceName(cast<Expr>(sources.expressionOf.at(access)), place.subscripts, made.name, edits);
  }

  /// The pointer is captured and then made to point to the copy.
  void addBuffer(const PrivateObject &buffer, size_t task, SplitLoop &split,
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
    split.privates.push_back(
        {nameOf(variable), "void *const " + home, buffer.copyOut, false, bytes, home, ""});
  }

  void addBlocks(const LoopFacts &known, size_t task, SplitLoop &split,
                 std::set<const VarDecl *> &own, std::set<size_t> &used,
                 std::vector<TextEdit> &edits) {
    for (size_t i = 0; i < known.blocks.size(); ++i) {
      const PrivateBlock &block = known.blocks[i];
      const std::string suffix = std::to_string(task) + "_" + std::to_string(i);
      OutlinedBlock made = blockOf(block, suffix);
      for (ObjectId pointer : block.pointers) {
        const VarDecl *variable = sources.variableOf.at(pointer);
        if (!own.insert(variable).second)
          return refuse("a pointer that has several uses", variable->getLocation());
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

  OutlinedBlock blockOf(const PrivateBlock &block, const std::string &suffix) const {
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

  struct NamedPlace {
    const Expr *lvalue;
    QualType type;
    std::string text; ///< as the enclosing function writes it
  };

  /// A number or pointer that a part has for itself under another name.
  std::optional<NamedPlace> namePlace(const Place &place) {
    const auto *lvalue = cast<Expr>(sources.expressionOf.at(place.accesses.front()));
    std::optional<TextRange> range = rangeOutsideMacros(lvalue);
    QualType type = lvalue->getType().getUnqualifiedType();
    if (range && isNameable(type))
      return NamedPlace{lvalue, type, source.text(*range)};
    refuse("'" + place.name + "' in this form", lvalue->getExprLoc());
    return std::nullopt;
  }

  /// The name of the member becomes that of the part's own pointer.
  void addPlaceOfBlock(OutlinedBlock &made, const Place &place, const std::string &suffix,
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
  std::string addHolder(const VarDecl *variable, const std::string &suffix, SplitLoop &split,
                        std::set<const VarDecl *> &own, std::set<size_t> &used) {
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
      refuse("a structure that has several uses", variable->getLocation());
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
  void checkNames(const Uses &uses) {
    if (!uses.obstacle.empty())
      refuse(uses.obstacle, uses.where);
    for (const DeclRefExpr *reference : uses.references)
      for (const Decl *other : sources.functionOf.at(plan.function)->decls())
        if (const auto *named = dyn_cast<VarDecl>(other);
            named && named != reference->getDecl() &&
            named->getDeclName() == reference->getDecl()->getDeclName())
          refuse("a name that is declared twice", named->getLocation());
  }

  void addPrivates(const LoopFacts &known, size_t task, SplitLoop &split,
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
      split.privates.push_back({variable->getNameAsString(), ownCopy(variable), each.copyOut,
                                variable->getType()->isScalarType(), "", "", ""});
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

  void addReduction(const Reduction &reduction, size_t task, size_t index, const Stmt *body,
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
      if (findUses(body).typed.contains(variable))
        refuse("a reduction whose type the loop asks for", variable->getLocation());
      if (made.isOrdered)
        addTerms(made, findOnlyUpdate(findUses(body), variable), body, edits);
      else
        addPartial(made, reduction, type, variable, own);
    }
    addCompanionPlaces(made, reduction, suffix, edits);
    split.reductions.push_back(std::move(made));
  }

  void checkReducible(OutlinedReduction &made, QualType type, clang::SourceLocation location) {
    made.ownType = typeText(type);
    if (!isNameable(type))
      refuse("a variable whose type has no name outside the function", location);
  }

  void addCompanionPlaces(OutlinedReduction &made, const Reduction &reduction,
                          const std::string &suffix, std::vector<TextEdit> &edits) {
    for (size_t i = 0; i < reduction.companionPlaces.size(); ++i) {
      const std::optional<NamedPlace> found = namePlace(reduction.companionPlaces[i]);
      if (!found)
        return;
      const std::string member = made.member + "_" + std::to_string(i);
      const std::string own = "ks_with_" + suffix + "_" + std::to_string(i);
      made.companions.push_back({own, declaration(found->type, own) + " = 0",
                                 arrayOfParts(found->type, member), member,
                                 "(" + found->text + ")"});
      replaceName(found->lvalue, 0, own, edits);
    }
  }

  /// Where the loop names the place, the part's own name stands instead.
  void addPlace(OutlinedReduction &made, const Reduction &reduction, const std::string &suffix,
                const Stmt *body, std::set<const VarDecl *> &own, std::vector<TextEdit> &edits) {
    const Place &place = *reduction.place;
    const auto *lvalue = cast<Expr>(sources.expressionOf.at(reduction.update));
    QualType type = lvalue->getType().getUnqualifiedType();
    const Expr *named = nameIn(lvalue, place.subscripts);
    std::optional<TextRange> range = named ? rangeOutsideMacros(named) : std::nullopt;
    checkReducible(made, type, lvalue->getExprLoc());
    if (!range)
      return refuse("'" + reduction.name + "' in this form", lvalue->getExprLoc());
    made.isPlace = true;
    made.name = "(" + source.text(*range) + ")";
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
  void addHanded(const Reduction &reduction, size_t task, size_t index, SplitLoop &split,
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
    made.identity = isExtreme ? "" : identityOf(reduction.kind);
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

  static std::string startText(int64_t start) {
    return start == std::numeric_limits<int64_t>::min() ? "(" + std::to_string(start + 1) + " - 1)"
                                                        : std::to_string(start);
  }

  /// Unsigned and at least as wide as the variable and as the arithmetic of the source, so that a
  /// partial result cannot overflow there either: its low bits are those of the variable.
  QualType foldedIn(QualType type, unsigned bits = 0) const {
    const uint64_t least = std::max<uint64_t>(bits, context.getTypeSize(context.UnsignedIntTy));
    if (context.getTypeSize(type) >= least)
      return context.getCorrespondingUnsignedType(type.getCanonicalType());
    for (QualType each : {context.UnsignedIntTy, context.UnsignedLongLongTy})
      if (context.getTypeSize(each) >= least)
        return each;
    return context.UnsignedInt128Ty;
  }

  QualType memberOf(const HandedCopy &copy, const Handed::Part &part, std::string &path) {
    auto member = findMember(context, QualType(copy.type, 0), static_cast<uint64_t>(part.offset),
                             part.type, part.count);
    if (!member || !isNameable(member->type)) {
      refuse("'" + copy.place + "' of this type", placeOf(plan.tasks.front()));
      return {};
    }
    path = member->text;
    return member->type.getUnqualifiedType();
  }

  clang::SourceLocation placeOf(const PlannedTask &task) const {
    return placeOf(first(task).first);
  }

  static void nameCopy(HandedCopy &made, const std::string &suffix) {
    made.own = "ks_own_" + suffix;
    made.home = "ks_home_" + suffix;
    made.copies = "ks_copies_" + suffix;
    made.ran = "ks_ran_" + suffix;
  }

  /// The part's own variable has the name of the enclosing function's.
  void makeCopyOf(HandedCopy &made, const VarDecl *variable, std::set<const VarDecl *> &own) {
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

  void setTypes(HandedCopy &made, QualType type) {
    made.type = ASTContext::getCanonicalType(type).getTypePtr();
    made.ownType = declaration(type, made.own);
    made.homeType = declaration(context.getPointerType(type), made.home);
    made.copyType = declaration(context.getPointerType(type), made.copies);
  }

  void makeCopy(HandedCopy &made, const Handed &handed, std::vector<TextEdit> &edits) {
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
      made.place = (isPointer ? "(*" : "(") + source.text(*name) + ")";
      setTypes(made, type);
      replaced.push_back(*range);
      edits.push_back({*range, (isAddress || isPointer ? "&" : "") + made.own});
    }
  }

  /// A term that the source adds without rounding it before has no value of its own.
  void checkTerm(const Reduction &reduction, ValueId call) {
    if (!call.valid()) {
      if (contractsProducts() && reduction.kind == ReductionKind::Sum)
        refuse("a term that a function adds", placeOf(plan.tasks.front()));
      return;
    }
    const auto *lvalue = cast<Expr>(sources.expressionOf.at(reduction.update));
    const FunctionDecl *function = sources.functionOf.at(program[call].callee);
    const auto *update = dyn_cast_or_null<BinaryOperator>(updateOf(lvalue, function->getBody()));
    bool isMinus = false;
    const Expr *term = update ? termOf(*update, isMinus) : nullptr;
    if (contractsProducts() && reduction.kind == ReductionKind::Sum &&
        (!term || mayBeProduct(term)))
      refuse("a product that is added without being rounded", lvalue->getBeginLoc());
  }

  std::vector<TextRange> replaced; ///< names of places in the task's text

  void replaceName(const Expr *lvalue, unsigned subscripts, const std::string &by,
                   std::vector<TextEdit> &edits) {
    const Expr *named = nameIn(lvalue, subscripts);
    std::optional<TextRange> range = named ? rangeOutsideMacros(named) : std::nullopt;
    if (!range)
      return refuse("a name of this form", lvalue->getExprLoc());
    replaced.push_back(*range);
    edits.push_back({*range, by});
  }

  /// The array of which this is an element.
  static const Expr *nameIn(const Expr *lvalue, unsigned subscripts) {
    for (; lvalue && subscripts > 0; --subscripts) {
      const auto *element = dyn_cast<ArraySubscriptExpr>(lvalue->IgnoreParens());
      lvalue = element ? element->getBase()->IgnoreParenImpCasts() : nullptr;
    }
    return lvalue;
  }

  std::optional<TextRange> rangeOutsideMacros(const Expr *expression) const {
    SourceRange range = expression->getSourceRange();
    if (range.getBegin().isMacroID() || range.getEnd().isMacroID())
      return std::nullopt;
    return source.exactly(range);
  }

  bool isReplaced(const DeclRefExpr *reference) const {
    unsigned offset = source.offsetOf(reference->getLocation());
    return std::any_of(replaced.begin(), replaced.end(), [&](const TextRange &range) {
      return range.begin <= offset && offset < range.end;
    });
  }

  /// The statement that updates this place.
  static const Expr *updateOf(const Expr *lvalue, const Stmt *body) {
    for (const Expr *statement : findUses(body).statements)
      if (const auto *update = dyn_cast<BinaryOperator>(statement);
          update && update->isAssignmentOp() &&
          update->getLHS()->IgnoreParens() == lvalue->IgnoreParens())
        return update;
    return nullptr;
  }

  void addOwnArray(OutlinedReduction &made, const Reduction &reduction, QualType type,
                   const std::string &suffix) {
    const auto *lvalue = cast<Expr>(sources.expressionOf.at(reduction.update));
    QualType array = nameIn(lvalue, reduction.place->subscripts)->getType();
    QualType element = foldedIn(type, reduction.bits);
    made.elements = reduction.place->bytes /
                    static_cast<uint64_t>(context.getTypeSizeInChars(type).getQuantity());
    QualType whole = array->isPointerType()
                         ? arrayOf(element, made.elements)
                         : ofUnsigned(array, element, reduction.place->subscripts);
    if (whole.isNull())
      return refuse("an array of this type", lvalue->getExprLoc());
    QualType pointer = context.getPointerType(whole);
    made.ran = "ks_ran_" + suffix;
    made.identity = identityOf(reduction.kind);
    made.castType = typeText(element);
    made.ownCopy = declaration(pointer, made.own);
    made.arrayType = declaration(pointer, made.member);
  }

  QualType arrayOf(QualType element, uint64_t count) const {
    return context.getConstantArrayType(element, llvm::APInt(64, count), nullptr,
                                        ArraySizeModifier::Normal, 0);
  }

  /// The same array of other elements.
  QualType ofUnsigned(QualType array, QualType element, unsigned dimensions) const {
    if (dimensions == 0)
      return element;
    const auto *known = context.getAsConstantArrayType(array);
    QualType inner =
        known ? ofUnsigned(known->getElementType(), element, dimensions - 1) : QualType();
    return inner.isNull() ? inner
                          : context.getConstantArrayType(inner, known->getSize(), nullptr,
                                                         ArraySizeModifier::Normal, 0);
  }

  static const char *identityOf(ReductionKind kind) {
    return kind == ReductionKind::Product ? "1" : kind == ReductionKind::And ? "-1" : "0";
  }

  static const char *operatorOf(ReductionKind kind) {
    switch (kind) {
    case ReductionKind::Sum:
      return "+";
    case ReductionKind::Product:
      return "*";
    case ReductionKind::Minimum:
      return "<";
    case ReductionKind::Maximum:
      return ">";
    case ReductionKind::And:
      return "&";
    case ReductionKind::Or:
      return "|";
    case ReductionKind::Xor:
      return "^";
    }
    return "";
  }

  std::string arrayOfParts(QualType type, const std::string &member) {
    return declaration(type, member) + "[" + std::to_string(mostParts()) + "]";
  }

  /// Sums and the like are folded in unsigned arithmetic, in which no order overflows.
  void addPartial(OutlinedReduction &made, const Reduction &reduction, QualType type,
                  const VarDecl *variable, std::set<const VarDecl *> &own) {
    if (made.isExtreme()) {
      if (variable && captureOf.contains(variable))
        refuse("a variable that several loops reduce", variable->getLocation());
      if (variable)
        capture(variable, false);
    } else {
      type = foldedIn(type, reduction.bits);
      made.identity = identityOf(reduction.kind);
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
      made.companions.push_back(
          {name, ownCopy(companion), arrayOfParts(with, member), member, name});
    }
  }

  /// The update becomes the keeping of its term.
  void addTerms(OutlinedReduction &made, const Expr *update, const Stmt *body,
                std::vector<TextEdit> &edits) {
    const auto *assignment = dyn_cast_or_null<BinaryOperator>(update);
    bool isMinus = false;
    const Expr *term = assignment ? termOf(*assignment, isMinus) : nullptr;
    std::optional<TextRange> whole =
        update ? source.exactly(update->getSourceRange()) : std::nullopt;
    std::optional<TextRange> part = term ? source.exactly(term->getSourceRange()) : std::nullopt;
    if (!whole || !part)
      return refuse("the update of '" + made.name + "'",
                    update ? update->getBeginLoc() : body->getBeginLoc());
    if (isMinus)
      made.op = "-";
    bool isComplexProduct = made.op == "*" && assignment->getType()->isAnyComplexType();
    if (isComplexProduct && contractsProducts())
      return refuse("a complex product", term->getBeginLoc());
    if (made.op != "*" && contractsProducts() && mayBeProduct(term))
      return refuse("a product that is added without being rounded", term->getBeginLoc());
    QualType termType = term->IgnoreImpCasts()->getType().getUnqualifiedType();
    made.castType = typeText(termType);
    made.arrayType = declaration(context.getPointerType(termType), made.member);
    const std::string mark = made.mark.empty() ? "" : "ks_f->" + made.mark + "[ks_k] = 1, ";
    edits.push_back({{whole->begin, part->begin}, mark + "ks_f->" + made.member + "[ks_k] = "});
  }

  /// `s += a * b` is one instruction that rounds once; a stored term would be rounded before.
  bool contractsProducts() const {
    const TargetInfo &target = context.getTargetInfo();
    bool isX86 = target.getTriple().isX86();
    return context.getLangOpts().getDefaultFPContractMode() != LangOptions::FPM_Off &&
           (!isX86 || target.hasFeature("fma") || target.hasFeature("fma4"));
  }

  /// GCC also looks through variables and inlined functions; not through conversions or memory.
  static bool mayBeProduct(const Expr *term) {
    term = term->IgnoreParens();
    if (const auto *cast = dyn_cast<CastExpr>(term))
      return !llvm::is_contained({CK_FloatingCast, CK_IntegralToFloating}, cast->getCastKind()) &&
             mayBeProduct(cast->getSubExpr());
    if (const auto *binary = dyn_cast<BinaryOperator>(term))
      return !binary->isAdditiveOp() && binary->getOpcode() != BO_Div;
    if (const auto *call = dyn_cast<CallExpr>(term))
      return !call->getDirectCallee() || call->getDirectCallee()->hasBody();
    const auto *unary = dyn_cast<UnaryOperator>(term);
    return !(unary && unary->getOpcode() == UO_Deref) &&
           !isa<ArraySubscriptExpr, MemberExpr, FloatingLiteral>(term);
  }

  unsigned mostParts() const {
    unsigned most = 1;
    for (const PlannedTable &table : plan.tables)
      for (const auto &rows : table.rows)
        for (const PlannedRow &row : rows)
          most = std::max<unsigned>(most, row.parts);
    return most;
  }

  static const Expr *termOf(const BinaryOperator &update, bool &isMinus) {
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
};

} // namespace

OutlineResult outlineLayer(const Program &program, const ParsedSources &sources,
                           const Parallelism &facts, const MacroTaskGraph &graph,
                           const PlannedLayer &plan, const std::string &symbol) {
  return Outliner(program, sources, facts, graph, plan).run(symbol);
}

} // namespace kasuri
