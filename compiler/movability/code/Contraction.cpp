// Contraction: `s += a * b` as one instruction, which rounds once.
//
//     t = a * b;            one task            GCC: no rounding of t, if both are in one block of
//     s = t + c;            another             a function and t has no other use
//
//     for (...) s += a * b;                     GCC: rounded in a vector loop, which takes products
//                                               from a vector and adds them one by one; else not
//
// A value that goes from one task to another lies in memory, where it is rounded, and a variable
// that tasks reach by its address is no longer one that compilers keep in a register, over which
// they make loops of vectors. So a layer that hands such a value on, in either direction, or that
// moves such a sum into memory or out of it, may print other digits than its source.
//
// What is a product, and what is added, is told by the text of the whole function: a variable to
// which a product is assigned at any place holds one, and copies of it do; what a function with a
// body gets or returns may be either. Members and elements count as their variable. Memory counts
// as rounded: the store is one more use, for which compilers keep the product.
#include "movability/code/Contraction.h"
#include "frontend/LoopHead.h"

#include "clang/AST/ParentMapContext.h"

namespace kasuri {

using namespace clang;

namespace {

/// A loop of more iterations stays a loop.
constexpr int64_t maxUnrolled = 64;

/// The variable with automatic storage that is named, or of which a part is.
const VarDecl *rootOf(const Expr *lvalue) {
  lvalue = lvalue->IgnoreParenImpCasts();
  if (const auto *member = dyn_cast<MemberExpr>(lvalue))
    return member->isArrow() ? nullptr : rootOf(member->getBase());
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(lvalue))
    return element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType()
               ? rootOf(element->getBase())
               : nullptr;
  if (const auto *part = dyn_cast<UnaryOperator>(lvalue);
      part && (part->getOpcode() == UO_Real || part->getOpcode() == UO_Imag))
    return rootOf(part->getSubExpr());
  const auto *reference = dyn_cast<DeclRefExpr>(lvalue);
  const auto *variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  return variable && variable->hasLocalStorage() ? variable : nullptr;
}

/// Or some member does.
bool holdsFloating(QualType type, const ASTContext &context) {
  type = context.getBaseElementType(type);
  const RecordDecl *record = type->getAsRecordDecl();
  if (record && record->isCompleteDefinition())
    return llvm::any_of(record->fields(), [&](const FieldDecl *each) {
      return holdsFloating(each->getType(), context);
    });
  return type->isFloatingType() || record || type->isVectorType();
}

class Finder : public DynamicRecursiveASTVisitor {
public:
  std::vector<const DeclRefExpr *> references;
  std::vector<const VarDecl *> variables;
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    return references.push_back(reference), true;
  }
  bool VisitVarDecl(VarDecl *variable) override { return variables.push_back(variable), true; }
};

/// Of a sum of sums.
bool isAddend(const VarDecl *variable, const Expr *sum) {
  const auto *binary = dyn_cast<BinaryOperator>(sum->IgnoreParenImpCasts());
  return rootOf(sum) == variable ||
         (binary && binary->isAdditiveOp() &&
          (isAddend(variable, binary->getLHS()) || isAddend(variable, binary->getRHS())));
}

bool isInlined(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  return !callee || callee->hasBody();
}

} // namespace

bool contractsProducts(const ASTContext &context) {
  const TargetInfo &target = context.getTargetInfo();
  bool isX86 = target.getTriple().isX86();
  return context.getLangOpts().getDefaultFPContractMode() != LangOptions::FPM_Off &&
         (!isX86 || target.hasFeature("fma") || target.hasFeature("fma4"));
}

Contraction::Contraction(const FunctionDecl &function, ASTContext &context) : context(context) {
  Finder finder;
  finder.TraverseDecl(const_cast<FunctionDecl *>(&function));
  for (const VarDecl *variable : finder.variables) {
    Expr::EvalResult constant;
    if (isa<ParmVarDecl>(variable) && holdsFloating(variable->getType(), context))
      products.insert(variable);
    if (variable->getInit() && variable->getInit()->EvaluateAsInt(constant, context))
      constants.insert(variable);
  }
  for (bool isDone = false; !isDone;) {
    isDone = true;
    for (const VarDecl *variable : finder.variables)
      if (const Expr *first = variable->getInit();
          first && mayBeProduct(first) && products.insert(variable).second)
        isDone = false;
    for (const DeclRefExpr *reference : finder.references)
      if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl());
          variable && variable->isLocalVarDeclOrParm() && note(variable, reference))
        isDone = false;
  }
}

