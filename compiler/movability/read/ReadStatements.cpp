// A macro-task as all or a part of a task function: its statements, or a branch's condition.
//
//     a[i] = scale(n);         captures a, i and n, if it may be moved at all
//     if (n > 9) ...           the condition as a task of its own: n > 9
//     while (...) return i;    an outcome in place of the jump, which runs behind the layer
//
// A value that is returned from within a statement may be made of what that declares: then the
// task computes it. Else it is computed where the function returns, when all tasks are over.
// What stands around statements decides whether they can be the first of a layer: pragmas in front
// move along, macros that the function defines must be known in the task functions as well.
#include "frontend/SwitchCases.h"
#include "movability/code/Duplicates.h"
#include "movability/read/ComponentReader.h"
#include "movability/read/PipelineReader.h"
#include "movability/read/SplitReader.h"
#include "clang/AST/ParentMapContext.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

class StatementReader : public CodeReader {
public:
  using CodeReader::CodeReader;

  void read(const MacroTask &task, const Stmt *statement, bool isCondition) {
    const Uses uses = findUses(statement);
    record.stage = Demand::Stage::Names;
    checkForeignNames(uses);
    record.stage = Demand::Stage::Own;
    for (const PrivateObject &each : task.privates)
      addOwn(sources.variableOf.at(each.object));
    record.stage = Demand::Stage::Construct;
    if (!uses.obstacle.empty())
      refuse(uses.obstacle, uses.where);
    record.stage = Demand::Stage::Place;
    for (const auto &[declaration, location] : uses.outer)
      checkVisible(declaration, location);
    if (isCondition && statement->getBeginLoc().isMacroID() && !namesErrno(task, statement))
      refuse("code from a macro", statement->getBeginLoc());
    record.stage = Demand::Stage::Uses;
    collectCaptures(uses, true);
    CodeRecord ends;
    StatementReader reader(function, ends);
    record.code.range =
        isCondition ? reader.expressionRange(cast<Expr>(statement)) : reader.rangeOf(statement);
    record.code.rangeRefusal = reader.firstRefusal();
  }

  /// Of a statement that may leave the layer: the jumps set its outcome and end the task.
  void readWaysOut(const MacroTask &task, const Stmt *statement) {
    const std::set<const Decl *> declared = findUses(statement).declared;
    for (RegionId jump : task.leavingJumps)
      readWayOut(sources.statementOf.at(jump), declared);
  }

  TextRange range(const Stmt *statement) { return rangeOf(statement); }
  std::optional<Refusal> refusal() const { return firstRefusal(); }

private:
  /// It begins with that macro, which is written in the file and not in another macro.
  bool namesErrno(const MacroTask &condition, const Stmt *expression) const {
    const clang::SourceLocation begin = expression->getBeginLoc();
    return condition.readsErrno && !function.manager.isMacroArgExpansion(begin) &&
           source.exactly(expression->getSourceRange());
  }

  void readWayOut(const Stmt *jump, const std::set<const Decl *> &declared) {
    if (jump->getBeginLoc().isMacroID() || !source.exactly(jump->getSourceRange()))
      return refuse("a jump from a macro", jump->getBeginLoc());
    if (!mayStandTwice(jump) || isAttributed(jump))
      return refuse("a label, a static variable or an attribute where the layer may be left",
                    jump->getBeginLoc());
    const TextRange range = rangeOf(jump);
    std::vector<TaskParts::WayOut> &ways = record.code.parts.waysOut;
    ways.push_back({range});
    const std::string end = "ks_decide(&ks_f->ks_taken_" + taskMark + ", " +
                            std::to_string(ways.size()) + "); return; }";
    const auto *leaving = dyn_cast<ReturnStmt>(jump);
    const Expr *value = leaving ? leaving->getRetValue() : nullptr;
    if (value && namesAny(value, declared)) {
      ways.back().hasValue = true;
      return returnValue(range, value, end);
    }
    record.code.edits.push_back({range, "{ " + end + linesOf(range)});
    // Behind the layer it is as in the source.
    std::erase_if(record.code.demands, [&](const Demand &each) {
      return each.kind == Demand::Kind::Named && range.begin <= each.range.begin &&
             each.range.end <= range.end;
    });
  }

  bool isAttributed(const Stmt *jump) const {
    const auto parents = context.getParents(*jump);
    return !parents.empty() && parents[0].get<AttributedStmt>();
  }

  /// What the statement declares is not known behind it.
  static bool namesAny(const Expr *value, const std::set<const Decl *> &declared) {
    const Uses uses = findUses(value);
    auto isOne = [&](const Decl *each) { return declared.contains(each); };
    return llvm::any_of(uses.references, [&](auto *each) { return isOne(each->getDecl()); }) ||
           llvm::any_of(uses.outer, [&](const auto &each) { return isOne(each.first); });
  }

