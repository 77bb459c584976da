// Scalars of the enclosing function that tasks write.
//
//     double e = 0;                         struct ks_f_copies ks_copies = {.e = e};
//     e = energy(x); f = energy(y);    ->   ks_copies = ks_f_enter(x, y, ks_copies);
//                                           e = ks_copies.e; f = ks_copies.f;
//
// Tasks share a variable by its address. The address of a copy does as well, and the compiler of
// the output keeps the variable itself in a register, as it would without the layer: where the
// layer does not run, it costs nothing. That is right for a variable which the function names and
// nothing else can reach: all that happens to it during the run is what tasks do to the copy.
//
// A copy begins with the variable's value, unless the layer sets it before it is read. To read a
// variable that has no value yet is harmless for all types but `_Bool`, of which compilers may
// assume that it is 0 or 1: its bytes are copied instead.
#include "emit/Outliner.h"

namespace kasuri {

using namespace clang;

void Outliner::addCopies() {
  for (Capture &each : layer.captures)
    if (each.isShared && each.lengths.empty() && isCopiable(each.variable)) {
      each.isCopied = true;
      layer.copies.push_back(copyOf(each.variable));
    }
  for (const OutlinedTask &task : layer.tasks)
    for (const OutlinedTask::Result &each : task.results)
      addResult(each);
}

/// The task sets it in any case.
void Outliner::addResult(const OutlinedTask::Result &result) {
  if (llvm::none_of(layer.copies,
                    [&](const OutlinedCopy &each) { return each.name == result.name; }))
    layer.copies.push_back({result.name, result.copyType, OutlinedCopy::Start::Unset});
}

/// Nothing but its name leads to it.
bool Outliner::isCopiable(const VarDecl *variable) const {
  const QualType type = variable->getType();
  return variable->hasLocalStorage() && type->isScalarType() && !type.isVolatileQualified() &&
         !isAddressTaken(variable);
}

OutlinedCopy Outliner::copyOf(const VarDecl *variable) {
  using Start = OutlinedCopy::Start;
  const QualType type = variable->getType().getUnqualifiedType();
  OutlinedCopy made;
  made.name = nameOf(variable);
  made.declaration = declaration(type, made.name);
  made.isStoredBack = !variable->getType().isConstQualified();
  made.needsTrips = isPrivateOfLoop(variable);
  const bool hasValue = isa<ParmVarDecl>(variable) || variable->hasInit();
  made.start = made.needsTrips || isSetFirst(variable) ? Start::Unset
               : hasValue                              ? Start::Value
               : type->isBooleanType()                 ? Start::Bytes
                                                       : Start::Perhaps;
  return made;
}

/// Each iteration of the layer's only loop sets it before it is read.
bool Outliner::isPrivateOfLoop(const VarDecl *variable) const {
  if (plan.tasks.size() != 1 || !layer.tasks[0].hasEarlyHead())
    return false;
  const std::string name = variable->getNameAsString();
  return llvm::any_of(layer.tasks[0].split->privates, [&](const SplitLoop::Private &each) {
    return each.name == name && each.isCopiedOut && each.isWhole && each.bytesText.empty();
  });
}

/// The first task that names it is a statement `variable = ...`, and always runs.
bool Outliner::isSetFirst(const VarDecl *variable) const {
  for (const PlannedTask &task : plan.tasks) {
    const std::vector<const Stmt *> statements = allCodeOf(task);
    const Uses uses = findUses(statements);
    const auto names = [&](const DeclRefExpr *each) { return each->getDecl() == variable; };
    if (llvm::none_of(uses.references, names))
      continue;
    const auto *first = dyn_cast<BinaryOperator>(statements.front());
    if (task.control || !first || first->getOpcode() != BO_Assign)
      return false;
    const auto *target = dyn_cast<DeclRefExpr>(first->getLHS()->IgnoreParens());
    return target && target->getDecl() == variable &&
           llvm::none_of(findUses(first->getRHS()).references, names);
  }
  return false;
}

} // namespace kasuri
