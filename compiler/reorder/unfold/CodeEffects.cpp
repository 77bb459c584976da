#include "reorder/unfold/CodeEffects.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/Builtins.h"

#include <set>

namespace kasuri {

using namespace clang;

namespace {

class EffectFinder : public DynamicRecursiveASTVisitor {
public:
  explicit EffectFinder(ASTContext &context) : context(context) {}

  CodeEffects found;

  bool VisitStmt(Stmt *statement) override {
    found.isUnknown |= isa<AsmStmt, StmtExpr, AtomicExpr, VAArgExpr>(statement);
    return true;
  }
  bool VisitExpr(Expr *expression) override {
    found.isUnknown |= expression->isGLValue() && expression->getType().isVolatileQualified();
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *operation) override {
    if (operation->isAssignmentOp())
      addWrite(operation->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *operation) override {
    if (operation->isIncrementDecrementOp())
      addWrite(operation->getSubExpr());
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) override {
    found.readsReals |= cast->getCastKind() == CK_LValueToRValue &&
                        !cast->getType()->isIntegerType() && !cast->getType()->isPointerType();
    return true;
  }
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee || callee->isWeak()) {
      found.isUnknown = true;
      return true;
    }
    if (const unsigned builtin = callee->getBuiltinID()) {
      found.isUnknown |= !context.BuiltinInfo.isConst(builtin) &&
                         !context.BuiltinInfo.isConstWithoutErrnoAndExceptions(builtin);
      return true;
    }
    const FunctionDecl *definition = callee->getDefinition();
    found.isUnknown |= !definition;
    if (!definition || !visited.insert(definition).second)
      return true;
    const bool assignsAround = found.assigns;
    TraverseStmt(definition->getBody());
    found.assigns = assignsAround;
    return true;
  }

private:
  ASTContext &context;
  std::set<const FunctionDecl *> visited;

  void addWrite(const Expr *place) {
    const auto *reference = dyn_cast<DeclRefExpr>(place->IgnoreParens());
    const auto *variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (variable && variable->hasLocalStorage()) {
      found.assigns = true;
      return;
    }
    found.writesMemory = true;
    found.writesOthers |= !place->getType()->isRealFloatingType();
  }
};

/// The calls that run each time the expression is evaluated.
class SureCalls {
public:
  std::set<const Expr *> found;

  void add(const Expr *expression) {
    expression = expression->IgnoreParenCasts();
    found.insert(expression);
    const auto *operation = dyn_cast<BinaryOperator>(expression);
    if (isa<AbstractConditionalOperator, StmtExpr, UnaryExprOrTypeTraitExpr>(expression))
      return;
    if (operation && (operation->isLogicalOp() || operation->isCommaOp()))
      return add(operation->getLHS());
    for (const Stmt *each : expression->children())
      if (const auto *part = dyn_cast_or_null<Expr>(each))
        add(part);
  }
};

/// The places that a statement assigns to, and what it computes for the last of them.
struct Assignments {
  std::vector<const Expr *> places;
  const Expr *value = nullptr;
  bool addsToPlace = false; ///< `x += y`: what the place had counts
};

Assignments assignmentsOf(const Stmt *statement) {
  Assignments found;
  if (const auto *declarations = dyn_cast<DeclStmt>(statement)) {
    const auto *variable =
        declarations->isSingleDecl() ? dyn_cast<VarDecl>(declarations->getSingleDecl()) : nullptr;
    found.value = variable && variable->hasLocalStorage() ? variable->getInit() : nullptr;
    return found;
  }
  found.value = dyn_cast<Expr>(statement);
  while (found.value) {
    const auto *operation = dyn_cast<BinaryOperator>(found.value->IgnoreParenImpCasts());
    if (!operation || !operation->isAssignmentOp())
      break;
    found.places.push_back(operation->getLHS());
    found.addsToPlace |= operation->isCompoundAssignmentOp();
    found.value = operation->getRHS();
  }
  return found;
}

} // namespace

CodeEffects effectsOf(const Stmt *code, ASTContext &context) {
  EffectFinder finder(context);
  finder.TraverseStmt(const_cast<Stmt *>(code));
  return finder.found;
}

bool mayRunInFront(const Stmt *statement, const std::vector<const CallExpr *> &calls,
                   ASTContext &context) {
  const Assignments its = assignmentsOf(statement);
  if (!its.value || isa<InitListExpr>(its.value))
    return false;
  // What writes memory has to be all that the statement computes.
  const bool isAll = calls.size() == 1 && its.value->IgnoreParenImpCasts() == calls.front();
  const CodeEffects ofValue = effectsOf(its.value, context);
  if (ofValue.isUnknown || ofValue.assigns || (ofValue.writesMemory && (!isAll || its.addsToPlace)))
    return false;
  SureCalls sure;
  sure.add(its.value);
  for (const CallExpr *each : calls)
    if (!sure.found.contains(each))
      return false;
  if (isAll)
    for (const Expr *argument : calls.front()->arguments())
      if (!effectsOf(argument, context).isNone())
        return false;
  return llvm::all_of(its.places, [&](const Expr *place) {
    const CodeEffects ofPlace = effectsOf(place, context);
    return ofPlace.isNone() &&
           (!ofValue.writesMemory || (!ofValue.writesOthers && !ofPlace.readsReals));
  });
}

} // namespace kasuri
