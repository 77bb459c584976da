// A loop whose iterations threads share out: the clauses of its pragma.
//
//     int i, t;                            #pragma omp parallel for default(none) shared(a, n) \
//     for (i = 0; i < n; i++)                  private(t) schedule(static)
//       t = a[i], a[i] = t * t;            for (i = 0; i < n; i++) ...
//
// Where iterations become longer or shorter (cost/Trips.h), threads take some at a time instead.
//
// A variable that the last iteration leaves is `lastprivate`, and `firstprivate` as well if it may
// have a value before: without iterations GCC stores what a thread's copy began with. Arrays of
// which iterations set parts begin as the original, too; threads run stretches of iterations in
// order, so the last one's copy has what the source leaves. The loop's own variable is set behind
// the loop, if somebody may read it.
#include "emit/openmp/Lowering.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kasuri {

using namespace clang;

namespace {

/// How much longer or shorter iterations become for that to matter.
constexpr double leastSlope = 0.1;

/// Iterations that a thread takes at a time, if their number is not known; else such that there are
/// so many stretches.
constexpr unsigned usualChunk = 8, stretches = 64, mostAtOnce = 64;

/// Where a function names a variable, and which loops set it first.
class CounterFinder : public RecursiveASTVisitor<CounterFinder> {
public:
  explicit CounterFinder(const VarDecl *variable) : variable(variable) {}
  std::vector<const DeclRefExpr *> references;
  std::vector<const ForStmt *> loops; ///< that set it first

  bool VisitDeclRefExpr(DeclRefExpr *reference) {
    if (reference->getDecl() == variable)
      references.push_back(reference);
    return true;
  }
  bool VisitForStmt(ForStmt *loop) {
    const auto *start = dyn_cast_or_null<BinaryOperator>(loop->getInit());
    if (start && start->getOpcode() == BO_Assign && isIt(start->getLHS()) &&
        llvm::none_of(findUses(start->getRHS()).references,
                      [&](const DeclRefExpr *each) { return each->getDecl() == variable; }))
      loops.push_back(loop);
    return true;
  }

private:
  const VarDecl *variable;
  bool isIt(const Expr *expression) const {
    const auto *name = dyn_cast<DeclRefExpr>(expression->IgnoreParens());
    return name && name->getDecl() == variable;
  }
};

} // namespace

bool isOnlyCounter(const FunctionDecl &function, const ForStmt &loop, const VarDecl *variable) {
  if (variable->hasGlobalStorage())
    return false;
  CounterFinder finder(variable);
  finder.TraverseStmt(function.getBody());
  const SourceManager &manager = function.getASTContext().getSourceManager();
  auto isIn = [&](clang::SourceLocation place, const Stmt &outer) {
    const SourceRange range = manager.getExpansionRange(outer.getSourceRange()).getAsRange();
    const clang::SourceLocation at = manager.getExpansionLoc(place);
    return !manager.isBeforeInTranslationUnit(at, range.getBegin()) &&
           !manager.isBeforeInTranslationUnit(range.getEnd(), at);
  };
  return llvm::all_of(finder.references, [&](const DeclRefExpr *reference) {
    return isIn(reference->getLocation(), loop) ||
           llvm::any_of(finder.loops, [&](const ForStmt *other) {
             return isIn(reference->getLocation(), *other) && !isIn(loop.getBeginLoc(), *other);
           });
  });
}

/// Iterations of unequal length go to whichever thread is free, some at a time, unless what is left
/// depends on who ran which.
std::string OpenMpLowering::scheduleFor(RegionId loop, const Pragma &pragma) const {
  const auto task = std::find_if(plan.tasks.begin(), plan.tasks.end(),
                                 [&](const PlannedTask &each) { return each.splitLoop == loop; });
  const bool needsStretches =
      !facts.factsOf(loop)->reductions.empty() || !pragma.lastPrivates.empty();
  if (std::abs(task->slope) < leastSlope || needsStretches)
    return "static";
  const unsigned most = std::numeric_limits<uint16_t>::max();
  const unsigned chunk = task->mostParts == most
                             ? usualChunk
                             : std::clamp(task->mostParts / stretches, 1u, mostAtOnce);
  return "dynamic, " + std::to_string(chunk);
}

