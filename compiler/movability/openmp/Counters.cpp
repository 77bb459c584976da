// Loop variables that are counters and nothing else.
//
//     int i;
//     for (i = 0; i < n; i++) a[i] = 0;      each loop sets i before it reads it: what the first
//     one for (i = 0; i < n; i++) b[i] = a[i];   leaves in it, nobody looks at
#include "movability/openmp/LoopReader.h"

namespace kasuri {

using namespace clang;

namespace {

/// Where a function names a variable, and which loops set it first.
class CounterFinder : public DynamicRecursiveASTVisitor {
public:
  explicit CounterFinder(const VarDecl *variable) : variable(variable) {}
  std::vector<const DeclRefExpr *> references;
  std::vector<const ForStmt *> loops; ///< that set it first

  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    if (reference->getDecl() == variable)
      references.push_back(reference);
    return true;
  }
  bool VisitForStmt(ForStmt *loop) override {
    const auto *start = dyn_cast_or_null<BinaryOperator>(loop->getInit());
    if (start && start->getOpcode() == BO_Assign && isIt(start->getLHS()) &&
        llvm::none_of(findUses(start->getRHS()).references,
                      [&](const DeclRefExpr *each) { return each->getDecl() == variable; }))
      loops.push_back(loop);
    return true;
  }

private:
  const VarDecl *variable;
  bool isIt(const Expr *expression) const {
    const auto *name = dyn_cast<DeclRefExpr>(expression->IgnoreParens());
    return name && name->getDecl() == variable;
  }
};

} // namespace

bool isOnlyCounter(const FunctionDecl &function, const ForStmt &loop, const VarDecl *variable) {
  if (variable->hasGlobalStorage())
    return false;
  CounterFinder finder(variable);
  finder.TraverseStmt(function.getBody());
  const SourceManager &manager = function.getASTContext().getSourceManager();
  auto isIn = [&](clang::SourceLocation place, const Stmt &outer) {
    const SourceRange range = manager.getExpansionRange(outer.getSourceRange()).getAsRange();
    const clang::SourceLocation at = manager.getExpansionLoc(place);
    return !manager.isBeforeInTranslationUnit(at, range.getBegin()) &&
           !manager.isBeforeInTranslationUnit(range.getEnd(), at);
  };
  return llvm::all_of(finder.references, [&](const DeclRefExpr *reference) {
    return isIn(reference->getLocation(), loop) ||
           llvm::any_of(finder.loops, [&](const ForStmt *other) {
             return isIn(reference->getLocation(), *other) && !isIn(loop.getBeginLoc(), *other);
           });
  });
}

std::vector<const DeclRefExpr *> referencesTo(const FunctionDecl &function,
                                              const VarDecl *variable) {
  CounterFinder finder(variable);
  finder.TraverseStmt(function.getBody());
  return std::move(finder.references);
}

} // namespace kasuri
