// The components of a distributed loop: each task's text is the loop without the statements that it
// leaves to others.
//
//     while (n--) { int t;            while (n--) { __attribute__((__unused__)) int t;
//       t = a(0); x[0] = t;             t = a(0); x[0] = t;
//       t = a(1); x[1] = t;
//       x += 2; }                       x += 2; }            *ks_f->ks_home_x = x;
//
// Lines keep their places. A task has copies of the scalars that the loop changes, which begin with
// the values in front of the loop; of those that are used behind it, one task's copy is handed back
// at its end. A statement can be left out where it stands
// in a block of its own, from its first token to its last, as a whole macro's expansion does; text
// under pragmas stays as it is, since these may be about what is left out.
#include "emit/Outliner.h"

#include "clang/AST/ParentMapContext.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

static const Stmt *bodyOf(const Stmt *loop) {
  if (const auto *counting = dyn_cast<ForStmt>(loop))
    return counting->getBody();
  if (const auto *testing = dyn_cast<WhileStmt>(loop))
    return testing->getBody();
  return cast<DoStmt>(loop)->getBody();
}

void Outliner::outlineComponents(const PlannedTask &planned, const Stmt *loop, OutlinedTask &task,
                                 Uses &uses, std::set<const VarDecl *> &own,
                                 std::set<size_t> &captures, std::vector<TextEdit> &edits) {
  const Distribution &its = *facts.factsOf(first(planned).distributedLoop)->distribution;
  std::set<RegionId> kept, all;
  for (size_t i = 0; i < its.components.size(); ++i) {
    all.insert(its.components[i].begin(), its.components[i].end());
    if (llvm::is_contained(planned.components, i))
      kept.insert(its.components[i].begin(), its.components[i].end());
  }
  std::vector<const Stmt *> gone;
  std::vector<TextRange> staying;
  for (RegionId each : all)
    if (const Stmt *statement = sources.statementOf.at(each); kept.contains(each))
      staying.push_back(rangeOf(statement));
    else
      gone.push_back(statement);
  leaveOut(gone, uses, edits);
  checkApart(staying, edits, loop);
  if (source.mentionsPragma(rangeOf(loop)))
    refuse("a pragma in a distributed loop", loop->getBeginLoc());
  checkContraction(uses);
  markUnused(bodyOf(loop), edits);
  addScalarCopies(planned, its, task, uses, own, captures);
}

/// A product that two components compute is used once more in the source, and a sum of products
/// may get a loop of its own, of which compilers make vectors.
void Outliner::checkContraction(const Uses &staying) {
  if (!contraction)
    return;
  std::set<const VarDecl *> used;
  for (const DeclRefExpr *reference : staying.references) {
    const auto *variable = cast<VarDecl>(reference->getDecl());
    used.insert(variable);
    const bool isTwice = usedByComponents.contains(variable);
    if (contraction->sumsProducts(variable) || (isTwice && contraction->handsProducts(variable)))
      refuseProduct(reference->getLocation());
  }
  usedByComponents.insert(used.begin(), used.end());
}

void Outliner::checkApart(const std::vector<TextRange> &staying, const std::vector<TextEdit> &edits,
                          const Stmt *where) {
  for (const TextEdit &edit : edits)
    for (const TextRange &range : staying)
      if (edit.range.begin < range.end && range.begin < edit.range.end)
        refuse("several statements from one macro", where->getBeginLoc());
}

/// As if they were not in the text.
void Outliner::leaveOut(const std::vector<const Stmt *> &statements, Uses &uses,
                        std::vector<TextEdit> &edits) {
  std::set<const Decl *> missing;
  for (const Stmt *statement : statements) {
    const auto parents = context.getParents(*statement);
    if (parents.size() != 1 || !parents[0].get<CompoundStmt>())
      refuse("a loop with a statement that cannot be removed from its body",
             statement->getBeginLoc());
    const TextRange range = rangeOf(statement);
    edits.push_back({range, linesOf(range)});
    const Uses gone = findUses(statement);
    std::erase_if(uses.references, [&](const DeclRefExpr *reference) {
      return llvm::is_contained(gone.references, reference);
    });
    missing.insert(gone.declared.begin(), gone.declared.end());
  }
  for (const DeclRefExpr *reference : uses.references)
    if (missing.contains(reference->getDecl()))
      refuse("a declaration used by several parts of the loop", reference->getLocation());
}

/// Declarations that stay, though what they declare may be used in other tasks only.
void Outliner::markUnused(const Stmt *block, std::vector<TextEdit> &edits) {
  for (const Stmt *each : block->children()) {
    const auto *declarations = dyn_cast<DeclStmt>(each);
    if (isa<CompoundStmt>(each))
      markUnused(each, edits);
    if (!declarations || !llvm::any_of(declarations->decls(), llvm::IsaPred<VarDecl>))
      continue;
    const unsigned begin = source.offsetOf(each->getBeginLoc());
    if (llvm::any_of(edits, [&](const TextEdit &edit) { return edit.range.begin == begin; }))
      continue; // it is left out
    if (source.text({begin, begin + 2}) == "[[")
      refuse("a declaration with a leading attribute", each->getBeginLoc());
    edits.push_back({{begin, begin}, "__attribute__((__unused__)) "});
  }
}

void Outliner::addScalarCopies(const PlannedTask &planned, const Distribution &its,
                               OutlinedTask &task, const Uses &uses, std::set<const VarDecl *> &own,
                               std::set<size_t> &captures) {
  for (const ComponentScalar &each : its.scalars) {
    const VarDecl *variable = sources.variableOf.at(each.object);
    const bool isUsed = llvm::any_of(uses.references, [&](const DeclRefExpr *reference) {
      return reference->getDecl() == variable;
    });
    if (!isUsed || own.contains(variable) || uses.declared.contains(variable))
      continue;
    using Start = ComponentScalar::Start;
    const bool stays = each.isLeft && llvm::is_contained(planned.components, each.setter);
    if (stays && each.start == Start::Iteration)
      continue; // no other task uses the variable itself
    own.insert(variable);
    if (each.start == Start::Before) {
      captures.insert(capture(variable, false));
    } else {
      task.privates.push_back(ownCopy(variable));
      task.privateNames.push_back(nameOf(variable));
    }
    if (!stays)
      continue;
    if (variable->getType()->isVariablyModifiedType())
      refuse("a variable whose type has no name outside the function", variable->getLocation());
    const std::string name = nameOf(variable), home = "ks_home_" + name;
    const QualType type = context.getPointerType(variable->getType());
    task.results.push_back({name, home, declaration(type, home),
                            declaration(variable->getType().getUnqualifiedType(), name)});
  }
}

/// What the trip count is made of, and what is tested in front.
void Outliner::addDistributedHead() {
  const RegionId loop = first(plan.tasks.front()).distributedLoop;
  const Distribution &its = *facts.factsOf(loop)->distribution;
  if (its.guards.empty() && plan.minimumTrip == 0)
    return;
  const Stmt *statement = sources.statementOf.at(loop);
  const LoopHead head = findLoopHead(statement, context);
  if (!head.variable || head.declarations || !head.otherStarts.empty())
    return refuse("a loop header of this form", statement->getBeginLoc());
  headEdits.clear();
  layer.head = headOf(0, head, statement);
  LoopFacts guarded;
  guarded.guards = its.guards;
  addGuards(guarded);
}

} // namespace kasuri