std::optional<OpenMpLowering::Loop> OpenMpLowering::lowerLoop(RegionId region, bool isTask) {
  const Stmt *statement = sources.statementOf.at(region);
  const LoopFacts &known = *facts.factsOf(region);
  const LoopHead head = findLoopHead(statement, context);
  const clang::SourceLocation begin = statement->getBeginLoc();
  checkStatement(statement);
  checkUses(findUses(statement));
  if (std::string why = whyNotCanonical(*statement, head, context, program.wrapsSigned);
      !why.empty() || known.amount)
    refuse(why.empty() ? "a loop of this form" : why, begin);
  if (known.ordered)
    refuse("statements that run in program order", begin);
  if (!known.inductions.empty())
    refuse("'" + program[known.inductions.front().object].name +
               "' advances with the loop variable",
           begin);
  if (!known.blocks.empty())
    refuse("each thread needs its own memory for '" + known.blocks.front().name + "'", begin);
  if (!known.guards.empty() && isTask)
    refuse("a runtime guard of this form", begin);
  if (!obstacle.empty())
    return std::nullopt;
  Loop made;
  made.range = *source.statement(statement);
  made.pragma.construct = isTask ? "taskloop" : "parallel for";
  std::set<const VarDecl *> own;
  made.canBeTasks = constantValue(head.test.bound, context).has_value();
  addCounter(*statement, head, region, made, own);
  addPrivates(known, head, made, own);
  for (const Reduction &reduction : known.reductions)
    addReduction(reduction, *statement, head, made, own);
  if (!isTask)
    made.pragma.schedule = scheduleFor(region, made.pragma);
  made.pragma.listsShared = true;
  checkContraction(known);
  const std::vector<std::string> shared = sharedNames(statement, own);
  made.pragma.shared.insert(made.pragma.shared.begin(), shared.begin(), shared.end());
  if (!isTask)
    addThreshold(head, std::max<int64_t>(plan.minimumTrip, known.guards.empty() ? 0 : 2), made);
  if (!known.guards.empty())
    addGuards(known, head, made);
  if (!(made.before.empty() && made.after.empty()) && !isTask && !stands(statement))
    refuse("a loop that is not a direct statement of a block", begin);
  return obstacle.empty() ? std::optional(std::move(made)) : std::nullopt;
}

void OpenMpLowering::addCounter(const Stmt &loop, const LoopHead &head, RegionId region, Loop &made,
                                std::set<const VarDecl *> &own) {
  own.insert(head.variable);
  const ObjectId counter = program[region].counted.variable;
  const auto found = facts.siblings.find(region);
  bool isDead = head.declaresVariable ||
                (found != facts.siblings.end() &&
                 llvm::any_of(found->second.privates,
                              [&](const PrivateObject &each) { return each.object == counter; })) ||
                isOnlyCounter(function, cast<ForStmt>(loop), head.variable);
  if (isDead)
    return;
  setBehind(cast<ForStmt>(loop), head, made);
}

bool OpenMpLowering::surelyIterates(const LoopHead &head) const {
  const std::optional<int64_t> first = constantValue(head.start, context);
  const std::optional<int64_t> last = constantValue(head.test.bound, context);
  return first && last && (head.step > 0 ? *first < *last : *first > *last);
}

/// The loop's variable becomes what it is in the source after the last step.
void OpenMpLowering::setBehind(const ForStmt &loop, const LoopHead &head, Loop &made) {
  const std::string name = listedName(head.variable);
  const bool isUp = head.step > 0;
  if (surelyIterates(head)) {
    made.pragma.lastPrivates.push_back(name);
    return;
  }
  const std::optional<std::string> from = textOf(head.start), to = textOf(head.test.bound);
  if (!from || !to || std::abs(head.step) != 1)
    return refuse("the value of '" + name + "' after the loop", loop.getBeginLoc());
  const bool isMet = head.test.relation == Relation::NotEqual;
  const bool isClosed =
      head.test.relation == Relation::LessEqual || head.test.relation == Relation::GreaterEqual;
  const std::string end = isClosed ? *to + (isUp ? " + 1" : " - 1") : *to;
  const std::string test = *to + (isUp ? " >" : " <") + (isClosed ? "= " : " ") + *from;
  made.after.push_back(name + " = " + (isMet ? end : test + " ? " + end + " : " + *from) + ";");
}

/// Declared without a value, and named before the loop nowhere; in no loop around it either.
bool OpenMpLowering::isUnsetBefore(const VarDecl *variable, const Stmt &loop) {
  if (variable->hasInit() || variable->hasGlobalStorage() || isa<ParmVarDecl>(variable))
    return false;
  CounterFinder finder(variable);
  finder.TraverseStmt(function.getBody());
  const clang::SourceLocation begin = loop.getBeginLoc();
  bool isFirst = llvm::all_of(finder.references, [&](const DeclRefExpr *reference) {
    return !manager.isBeforeInTranslationUnit(reference->getLocation(), begin);
  });
  const RegionId top = program[plan.function].body;
  RegionId region = program[taskOf(plan.tasks.front().members.front()).first].parent;
  for (; isFirst && region != top; region = program[region].parent)
    if (program[region].kind == Region::Kind::Loop ||
        program[region].kind == Region::Kind::Opaque) {
      refuse("'" + variable->getNameAsString() + "' may or may not have a value before the loop",
             begin);
      return false;
    }
  return isFirst;
}

