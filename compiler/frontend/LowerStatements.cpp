// Statements to regions. Structured control flow keeps its shape, and what gotos leave or repeat
// gets one (GotoRanges.h); the statements that other gotos may run out of order become an Opaque
// region, whose parts the analyses take in any order. A function
// with a computed goto, setjmp, a jump by a loop's name, a case label inside a nested statement, or
// a jump out of an expression is one such region.
#include "frontend/Lower.h"

namespace kasuri {

using namespace clang;

namespace {

/// Finds what makes a function's control flow irregular.
class Irregularity : public RecursiveASTVisitor<Irregularity> {
public:
  std::string reason;

  bool found(const char *what) {
    reason = what;
    return false;
  }
  bool VisitIndirectGotoStmt(IndirectGotoStmt *) { return found("computed goto"); }
  bool VisitAddrLabelExpr(AddrLabelExpr *) { return found("the address of a label"); }
  bool VisitLoopControlStmt(LoopControlStmt *jump) { // of a named loop
    return !jump->hasLabelTarget() || found("goto");
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *assembly) { return !assembly->isAsmGoto() || found("asm goto"); }
  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee)
      return true;
    if (callee->hasAttr<ReturnsTwiceAttr>())
      return found("setjmp");
    for (const char *name : {"setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "vfork",
                             "__builtin_setjmp", "getcontext"})
      if (callee->getName() == name)
        return found("setjmp");
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) {
    return !variable->hasAttr<CleanupAttr>() || found("the cleanup attribute");
  }
  bool VisitStmtExpr(StmtExpr *expression) {
    if (holdsGoto(expression->getSubStmt()))
      return found("goto");
    bool isIrregular =
        holdsControlFlow(expression) && !alone.contains(expression) && mayLeave(expression);
    return !isIrregular || found("control flow inside an expression");
  }
  /// Statements come before the expressions in them.
  bool VisitCompoundStmt(CompoundStmt *compound) {
    for (const Stmt *statement : compound->body())
      noteAlone(statement);
    return true;
  }
  bool VisitIfStmt(IfStmt *statement) {
    return noteAlone(statement->getThen(), statement->getElse());
  }
  bool VisitForStmt(ForStmt *statement) { return noteAlone(statement->getBody()); }
  bool VisitWhileStmt(WhileStmt *statement) { return noteAlone(statement->getBody()); }
  bool VisitDoStmt(DoStmt *statement) { return noteAlone(statement->getBody()); }
  bool VisitSwitchCase(SwitchCase *statement) { return noteAlone(statement->getSubStmt()); }
  bool VisitLabelStmt(LabelStmt *statement) { return noteAlone(statement->getSubStmt()); }
  bool VisitSwitchStmt(SwitchStmt *statement) {
    const auto *body = dyn_cast<CompoundStmt>(statement->getBody());
    if (!body)
      return found("a switch without a block");
    std::set<const SwitchCase *> direct;
    for (const Stmt *child : body->body())
      for (const auto *label = dyn_cast<SwitchCase>(child); label;
           label = dyn_cast<SwitchCase>(label->getSubStmt()))
        direct.insert(label);
    for (const SwitchCase *label = statement->getSwitchCaseList(); label;
         label = label->getNextSwitchCase())
      if (!direct.contains(label))
        return found("a case label inside a nested statement");
    return true;
  }

private:
  std::set<const StmtExpr *> alone; ///< lowered as statements

  static bool holdsGoto(const Stmt *statement) {
    return statement &&
           (isa<GotoStmt, LabelStmt>(statement) || llvm::any_of(statement->children(), holdsGoto));
  }

  bool noteAlone(const Stmt *statement, const Stmt *other = nullptr) {
    for (const Stmt *each : {statement, other})
      if (const auto *expression = dyn_cast_or_null<Expr>(each))
        for (const Expr *part : partsOf(expression))
          if (const StmtExpr *statements = asStatements(part))
            alone.insert(statements);
    return true;
  }
};

bool hasStatements(const Expr *expression) {
  for (const Expr *part : partsOf(expression))
    if (asStatements(part))
      return true;
  return false;
}

} // namespace

std::string UnitLowering::irregularity(const Stmt *body) const {
  Irregularity visitor;
  visitor.TraverseStmt(const_cast<Stmt *>(body));
  return visitor.reason;
}

