#include "reorder/unfold/UnfoldLoops.h"

#include "frontend/LoopHead.h"
#include "model/Regions.h"
#include "reorder/NestSource.h"
#include "reorder/UnitText.h"
#include "reorder/unfold/CallReplacer.h"
#include "reorder/unfold/CodeEffects.h"
#include "reorder/unfold/CodeNames.h"
#include "reorder/unfold/InlineCalls.h"
#include "reorder/unfold/MemberCounter.h"
#include "reorder/unfold/PointerMoves.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

constexpr size_t mostStatements = 16; ///< of all copies of a body

/// What the loop counts: from `first` on while below or up to the bound.
struct CountedSteps {
  const VarDecl *variable = nullptr; ///< null: a member
  std::string name;                  ///< of what counts in the source
  QualType type;
  int64_t first = 0;
  TextRange firstText, boundText;
  bool isInclusive = false;
  std::optional<int64_t> fixedBound;
};

/// A statement of the body, and what each variable that has been moved so far has there.
struct BodyPart {
  const Stmt *statement;
  PointerValues values;
};

class LoopUnfolder {
public:
  LoopUnfolder(const Program &program, const ParsedSources &sources, const SourceText &text,
               const UnitNodes &nodes, ASTContext &context, RegionId loop,
               const FunctionNames &names)
      : program(program), sources(sources), text(text), context(context), loop(loop),
        function(program[loop].function), body(program, text, nodes, context, function, names),
        replacer(text, context, body),
        moves([this](const VarDecl *variable) { return body.isPlain(variable); }) {}

  /// Nothing if it keeps its text. `number`: makes names that no other loop has. `counted`: null,
  /// if that is no member.
  std::optional<Unfolded> unfold(size_t number, const CountedMember *counted) {
    auto found = sources.statementOf.find(loop);
    statement = found == sources.statementOf.end() ? nullptr : found->second;
    if (!statement || isAnnotated(program, loop) || !readLoop(number, counted) || !findCycle() ||
        (cycle.period == 1 && isOfParts()) || (counter && (cycle.period > 1 || cycle.setsOthers)))
      return std::nullopt;
    const std::optional<MadeText> copies = copiesOfBody();
    const std::optional<TextRange> range = wholeRange(text, statement);
    if (!copies || !range || (cycle.period == 1 && replacer.replaced.empty()) ||
        !body.mayReplace(*range) || (counter && replacer.steps != 1))
      return std::nullopt;
    return Unfolded{{.location = program[loop].location,
                     .end = program[loop].end,
                     .what = what(),
                     .changesPlaces = cycle.period > 1,
                     .tail = tail(number),
                     .inlined = replacer.replaced},
                    {*range, newText(*range, *copies, number)}};
  }

private:
  const Program &program;
  const ParsedSources &sources;
  const SourceText &text;
  ASTContext &context;
  RegionId loop;
  FunctionId function;
  BodyText body;
  CallReplacer replacer;
  PointerMoves moves;
  const Stmt *statement = nullptr;
  const Stmt *iteration = nullptr;      ///< its body
  std::optional<MemberCounter> counter; ///< it is a `while` loop
  std::vector<BodyPart> parts;          ///< all but moves
  CodeNames uses;                       ///< of the whole body
  CountedSteps steps;
  PointerCycle cycle;

  bool readLoop(size_t number, const CountedMember *counted) {
    if (const auto *counting = dyn_cast<ForStmt>(statement)) {
      iteration = counting->getBody();
      return readBody() && readHead(*counting);
    }
    const auto *testing = counted ? dyn_cast<WhileStmt>(statement) : nullptr;
    iteration = testing ? testing->getBody() : nullptr;
    return testing && readTest(*testing, *counted, number) && readBody();
  }

  // The body.