  /// The frame takes it to where the function returns.
  void returnValue(TextRange range, const Expr *value, const std::string &end) {
    const QualType type = function.declaration.getReturnType().getUnqualifiedType();
    const bool isNumber = type->isIntegerType() || type->isRealFloatingType();
    if ((!isNumber && !type->isPointerType()) || !isNameable(type))
      return refuse("a value of this type where the layer may be left", value->getBeginLoc());
    if (function.contraction && function.contraction->mayBeProduct(value))
      return refuseProduct(value->getBeginLoc());
    for (const Decl *each : namedTypes(type))
      checkVisible(each, value->getBeginLoc());
    const TextRange expression = expressionRange(value);
    const std::string member = TaskParts::returned(taskMark);
    record.code.parts.returnedType = declaration(type, member);
    const TextRange word{range.begin, expression.begin}, rest{expression.end, range.end};
    record.code.edits.push_back({word, "{ ks_f->" + member + " = (" + linesOf(word)});
    record.code.edits.push_back({rest, "); " + end + linesOf(rest)});
  }
};

/// `#pragma STDC FP_CONTRACT OFF` and its like hold to the end of their block.
bool hasOwnArithmetic(const Stmt *statement, ASTContext &context) {
  for (const DynTypedNode &parent : context.getParents(*statement)) {
    const auto *outer = parent.get<Stmt>();
    const auto *block = parent.get<CompoundStmt>();
    if ((block && block->hasStoredFPFeatures()) || (outer && hasOwnArithmetic(outer, context)))
      return true;
  }
  return false;
}

/// Something declared in it or in its structures has that name.
bool declares(const DeclContext *context, const IdentifierInfo *name) {
  return std::any_of(context->decls_begin(), context->decls_end(), [&](const Decl *each) {
    const auto *named = dyn_cast<NamedDecl>(each);
    return (named && named->getIdentifier() == name) ||
           (isa<TagDecl>(each) && declares(cast<TagDecl>(each), name));
  });
}

/// Tasks get the macros that the function has defined before the layer, if these can mean
/// nothing in what is printed beside the source's text.
void readMacros(const FunctionCode &function, MovablePlace &place) {
  ASTContext &context = function.context;
  const auto defined = function.source.macrosDefined({function.made.begin, place.range.begin});
  auto isOnlyMacro = [&](const MacroDefinition &macro) {
    const IdentifierInfo *name = &context.Idents.get(macro.name);
    return !name->isKeyword(context.getLangOpts()) && !macro.name.starts_with("_") &&
           !llvm::StringRef(macro.name).starts_with_insensitive("ks_") &&
           !declares(context.getTranslationUnitDecl(), name) &&
           !declares(&function.declaration, name);
  };
  place.isBehindMacros = !defined || !std::all_of(defined->begin(), defined->end(), isOnlyMacro);
  if (!place.isBehindMacros)
    place.macros = *defined;
}

MovablePlace readPlace(FunctionCode &function, const MacroTask &task) {
  const Stmt *first = function.sources.statementOf.at(task.first);
  CodeRecord begin, end;
  StatementReader beginReader(function, begin), endReader(function, end);
  MovablePlace place;
  place.range = {beginReader.range(first).begin,
                 endReader.range(function.sources.statementOf.at(task.last)).end};
  place.firstRefusal = beginReader.refusal();
  place.lastRefusal = endReader.refusal();
  place.where = function.place(first->getBeginLoc());
  place.range.begin = function.source.withPragmas(place.range.begin, function.made.begin);
  if (function.source.hasPragmaOperatorBefore(place.range.begin))
    place.refusal = Refusal{"a statement after '_Pragma'", place.where};
  place.hasOwnArithmetic = hasOwnArithmetic(first, function.context);
  readMacros(function, place);
  return place;
}

MovableUses usesOf(FunctionCode &function, const Stmt *statement) {
  const Uses uses = findUses(statement);
  MovableUses made;
  for (const DeclRefExpr *reference : uses.references) {
    const auto *variable = cast<VarDecl>(reference->getDecl());
    if (uses.declared.contains(variable))
      continue;
    const size_t number = function.numberOf(variable);
    if (made.named.insert(number).second && function.made.variables[number].handsProducts &&
        !function.contraction->isOnlyInLoops(variable, statement))
      made.unrounded.insert(number);
    if (!uses.plainReads.contains(reference))
      made.written.insert(number);
  }
  const auto *assignment = dyn_cast<BinaryOperator>(statement);
  const auto *target = assignment && assignment->getOpcode() == BO_Assign
                           ? dyn_cast<DeclRefExpr>(assignment->getLHS()->IgnoreParens())
                           : nullptr;
  const auto *variable = target ? dyn_cast<VarDecl>(target->getDecl()) : nullptr;
  if (variable && variable->isLocalVarDeclOrParm() &&
      llvm::none_of(findUses(assignment->getRHS()).references,
                    [&](const DeclRefExpr *each) { return each->getDecl() == variable; }))
    made.sets = function.numberOf(variable);
  return made;
}