bool UnitLowering::inMainFile(const Stmt *statement) const {
  const LangOptions &options = context.getLangOpts();
  clang::SourceLocation begin = statement->getBeginLoc(), end = statement->getEndLoc();
  bool startsWhole =
      !begin.isMacroID() || Lexer::isAtStartOfMacroExpansion(begin, sources, options);
  bool endsWhole = !end.isMacroID() || Lexer::isAtEndOfMacroExpansion(end, sources, options);
  return startsWhole && endsWhole && sources.isInMainFile(sources.getExpansionLoc(begin)) &&
         sources.isInMainFile(sources.getExpansionLoc(end));
}

RegionId UnitLowering::open(Region::Kind kind, RegionId parent, const Stmt *statement) {
  RegionId id = builder.newRegion(kind, parent, function);
  Region &region = program[id];
  if (statement) {
    region.location = locate(statement->getBeginLoc());
    region.end = locate(statement->getEndLoc());
    region.inMainFile = inMainFile(statement);
    builder.sources.statementOf[id] = statement;
  }
  return id;
}

void UnitLowering::lowerChildren(const CompoundStmt *compound, RegionId sequence, bool skipsFirst) {
  const std::vector<GotoRange> &ranges = gotos.of[compound];
  std::vector<std::pair<GotoRange, RegionId>> open;
  auto inside = [&] { return open.empty() ? sequence : open.back().second; };
  size_t index = 0;
  for (const Stmt *statement : compound->body()) {
    for (const GotoRange &range : ranges)
      if (index == range.first)
        open.emplace_back(range, openRange(compound, range, inside()));
    if (index != 0 || !skipsFirst)
      lowerStatement(statement, inside());
    for (; !open.empty() && open.back().first.last == index; open.pop_back())
      closeRange(open.back().first, open.back().second);
    ++index;
  }
}

/// Where the statements of the range go.
RegionId UnitLowering::openRange(const CompoundStmt *compound, const GotoRange &range,
                                 RegionId parent) {
  auto begin = [&](Region::Kind kind, RegionId around) {
    RegionId id = builder.newRegion(kind, around, function);
    Region &region = program[id];
    region.location = locate(compound->body_begin()[range.first]->getBeginLoc());
    region.end = locate(compound->body_begin()[range.last]->getEndLoc());
    region.inMainFile = false; // no statement that could be moved
    program[around].children.push_back(id);
    return id;
  };
  if (range.kind == GotoRange::Kind::Irregular) {
    const RegionId irregular = begin(Region::Kind::Opaque, parent);
    program[irregular].obstacle = "goto";
    return irregular;
  }
  if (range.kind == GotoRange::Kind::Repeated) {
    parent = begin(Region::Kind::Loop, parent);
    program[parent].obstacle = "goto";
  }
  const RegionId stretch = begin(Region::Kind::Sequence, parent);
  program[stretch].isStretch = true;
  if (range.kind == GotoRange::Kind::Left)
    stretches[range.label] = stretch;
  return stretch;
}

/// What is repeated ends when no goto says otherwise.
void UnitLowering::closeRange(const GotoRange &range, RegionId inside) {
  if (range.kind != GotoRange::Kind::Repeated)
    return;
  RegionId end = builder.newRegion(Region::Kind::Jump, inside, function);
  program[end].jump = Region::JumpKind::Break;
  program[end].location = program[inside].end;
  program[end].inMainFile = false;
  program[inside].children.push_back(end);
}

/// Lowers the statement as the next child of `parent`.
void UnitLowering::lowerStatement(const Stmt *statement, RegionId parent) {
  if (hidesControlFlow(statement))
    lowerUnordered(statement, parent);
  else
    lowerRegular(statement, parent);
}

void UnitLowering::lowerRegular(const Stmt *statement, RegionId parent) {
  if (const auto *compound = dyn_cast<CompoundStmt>(statement)) {
    RegionId sequence = open(Region::Kind::Sequence, parent, compound);
    program[parent].children.push_back(sequence);
    annotate(sequence, compound);
    RegionId previous = scope;
    scope = sequence;
    lowerChildren(compound, sequence, false);
    scope = previous;
  } else if (const auto *branch = dyn_cast<IfStmt>(statement)) {
    lowerIf(branch, parent);
  } else if (const auto *selection = dyn_cast<SwitchStmt>(statement)) {
    lowerSwitch(selection, parent);
  } else if (isa<ForStmt, WhileStmt, DoStmt>(statement)) {
    lowerLoop(statement, parent);
  } else if (const auto *result = dyn_cast<ReturnStmt>(statement)) {
    lowerReturn(result, parent);
  } else if (isa<BreakStmt>(statement)) {
    lowerJump(statement, Region::JumpKind::Break, parent);
  } else if (isa<ContinueStmt>(statement)) {
    lowerJump(statement, Region::JumpKind::Continue, parent);
  } else if (const auto *jump = dyn_cast<GotoStmt>(statement);
             jump && gotos.continues.contains(jump)) {
    lowerJump(statement, Region::JumpKind::Continue, parent);
  } else if (isa<GotoStmt, IndirectGotoStmt>(statement)) {
    lowerJump(statement, Region::JumpKind::Goto, parent);
    if (jump && gotos.leaving.contains(jump))
      program[program[parent].children.back()].target = stretches.at(jump->getLabel());
  } else if (const auto *label = dyn_cast<LabelStmt>(statement)) {
    lowerStatement(label->getSubStmt(), parent);
  } else if (const auto *attributed = dyn_cast<AttributedStmt>(statement)) {
    lowerStatement(attributed->getSubStmt(), parent);
  } else if (const auto *selected = dyn_cast<SwitchCase>(statement)) {
    lowerStatement(selected->getSubStmt(), parent);
  } else if (const auto *expression = dyn_cast<Expr>(statement);
             expression && hasStatements(expression)) {
    lowerParts(expression, parent);
  } else if (!isa<NullStmt>(statement)) {
    lowerSimple(statement, parent);
  }
}

