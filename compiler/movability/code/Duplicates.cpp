// Which functions may have a copy beside them.
//
// A static variable is there once, and assembly may define labels for the whole program. The
// function's own labels are no harm, as long as no value is the address of one.
#include "movability/code/Duplicates.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

namespace kasuri {

using namespace clang;

namespace {

class FindUnique : public DynamicRecursiveASTVisitor {
public:
  bool VisitAddrLabelExpr(AddrLabelExpr *) override { return isUnique = true, false; }
  bool VisitGCCAsmStmt(GCCAsmStmt *assembly) override {
    isUnique |= !assembly->getAsmString().empty();
    return !isUnique;
  }
  bool VisitVarDecl(VarDecl *variable) override {
    isUnique |= variable->isStaticLocal();
    return !isUnique;
  }
  bool isUnique = false;
};

} // namespace

bool mayBeDuplicated(const Stmt *body) {
  FindUnique find;
  find.TraverseStmt(const_cast<Stmt *>(body));
  return !find.isUnique;
}

} // namespace kasuri
