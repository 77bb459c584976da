// A static variable is there once, and assembly may define labels for the whole program. A
// function's labels are its own, as long as no value is the address of one.
#include "movability/code/Duplicates.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

namespace kasuri {

using namespace clang;

namespace {

class FindUnique : public DynamicRecursiveASTVisitor {
public:
  bool VisitLabelStmt(LabelStmt *) override { return hasLabel = true; }
  bool VisitAddrLabelExpr(AddrLabelExpr *) override { return isUnique = true, false; }
  bool VisitGCCAsmStmt(GCCAsmStmt *assembly) override {
    isUnique |= !assembly->getAsmString().empty();
    return !isUnique;
  }
  bool VisitVarDecl(VarDecl *variable) override {
    isUnique |= variable->isStaticLocal();
    return !isUnique;
  }
  bool hasLabel = false, isUnique = false;
};

FindUnique uniqueIn(const Stmt *statement) {
  FindUnique find;
  find.TraverseStmt(const_cast<Stmt *>(statement));
  return find;
}

} // namespace

bool mayStandTwice(const Stmt *statement) {
  const FindUnique found = uniqueIn(statement);
  return !found.isUnique && !found.hasLabel;
}

bool mayBeDuplicated(const Stmt *body) { return !uniqueIn(body).isUnique; }

} // namespace kasuri