  bool readBody() {
    std::vector<const Stmt *> statements;
    if (const auto *block = dyn_cast<CompoundStmt>(iteration))
      statements.assign(block->body_begin(), block->body_end());
    else
      statements.push_back(iteration);
    for (const Stmt *each : statements)
      if (!moves.take(each)) {
        // The loops of functions are a nest with loops around their calls (InlineCalls.h).
        if (!body.mayBeOfNest(each) || (isa<ForStmt>(each) && replacer.callsLoops(each)))
          return false;
        parts.push_back({each, moves.values});
      }
    uses = codeNamesOf(iteration);
    return !parts.empty() && uses.isCopyable;
  }

  /// What a part's variable had when the iteration began.
  static const VarDecl *firstOf(const BodyPart &part, const VarDecl *variable) {
    auto found = part.values.find(variable);
    return found == part.values.end() ? variable : found->second;
  }

  bool findCycle() {
    std::set<const VarDecl *> used, assigned;
    for (const BodyPart &part : parts) {
      const CodeNames its = codeNamesOf(part.statement);
      for (const DeclRefExpr *reference : its.references)
        used.insert(firstOf(part, cast<VarDecl>(reference->getDecl())));
      assigned.insert(its.assigned.begin(), its.assigned.end());
    }
    const bool isSetElsewhere =
        std::any_of(assigned.begin(), assigned.end(),
                    [&](const VarDecl *each) { return moves.involved.contains(each); });
    std::optional<PointerCycle> found = cycleOf(moves, used);
    if (!found || isSetElsewhere || found->period * parts.size() > mostStatements)
      return false;
    cycle = std::move(*found);
    return true;
  }

  /// An iteration is about a part of the arrays, by its number, and no step for all of them:
  /// nothing in it is the same in all iterations.
  bool isOfParts() const {
    return !counter && std::all_of(parts.begin(), parts.end(), [&](const BodyPart &part) {
      const CodeNames its = codeNamesOf(part.statement);
      return std::any_of(
          its.references.begin(), its.references.end(),
          [&](const DeclRefExpr *each) { return each->getDecl() == steps.variable; });
    });
  }

  // The head.

  /// while (structure.member < bound), where nothing changes the bound.
  bool readTest(const WhileStmt &testing, const CountedMember &counted, size_t number) {
    counter = MemberCounter::find(sources, counted, body, &testing);
    const std::optional<TextRange> bound =
        counter ? text.exactly(counter->bound->getSourceRange()) : std::nullopt;
    if (!bound)
      return false;
    uses = codeNamesOf(testing.getBody());
    const VarDecl *structure = counter->structure();
    steps.name = counter->member()->getMemberDecl()->getNameAsString();
    steps.type = counter->member()->getType().getUnqualifiedType();
    steps.boundText = *bound;
    counter->name = nameFor("step", number);
    replacer.countBy(*counter);
    // The structure's name means it in the whole loop.
    return isStepType(steps.type) && !uses.assigned.contains(structure) &&
           !uses.declared.contains(structure->getNameAsString()) &&
           !effectsOf(&testing, context).isUnknown &&
           ASTContext::hasSameUnqualifiedType(counter->bound->getType(), steps.type) &&
           isSteady(counter->bound);
  }

  /// for (v = number; v < bound; v++), where nothing changes the bound.
  bool readHead(const ForStmt &counting) {
    auto found = sources.headOf.find(loop);
    if (found == sources.headOf.end())
      return false;
    const LoopHead &head = *found->second;
    const bool isSimple = head.variable && head.start && head.test.bound && head.test.isPlain() &&
                          !head.test.boundStep && head.otherTests.empty() && head.step == 1 &&
                          head.headStep == 1 && !head.movesBy && head.testsFirst &&
                          !head.declarations && !head.exitTest && head.otherStarts.empty() &&
                          head.otherSteps.empty() &&
                          head.advance == CountedForm::Advance::AfterBody;
    if (!isSimple || !body.isPlain(head.variable) || uses.assigned.contains(head.variable) ||
        !counting.getInit() || !counting.getCond() || counting.getConditionVariable())
      return false;
    steps.variable = head.variable;
    steps.name = head.variable->getNameAsString();
    steps.type = head.variable->getType().getUnqualifiedType();
    steps.isInclusive = head.test.relation == Relation::LessEqual;
    const std::optional<TextRange> first = text.exactly(head.start->getSourceRange());
    const std::optional<TextRange> bound = text.exactly(head.test.bound->getSourceRange());
    if (!first || !bound || (head.test.relation != Relation::Less && !steps.isInclusive))
      return false;
    steps.firstText = *first;
    steps.boundText = *bound;
    return readStart(head) && readBound(head);
  }