/// Arrays of threads lie on their stacks, as those of the runtime do.
void OpenMpLowering::checkSize(const VarDecl *variable, uint64_t &bytes) {
  const QualType type = variable->getType();
  if (type->isVariablyModifiedType() || type->isIncompleteType())
    return refuse("a private variable of this type", variable->getLocation());
  bytes += static_cast<uint64_t>(context.getTypeSizeInChars(type).getQuantity());
  if (bytes > largestCopy)
    refuse("'" + variable->getNameAsString() + "' makes the per-thread copies too large",
           variable->getLocation());
}

/// What the place names, if that is all of a variable.
const VarDecl *OpenMpLowering::variableOf(const Place &place) const {
  const VarDecl *variable = nullptr;
  for (ValueId access : place.accesses) {
    const auto *named = dyn_cast<Expr>(sources.expressionOf.at(access));
    for (unsigned i = 0; named && i < place.subscripts; ++i) {
      const auto *element = dyn_cast<ArraySubscriptExpr>(named->IgnoreParens());
      named = element ? element->getBase()->IgnoreParenImpCasts() : nullptr;
    }
    const auto *name = named ? dyn_cast<DeclRefExpr>(named->IgnoreParenImpCasts()) : nullptr;
    const auto *found = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (!found || (variable && variable->getCanonicalDecl() != found->getCanonicalDecl()))
      return nullptr;
    variable = found->getCanonicalDecl();
  }
  return variable;
}

void OpenMpLowering::addPrivates(const LoopFacts &known, const LoopHead &head, Loop &made,
                                 std::set<const VarDecl *> &own) {
  uint64_t bytes = 0;
  for (const PrivateObject &each : known.privates) {
    if (each.place)
      checkPlace(*each.place, *sources.statementOf.at(known.loop));
    const std::string called = kasuri::nameOf(program, each);
    const VarDecl *variable = each.place            ? variableOf(*each.place)
                              : each.object.valid() ? sources.variableOf.at(each.object)
                                                    : nullptr;
    if (each.place && variable)
      checkOtherNames(*each.place, *sources.statementOf.at(known.loop), variable);
    if (each.mayBeUnset)
      return refuse("the last value of '" + called + "', which not every iteration sets", where);
    if (each.allocation.valid() || !variable)
      return refuse("each thread needs its own memory for '" + called + "'", where);
    variable = variable->getCanonicalDecl();
    if (!own.insert(variable).second)
      continue;
    checkSize(variable, bytes);
    checkWhole(each, variable);
    const std::string name = listedName(variable);
    bool isCopiedOut = each.copyOut || each.place;
    // Without iterations the clause would store what it found, and undo what others store
    // meanwhile.
    if (isCopiedOut && variable->hasGlobalStorage() && !surelyIterates(head))
      return refuse("'" + called + "' must keep its value if the loop has no iterations", where);
    Pragma &pragma = made.pragma;
    if (isCopiedOut && !isUnsetBefore(variable, *sources.statementOf.at(known.loop)))
      pragma.firstPrivates.push_back(name);
    (isCopiedOut ? pragma.lastPrivates : pragma.privates).push_back(name);
  }
}

/// A clause copies all of a variable, also what others work on at the same time.
void OpenMpLowering::checkWhole(const PrivateObject &each, const VarDecl *variable) {
  const int64_t size = context.getTypeSizeInChars(variable->getType()).getQuantity();
  const bool isPart = each.place ? static_cast<int64_t>(each.place->bytes) != size
                                 : llvm::none_of(each.left, [&](const auto &bytes) {
                                     return bytes.first <= 0 && bytes.second >= size;
                                   });
  if (isPart && (each.place || !each.left.empty()))
    refuse("the value after the loop of a part of '" + variable->getNameAsString() + "'",
           variable->getLocation());
}

/// With few iterations one thread runs the loop.
void OpenMpLowering::addThreshold(const LoopHead &head, int64_t leastTrips, Loop &made) {
  const std::optional<int64_t> start = constantValue(head.start, context);
  const std::optional<std::string> bound = textOf(head.test.bound);
  bool isKnown = leastTrips > 1 && start && std::abs(*start) < INT32_MAX && bound &&
                 head.step > 0 && head.step < INT16_MAX && leastTrips < INT16_MAX &&
                 !constantValue(head.test.bound, context) &&
                 !head.variable->getType()->isPointerType();
  if (!isKnown || head.test.relation == Relation::NotEqual)
    return;
  const int64_t least = *start + (leastTrips - 1) * head.step;
  const bool isClosed = head.test.relation == Relation::LessEqual;
  made.pragma.condition = *bound + (isClosed ? " >= " : " > ") + std::to_string(least);
}

} // namespace kasuri
