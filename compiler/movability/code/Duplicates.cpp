// Which functions may have a copy beside them.
//
//     static const int shifts[] = {1, 7, 8};        a copy has a table with the same numbers,
//     for (int d = 0; d < 3; d++) x >>= shifts[d];  whose address nobody sees
//
// A static variable that is constant may be there twice if the function only ever loads from it,
// by its name. Labels are the function's own, as long as no value is the address of one.
#include "movability/code/Duplicates.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ParentMapContext.h"

namespace kasuri {

using namespace clang;

namespace {

const Stmt *around(const Stmt *part, ASTContext &context) {
  for (const DynTypedNode &parent : context.getParents(*part))
    if (const auto *statement = parent.get<Stmt>())
      return statement;
  return nullptr;
}

/// The cast makes a value, or the array a pointer that is subscripted at once.
bool isKept(const ImplicitCastExpr &cast, ASTContext &context) {
  const auto *element = dyn_cast_or_null<ArraySubscriptExpr>(around(&cast, context));
  return cast.getCastKind() == CK_ArrayToPointerDecay && element && element->getBase() == &cast;
}

/// The name stands for an object of which nothing but a value is used.
bool isOnlyLoaded(const Expr *name, ASTContext &context) {
  for (const Stmt *part = around(name, context); part; part = around(part, context)) {
    const auto *cast = dyn_cast<ImplicitCastExpr>(part);
    const auto *member = dyn_cast<MemberExpr>(part);
    if (isa<UnaryExprOrTypeTraitExpr>(part) || (cast && cast->getCastKind() == CK_LValueToRValue))
      return true;
    const bool isPart = isa<ParenExpr, ArraySubscriptExpr>(part) ||
                        (member && !member->isArrow()) || (cast && isKept(*cast, context));
    if (!isPart)
      return false;
  }
  return false;
}

class FindUnique : public DynamicRecursiveASTVisitor {
public:
  explicit FindUnique(ASTContext &context) : context(context) {}

  bool VisitAddrLabelExpr(AddrLabelExpr *) override { return isUnique = true, false; }
  bool VisitGCCAsmStmt(GCCAsmStmt *assembly) override {
    isUnique |= !assembly->getAsmString().empty();
    return !isUnique;
  }
  bool VisitVarDecl(VarDecl *variable) override {
    isUnique |= variable->isStaticLocal() && !isConstant(*variable);
    return !isUnique;
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    const auto *variable = dyn_cast<VarDecl>(reference->getDecl());
    isUnique |= variable && variable->isStaticLocal() && !isOnlyLoaded(reference, context);
    return !isUnique;
  }
  bool isUnique = false;

private:
  ASTContext &context;

  bool isConstant(const VarDecl &variable) const {
    const QualType type = context.getBaseElementType(variable.getType());
    return type.isConstQualified() && !type.isVolatileQualified();
  }
};

} // namespace

bool mayBeDuplicated(const Stmt *body, ASTContext &context) {
  FindUnique find(context);
  find.TraverseStmt(const_cast<Stmt *>(body));
  return !find.isUnique;
}

} // namespace kasuri