  std::optional<int64_t> numberOf(const Expr *expression) const {
    Expr::EvalResult result;
    if (!expression->EvaluateAsInt(result, context) || result.HasSideEffects)
      return std::nullopt;
    return result.Val.getInt().tryExtValue();
  }

  bool isStepType(QualType type) const {
    return type->isIntegerType() && !type->isEnumeralType() && !type->isBooleanType() &&
           context.getTypeSize(type) >= 32;
  }

  /// The number of steps is then a value of the variable's type.
  bool readStart(const LoopHead &head) {
    const std::optional<int64_t> first = numberOf(head.start);
    steps.first = first.value_or(-1);
    return steps.first >= 0 && steps.first <= INT32_MAX && isStepType(steps.type);
  }

  /// It is computed in the variable's type, and not changed in the loop.
  bool readBound(const LoopHead &head) {
    const Expr *bound = head.test.bound->IgnoreParenImpCasts();
    steps.fixedBound = numberOf(bound);
    if (steps.fixedBound)
      return *steps.fixedBound >= 0 && *steps.fixedBound <= INT32_MAX;
    return ASTContext::hasSameUnqualifiedType(bound->getType(), head.variable->getType()) &&
           isSteady(bound);
  }

  bool isSteady(const Expr *expression) const {
    expression = expression->IgnoreParenImpCasts();
    if (const auto *reference = dyn_cast<DeclRefExpr>(expression)) {
      const auto *variable = dyn_cast<VarDecl>(reference->getDecl());
      return variable ? body.isPlain(variable) && !uses.assigned.contains(variable)
                      : isa<EnumConstantDecl>(reference->getDecl());
    }
    if (const auto *operation = dyn_cast<BinaryOperator>(expression))
      return (operation->isAdditiveOp() || operation->isMultiplicativeOp()) &&
             isSteady(operation->getLHS()) && isSteady(operation->getRHS());
    return isa<IntegerLiteral>(expression);
  }

  // The text.

  std::optional<MadeText> copiesOfBody() {
    MadeText all;
    for (size_t copy = 0; copy < cycle.period; ++copy)
      for (const BodyPart &part : parts) {
        const std::optional<MadeText> made = replacer.textOf(part.statement, namesIn(part, copy));
        if (!made)
          return std::nullopt;
        all += *made;
      }
    return all;
  }

  NewNames namesIn(const BodyPart &part, size_t copy) const {
    NewNames names;
    auto add = [&](const VarDecl *variable) {
      const VarDecl *its = cycle.after(firstOf(part, variable), copy);
      if (its != variable)
        names[variable] = its->getNameAsString();
    };
    for (const auto &[variable, value] : part.values)
      add(variable);
    for (const auto &[variable, value] : cycle.next)
      add(variable);
    if (cycle.period > 1)
      names[steps.variable] = "(" + stepText(static_cast<int64_t>(copy)) + ")";
    return names;
  }

  std::string nameFor(const char *what, size_t number) const {
    std::string name = steps.name + "_" + what;
    if (number != 0)
      name += "_" + std::to_string(number);
    while (text.all().contains(name))
      name += "_";
    return name;
  }

  /// The steps that are done after so many rounds, and `more`: "2 * t + 1".
  std::string stepsIn(const std::string &rounds, int64_t more) const {
    const int64_t first = steps.first + more;
    return std::to_string(cycle.period) + " * " + rounds +
           (first == 0 ? "" : " + " + std::to_string(first));
  }

  /// In the copies, the variable counts rounds of them.
  std::string stepText(int64_t copy) const { return stepsIn(steps.name, copy); }

  std::string limitName(size_t number) const {
    return nameFor(cycle.period > 1 ? "rounds" : "end", number);
  }

  std::string memberText() const {
    return text.text(*text.exactly(counter->member()->getSourceRange()));
  }

