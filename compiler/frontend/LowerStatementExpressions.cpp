// Control flow inside expressions, by GNU statement expressions.
//
//     ((void) sizeof (x), ({ if (x) ; else fail(); }));     Sequence of the parts' statements
//     y = 1 + ({ int t; if (x) t = 1; else t = 2; t; });     values, those of the arms conditional
//     y = 1 + ({ int t = 0; while (more(x)) t++; t; });      Opaque: the assignment, the block
//
// As a part of an expression statement whose value nobody asks for, a statement expression is
// statements. Elsewhere the arms of its branches may be skipped like those of ?:, so toupper(c) of
// glibc is values as well. With loops or jumps in it, its statement becomes an Opaque region, for
// what the two do is interleaved.
#include "frontend/Lower.h"

namespace kasuri {

using namespace clang;

bool holdsControlFlow(const StmtExpr *expression) {
  const CompoundStmt *body = expression->getSubStmt();
  return !std::all_of(body->body_begin(), body->body_end(), [](const Stmt *statement) {
    return isa<Expr, DeclStmt, NullStmt>(statement);
  });
}

static bool hasBranchesOnly(const Stmt *statement) {
  if (const auto *branch = dyn_cast<IfStmt>(statement))
    return hasBranchesOnly(branch->getThen()) &&
           (!branch->getElse() || hasBranchesOnly(branch->getElse()));
  if (const auto *block = dyn_cast<CompoundStmt>(statement))
    return std::all_of(block->body_begin(), block->body_end(), hasBranchesOnly);
  return isa<Expr, DeclStmt, NullStmt>(statement);
}

/// It is lowered to values, like ?:.
static bool isStraight(const StmtExpr *expression) {
  return hasBranchesOnly(expression->getSubStmt());
}

/// The value of an expression, nothing of other statements.
static ValueId lowerStraight(UnitContext &unit, const Stmt *statement) {
  if (const auto *declarations = dyn_cast<DeclStmt>(statement)) {
    lowerDeclarations(unit, declarations);
  } else if (const auto *block = dyn_cast<CompoundStmt>(statement)) {
    for (const Stmt *each : block->body())
      lowerStraight(unit, each);
  } else if (const auto *branch = dyn_cast<IfStmt>(statement)) {
    rvalue(unit, branch->getCond());
    ++unit.at.conditionalDepth;
    lowerStraight(unit, branch->getThen());
    if (branch->getElse())
      lowerStraight(unit, branch->getElse());
    --unit.at.conditionalDepth;
  } else if (const auto *expression = dyn_cast<Expr>(statement)) {
    return expression->isPRValue() ? rvalue(unit, expression) : address(unit, expression);
  }
  return ValueId();
}

/// With jumps or loops inside, the whole statement is irregular, and what stands in the block
/// becomes parts without order (see lowerUnordered).
ValueId lowerStatementExpression(UnitContext &unit, const StmtExpr *expression) {
  const CompoundStmt *body = expression->getSubStmt();
  if (!isStraight(expression)) {
    unit.body.nested.push_back(body);
    return add(unit, make(unit, Op::Clobber, expression->getType(), expression->getExprLoc()));
  }
  ValueId last;
  for (const Stmt *statement : body->body())
    last = lowerStraight(unit, statement);
  if (!last.valid() && !expression->getType()->isVoidType())
    last = add(unit, make(unit, Op::Opaque, expression->getType(), expression->getExprLoc()));
  return last;
}

static const Expr *withoutWrappers(const Expr *expression) {
  while (true) {
    const Expr *inner = expression->IgnoreParens();
    if (const auto *wrapper = dyn_cast<FullExpr>(inner))
      inner = wrapper->getSubExpr();
    else if (const auto *cast = dyn_cast<CastExpr>(inner); cast && cast->getCastKind() == CK_ToVoid)
      inner = cast->getSubExpr();
    else if (const auto *unary = dyn_cast<UnaryOperator>(inner);
             unary && unary->getOpcode() == UO_Extension)
      inner = unary->getSubExpr();
    if (inner == expression)
      return inner;
    expression = inner;
  }
}

std::vector<const Expr *> partsOf(const Expr *statement) {
  const Expr *inner = withoutWrappers(statement);
  const auto *comma = dyn_cast<BinaryOperator>(inner);
  if (!comma || comma->getOpcode() != BO_Comma)
    return {inner};
  std::vector<const Expr *> parts = partsOf(comma->getLHS()), rest = partsOf(comma->getRHS());
  parts.insert(parts.end(), rest.begin(), rest.end());
  return parts;
}

const StmtExpr *asStatements(const Expr *part) {
  const auto *expression = dyn_cast<StmtExpr>(part);
  return expression && holdsControlFlow(expression) ? expression : nullptr;
}

namespace {

/// Finds evaluated statement expressions with loops or jumps.
class HiddenControl : public DynamicRecursiveASTVisitor {
public:
  bool isFound = false;
  bool VisitStmtExpr(StmtExpr *expression) override {
    isFound |= !isStraight(expression);
    return !isFound;
  }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *size) override {
    bool isEvaluated = size->getTypeOfArgument()->isVariablyModifiedType();
    return !isEvaluated || DynamicRecursiveASTVisitor::TraverseUnaryExprOrTypeTraitExpr(size);
  }