/// An arm or a body: always a Sequence, whatever the statement is. A block's first statement may
/// already be the loop's test.
RegionId UnitLowering::lowerArm(const Stmt *statement, RegionId parent, bool isFirstTest) {
  RegionId sequence = open(Region::Kind::Sequence, parent, statement);
  RegionId previous = scope;
  if (isa<CompoundStmt>(statement))
    annotate(sequence, statement);
  scope = sequence;
  if (const auto *compound = dyn_cast<CompoundStmt>(statement))
    lowerChildren(compound, sequence, isFirstTest);
  else
    lowerStatement(statement, sequence);
  scope = previous;
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

void UnitLowering::lowerSimple(const Stmt *statement, RegionId parent) {
  RegionId id = open(Region::Kind::Block, parent, statement);
  program[parent].children.push_back(id);
  block = id;
  if (const auto *declarations = dyn_cast<DeclStmt>(statement)) {
    lowerDeclarations(declarations);
  } else if (const auto *expression = dyn_cast<Expr>(statement)) {
    expression->isPRValue() ? rvalue(expression) : address(expression);
  } else {
    Instruction clobber = make(Op::Clobber, context.VoidTy, statement->getBeginLoc());
    if (const auto *assembly = dyn_cast<AsmStmt>(statement)) {
      for (unsigned i = 0; i < assembly->getNumOutputs(); ++i) {
        markAddressTaken(assembly->getOutputExpr(i));
        clobber.operands.push_back(address(assembly->getOutputExpr(i)));
      }
      for (unsigned i = 0; i < assembly->getNumInputs(); ++i) {
        const Expr *input = assembly->getInputExpr(i);
        if (!input->isPRValue())
          markAddressTaken(input);
        clobber.operands.push_back(input->isPRValue() ? rvalue(input) : address(input));
      }
    }
    clobber.text = "asm";
    clobber.number = mayTouchAllMemory(statement);
    add(clobber);
  }
}

RegionId UnitLowering::conditionBlock(const Expr *condition, RegionId parent, ValueId &value) {
  RegionId id = open(Region::Kind::Block, parent, condition);
  block = id;
  value = condition->isPRValue() ? rvalue(condition) : address(condition);
  return id;
}

/// Notes where the arm stands if something can be written around it: a block, or an expression with
/// its semicolon.
void UnitLowering::noteText(const Stmt *statement, RegionId arm) {
  const LangOptions &options = context.getLangOpts();
  if (!inMainFile(statement) || (!isa<CompoundStmt>(statement) && !isa<Expr>(statement)))
    return;
  clang::SourceLocation begin = sources.getExpansionLoc(statement->getBeginLoc());
  clang::SourceLocation last = sources.getExpansionRange(statement->getSourceRange()).getEnd();
  clang::SourceLocation end = Lexer::getLocForEndOfToken(last, 0, sources, options);
  if (isa<Expr>(statement)) {
    std::optional<Token> next = Lexer::findNextToken(last, sources, options);
    if (!next || next->isNot(tok::semi))
      return;
    end = next->getEndLoc();
  }
  if (sources.getFileID(begin) != sources.getMainFileID() ||
      sources.getFileID(end) != sources.getMainFileID())
    return;
  program[arm].canBeWrapped = true;
  builder.sources.wrapped[arm] = {sources.getFileOffset(begin), sources.getFileOffset(end)};
}

void UnitLowering::lowerIf(const IfStmt *statement, RegionId parent) {
  RegionId id = open(Region::Kind::Branch, parent, statement);
  program[parent].children.push_back(id);
  ValueId value;
  RegionId condition = conditionBlock(statement->getCond(), id, value);
  program[id].condition = condition;
  program[id].conditionValue = value;
  RegionId whenTrue = lowerArm(statement->getThen(), id);
  program[id].children.push_back(whenTrue);
  noteText(statement->getThen(), whenTrue);
  if (statement->getElse()) {
    RegionId whenFalse = lowerArm(statement->getElse(), id);
    program[id].children.push_back(whenFalse);
    noteText(statement->getElse(), whenFalse);
  }
}

void UnitLowering::lowerSwitch(const SwitchStmt *statement, RegionId parent) {
  RegionId id = open(Region::Kind::Switch, parent, statement);
  program[parent].children.push_back(id);
  ValueId value;
  RegionId condition = conditionBlock(statement->getCond(), id, value);
  program[id].condition = condition;
  program[id].conditionValue = value;
  RegionId previous = scope;
  const auto *body = dyn_cast<CompoundStmt>(statement->getBody());
  RegionId arm;
  auto lowerPart = [&](const Stmt *part) {
    if (isa<SwitchCase>(part) || !arm.valid()) {
      arm = open(Region::Kind::Sequence, id, part);
      program[id].children.push_back(arm);
      scope = arm;
    }
    for (const auto *label = dyn_cast<SwitchCase>(part); label;
         label = dyn_cast<SwitchCase>(part)) {
      program[id].hasDefault |= isa<DefaultStmt>(label);
      part = label->getSubStmt();
    }
    lowerStatement(part, arm);
  };
  if (body)
    for (const Stmt *part : body->body())
      lowerPart(part);
  else
    lowerPart(statement->getBody());
  scope = previous;
}

void UnitLowering::lowerLoop(const Stmt *statement, RegionId parent) {
  RegionId id = open(Region::Kind::Loop, parent, statement);
  program[parent].children.push_back(id);
  annotate(id, statement);
  RegionId previous = scope;
  scope = id;
  const LoopHead head = findLoopHead(statement, context);
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
    RegionId holder = open(Region::Kind::Sequence, id, counting->getInit());
    scope = head.declarations ? previous : id;
    lowerSimple(counting->getInit(), holder);
    scope = id;
    RegionId init = program[holder].children[0];
    program[init].parent = id;
    program[holder].children.clear();
    program[id].init = init;
  }
  if (condition)
    lowerTest(head, condition, id);
  RegionId lowered = lowerArm(body, id, head.exitTest != nullptr);
  program[id].children.push_back(lowered);
  if (counting && counting->getInc()) {
    RegionId step = open(Region::Kind::Block, id, counting->getInc());
    block = step;
    const Expr *increment = counting->getInc();
    increment->isPRValue() ? rvalue(increment) : address(increment);
    program[id].step = step;
  }
  program[id].testsFirst = !repeating;
  program[id].counted = countedForm(head, id);
  scope = previous;
}

