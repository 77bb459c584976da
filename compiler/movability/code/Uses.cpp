// Finding what keeps statements from standing in a function of their own.
//
//     typedef short Small;             the name is unknown before the function
//     for (...) a[i] = (Small)b[i];
//
// A task function is placed before the function that it comes from, so every name in its text
// must be either declared in the text itself, or captured, or visible at file scope. A few
// constructs mean something else in another function (its name, its labels, its static variables).
//
// A reduction's variable has a copy in each part that holds only a partial result, so no value of
// it may be looked at: its update must be a statement of its own. `out[i] = s += a[i]` is none,
// though `s` is only ever added to. The copy may also be of another type, which `sizeof s` would
// show.
#include "movability/code/Uses.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

bool isInFunction(const Decl *declaration) {
  return declaration && declaration->getLexicalDeclContext()->isFunctionOrMethod();
}

class VariableCollector : public DynamicRecursiveASTVisitor {
public:
  std::set<const ValueDecl *> found;
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    return found.insert(reference->getDecl()), true;
  }
};

class UseFinder : public DynamicRecursiveASTVisitor {
public:
  Uses uses;
  std::vector<std::pair<const Decl *, clang::SourceLocation>> named; ///< types and constants
  std::vector<const LabelStmt *> labels;
  std::set<const LabelDecl *> targets; ///< of gotos