  bool search(const Stmt *statement) {
    if (statement)
      TraverseStmt(const_cast<Stmt *>(statement));
    return isFound;
  }
};

class LeavingJump : public DynamicRecursiveASTVisitor {
public:
  bool isFound = false;
  bool VisitReturnStmt(ReturnStmt *) override { return found(); }
  bool VisitBreakStmt(BreakStmt *) override { return depth > 0 || found(); }
  bool VisitContinueStmt(ContinueStmt *) override { return loops > 0 || found(); }
  bool TraverseForStmt(ForStmt *loop) override { return inLoop(loop, &LeavingJump::forBase); }
  bool TraverseWhileStmt(WhileStmt *loop) override { return inLoop(loop, &LeavingJump::whileBase); }
  bool TraverseDoStmt(DoStmt *loop) override { return inLoop(loop, &LeavingJump::doBase); }
  bool TraverseSwitchStmt(SwitchStmt *selection) override {
    ++depth;
    bool goesOn = DynamicRecursiveASTVisitor::TraverseSwitchStmt(selection);
    --depth;
    return goesOn;
  }

private:
  unsigned depth = 0, loops = 0;

  bool found() {
    isFound = true;
    return false;
  }
  bool forBase(ForStmt *loop) { return DynamicRecursiveASTVisitor::TraverseForStmt(loop); }
  bool whileBase(WhileStmt *loop) { return DynamicRecursiveASTVisitor::TraverseWhileStmt(loop); }
  bool doBase(DoStmt *loop) { return DynamicRecursiveASTVisitor::TraverseDoStmt(loop); }

  template <typename Loop> bool inLoop(Loop *loop, bool (LeavingJump::*base)(Loop *)) {
    ++depth, ++loops;
    bool goesOn = (this->*base)(loop);
    --depth, --loops;
    return goesOn;
  }
};

} // namespace

bool mayLeave(const StmtExpr *expression) {
  LeavingJump visitor;
  visitor.TraverseStmt(const_cast<CompoundStmt *>(expression->getSubStmt()));
  return visitor.isFound;
}

bool hidesControlFlow(const Stmt *statement) {
  HiddenControl hidden;
  if (const auto *branch = dyn_cast<IfStmt>(statement))
    return hidden.search(branch->getCond());
  if (const auto *selection = dyn_cast<SwitchStmt>(statement))
    return hidden.search(selection->getCond());
  if (const auto *loop = dyn_cast<ForStmt>(statement))
    return hidden.search(loop->getInit()) || hidden.search(loop->getCond()) ||
           hidden.search(loop->getInc());
  if (const auto *loop = dyn_cast<WhileStmt>(statement))
    return hidden.search(loop->getCond());
  if (const auto *loop = dyn_cast<DoStmt>(statement))
    return hidden.search(loop->getCond());
  if (const auto *result = dyn_cast<ReturnStmt>(statement))
    return hidden.search(result->getRetValue());
  if (isa<DeclStmt>(statement))
    return hidden.search(statement);
  if (const auto *expression = dyn_cast<Expr>(statement))
    for (const Expr *part : partsOf(expression))
      if (!asStatements(part) && hidden.search(part))
        return true;
  return hidden.isFound;
}

/// The parts are no statements that could be moved elsewhere, only what they consist of is.
void lowerParts(UnitContext &unit, const Expr *expression, RegionId parent) {
  RegionId sequence = openRegion(unit, Region::Kind::Sequence, parent, expression);
  unit.program[parent].children.push_back(sequence);
  RegionId previous = unit.at.scope;
  unit.at.scope = sequence;
  for (const Expr *part : partsOf(expression)) {
    if (const StmtExpr *statements = asStatements(part))
      lowerStatement(unit, statements->getSubStmt(), sequence);
    else if (part->HasSideEffects(unit.context))
      lowerSimple(unit, part, sequence);
    else
      continue;
    unit.program[unit.program[sequence].children.back()].inMainFile = false;
  }
  unit.at.scope = previous;
}

/// The statement and the blocks in its expressions, in any order.
void lowerUnordered(UnitContext &unit, const Stmt *statement, RegionId parent) {
  RegionId id = openRegion(unit, Region::Kind::Opaque, parent, statement);
  unit.program[parent].children.push_back(id);
  unit.program[id].obstacle = "control flow inside an expression";
  std::vector<const CompoundStmt *> outer;
  outer.swap(unit.body.nested);
  lowerRegular(unit, statement, id);
  lowerNested(unit, id);
  unit.body.nested.swap(outer);
}

void lowerNested(UnitContext &unit, RegionId parent) {
  while (!unit.body.nested.empty()) {
    const CompoundStmt *statements = unit.body.nested.back();
    unit.body.nested.pop_back();
    lowerStatement(unit, statements, parent);
  }
}

} // namespace kasuri
