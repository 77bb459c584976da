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
#include "movability/code/NamedInFront.h"
#include "movability/openmp/LoopReader.h"
#include "clang/AST/ParentMapContext.h"

#include <algorithm>
#include <cmath>

namespace kasuri {

using namespace clang;

namespace {

constexpr size_t longestCondition = 400;

} // namespace

void LoopReader::refuse(const std::string &what, clang::SourceLocation location) {
  refuse(Refusal{what, code.place(location)});
}

void LoopReader::refuse(const std::optional<Refusal> &refusal) {
  if (!made.refusal)
    made.refusal = refusal;
}

OpenMpLoop LoopReader::read(bool isTask) {
  made = {};
  own.clear();
  checkForm(isTask);
  if (isRefused())
    return std::move(made);
  made.range = *source.statement(statement);
  made.pragma.construct = isTask ? "taskloop" : "parallel for";
  made.canBeTasks = constantValue(head.test.bound, context).has_value();
  addCounter();
  addPrivates();
  for (const Reduction &reduction : known.reductions)
    addReduction(reduction);
  made.needsStretches = !known.reductions.empty() || !made.pragma.lastPrivates.empty();
  made.pragma.listsShared = true;
  checkContraction();
  addShared();
  if (!isTask)
    addThreshold();
  made.hasGuards = !known.guards.empty();
  if (made.hasGuards)
    addGuards();
  if (mayCountBeyondType(head, context))
    addCountLimit(isTask);
  if (!(made.before.empty() && made.after.empty()) && !isTask && !isInBlock(statement, context))
    refuse("a loop that is not a direct statement of a block", statement->getBeginLoc());
  addBehind();
  return std::move(made);
}

void LoopReader::checkForm(bool isTask) {
  const clang::SourceLocation begin = statement->getBeginLoc();
  refuse(whyNoPragma(code, statement));
  refuse(whyNoTask(code, findUses(statement)));
  if (std::string why = whyNotCanonical(*statement, head, context, program.wrapsSigned);
      !why.empty() || known.amount)
    refuse(why.empty() ? "a loop of this form" : why, begin);
  if (known.ordered)
    refuse("statements that run in program order", begin);
  if (known.wavefront)
    refuse("iterations that run as a wavefront", begin);
  if (!known.inductions.empty())
    refuse("'" + program[known.inductions.front().object].name +
               "' advances with the loop variable",
           begin);
  if (!known.automatics.empty())
    refuse("a called function keeps '" + program[known.automatics.front()].name +
               "' in static memory",
           begin);
  if (!known.blocks.empty())
    refuse("each thread needs its own memory for '" + known.blocks.front().name + "'", begin);
  if (!known.guards.empty() && isTask)
    refuse("a runtime guard of this form", begin);
}

std::string LoopReader::listedName(const VarDecl *variable) {
  refuse(whyNotListed(code, variable));
  return variable->getNameAsString();
}

/// As an operand, to be written once more; nothing for what takes several lines.
std::optional<std::string> LoopReader::textOf(const Expr *expression) const {
  const std::optional<TextRange> range = source.exactly(expression->getSourceRange());
  const std::string text = range ? source.text(*range) : "";
  if (text.empty() || text.find('\n') != std::string::npos)
    return std::nullopt;
  bool isOperand = isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr, IntegerLiteral, ParenExpr>(
      expression->IgnoreImpCasts());
  return isOperand ? text : "(" + text + ")";
}

std::string LoopReader::freshName(const std::string &wish, bool isOfLoop) {
  made.freshNames.push_back({wish, isOfLoop});
  return freshMark(made.freshNames.size() - 1);
}

/// As for layers of Kasuri's own runtime: a shared variable lies in memory.
bool LoopReader::takesProductApart(const VarDecl *variable, const Uses &uses) const {
  const std::optional<Contraction> &contraction = code.contraction;
  if (!contraction)
    return false;
  const bool isRead = uses.isOnlyRead(variable);
  const bool isRounded = isRead && contraction->isOnlyInLoops(variable, statement);
  return (!isRead && contraction->sumsProducts(variable)) ||
         (!isRounded && contraction->handsProducts(variable));
}

/// Memory of which each thread has its own, as a variable.
void LoopReader::checkContraction() {
  for (const PrivateObject &each : known.privates) {
    std::vector<const Expr *> uses;
    if (each.place)
      for (ValueId access : each.place->accesses)
        uses.push_back(cast<Expr>(sources.expressionOf.at(access)));
    if (code.contraction && code.contraction->handsOrSums(uses))
      refuse("a product that may be fused with the addition", uses.front()->getExprLoc());
  }
}

void LoopReader::addShared() {
  const Uses uses = findUses(statement);
  for (const auto &[location, variable] : outerPlaces(uses)) {
    if (own.contains(variable))
      continue;
    if (variable->getTLSKind() != VarDecl::TLS_None)
      refuse("a thread-local variable", variable->getLocation());
    if (takesProductApart(variable, uses))
      refuse("a product that may be fused with the addition", variable->getLocation());
    made.pragma.shared.push_back(listedName(variable));
  }
}

/// A line break, if what stands behind is on the same line: it would seem to be under the pragma.
void LoopReader::addBehind() {
  const llvm::StringRef buffer = manager.getBufferData(manager.getMainFileID());
  const llvm::StringRef rest = buffer.substr(made.range.end).ltrim(" \t");
  bool isAlone = rest.empty() || rest.starts_with("\n") || rest.starts_with("\r") ||
                 rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with("}");
  if (isAlone)
    return;
  const llvm::StringRef word = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  made.sharesLine = llvm::is_contained({"for", "while", "if", "do", "switch"}, word) ||
                    (!word.empty() && context.Idents.get(word).hadMacroDefinition());
  made.behind = "\n" + source.indentationAt(made.range.end);
}

void LoopReader::addCounter() {
  own.insert(head.variable);
  const ObjectId counter = program[known.loop].counted.variable;
  const auto found = facts.siblings.find(known.loop);
  bool isDead = head.declaresVariable ||
                (found != facts.siblings.end() &&
                 llvm::any_of(found->second.privates,
                              [&](const PrivateObject &each) { return each.object == counter; })) ||
                isOnlyCounter(function, *cast<ForStmt>(statement), head.variable);
  if (!isDead)
    setBehind();
}

bool LoopReader::surelyIterates() const {
  const std::optional<int64_t> first = constantValue(head.start, context);
  const std::optional<int64_t> last = constantValue(head.test.bound, context);
  return first && last && (head.step > 0 ? *first < *last : *first > *last);
}

/// The loop's variable becomes what it is in the source after the last step.
void LoopReader::setBehind() {
  const std::string name = listedName(head.variable);
  const bool isUp = head.step > 0;
  if (surelyIterates()) {
    made.pragma.lastPrivates.push_back(name);
    return;
  }
  const std::optional<std::string> from = textOf(head.start), to = textOf(head.test.bound);
  if (!from || !to || std::abs(head.step) != 1)
    return refuse("the value of '" + name + "' after the loop", statement->getBeginLoc());
  const bool isMet = head.test.relation == Relation::NotEqual;
  const std::string end = isClosed(head) ? *to + (isUp ? " + 1" : " - 1") : *to;
  const std::string test = *to + (isUp ? " >" : " <") + (isClosed(head) ? "= " : " ") + *from;
  made.after.push_back(name + " = " + (isMet ? end : test + " ? " + end + " : " + *from) + ";");
}

/// Declared without a value, and named before the loop nowhere; in no loop around it either.
bool LoopReader::isUnsetBefore(const VarDecl *variable) {
  if (variable->hasInit() || variable->hasGlobalStorage() || isa<ParmVarDecl>(variable))
    return false;
  const clang::SourceLocation begin = statement->getBeginLoc();
  bool isFirst = llvm::all_of(referencesTo(function, variable), [&](const DeclRefExpr *reference) {
    return !manager.isBeforeInTranslationUnit(reference->getLocation(), begin);
  });
  const RegionId top = program[code.id].body;
  RegionId region = program[known.loop].parent;
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
void LoopReader::checkSize(const VarDecl *variable, uint64_t &bytes) {
  const QualType type = variable->getType();
  if (type->isVariablyModifiedType() || type->isIncompleteType())
    return refuse("a private variable of this type", variable->getLocation());
  bytes += static_cast<uint64_t>(context.getTypeSizeInChars(type).getQuantity());
  if (bytes > program.mostOnStack)
    refuse("'" + variable->getNameAsString() + "' makes the per-thread copies too large",
           variable->getLocation());
}

/// What the place names, if that is all of a variable.
const VarDecl *LoopReader::variableOf(const Place &place) const {
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

void LoopReader::addPrivates() {
  uint64_t bytes = 0;
  for (const PrivateObject &each : known.privates) {
    if (each.place)
      checkPlace(*each.place);
    const std::string called = nameOf(program, each);
    const VarDecl *variable = each.place            ? variableOf(*each.place)
                              : each.object.valid() ? sources.variableOf.at(each.object)
                                                    : nullptr;
    if (each.place && variable)
      checkOtherNames(*each.place, variable);
    if (each.mayBeUnset)
      return refuse("the last value of '" + called + "', which not every iteration sets", {});
    if (each.allocation.valid() || !variable)
      return refuse("each thread needs its own memory for '" + called + "'", {});
    variable = variable->getCanonicalDecl();
    if (!own.insert(variable).second)
      continue;
    checkSize(variable, bytes);
    checkWhole(each, variable);
    const std::string name = listedName(variable);
    bool isCopiedOut = each.copyOut || each.place;
    // Without iterations the clause would store what it found, and undo what others store
    // meanwhile.
    if (isCopiedOut && variable->hasGlobalStorage() && !surelyIterates())
      return refuse("'" + called + "' must keep its value if the loop has no iterations", {});
    Pragma &pragma = made.pragma;
    if (isCopiedOut && !isUnsetBefore(variable))
      pragma.firstPrivates.push_back(name);
    (isCopiedOut ? pragma.lastPrivates : pragma.privates).push_back(name);
  }
}

/// A clause copies all of a variable, also what others work on at the same time.
void LoopReader::checkWhole(const PrivateObject &each, const VarDecl *variable) {
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
void LoopReader::addThreshold() {
  const std::optional<int64_t> start = constantValue(head.start, context);
  const std::optional<std::string> bound = textOf(head.test.bound);
  bool isKnown = start && std::abs(*start) < INT32_MAX && bound && head.step > 0 &&
                 head.step < INT16_MAX && !constantValue(head.test.bound, context) &&
                 !head.variable->getType()->isPointerType();
  if (isKnown && head.test.relation != Relation::NotEqual)
    made.threshold = {*bound, isClosed(head), *start, head.step};
}

/// Where the test fails, one thread runs the iterations in order, with the same private copies as
/// many would have. That is the sequential loop, if it would be one with these copies in any case:
/// ranges of memory that overlap change nothing about a plain variable that only its name leads to.
/// A test that some code is not reached may, and so may copies of memory: then the loop stands
/// there twice, the second time as it was.
void LoopReader::addGuards() {
  const clang::SourceLocation begin = statement->getBeginLoc();
  const std::string refusal = "a runtime guard of this form";
  for (ObjectId object : namedInFront(known)) {
    const auto found = sources.variableOf.find(object);
    if (found == sources.variableOf.end())
      return refuse(refusal, begin);
    listedName(found->second);
    for (const Decl *each : function.decls()) {
      const auto *local = dyn_cast<NamedDecl>(each);
      if (local && !isa<TagDecl, LabelDecl>(local) && local != found->second &&
          local->getDeclName() == found->second->getDeclName())
        refuse("two declarations of '" + local->getNameAsString() + "'", local->getLocation());
    }
  }
  std::string limit;
  const std::optional<LastIteration> last = lastIteration(limit);
  const std::optional<std::string> text =
      last ? conditionText(program, known.guards, *last) : std::nullopt;
  if (!text || text->size() > longestCondition)
    return refuse(refusal, begin);
  if (!constantValue(head.test.bound, context) && !isRefused())
    made.whenUntested = Refusal{refusal, code.place(begin)};
  for (const std::string &each : {limit, *text})
    if (!each.empty())
      made.guards.push_back(each);
  made.isInArm = !keepsWithoutGuards();
  if (made.isInArm && !canBeInArm())
    refuse("a loop that is not a direct statement of a block", begin);
}

/// The loop may stand in an `if`, and once more in its `else`.
bool LoopReader::canBeInArm() const {
  return isInBlock(statement, context) && !source.file().mentionsCounter(made.range);
}

/// A test that the variable's type can hold the number of iterations. Otherwise the loop runs
/// without a pragma, which would have one thread count them in the same way.
void LoopReader::addCountLimit(bool isTask) {
  const std::optional<std::string> start = textOf(head.start), bound = textOf(head.test.bound);
  const clang::SourceLocation begin = statement->getBeginLoc();
  const uint64_t bits = context.getTypeSize(head.variable->getType());
  const QualType ofStart = head.start->IgnoreParenImpCasts()->getType();
  const bool isSame = ofStart->isSignedIntegerType() && context.getTypeSize(ofStart) <= bits;
  if (!start || !bound || !isSame || isTask || !canBeInArm())
    return refuse("more iterations than the variable's type may hold", begin);
  const bool isUp = head.step > 0;
  made.guards.push_back("(long long)" + (isUp ? *bound : *start) + " - " +
                        (isUp ? *start : *bound) + (isClosed(head) ? " < " : " <= ") +
                        std::to_string(greatestOf(bits)));
  made.isInArm = true;
}

/// Of a loop that counts up from a constant, by one.
std::optional<LastIteration> LoopReader::lastIteration(std::string &limit) const {
  const std::optional<int64_t> start = constantValue(head.start, context);
  const std::optional<std::string> bound = textOf(head.test.bound);
  const Relation relation = head.test.relation;
  const QualType type = head.test.bound->IgnoreParenImpCasts()->getType();
  bool isKnown = start && std::abs(*start) < INT16_MAX && bound && head.step == 1 &&
                 (relation == Relation::Less || relation == Relation::LessEqual) &&
                 type->isIntegerType() && context.getTypeSize(type) <= 64;
  if (!isKnown)
    return std::nullopt;
  LastIteration last;
  last.offset = *start + (relation == Relation::Less ? 1 : 0);
  last.isLong = context.getTypeSize(type) > 32;
  last.bound = last.isLong ? "(long)" + *bound : *bound;
  if (last.isLong)
    limit = *bound + " < 1L << 31";
  return last;
}

bool LoopReader::keepsWithoutGuards() const {
  bool hasCopies = !known.privates.empty() || !known.reductions.empty();
  bool isPlain = made.before.empty() &&
                 llvm::none_of(known.guards, [](const Guard &guard) { return guard.isCondition; });
  for (const PrivateObject &each : known.privates)
    isPlain &= each.object.valid() && program[each.object].isPlainScalar();
  for (const Reduction &each : known.reductions)
    isPlain &= each.object.valid() && program[each.object].isPlainScalar();
  return !hasCopies || isPlain;
}

} // namespace kasuri