  bool VisitTypeOfExprTypeLoc(TypeOfExprTypeLoc type) override {
    return addTyped(type.getUnderlyingExpr());
  }
  /// Its length is read, though no conversion says so.
  bool VisitVariableArrayTypeLoc(VariableArrayTypeLoc type) override {
    const Expr *length = type.getSizeExpr();
    if (const auto *named = length ? dyn_cast<DeclRefExpr>(length->IgnoreParens()) : nullptr)
      uses.plainReads.insert(named);
    return true;
  }
  bool VisitGenericSelectionExpr(GenericSelectionExpr *selection) override {
    return !selection->isExprPredicate() || addTyped(selection->getControllingExpr());
  }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *trait) override {
    if (!trait->isArgumentType())
      addTyped(trait->getArgumentExpr());
    ++unevaluatedDepth;
    bool result = DynamicRecursiveASTVisitor::TraverseUnaryExprOrTypeTraitExpr(trait);
    --unevaluatedDepth;
    return result;
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    const ValueDecl *value = reference->getDecl();
    if (const auto *variable = dyn_cast<VarDecl>(value);
        variable && variable->isLocalVarDeclOrParm())
      addReference(reference, variable);
    else
      addOuter(value, reference->getLocation());
    if (isa<EnumConstantDecl>(value))
      named.emplace_back(cast<Decl>(value->getDeclContext()), reference->getLocation());
    // An undeclared function is declared by each call, wherever it is.
    if (isa<FunctionDecl>(value) && isInFunction(value) && !value->isImplicit())
      refuse("a function declared inside a function", reference->getLocation());
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) override {
    const auto *reference = dyn_cast<DeclRefExpr>(cast->getSubExpr()->IgnoreParens());
    if (reference && cast->getCastKind() == CK_LValueToRValue)
      uses.plainReads.insert(reference);
    if (reference && cast->getCastKind() == CK_ArrayToPointerDecay)
      uses.decays.insert(reference);
    return true;
  }
  bool VisitMemberExpr(MemberExpr *member) override {
    uses.otherNames.push_back(member->getMemberLoc());
    return true;
  }
  bool VisitTagTypeLoc(TagTypeLoc type) override {
    named.emplace_back(type.getDecl(), type.getBeginLoc());
    addOuter(type.getDecl(), type.getNameLoc());
    return true;
  }
  bool VisitTypedefTypeLoc(TypedefTypeLoc type) override {
    named.emplace_back(type.getDecl(), type.getBeginLoc());
    addOuter(type.getDecl(), type.getNameLoc());
    return true;
  }
  bool VisitDecl(Decl *declaration) override {
    uses.declared.insert(declaration);
    uses.otherNames.push_back(declaration->getLocation());
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) override {
    if (variable->isStaticLocal())
      refuse("a static local variable", variable->getLocation());
    return true;
  }
  bool VisitPredefinedExpr(PredefinedExpr *name) override {
    return refuse("the name of the enclosing function", name->getLocation());
  }
  bool VisitLabelStmt(LabelStmt *label) override {
    labels.push_back(label);
    uses.hasLabels = true;
    return true;
  }
  bool VisitGotoStmt(GotoStmt *jump) override {
    targets.insert(jump->getLabel());
    return true;
  }
  /// A label moves with the gotos to it; all stand on the same side of a task's ends.
  void refuseLoneLabels() {
    for (const LabelStmt *label : labels)
      if (!targets.contains(label->getDecl()))
        refuse("a label", label->getBeginLoc());
  }
  bool VisitVAArgExpr(VAArgExpr *list) override { return refuse("va_arg", list->getBeginLoc()); }
  /// Builtins are about the frame or the parameters of the function that they stand in.
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    if (callee && callee->getBuiltinID() != 0)
      for (const char *name : {"alloca", "va_start", "frame_address", "return_address",
                               "apply_args", "va_arg_pack", "next_arg", "dwarf_cfa"})
        if (callee->getName().contains(name))
          refuse(name, call->getBeginLoc());
    return true;
  }
  bool VisitSourceLocExpr(SourceLocExpr *place) override {
    const auto kind = place->getIdentKind();
    bool isOfLine = kind == SourceLocIdentKind::Line || kind == SourceLocIdentKind::File;
    return isOfLine || refuse("the name of the enclosing function", place->getBeginLoc());
  }

  bool VisitCompoundStmt(CompoundStmt *block) override {
    for (const Stmt *child : block->body())
      addStatement(child);
    return true;
  }
  bool VisitIfStmt(IfStmt *branch) override {
    addStatement(branch->getThen());
    addStatement(branch->getElse());
    return true;
  }
  bool VisitForStmt(ForStmt *loop) override {
    addStatement(loop->getInit());
    addStatement(loop->getInc());
    addStatement(loop->getBody());
    return true;
  }
  bool VisitWhileStmt(WhileStmt *loop) override {
    addStatement(loop->getBody());
    return true;
  }
  bool VisitDoStmt(DoStmt *loop) override {
    addStatement(loop->getBody());
    return true;
  }
  bool VisitSwitchCase(SwitchCase *label) override {
    addStatement(label->getSubStmt());
    return true;
  }
  /// The value of the last statement is the expression's.
  bool VisitStmtExpr(StmtExpr *expression) override {
    if (!expression->getSubStmt()->body_empty())
      used.insert(expression->getSubStmt()->body_back());
    return true;
  }

  void addStatement(const Stmt *statement) {
    const auto *expression = dyn_cast_or_null<Expr>(statement);
    if (!expression || used.contains(statement))
      return;
    uses.statements.push_back(expression->IgnoreParens());
    if (const auto *comma = dyn_cast<BinaryOperator>(expression->IgnoreParens());
        comma && comma->isCommaOp()) {
      addStatement(comma->getLHS());
      addStatement(comma->getRHS());
    }
  }

  void refuseOuterNames() {
    for (const auto &[declaration, location] : named)
      if (isInFunction(declaration) && !uses.declared.contains(declaration))
        refuse("a name that is declared inside the function", location);
  }

private:
  unsigned unevaluatedDepth = 0;
  std::set<const Stmt *> used;

  bool addTyped(Expr *expression) {
    VariableCollector variables;
    variables.TraverseStmt(expression);
    uses.typed.insert(variables.found.begin(), variables.found.end());
    return true;
  }

  void addOuter(const Decl *declaration, clang::SourceLocation location) {
    uses.otherNames.push_back(location);
    uses.outer.emplace_back(declaration, location);
  }

  void addReference(DeclRefExpr *reference, const VarDecl *variable) {
    uses.references.push_back(reference);
    if (unevaluatedDepth > 0 && !variable->getType()->isArrayType())
      uses.plainReads.insert(reference);
    if (variable->isLocalExternDecl())
      refuse("a variable declared 'extern' inside the function", reference->getLocation());
  }

  bool refuse(const char *what, clang::SourceLocation location) {
    if (uses.obstacle.empty()) {
      uses.obstacle = what;
      uses.where = location;
    }
    return true;
  }
};