  std::string tail(size_t number) const {
    const std::string limit = limitName(number);
    if (counter)
      return memberText() + " = " + limit + ";";
    return nameFor("next", number) + " = " + (cycle.period > 1 ? stepsIn(limit, 0) : limit) + ";";
  }

  std::string quotedPointers() const {
    std::vector<std::string> names;
    for (const auto &[variable, value] : cycle.next)
      names.push_back("'" + variable->getNameAsString() + "'");
    std::sort(names.begin(), names.end());
    const std::string last = names.back();
    names.pop_back();
    return llvm::join(names, ", ") + " and " + last;
  }

  std::string what() const {
    std::string words;
    if (cycle.period > 1)
      words = ", " + std::to_string(cycle.period) + " iterations at a time, in which " +
              quotedPointers() + " change places";
    for (const std::string &each : replacer.replaced)
      words += ", with '" + each + "' inlined";
    return words;
  }

  /// What the copies' loop counts to: rounds, or else steps. Some steps are left if variables must
  /// be set.
  std::string limit() const {
    const bool leavesOne = cycle.setsOthers && !steps.isInclusive;
    const auto period = static_cast<int64_t>(cycle.period);
    const int64_t before = steps.first + (leavesOne ? 1 : 0);
    if (steps.fixedBound) {
      const int64_t rounds = std::max<int64_t>(0, *steps.fixedBound - before) / period;
      return std::to_string(period > 1 ? rounds : steps.first + rounds);
    }
    const std::string bound = "(" + text.text(steps.boundText) + ")";
    const std::string first = std::to_string(steps.first);
    const std::string distance =
        before == 0 ? bound : "(" + bound + " - " + std::to_string(before) + ")";
    return first + " < " + bound + " ? " +
           (period > 1 ? distance + " / " + std::to_string(period) + " : 0"
                       : bound + (leavesOne ? " - 1" : "") + " : " + first);
  }

  MadeText textOfMember(TextRange range, const MadeText &copies, size_t number) const {
    const std::string type = "const " + steps.type.getAsString(context.getPrintingPolicy()) + " ";
    const std::string begin = nameFor("begin", number), end = limitName(number);
    const std::string bound = "(" + text.text(steps.boundText) + ")";
    MadeText made{"{ /* kasuri: '" + counter->name + "' counts in place of '" + memberText() +
                  "' */\n" + body.lineBefore(range.begin) + "  " + type + begin + " = " +
                  memberText() + "; " + type + end + " = " + begin + " < " + bound + " ? " + bound +
                  " : " + begin + ";\n" + body.lineAt(range.begin) + "for (" +
                  type.substr(sizeof("const")) + counter->name + " = " + begin + "; " +
                  counter->name + " < " + end + "; " + counter->name + "++) {\n"};
    made += copies;
    made += "}\n  " + tail(number) + "\n" + body.lineAt(range.begin);
    made += madeText(text, range);
    made += "\n}\n" + body.lineAt(range.end);
    return made;
  }

  MadeText newText(TextRange range, const MadeText &copies, size_t number) const {
    if (counter)
      return textOfMember(range, copies, number);
    const std::string &name = steps.name;
    const std::string type = steps.type.getAsString(context.getPrintingPolicy());
    const std::string next = nameFor("next", number), last = limitName(number);
    const std::string first = std::to_string(steps.first);
    const std::string comment = cycle.period > 1
                                    ? "after " + std::to_string(cycle.period) + " iterations, " +
                                          quotedPointers() + " point to what they did before"
                                    : "the loops of functions in place of their calls";
    MadeText made{"{ /* kasuri: " + inComment(comment) + " */\n" + body.lineBefore(range.begin) +
                  "  " + type + " " + next + " = " + first + "; const " + type + " " + last +
                  " = " + limit() + ";\n" + body.lineAt(range.begin) + "for (" + type + " " + name +
                  " = " + (cycle.period > 1 ? "0" : first) + "; " + name + " < " + last + "; " +
                  name + "++) {\n"};
    made += copies;
    made += "}\n  " + tail(number) + "\n" + body.lineAt(range.begin);
    made += madeText(text, range, {{steps.firstText, {next}}});
    made += "\n}\n" + body.lineAt(range.end);
    return made;
  }
};

