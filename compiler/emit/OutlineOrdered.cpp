// A split loop of which some statements run in order: the parts leave these out, and keep what they
// hand on; after the layer, the enclosing function has them in a loop without the others.
//
//     { double e = analyse(x[i]);                    { double e = analyse(x[i]);
//       printf("%g\n", e); }                          ks_f->ks_kept_0_0[ks_k] = e; }
//
//                                                    { printf("%g\n", e); }
//
// Lines keep their places in both. The statements in order stay in their function, so nothing is
// captured for them; what the body declares is declared once more before them.
#include "emit/Outliner.h"
#include "emit/PlainText.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

void Outliner::outlineOrdered(size_t task, const Stmt *body, SplitLoop &split, Uses &uses,
                              std::vector<TextEdit> &edits) {
  const RegionId loop = plan.tasks[task].splitLoop;
  const OrderedPart &part = *facts.factsOf(loop)->ordered;
  const auto *block = dyn_cast<CompoundStmt>(body);
  if (plan.tasks.size() > 1 || !block || source.mentionsPragma(rangeOf(body)))
    return refuse("a loop with statements that run in program order", body->getBeginLoc());
  std::vector<const Stmt *> inOrder;
  for (RegionId each : part.statements) {
    auto statement = sources.statementOf.find(each);
    if (statement == sources.statementOf.end() ||
        !llvm::is_contained(block->body(), statement->second))
      return refuse("a loop with a statement that cannot be removed from its body",
                    body->getBeginLoc());
    inOrder.push_back(statement->second);
  }
  const Uses ordered = findUses(inOrder);
  checkForeignNames(ordered);
  if (!ordered.obstacle.empty())
    refuse(ordered.obstacle, ordered.where);
  for (const DeclRefExpr *reference : ordered.references)
    if (contraction && contraction->sumsProducts(cast<VarDecl>(reference->getDecl())))
      refuseProduct(reference->getLocation());
  if (ordered.hasLabels)
    refuse("a label in a statement that runs in program order", body->getBeginLoc());
  leaveOut(inOrder, uses, edits);
  markUnused(body, edits);
  for (size_t i = 0; i < part.handedOn.size(); ++i)
    addKept(part.handedOn[i], std::to_string(task) + "_" + std::to_string(i), split);
  std::set<std::string> names{split.variable};
  std::string stores;
  for (const SplitLoop::Kept &each : split.kept) {
    if (!names.insert(each.name).second)
      refuse("a name that is declared twice", body->getBeginLoc());
    const std::string kept = "ks_f->" + each.member + "[ks_k]";
    if (!each.member.empty())
      stores += each.isArray ? "__builtin_memcpy(" + kept + ", " + each.name + ", sizeof " +
                                   each.name + "); "
                             : kept + " = " + each.name + "; ";
  }
  split.keepsErrno = part.keepsErrno;
  if (part.keepsErrno) {
    const unsigned begin = source.offsetOf(block->getLBracLoc()) + 1;
    edits.push_back({{begin, begin}, " *__errno_location() = 0;"});
    stores += "ks_f->ks_errno[ks_k] = *__errno_location(); ";
  }
  const unsigned end = source.offsetOf(block->getRBracLoc());
  edits.push_back({{end, end}, stores});
  const VarDecl *variable = sources.variableOf.at(program[loop].counted.variable);
  if (llvm::any_of(ordered.references,
                   [&](const DeclRefExpr *reference) { return reference->getDecl() == variable; }))
    split.orderedVariable = split.variableType;
  split.orderedText = orderedText(*block, inOrder, ordered, split);
  split.round = part.roundFor(plan.plannedCores);
  split.orderedLine = lineAt(rangeOf(body).begin);
}

void Outliner::addKept(const HandedOn &each, const std::string &suffix, SplitLoop &split) {
  auto declared = sources.variableOf.find(each.object);
  if (declared == sources.variableOf.end())
    return refuse("a compound literal in a statement that runs in program order",
                  placeOf(plan.tasks.front()));
  const VarDecl *variable = declared->second;
  const QualType type = context.getUnqualifiedArrayType(variable->getType()).getUnqualifiedType();
  if (!isNameable(type) || type->isVariablyModifiedType() || variable->hasAttr<AlignedAttr>() ||
      variable->getType().isVolatileQualified())
    return refuse("a variable of this type in a statement that runs in program order",
                  variable->getLocation());
  if (contraction && contraction->handsProducts(variable))
    refuseProduct(variable->getLocation());
  SplitLoop::Kept made;
  made.name = nameOf(variable);
  made.declaration = each.isOfIteration ? declaration(type, made.name) : "";
  made.isArray = type->isArrayType();
  if (each.hasValue) {
    made.member = "ks_kept_" + suffix;
    made.memberType = declaration(context.getPointerType(type), made.member);
  }
  split.kept.push_back(std::move(made));
}

/// A constant, whose value has been put in place of its name, is declared for both. All else that
/// the statements in order use is kept.
bool Outliner::isConstantFor(const DeclStmt &declarations, const Uses &ordered,
                             const SplitLoop &split) {
  bool isNeeded = false;
  for (const Decl *declared : declarations.decls()) {
    const auto *variable = dyn_cast<VarDecl>(declared);
    if (!variable || !variable->hasLocalStorage()) {
      refuse("a declaration used by several parts of the loop", declared->getLocation());
      continue;
    }
    const bool isUsed = llvm::any_of(ordered.references, [&](const DeclRefExpr *reference) {
      return reference->getDecl() == variable;
    });
    const bool isKept = llvm::any_of(
        split.kept, [&](const SplitLoop::Kept &each) { return each.name == variable->getName(); });
    isNeeded |= isUsed && !isKept;
  }
  const auto *only =
      declarations.isSingleDecl() ? dyn_cast<VarDecl>(declarations.getSingleDecl()) : nullptr;
  if (isNeeded && !(only && only->getInit() && only->getInit()->isEvaluatable(context)))
    refuse("a declaration used by several parts of the loop", declarations.getBeginLoc());
  return isNeeded;
}

/// The body without the other statements, and without declarations.
std::string Outliner::orderedText(const CompoundStmt &body,
                                  const std::vector<const Stmt *> &inOrder, const Uses &ordered,
                                  const SplitLoop &split) {
  std::vector<TextEdit> edits;
  std::vector<TextRange> staying;
  for (const Stmt *each : body.body()) {
    const auto *declarations = dyn_cast<DeclStmt>(each);
    const TextRange range = rangeOf(each);
    if (llvm::is_contained(inOrder, each)) {
      staying.push_back(range);
      continue;
    }
    if (declarations && isConstantFor(*declarations, ordered, split))
      continue;
    edits.push_back({range, linesOf(range)});
  }
  checkApart(staying, edits, &body);
  return obstacle.empty() ? ofSource(source.text(rangeOf(&body), edits)) : "";
}

} // namespace kasuri
