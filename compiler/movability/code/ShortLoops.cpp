#include "movability/code/ShortLoops.h"

#include "frontend/LoopHead.h"
#include "movability/code/Contraction.h"

#include "clang/AST/ParentMapContext.h"

#include <algorithm>
#include <optional>

namespace kasuri {

using namespace clang;

namespace {

constexpr int64_t mostTrips = 8;
constexpr uint64_t mostElements = 8; ///< that are sure to fit into registers

/// Each operation is rounded by itself and stays in its place.
bool keepsDigits(const ASTContext &context) {
  return !contractsProducts(context) && !context.getLangOpts().AllowFPReassoc &&
         context.getTargetInfo().getFPEvalMethod() == LangOptions::FEM_Source;
}

const VarDecl *namedBy(const Expr *expression) {
  const auto *reference = dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts());
  return reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
}

/// The small array of the function of which this is the element with that index.
const VarDecl *smallArrayOf(const Expr *lvalue, const VarDecl *index, const ASTContext &context) {
  const auto *element = dyn_cast<ArraySubscriptExpr>(lvalue->IgnoreParens());
  if (!element || namedBy(element->getIdx()) != index)
    return nullptr;
  const VarDecl *array = namedBy(element->getBase());
  if (!array || !array->hasLocalStorage() || array->getType().isVolatileQualified())
    return nullptr;
  const ConstantArrayType *type = context.getAsConstantArrayType(array->getType());
  return type && type->getZExtSize() <= mostElements &&
                 type->getElementType()->isArithmeticType() &&
                 !type->getElementType().isVolatileQualified()
             ? array
             : nullptr;
}

/// What stands in a piece of code.
class Contents : public DynamicRecursiveASTVisitor {
public:
  explicit Contents(const Stmt *code) { TraverseStmt(const_cast<Stmt *>(code)); }

  std::vector<const ForStmt *> counting;
  std::vector<const BinaryOperator *> updates; ///< assignments that read as well
  unsigned loops = 0;

  unsigned timesNamed(const VarDecl *variable) const {
    return static_cast<unsigned>(std::count(named.begin(), named.end(), variable));
  }

  bool VisitForStmt(ForStmt *loop) override { return counting.push_back(loop), true; }
  bool VisitStmt(Stmt *statement) override { return loops += isLoop(statement), true; }
  bool VisitBinaryOperator(BinaryOperator *operation) override {
    if (operation->isCompoundAssignmentOp())
      updates.push_back(operation);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    return named.push_back(reference->getDecl()), true;
  }

private:
  std::vector<const Decl *> named;
};

std::optional<int64_t> valueOf(const Expr *expression, const ASTContext &context) {
  Expr::EvalResult result;
  if (!expression || !expression->EvaluateAsInt(result, context) ||
      !result.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return result.Val.getInt().getExtValue();
}

/// 0: unknown, or too many.
int64_t tripsOf(const LoopHead &head, const ASTContext &context) {
  const bool isPlain = head.variable && head.step == 1 && head.test.relation == Relation::Less &&
                       head.test.isPlain() && head.otherTests.empty() && !head.exitTest;
  const std::optional<int64_t> start = isPlain ? valueOf(head.start, context) : std::nullopt;
  const std::optional<int64_t> bound = isPlain ? valueOf(head.test.bound, context) : std::nullopt;
  if (!start || !bound || *start < 0 || *bound > INT32_MAX)
    return 0;
  const int64_t trips = *bound - *start;
  return trips >= 2 && trips <= mostTrips ? trips : 0;
}

class ShortLoopFinder {
public:
  ShortLoopFinder(const Stmt *body, ASTContext &context)
      : body(body), context(context), manager(context.getSourceManager()) {}

  std::vector<ShortLoop> find() const {
    std::vector<ShortLoop> found;
    for (const ForStmt *loop : Contents(body).counting)
      if (const int64_t trips = tripsIfShort(loop))
        found.push_back({loop, trips});
    return found;
  }

private:
  const Stmt *body;
  ASTContext &context;
  const SourceManager &manager;

  int64_t tripsIfShort(const ForStmt *loop) const {
    const Stmt *around = loopAround(loop);
    const Contents inside(loop);
    if (!around || inside.loops != 1 || loop->getBeginLoc().isMacroID())
      return 0;
    const LoopHead head = findLoopHead(loop, context);
    const int64_t trips = tripsOf(head, context);
    return trips && updatesArray(inside, head.variable, around) ? trips : 0;
  }

  const Stmt *parentOf(const Stmt *statement) const {
    const DynTypedNodeList parents = context.getParents(*statement);
    return parents.size() == 1 ? parents[0].get<Stmt>() : nullptr;
  }

  /// The innermost loop in the body that it is in, where a pragma can stand in front of it.
  const Stmt *loopAround(const ForStmt *loop) const {
    const Stmt *parent = parentOf(loop);
    if (!parent || !(isa<CompoundStmt>(parent) || isLoop(parent)))
      return nullptr;
    while (parent && parent != body && !isLoop(parent))
      parent = parentOf(parent);
    return parent && parent != body ? parent : nullptr;
  }

  /// It declares the array in front of the loop around, in which nothing else names it.
  bool updatesArray(const Contents &inside, const VarDecl *counter, const Stmt *around) const {
    const Contents all(around);
    return llvm::any_of(inside.updates, [&](const BinaryOperator *update) {
      const VarDecl *array = smallArrayOf(update->getLHS(), counter, context);
      return array && inside.timesNamed(array) == all.timesNamed(array) &&
             !manager.isBeforeInTranslationUnit(array->getBeginLoc(), body->getBeginLoc()) &&
             manager.isBeforeInTranslationUnit(array->getBeginLoc(), around->getBeginLoc());
    });
  }
};

} // namespace

std::vector<ShortLoop> findShortLoops(const Stmt *body, ASTContext &context) {
  return keepsDigits(context) ? ShortLoopFinder(body, context).find() : std::vector<ShortLoop>();
}

} // namespace kasuri
