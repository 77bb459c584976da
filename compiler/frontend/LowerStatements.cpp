// Statements to regions. Structured control flow keeps its shape, and what gotos leave or repeat
// gets one (GotoRanges.h); the statements that other gotos may run out of order become an Opaque
// region, whose parts the analyses take in any order.
#include "frontend/Lower.h"
#include "frontend/SwitchCases.h"

namespace kasuri {

using namespace clang;

static void closeRange(UnitContext &unit, const GotoRange &range, RegionId inside);
static void lowerIf(UnitContext &unit, const IfStmt *statement, RegionId parent);
static void lowerJump(UnitContext &unit, const Stmt *statement, Region::JumpKind kind,
                      RegionId parent);
static void lowerLoop(UnitContext &unit, const Stmt *statement, RegionId parent);
static void lowerReturn(UnitContext &unit, const ReturnStmt *statement, RegionId parent);
static void lowerSwitch(UnitContext &unit, const SwitchStmt *statement, RegionId parent);
static void lowerTest(UnitContext &unit, const LoopHead &head, const Expr *condition,
                      RegionId loop);
static RegionId openRange(UnitContext &unit, const CompoundStmt *compound, const GotoRange &range,
                          RegionId parent);

namespace {

bool hasStatements(const Expr *expression) {
  for (const Expr *part : partsOf(expression))
    if (asStatements(part))
      return true;
  return false;
}

} // namespace

/// Its end. Clang would go through a chain of `else if` from each of its branches.
static clang::SourceLocation endOf(UnitContext &unit, const Stmt *statement) {
  std::vector<const Stmt *> branches;
  std::map<const Stmt *, clang::SourceLocation> &ends = unit.body.endsOfBranches;
  auto known = ends.end();
  while (const auto *branch = dyn_cast<IfStmt>(statement)) {
    known = ends.find(branch);
    if (known != ends.end())
      break;
    branches.push_back(branch);
    statement = branch->getElse() ? branch->getElse() : branch->getThen();
  }
  const clang::SourceLocation end = known == ends.end() ? statement->getEndLoc() : known->second;
  for (const Stmt *branch : branches)
    ends[branch] = end;
  return end;
}

static bool inMainFile(UnitContext &unit, const Stmt *statement) {
  const LangOptions &options = unit.context.getLangOpts();
  clang::SourceLocation begin = statement->getBeginLoc(), end = endOf(unit, statement);
  bool startsWhole =
      !begin.isMacroID() || Lexer::isAtStartOfMacroExpansion(begin, unit.sources, options);
  bool endsWhole = !end.isMacroID() || Lexer::isAtEndOfMacroExpansion(end, unit.sources, options);
  return startsWhole && endsWhole &&
         unit.sources.isInMainFile(unit.sources.getExpansionLoc(begin)) &&
         unit.sources.isInMainFile(unit.sources.getExpansionLoc(end));
}

RegionId openRegion(UnitContext &unit, Region::Kind kind, RegionId parent, const Stmt *statement) {
  RegionId id = unit.builder.newRegion(kind, parent, unit.at.function);
  Region &region = unit.program[id];
  if (statement) {
    region.location = locate(unit, statement->getBeginLoc());
    region.end = locate(unit, endOf(unit, statement));
    region.inMainFile = inMainFile(unit, statement);
    unit.builder.sources.statementOf[id] = statement;
  }
  return id;
}

void lowerChildren(UnitContext &unit, const CompoundStmt *compound, RegionId sequence,
                   bool skipsFirst) {
  const std::vector<GotoRange> &ranges = unit.body.gotos.of[compound];
  std::vector<std::pair<GotoRange, RegionId>> open;
  auto inside = [&] { return open.empty() ? sequence : open.back().second; };
  size_t index = 0;
  for (const Stmt *statement : compound->body()) {
    for (const GotoRange &range : ranges)
      if (index == range.first)
        open.emplace_back(range, openRange(unit, compound, range, inside()));
    if (index != 0 || !skipsFirst)
      lowerStatement(unit, statement, inside());
    for (; !open.empty() && open.back().first.last == index; open.pop_back())
      closeRange(unit, open.back().first, open.back().second);
    ++index;
  }
}

/// Where the statements of the range go.
static RegionId openRange(UnitContext &unit, const CompoundStmt *compound, const GotoRange &range,
                          RegionId parent) {
  auto begin = [&](Region::Kind kind, RegionId around) {
    RegionId id = unit.builder.newRegion(kind, around, unit.at.function);
    Region &region = unit.program[id];
    region.location = locate(unit, compound->body_begin()[range.first]->getBeginLoc());
    region.end = locate(unit, compound->body_begin()[range.last]->getEndLoc());
    region.inMainFile = false; // no statement that could be moved
    unit.program[around].children.push_back(id);
    return id;
  };
  if (range.kind == GotoRange::Kind::Irregular) {
    const RegionId irregular = begin(Region::Kind::Opaque, parent);
    unit.program[irregular].obstacle = "goto";
    return irregular;
  }
  if (range.kind == GotoRange::Kind::Repeated) {
    parent = begin(Region::Kind::Loop, parent);
    unit.program[parent].obstacle = "goto";
  }
  const RegionId stretch = begin(Region::Kind::Sequence, parent);
  unit.program[stretch].isStretch = true;
  if (range.kind == GotoRange::Kind::Left)
    unit.body.stretches[range.label] = stretch;
  return stretch;
}

/// What is repeated ends when no goto says otherwise.
static void closeRange(UnitContext &unit, const GotoRange &range, RegionId inside) {
  if (range.kind != GotoRange::Kind::Repeated)
    return;
  RegionId end = unit.builder.newRegion(Region::Kind::Jump, inside, unit.at.function);
  unit.program[end].jump = Region::JumpKind::Break;
  unit.program[end].location = unit.program[inside].end;
  unit.program[end].inMainFile = false;
  unit.program[inside].children.push_back(end);
}

/// Lowers the statement as the next child of `parent`.
void lowerStatement(UnitContext &unit, const Stmt *statement, RegionId parent) {
  if (hidesControlFlow(statement))
    lowerUnordered(unit, statement, parent);
  else
    lowerRegular(unit, statement, parent);
}

void lowerRegular(UnitContext &unit, const Stmt *statement, RegionId parent) {
  if (const auto *compound = dyn_cast<CompoundStmt>(statement)) {
    RegionId sequence = openRegion(unit, Region::Kind::Sequence, parent, compound);
    unit.program[parent].children.push_back(sequence);
    annotate(unit, sequence, compound);
    RegionId previous = unit.at.scope;
    unit.at.scope = sequence;
    lowerChildren(unit, compound, sequence, false);
    unit.at.scope = previous;
  } else if (const auto *branch = dyn_cast<IfStmt>(statement)) {
    lowerIf(unit, branch, parent);
  } else if (const auto *selection = dyn_cast<SwitchStmt>(statement)) {
    lowerSwitch(unit, selection, parent);
  } else if (isa<ForStmt, WhileStmt, DoStmt>(statement)) {
    lowerLoop(unit, statement, parent);
  } else if (const auto *result = dyn_cast<ReturnStmt>(statement)) {
    lowerReturn(unit, result, parent);
  } else if (isa<BreakStmt>(statement)) {
    lowerJump(unit, statement, Region::JumpKind::Break, parent);
  } else if (isa<ContinueStmt>(statement)) {
    lowerJump(unit, statement, Region::JumpKind::Continue, parent);
  } else if (const auto *jump = dyn_cast<GotoStmt>(statement);
             jump && unit.body.gotos.continues.contains(jump)) {
    lowerJump(unit, statement, Region::JumpKind::Continue, parent);
  } else if (isa<GotoStmt, IndirectGotoStmt>(statement)) {
    lowerJump(unit, statement, Region::JumpKind::Goto, parent);
    if (jump && unit.body.gotos.leaving.contains(jump))
      unit.program[unit.program[parent].children.back()].target =
          unit.body.stretches.at(jump->getLabel());
  } else if (const auto *label = dyn_cast<LabelStmt>(statement)) {
    lowerStatement(unit, label->getSubStmt(), parent);
  } else if (const auto *attributed = dyn_cast<AttributedStmt>(statement)) {
    lowerStatement(unit, attributed->getSubStmt(), parent);
  } else if (const auto *selected = dyn_cast<SwitchCase>(statement)) {
    lowerStatement(unit, selected->getSubStmt(), parent);
  } else if (const auto *expression = dyn_cast<Expr>(statement);
             expression && hasStatements(expression)) {
    lowerParts(unit, expression, parent);
  } else if (!isa<NullStmt>(statement)) {
    lowerSimple(unit, statement, parent);
  }
}

/// An arm or a body: always a Sequence, whatever the statement is. A block's first statement may
/// already be the loop's test.
static RegionId lowerArm(UnitContext &unit, const Stmt *statement, RegionId parent,
                         bool isFirstTest = false) {
  RegionId sequence = openRegion(unit, Region::Kind::Sequence, parent, statement);
  RegionId previous = unit.at.scope;
  if (isa<CompoundStmt>(statement))
    annotate(unit, sequence, statement);
  unit.at.scope = sequence;
  if (const auto *compound = dyn_cast<CompoundStmt>(statement))
    lowerChildren(unit, compound, sequence, isFirstTest);
  else
    lowerStatement(unit, statement, sequence);
  unit.at.scope = previous;
  return sequence;
}

/// Without a memory clobber, assembly keeps to its operands; without operands it is not told apart.
static bool mayTouchAllMemory(const Stmt *statement) {
  const auto *assembly = dyn_cast<AsmStmt>(statement);
  if (!assembly)
    return false;
  bool isBasic = assembly->getNumOutputs() + assembly->getNumInputs() == 0;
  for (unsigned i = 0; i < assembly->getNumClobbers(); ++i)
    if (StringRef(assembly->getClobber(i)) == "memory")
      return true;
  return isBasic && assembly->getNumClobbers() == 0 && assembly->isVolatile();
}

/// No instruction and no operand: it only keeps compilers from moving loops or joining them.
static bool isEmptyAssembly(const Stmt *statement) {
  const auto *assembly = dyn_cast<GCCAsmStmt>(statement);
  return assembly && assembly->getAsmString().empty() && assembly->getNumOutputs() == 0 &&
         assembly->getNumInputs() == 0 && assembly->getNumClobbers() == 0;
}

void lowerSimple(UnitContext &unit, const Stmt *statement, RegionId parent) {
  RegionId id = openRegion(unit, Region::Kind::Block, parent, statement);
  unit.program[parent].children.push_back(id);
  unit.at.block = id;
  if (const auto *declarations = dyn_cast<DeclStmt>(statement)) {
    lowerDeclarations(unit, declarations);
  } else if (const auto *expression = dyn_cast<Expr>(statement)) {
    expression->isPRValue() ? rvalue(unit, expression) : address(unit, expression);
  } else if (!isEmptyAssembly(statement)) {
    Instruction clobber = make(unit, Op::Clobber, unit.context.VoidTy, statement->getBeginLoc());
    if (const auto *assembly = dyn_cast<AsmStmt>(statement)) {
      for (unsigned i = 0; i < assembly->getNumOutputs(); ++i) {
        markAddressTaken(unit, assembly->getOutputExpr(i));
        clobber.operands.push_back(address(unit, assembly->getOutputExpr(i)));
      }
      for (unsigned i = 0; i < assembly->getNumInputs(); ++i) {
        const Expr *input = assembly->getInputExpr(i);
        if (!input->isPRValue())
          markAddressTaken(unit, input);
        clobber.operands.push_back(input->isPRValue() ? rvalue(unit, input) : address(unit, input));
      }
    }
    clobber.text = "asm";
    clobber.number = mayTouchAllMemory(statement);
    add(unit, clobber);
  }
}

static RegionId conditionBlock(UnitContext &unit, const Expr *condition, RegionId parent,
                               ValueId &value) {
  RegionId id = openRegion(unit, Region::Kind::Block, parent, condition);
  unit.at.block = id;
  value = condition->isPRValue() ? rvalue(unit, condition) : address(unit, condition);
  return id;
}

/// Notes where the arm stands if something can be written around it: a block, or an expression with
/// its semicolon.
static void noteText(UnitContext &unit, const Stmt *statement, RegionId arm) {
  const LangOptions &options = unit.context.getLangOpts();
  if (!inMainFile(unit, statement) || (!isa<CompoundStmt>(statement) && !isa<Expr>(statement)))
    return;
  clang::SourceLocation begin = unit.sources.getExpansionLoc(statement->getBeginLoc());
  const SourceRange range(statement->getBeginLoc(), endOf(unit, statement));
  clang::SourceLocation last = unit.sources.getExpansionRange(range).getEnd();
  clang::SourceLocation end = Lexer::getLocForEndOfToken(last, 0, unit.sources, options);
  if (isa<Expr>(statement)) {
    std::optional<Token> next = Lexer::findNextToken(last, unit.sources, options);
    if (!next || next->isNot(tok::semi))
      return;
    end = next->getEndLoc();
  }
  if (unit.sources.getFileID(begin) != unit.sources.getMainFileID() ||
      unit.sources.getFileID(end) != unit.sources.getMainFileID())
    return;
  unit.program[arm].canBeWrapped = true;
  unit.builder.sources.wrapped[arm] = {unit.sources.getFileOffset(begin),
                                       unit.sources.getFileOffset(end)};
}

static bool holdsJump(const Stmt *statement) {
  return statement &&
         (isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, AsmStmt>(
              statement) ||
          llvm::any_of(statement->children(), holdsJump));
}

/// A constant decides, as in `if (0) abort();`, which macros leave. The text of a layer keeps the
/// arm, and a jump in it needs its place.
static bool isNeverEntered(const UnitContext &unit, ValueId condition, bool isElse,
                           const Stmt *arm) {
  const Instruction &value = unit.program[condition];
  return value.op == Op::Constant && (value.number != 0) == isElse && !isOpenToOthers(arm) &&
         !holdsJump(arm);
}

static void lowerIf(UnitContext &unit, const IfStmt *statement, RegionId parent) {
  RegionId id = openRegion(unit, Region::Kind::Branch, parent, statement);
  unit.program[parent].children.push_back(id);
  ValueId value;
  RegionId condition = conditionBlock(unit, statement->getCond(), id, value);
  unit.program[id].condition = condition;
  unit.program[id].conditionValue = value;
  for (const Stmt *arm : {statement->getThen(), statement->getElse()})
    if (arm) {
      const RegionId lowered = isNeverEntered(unit, value, arm == statement->getElse(), arm)
                                   ? openRegion(unit, Region::Kind::Sequence, id, arm)
                                   : lowerArm(unit, arm, id);
      unit.program[id].children.push_back(lowered);
      noteText(unit, arm, lowered);
    }
}

static void lowerSwitch(UnitContext &unit, const SwitchStmt *statement, RegionId parent) {
  RegionId id = openRegion(unit, Region::Kind::Switch, parent, statement);
  unit.program[parent].children.push_back(id);
  ValueId value;
  RegionId condition = conditionBlock(unit, statement->getCond(), id, value);
  unit.program[id].condition = condition;
  unit.program[id].conditionValue = value;
  RegionId previous = unit.at.scope;
  const auto *body = dyn_cast<CompoundStmt>(statement->getBody());
  RegionId arm;
  auto lowerPart = [&](const Stmt *part) {
    if (isa<SwitchCase>(part) || !arm.valid()) {
      arm = openRegion(unit, Region::Kind::Sequence, id, part);
      unit.program[id].children.push_back(arm);
      unit.at.scope = arm;
    }
    for (const auto *label = dyn_cast<SwitchCase>(part); label;
         label = dyn_cast<SwitchCase>(part)) {
      unit.program[id].hasDefault |= isa<DefaultStmt>(label);
      part = label->getSubStmt();
    }
    lowerStatement(unit, part, arm);
  };
  unit.program[id].hasDefault = hasAllCases(*statement, unit.context);
  const std::vector<const Stmt *> dead = deadDefaultOf(*statement, unit.context);
  if (body)
    for (const Stmt *part : body->body()) {
      if (!llvm::is_contained(dead, part))
        lowerPart(part);
    }
  else
    lowerPart(statement->getBody());
  unit.at.scope = previous;
}

static bool isZero(const UnitContext &unit, const Expr *condition) {
  bool value = true;
  return condition->EvaluateAsBooleanCondition(value, unit.context) && !value;
}

static void lowerLoop(UnitContext &unit, const Stmt *statement, RegionId parent) {
  RegionId id = openRegion(unit, Region::Kind::Loop, parent, statement);
  unit.program[parent].children.push_back(id);
  annotate(unit, id, statement);
  RegionId previous = unit.at.scope;
  unit.at.scope = id;
  const auto found = std::make_shared<const LoopHead>(findLoopHead(statement, unit.context));
  unit.builder.sources.headOf[id] = found;
  const LoopHead &head = *found;
  const auto *counting = dyn_cast<ForStmt>(statement);
  const auto *testing = dyn_cast<WhileStmt>(statement);
  const auto *repeating = dyn_cast<DoStmt>(statement);
  const Expr *condition = head.variable ? head.condition
                          : counting    ? counting->getCond()
                          : testing     ? testing->getCond()
                                        : repeating->getCond();
  const Stmt *body = counting  ? counting->getBody()
                     : testing ? testing->getBody()
                               : repeating->getBody();
  if (counting && counting->getInit()) {
    RegionId holder = openRegion(unit, Region::Kind::Sequence, id, counting->getInit());
    unit.at.scope = head.declarations ? previous : id;
    lowerSimple(unit, counting->getInit(), holder);
    unit.at.scope = id;
    RegionId init = unit.program[holder].children[0];
    unit.program[init].parent = id;
    unit.program[holder].children.clear();
    unit.program[id].init = init;
  }
  if (condition)
    lowerTest(unit, head, condition, id);
  RegionId lowered = lowerArm(unit, body, id, head.exitTest != nullptr);
  unit.program[id].children.push_back(lowered);
  if (counting && counting->getInc()) {
    RegionId step = openRegion(unit, Region::Kind::Block, id, counting->getInc());
    unit.at.block = step;
    const Expr *increment = counting->getInc();
    increment->isPRValue() ? rvalue(unit, increment) : address(unit, increment);
    unit.program[id].step = step;
  }
  unit.program[id].testsFirst = !repeating;
  unit.program[id].runsOnce = repeating && isZero(unit, repeating->getCond());
  unit.program[id].counted = countedForm(unit, head, id);
  unit.at.scope = previous;
}

/// Counted forms have a comparison that holds for the loop to go on.
static void lowerTest(UnitContext &unit, const LoopHead &head, const Expr *condition,
                      RegionId loop) {
  ValueId value;
  RegionId test = conditionBlock(unit, condition, loop, value);
  if (head.variable && !head.test.bound)
    value = isNotZero(unit, value, condition->getType(), condition->getExprLoc());
  if (head.exitTest && unit.program[value].op == Op::Compare) {
    unit.program[value].relation = opposite(unit.program[value].relation);
  } else if (head.exitTest) {
    value = isNotZero(unit, value, condition->getType(), condition->getExprLoc());
    unit.program[value].relation = Relation::Equal;
  }
  unit.program[loop].condition = test;
  unit.program[loop].conditionValue = value;
}

static void lowerReturn(UnitContext &unit, const ReturnStmt *statement, RegionId parent) {
  ValueId value;
  if (const Expr *result = statement->getRetValue()) {
    RegionId computed = openRegion(unit, Region::Kind::Block, parent, statement);
    unit.program[parent].children.push_back(computed);
    unit.at.block = computed;
    value = result->isPRValue() ? rvalue(unit, result) : address(unit, result);
  }
  lowerJump(unit, statement, Region::JumpKind::Return, parent);
  unit.program[unit.program[parent].children.back()].returned = value;
}

static void lowerJump(UnitContext &unit, const Stmt *statement, Region::JumpKind kind,
                      RegionId parent) {
  RegionId id = openRegion(unit, Region::Kind::Jump, parent, statement);
  unit.program[parent].children.push_back(id);
  unit.program[id].jump = kind;
  if (const auto *computed = dyn_cast<IndirectGotoStmt>(statement)) {
    RegionId target = openRegion(unit, Region::Kind::Block, parent, statement);
    unit.program[parent].children.push_back(target);
    unit.at.block = target;
    rvalue(unit, computed->getTarget());
  }
}

} // namespace kasuri