/// Counted forms have a comparison that holds for the loop to go on.
void UnitLowering::lowerTest(const LoopHead &head, const Expr *condition, RegionId loop) {
  ValueId value;
  RegionId test = conditionBlock(condition, loop, value);
  if (head.variable && !head.test.bound)
    value = isNotZero(value, condition->getType(), condition->getExprLoc());
  if (head.exitTest && program[value].op == Op::Compare) {
    program[value].relation = opposite(program[value].relation);
  } else if (head.exitTest) {
    value = isNotZero(value, condition->getType(), condition->getExprLoc());
    program[value].relation = Relation::Equal;
  }
  program[loop].condition = test;
  program[loop].conditionValue = value;
}

void UnitLowering::lowerReturn(const ReturnStmt *statement, RegionId parent) {
  ValueId value;
  if (const Expr *result = statement->getRetValue()) {
    RegionId computed = open(Region::Kind::Block, parent, statement);
    program[parent].children.push_back(computed);
    block = computed;
    value = result->isPRValue() ? rvalue(result) : address(result);
  }
  lowerJump(statement, Region::JumpKind::Return, parent);
  program[program[parent].children.back()].returned = value;
}

void UnitLowering::lowerJump(const Stmt *statement, Region::JumpKind kind, RegionId parent) {
  RegionId id = open(Region::Kind::Jump, parent, statement);
  program[parent].children.push_back(id);
  program[id].jump = kind;
  if (const auto *computed = dyn_cast<IndirectGotoStmt>(statement)) {
    RegionId target = open(Region::Kind::Block, parent, statement);
    program[parent].children.push_back(target);
    block = target;
    rvalue(computed->getTarget());
  }
}

} // namespace kasuri
