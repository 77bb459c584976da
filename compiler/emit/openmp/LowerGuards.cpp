// Loops that are parallel if a test before them says so.
//
//     #pragma omp parallel for ... if(n > 1 && ((long)a + 4L * n <= (long)b || ...))
//
// Where the test fails, one thread runs the iterations in order, with the same private copies as
// many would have. That is the sequential loop, if it would be one with these copies in any case:
// ranges of memory that overlap change nothing about a plain variable that only its name leads to.
// A test that some code is not reached may, and so may copies of memory: then the loop stands there
// twice, the second time as it was.
#include "emit/GuardText.h"
#include "emit/openmp/Lowering.h"

namespace kasuri {

using namespace clang;

namespace {

constexpr size_t longestCondition = 400;

} // namespace

void OpenMpLowering::addGuards(const LoopFacts &known, const LoopHead &head, Loop &made) {
  const Stmt *statement = sources.statementOf.at(known.loop);
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
  const std::optional<LastIteration> last = lastIteration(head, limit);
  const std::optional<std::string> text =
      last ? conditionText(program, known.guards, *last) : std::nullopt;
  bool isCounted = !made.pragma.condition.empty() || constantValue(head.test.bound, context);
  if (!text || !isCounted || text->size() > longestCondition)
    return refuse(refusal, begin);
  std::string &condition = made.pragma.condition;
  for (const std::string &each : {limit, *text})
    if (!each.empty())
      condition += (condition.empty() ? "" : " && ") + each;
  made.isInArm = !keepsWithoutGuards(known, made);
  if (made.isInArm && (!stands(statement) || source.mentionsCounter(made.range)))
    refuse("a loop that is not a direct statement of a block", begin);
}

/// Of a loop that counts up from a constant, by one.
std::optional<LastIteration> OpenMpLowering::lastIteration(const LoopHead &head,
                                                           std::string &limit) const {
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

bool OpenMpLowering::keepsWithoutGuards(const LoopFacts &known, const Loop &made) const {
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
