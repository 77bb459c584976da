// What makes the control flow of a whole function irregular: a computed goto, setjmp, a jump by a
// loop's name, a case label inside a nested statement, or a jump out of an expression. Such a body
// becomes one Opaque region, whose parts the analyses take in any order.
#include "frontend/Lower.h"

namespace kasuri {

using namespace clang;

namespace {

/// Finds what makes a function's control flow irregular.
class Irregularity : public DynamicRecursiveASTVisitor {
public:
  std::string reason;

  bool found(const char *what) {
    reason = what;
    return false;
  }
  bool VisitIndirectGotoStmt(IndirectGotoStmt *) override { return found("computed goto"); }
  bool VisitAddrLabelExpr(AddrLabelExpr *) override { return found("the address of a label"); }
  bool VisitLoopControlStmt(LoopControlStmt *jump) override { // of a named loop
    return !jump->hasLabelTarget() || found("goto");
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *assembly) override {
    return !assembly->isAsmGoto() || found("asm goto");
  }
  bool VisitCallExpr(CallExpr *call) override {
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
  bool VisitVarDecl(VarDecl *variable) override {
    return !variable->hasAttr<CleanupAttr>() || found("the cleanup attribute");
  }
  bool VisitStmtExpr(StmtExpr *expression) override {
    if (holdsGoto(expression->getSubStmt()))
      return found("goto");
    bool isIrregular =
        holdsControlFlow(expression) && !alone.contains(expression) && mayLeave(expression);
    return !isIrregular || found("control flow inside an expression");
  }
  /// Statements come before the expressions in them.
  bool VisitCompoundStmt(CompoundStmt *compound) override {
    for (const Stmt *statement : compound->body())
      noteAlone(statement);
    return true;
  }
  bool VisitIfStmt(IfStmt *statement) override {
    return noteAlone(statement->getThen(), statement->getElse());
  }
  bool VisitForStmt(ForStmt *statement) override { return noteAlone(statement->getBody()); }
  bool VisitWhileStmt(WhileStmt *statement) override { return noteAlone(statement->getBody()); }
  bool VisitDoStmt(DoStmt *statement) override { return noteAlone(statement->getBody()); }
  bool VisitSwitchCase(SwitchCase *statement) override {
    return noteAlone(statement->getSubStmt());
  }
  bool VisitLabelStmt(LabelStmt *statement) override { return noteAlone(statement->getSubStmt()); }
  bool VisitSwitchStmt(SwitchStmt *statement) override {
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

} // namespace

std::string irregularity(const Stmt *body) {
  Irregularity visitor;
  visitor.TraverseStmt(const_cast<Stmt *>(body));
  return visitor.reason;
}

} // namespace kasuri
