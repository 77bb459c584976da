#include "reorder/unfold/CodeNames.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

namespace kasuri {

using namespace clang;

namespace {

bool isOfFile(const Decl *declaration) {
  return !declaration->getDeclContext()->isFunctionOrMethod();
}

class NameCollector : public DynamicRecursiveASTVisitor {
public:
  CodeNames uses;

  bool VisitStmt(Stmt *statement) override {
    uses.hasCall |= isa<CallExpr>(statement);
    if (isa<LabelStmt, AddrLabelExpr, AsmStmt, StmtExpr, ReturnStmt, GotoStmt, IndirectGotoStmt,
            PredefinedExpr, GenericSelectionExpr, VAArgExpr>(statement))
      uses.isCopyable = false;
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    if (isa<VarDecl>(reference->getDecl()))
      uses.references.push_back(reference);
    addOutside(reference->getDecl());
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *operation) override {
    if (operation->isAssignmentOp())
      addAssigned(operation->getLHS());
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *operation) override {
    if (operation->isIncrementDecrementOp())
      addAssigned(operation->getSubExpr());
    return true;
  }

  /// The size of a parameter may not be that of what stands in its place.
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *size) override {
    if (!size->isArgumentType() && isa<DeclRefExpr>(size->getArgumentExpr()->IgnoreParens()))
      uses.isCopyable = false;
    return true;
  }

  bool VisitNamedDecl(NamedDecl *declaration) override {
    uses.declared.insert(declaration->getNameAsString());
    const auto *variable = dyn_cast<VarDecl>(declaration);
    if (!variable || variable->isStaticLocal() || variable->hasExternalStorage())
      uses.isCopyable = false;
    return true;
  }

  bool VisitTypedefTypeLoc(TypedefTypeLoc type) override {
    addOutside(type.getTypePtr()->getDecl());
    return true;
  }

  bool VisitTagTypeLoc(TagTypeLoc type) override {
    addOutside(type.getDecl());
    return true;
  }

private:
  void addOutside(const NamedDecl *declaration) {
    if (isOfFile(declaration))
      uses.outside.insert(declaration->getNameAsString());
    else if (!isa<VarDecl>(declaration))
      uses.isCopyable = false;
  }

  void addAssigned(const Expr *target) {
    if (const auto *reference = dyn_cast<DeclRefExpr>(target->IgnoreParens()))
      if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl()))
        uses.assigned.insert(variable);
  }
};

class NameFinder : public DynamicRecursiveASTVisitor {
public:
  std::set<std::string> names;

  bool VisitNamedDecl(NamedDecl *declaration) override {
    names.insert(declaration->getNameAsString());
    return true;
  }
};

} // namespace

CodeNames codeNamesOf(const Stmt *code) {
  NameCollector finder;
  finder.TraverseStmt(const_cast<Stmt *>(code));
  return std::move(finder.uses);
}

std::set<std::string> wordsIn(llvm::StringRef text) {
  std::set<std::string> words;
  auto isLetter = [](char letter) { return llvm::isAlnum(letter) || letter == '_'; };
  while (!(text = text.drop_until(isLetter)).empty()) {
    words.insert(text.take_while(isLetter).str());
    text = text.drop_while(isLetter);
  }
  return words;
}

std::set<std::string> namesGivenIn(const FunctionDecl *function) {
  NameFinder finder;
  for (const ParmVarDecl *parameter : function->parameters())
    finder.names.insert(parameter->getNameAsString());
  finder.TraverseStmt(function->getBody());
  return std::move(finder.names);
}

} // namespace kasuri