MovableCode readStatement(FunctionCode &function, const MacroTask &task, const Stmt *statement,
                          bool isCondition) {
  CodeRecord record;
  StatementReader reader(function, record);
  reader.read(task, statement, isCondition);
  if (!isCondition && !task.leavingJumps.empty())
    reader.readWaysOut(task, statement);
  return std::move(record.code);
}

/// A constant as C text.
std::string textOf(const llvm::APSInt &value) {
  const bool isLong = value.getBitWidth() > 32;
  const std::string suffix = std::string(value.isUnsigned() ? "u" : "") + (isLong ? "ll" : "");
  if (value.isSigned() && value.isMinSignedValue())
    return "(" + textOf(llvm::APSInt(value + 1, false)) + " - 1)";
  llvm::SmallString<24> digits;
  value.toString(digits, 10);
  return std::string(digits) + suffix;
}

/// Each part of the body with a label begins an arm, as in the model.
std::vector<SwitchLabel> labelsOf(const SwitchStmt &selection, ASTContext &context) {
  std::vector<SwitchLabel> labels;
  std::vector<const Stmt *> parts{selection.getBody()};
  if (const auto *body = dyn_cast<CompoundStmt>(selection.getBody()))
    parts.assign(body->body_begin(), body->body_end());
  const std::vector<const Stmt *> dead = deadDefaultOf(selection, context);
  std::erase_if(parts, [&](const Stmt *part) { return llvm::is_contained(dead, part); });
  unsigned arms = 0;
  for (const Stmt *part : parts) {
    arms += isa<SwitchCase>(part) || arms == 0;
    for (const auto *label = dyn_cast<SwitchCase>(part); label;
         label = dyn_cast<SwitchCase>(label->getSubStmt())) {
      const auto *selected = dyn_cast<CaseStmt>(label);
      std::string text = selected
                             ? "case " + textOf(selected->getLHS()->EvaluateKnownConstInt(context))
                             : "default";
      if (selected && selected->getRHS())
        text += " ... " + textOf(selected->getRHS()->EvaluateKnownConstInt(context));
      labels.push_back({std::move(text), arms - 1});
    }
  }
  return labels;
}

/// The arm also stands in the code that runs where the layer does not.
void readLeavingArm(FunctionCode &function, const Stmt *arm, MovableTask &made) {
  CodeRecord record;
  StatementReader reader(function, record);
  made.leavingArm = reader.range(arm);
  made.noCondition = reader.refusal();
  if (!mayStandTwice(arm))
    made.noCondition = Refusal{"a label or a static variable where the layer may be left",
                               function.place(arm->getBeginLoc())};
}

void readCondition(FunctionCode &function, const MacroTask &task, MovableTask &made) {
  const Stmt *statement = function.sources.statementOf.at(task.first);
  const auto *branch = dyn_cast<IfStmt>(statement);
  const auto *selection = dyn_cast<SwitchStmt>(statement);
  const Expr *condition = branch ? branch->getCond() : selection ? selection->getCond() : nullptr;
  if (!condition) {
    made.noCondition =
        Refusal{"a condition of this form", function.place(statement->getBeginLoc())};
    return;
  }
  made.condition = readStatement(function, task, condition, true);
  made.conditionUses = usesOf(function, condition);
  if (task.staysWith)
    readLeavingArm(function, *task.staysWith == 1 ? branch->getElse() : branch->getThen(), made);
  if (selection)
    made.labels = labelsOf(*selection, function.context);
}

} // namespace

MovableTask readTask(FunctionCode &function, const MacroTask &task) {
  const ParsedSources &sources = function.sources;
  const Stmt *statement = sources.statementOf.at(
      task.first == task.last ? task.first : function.program[task.first].parent);
  MovableTask made;
  made.place = readPlace(function, task);
  made.statement = readStatement(function, task, statement, false);
  made.uses = usesOf(function, statement);
  if (task.kind == TaskKind::Condition)
    readCondition(function, task, made);
  if (task.splitLoop.valid() && !task.control)
    made.early = readSplitLoop(function, task, false);
  if (task.splitLoop.valid() && (task.control || task.headWaits))
    made.late = readSplitLoop(function, task, true);
  if (task.splitLoop.valid())
    made.guards = refusalOfGuards(function, *function.facts.factsOf(task.splitLoop),
                                  sources.statementOf.at(task.splitLoop));
  if (task.pipedLoop.valid()) {
    const LoopFacts &loop = *function.facts.factsOf(task.pipedLoop);
    const auto read = [&](bool isOther) {
      return MovablePipeline{readPipedLoop(function, task.pipedLoop, isOther),
                             refusalOfGuards(function, pipelineOf(loop, isOther).guards,
                                             sources.statementOf.at(task.pipedLoop))};
    };
    made.piped = read(false);
    if (loop.otherPipeline)
      made.otherPiped = read(true);
  }
  if (task.distributedLoop.valid())
    made.components = readComponents(function, task);
  if (auto known = function.facts.siblings.find(task.first); known != function.facts.siblings.end())
    made.changed = known->second.changed;
  return made;
}

} // namespace kasuri
