#include "frontend/LinkNames.h"

#include "frontend/ParseSource.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Frontend/ASTUnit.h"

namespace kasuri {
namespace {

using namespace clang;

class NameVisitor : public DynamicRecursiveASTVisitor {
public:
  LinkNames names;

  bool VisitFunctionDecl(FunctionDecl *declaration) override {
    if (declaration->isThisDeclarationADefinition() && declaration->hasExternalFormalLinkage())
      names.defined.insert(declaration->getNameAsString());
    return true;
  }

  bool VisitVarDecl(VarDecl *declaration) override {
    if (declaration->hasExternalFormalLinkage() &&
        declaration->isThisDeclarationADefinition() != VarDecl::DeclarationOnly)
      names.defined.insert(declaration->getNameAsString());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    const ValueDecl *declaration = reference->getDecl();
    if (isa<FunctionDecl, VarDecl>(declaration) && declaration->hasExternalFormalLinkage())
      names.needed.insert(declaration->getNameAsString());
    return true;
  }
};

} // namespace

LinkNames linkNamesOf(const SourceInput &input) {
  NameVisitor visitor;
  if (const std::unique_ptr<ASTUnit> unit = parseQuietly(input))
    visitor.TraverseDecl(unit->getASTContext().getTranslationUnitDecl());
  for (const std::string &each : visitor.names.defined)
    visitor.names.needed.erase(each);
  return std::move(visitor.names);
}

} // namespace kasuri