/// Finds the first part of a type that has no name at file scope.
class UnnameableFinder : public DynamicRecursiveASTVisitor {
public:
  bool VisitTagType(TagType *type) override {
    const TagDecl *tag = type->getDecl();
    bool hasName = tag->getIdentifier() || tag->getTypedefNameForAnonDecl();
    return hasName && !isInFunction(tag);
  }
  bool VisitTypedefType(TypedefType *type) override { return !isInFunction(type->getDecl()); }
  bool VisitTypeOfExprType(TypeOfExprType *) override { return false; }
};

class TypeCollector : public DynamicRecursiveASTVisitor {
public:
  std::set<const Decl *> found;
  bool VisitTagType(TagType *type) override { return found.insert(type->getDecl()), true; }
  bool VisitTypedefType(TypedefType *type) override { return found.insert(type->getDecl()), true; }
};

bool updates(const Expr *statement, const VarDecl *variable) {
  const Expr *target = nullptr;
  if (const auto *binary = dyn_cast<BinaryOperator>(statement); binary && binary->isAssignmentOp())
    target = binary->getLHS();
  if (const auto *unary = dyn_cast<UnaryOperator>(statement);
      unary && unary->isIncrementDecrementOp())
    target = unary->getSubExpr();
  const auto *named = target ? dyn_cast<DeclRefExpr>(target->IgnoreParens()) : nullptr;
  return named && named->getDecl() == variable;
}

} // namespace

bool Uses::isOnlyRead(const VarDecl *variable) const {
  return std::all_of(references.begin(), references.end(), [&](const DeclRefExpr *each) {
    return each->getDecl() != variable || plainReads.contains(each);
  });
}

Uses findUses(llvm::ArrayRef<const Stmt *> statements) {
  UseFinder finder;
  for (const Stmt *statement : statements) {
    finder.addStatement(statement);
    finder.TraverseStmt(const_cast<Stmt *>(statement));
  }
  finder.refuseOuterNames();
  finder.refuseLoneLabels();
  return std::move(finder.uses);
}

const Expr *findOnlyUpdate(const Uses &uses, const VarDecl *variable) {
  auto mentions = [&](const Uses &some) {
    return std::count_if(
        some.references.begin(), some.references.end(),
        [&](const DeclRefExpr *reference) { return reference->getDecl() == variable; });
  };
  const Expr *found = nullptr;
  for (const Expr *statement : uses.statements) {
    if (!updates(statement, variable))
      continue;
    if (found)
      return nullptr;
    found = statement;
  }
  return found && mentions(findUses(found)) == mentions(uses) ? found : nullptr;
}

const Expr *arrayNamedIn(const Expr *lvalue, unsigned subscripts) {
  for (; lvalue && subscripts > 0; --subscripts) {
    const auto *element = dyn_cast<ArraySubscriptExpr>(lvalue->IgnoreParens());
    lvalue = element ? element->getBase()->IgnoreParenImpCasts() : nullptr;
  }
  return lvalue;
}

std::pair<std::string, SourceLocation>
tieOf(const Expr *named, const std::set<const Decl *> &declaredInside, const ASTContext &context) {
  if (named->HasSideEffects(context))
    return {"a name with side effects", named->getExprLoc()};
  const Uses uses = findUses(named);
  if (!uses.obstacle.empty())
    return {uses.obstacle, uses.where};
  for (const DeclRefExpr *reference : uses.references)
    if (declaredInside.contains(reference->getDecl()))
      return {"a name that the loop declares", reference->getLocation()};
  return {};
}

std::set<const Decl *> namedTypes(QualType type) {
  TypeCollector collector;
  collector.TraverseType(type);
  return std::move(collector.found);
}

bool isNameable(QualType type) {
  if (type->isVariablyModifiedType())
    return false;
  UnnameableFinder finder;
  return finder.TraverseType(type);
}

} // namespace kasuri