/// True if that is something new.
bool Contraction::note(const VarDecl *variable, const Expr *reference) {
  const Use use = useOf(reference);
  Expr::EvalResult constant;
  if (use.stored && use.stored->EvaluateAsInt(constant, context))
    constants.insert(variable);
  if (!holdsFloating(variable->getType(), context))
    return false;
  bool isAdded = use.isAdded || (use.copiedTo && addends.contains(use.copiedTo));
  bool isNew = isAdded && addends.insert(variable).second;
  isNew |= use.isProduct && products.insert(variable).second;
  return (use.isSum && sums.insert(variable).second) || isNew;
}

/// GCC also looks through variables and inlined functions; not through conversions or memory.
bool Contraction::mayBeProduct(const Expr *term) const {
  term = term->IgnoreParens();
  if (const auto *cast = dyn_cast<CastExpr>(term))
    return !llvm::is_contained({CK_FloatingCast, CK_IntegralToFloating}, cast->getCastKind()) &&
           mayBeProduct(cast->getSubExpr());
  if (const VarDecl *variable = rootOf(term))
    return products.contains(variable);
  if (const auto *binary = dyn_cast<BinaryOperator>(term)) {
    if (binary->getOpcode() == BO_Comma || binary->getOpcode() == BO_Assign)
      return mayBeProduct(binary->getRHS());
    return !binary->isAdditiveOp() && binary->getOpcode() != BO_Div;
  }
  if (const auto *call = dyn_cast<CallExpr>(term))
    return isInlined(call);
  if (const auto *unary = dyn_cast<UnaryOperator>(term))
    return unary->getOpcode() != UO_Deref && mayBeProduct(unary->getSubExpr());
  if (const auto *list = dyn_cast<InitListExpr>(term))
    return llvm::any_of(list->inits(), [&](const Expr *each) { return mayBeProduct(each); });
  if (const auto *selection = dyn_cast<AbstractConditionalOperator>(term))
    return mayBeProduct(selection->getTrueExpr()) || mayBeProduct(selection->getFalseExpr());
  return !isa<ArraySubscriptExpr, MemberExpr, DeclRefExpr, FloatingLiteral, IntegerLiteral,
              ImplicitValueInitExpr>(term);
}

/// `v + a * b`, in any order and nesting.
bool Contraction::addsProduct(const Expr *sum) const {
  const auto *binary = dyn_cast<BinaryOperator>(sum->IgnoreParenImpCasts());
  if (!binary || !binary->isAdditiveOp())
    return false;
  auto holds = [&](const Expr *side) { return mayBeProduct(side) || addsProduct(side); };
  return holds(binary->getLHS()) || holds(binary->getRHS());
}