class UnitUnfolder {
public:
  UnitUnfolder(const Program &program, const ParsedSources &sources, const Parallelism &facts,
               const std::function<bool(const SourceLocation &)> &mayUnfold, size_t unit)
      : program(program), sources(sources), facts(facts), mayUnfold(mayUnfold), unit(unit),
        text(*sources.units[unit]) {}

  std::vector<UnfoldedLoop> loops;

  /// Nothing if all loops keep theirs.
  std::optional<MadeText> newText() {
    // The text has no annotations.
    const SourceManager &manager = sources.units[unit]->getSourceManager();
    if (!takesNewText(sources, unit, text) ||
        text.all() != manager.getBufferData(manager.getMainFileID()))
      return std::nullopt;
    const UnitNodes nodes(program, sources, facts, unit);
    std::vector<MadeEdit> edits;
    unsigned end = 0;
    for (const LoopFacts &its : facts.loops) {
      if (!nodes.bodies.contains(program[its.loop].function) ||
          !mayUnfold(program[its.loop].location))
        continue;
      enter(program[its.loop].function, nodes);
      auto found = unfold(its, nodes);
      if (!found || found->edit.range.begin < end)
        continue;
      end = found->edit.range.end;
      loops.push_back(std::move(found->loop));
      edits.push_back(std::move(found->edit));
    }
    if (edits.empty())
      return std::nullopt;
    MadeText made{text.lineDirectiveOf(0, program.files[mainFile().index()].path)};
    made += madeText(text, {0, text.size()}, edits);
    return made;
  }

private:
  const Program &program;
  const ParsedSources &sources;
  const Parallelism &facts;
  const std::function<bool(const SourceLocation &)> &mayUnfold;
  size_t unit;
  const SourceText text;
  FunctionId current;  ///< whose loops are unfolded
  FunctionNames names; ///< in it

  /// Loops are in the order of functions.
  void enter(FunctionId function, const UnitNodes &nodes) {
    if (function != current)
      names = nodes.namesIn(text, function);
    current = function;
  }

  std::optional<Unfolded> unfold(const LoopFacts &its, const UnitNodes &nodes) const {
    ASTContext &context = sources.units[unit]->getASTContext();
    const auto counted = llvm::find_if(
        facts.countedMembers, [&](const CountedMember &each) { return each.loop == its.loop; });
    if (!its.isParallel && !isOfNest(its.loop))
      if (auto found = LoopUnfolder(program, sources, text, nodes, context, its.loop, names)
                           .unfold(loops.size(),
                                   counted == facts.countedMembers.end() ? nullptr : &*counted))
        return found;
    return inlineCalls(program, sources, text, nodes, context, its.loop, names, loops.size());
  }

  FileId mainFile() const {
    const auto first = std::find_if(sources.unitOf.begin(), sources.unitOf.end(),
                                    [&](const auto &each) { return each.second == unit; });
    return program[first->first].file;
  }

  /// Of more loops than one: it needs no other text.
  bool isOfNest(RegionId loop) const {
    return std::any_of(facts.nests.begin(), facts.nests.end(), [&](const AffineNest &nest) {
      return contains(program, nest.loop, loop) && nest.loops.size() > 1;
    });
  }
};

} // namespace

Unfolding unfoldLoops(const Program &program, const ParsedSources &sources,
                      const Parallelism &facts,
                      const std::function<bool(const SourceLocation &)> &mayUnfold) {
  Unfolding unfolding;
  for (size_t unit = 0; unit < sources.units.size(); ++unit) {
    UnitUnfolder unfolder(program, sources, facts, mayUnfold, unit);
    if (auto made = unfolder.newText()) {
      unfolding.texts[unit] = std::move(made->text);
      unfolding.origins[unit] = std::move(made->origins);
    }
    llvm::append_range(unfolding.loops, unfolder.loops);
  }
  return unfolding;
}

} // namespace kasuri