/// From the name upwards, to what takes its value or gives it one.
Contraction::Use Contraction::useOf(const Expr *value) const {
  const auto parents = context.getParents(*value);
  if (parents.empty())
    return {};
  if (const auto *variable = parents[0].get<VarDecl>())
    return {.copiedTo = variable};
  if (parents[0].get<ReturnStmt>())
    return {.isAdded = true};
  const auto *parent = parents[0].get<Expr>();
  if (!parent)
    return {};
  if (const auto *cast = dyn_cast<CastExpr>(parent)) {
    const CastKind kind = cast->getCastKind();
    bool isSame = kind == CK_LValueToRValue || kind == CK_NoOp || kind == CK_ArrayToPointerDecay ||
                  kind == CK_FloatingRealToComplex || kind == CK_FloatingComplexToReal;
    return isSame ? useOf(cast) : Use{};
  }
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(parent))
    return element->getBase() == value && isa<CastExpr>(value) ? useOf(element) : Use{};
  if (const auto *binary = dyn_cast<BinaryOperator>(parent))
    return useIn(*binary, value);
  if (const auto *unary = dyn_cast<UnaryOperator>(parent)) {
    if (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf)
      return {.isAdded = true, .isProduct = unary->getOpcode() == UO_AddrOf};
    return unary->getOpcode() == UO_LNot || unary->getOpcode() == UO_Deref ? Use{} : useOf(unary);
  }
  if (const auto *call = dyn_cast<CallExpr>(parent))
    return isInlined(call) ? Use{.isAdded = true, .isProduct = value->getType()->isPointerType()}
                           : Use{};
  if (isa<ParenExpr, MemberExpr, InitListExpr, AbstractConditionalOperator, FullExpr>(parent))
    return useOf(parent);
  return {.isAdded = isa<StmtExpr, CompoundLiteralExpr, OpaqueValueExpr>(parent)};
}

Contraction::Use Contraction::useIn(const BinaryOperator &operation, const Expr *value) const {
  const bool isLeft = operation.getLHS() == value;
  const Expr *other = isLeft ? operation.getRHS() : operation.getLHS();
  const BinaryOperatorKind kind = operation.getOpcode();
  if (kind == BO_Assign && isLeft)
    return {.isProduct = mayBeProduct(other),
            .isSum = addsProduct(other) && isAddend(rootOf(operation.getLHS()), other),
            .stored = other};
  if (kind == BO_Assign) {
    Use use = useOf(&operation);
    use.copiedTo = rootOf(other);
    return use;
  }
  if (kind == BO_Comma)
    return isLeft ? Use{} : useOf(&operation);
  if (kind == BO_MulAssign)
    return {.isProduct = isLeft};
  if (kind == BO_AddAssign || kind == BO_SubAssign)
    return {.isAdded = true, .isSum = isLeft && mayBeProduct(other)};
  return {.isAdded = operation.isAdditiveOp()};
}

bool Contraction::handsOrSums(const std::vector<const Expr *> &places) const {
  Use all;
  for (const Expr *place : places) {
    const Use use = useOf(place);
    all.isProduct |= use.isProduct;
    all.isAdded |= use.isAdded || use.copiedTo;
    all.isSum |= use.isSum;
  }
  return (all.isProduct && all.isAdded) || all.isSum;
}

bool Contraction::isOnlyInLoops(const VarDecl *variable,
                                llvm::ArrayRef<const Stmt *> statements) const {
  for (const Stmt *statement : statements) {
    Finder finder;
    finder.TraverseStmt(const_cast<Stmt *>(statement));
    for (const DeclRefExpr *reference : finder.references) {
      bool isInLoop = reference->getDecl() != variable;
      DynTypedNode node = DynTypedNode::create(*reference);
      while (!isInLoop) {
        const auto parents = context.getParents(node);
        if (parents.empty())
          return false;
        node = parents[0];
        const auto *around = node.get<Stmt>();
        isInLoop = around && isLoop(around) && !mayBeUnrolled(around);
      }
    }
  }
  return true;
}

bool Contraction::mayBeUnrolled(const Stmt *loop) const {
  const LoopHead head = findLoopHead(loop, context);
  if (!head.variable || !head.test.bound || head.step == 0)
    return false;
  Expr::EvalResult bound, start;
  if (!head.test.bound->EvaluateAsInt(bound, context)) {
    const VarDecl *variable = rootOf(head.test.bound);
    return variable && constants.contains(variable);
  }
  bool isKnown = head.start && head.start->EvaluateAsInt(start, context) &&
                 start.Val.getInt().isRepresentableByInt64() &&
                 bound.Val.getInt().isRepresentableByInt64();
  const __int128 first = isKnown ? start.Val.getInt().getExtValue() : 0;
  const __int128 last = isKnown ? bound.Val.getInt().getExtValue() : 0;
  const __int128 distance = head.step > 0 ? last - first : first - last;
  return !isKnown || distance / std::abs(head.step) <= maxUnrolled;
}

} // namespace kasuri
