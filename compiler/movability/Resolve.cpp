// All texts of a task's parts, one by one.
#include "movability/Resolve.h"

namespace kasuri {
namespace {

class Resolver {
public:
  explicit Resolver(const MarkValues &values) : values(values) {}

  template <typename... Texts> void resolve(Texts &...texts) {
    ((texts = resolved(texts, values)), ...);
  }
  void resolveAll(std::vector<std::string> &texts) {
    for (std::string &each : texts)
      resolve(each);
  }

  void add(OutlinedReduction &its) {
    resolve(its.name, its.own, its.before, its.beforeType, its.ownCopy, its.arrayType, its.member,
            its.castType, its.ownType, its.identity, its.mark, its.ran, its.key, its.partKey,
            its.set, its.sets);
    if (its.list)
      resolve(its.list->own, its.list->member, its.list->term, its.list->addressType,
              its.list->valueType);
    for (OutlinedCompanion &each : its.companions)
      resolve(each.name, each.ownCopy, each.arrayType, each.member, each.target);
  }

  void add(AccumulatorCopy &its) {
    resolve(its.place, its.own, its.ownType, its.home, its.homeType, its.copies, its.copyType,
            its.ran);
    for (AccumulatorCopy::Part &each : its.parts) {
      resolve(each.path, each.type, each.castType, each.start, each.identity, each.taken,
              each.terms, each.termsType);
      resolveAll(each.companions);
    }
  }

  void add(OutlinedBlock &its) {
    resolve(its.home, its.copy, its.size, its.holder);
    for (OutlinedBlock::Kept &each : its.kept)
      resolve(each.low, each.bytes);
    for (OutlinedBlock::Pointer &each : its.pointers)
      resolve(each.name, each.type, each.declaration, each.before, each.text);
  }

  void add(PipedLoop &its) {
    resolve(its.setUp, its.condition, its.step);
    for (PipedLoop::Segment &each : its.segments)
      resolve(each.take, each.leave, each.end);
    for (PipedLoop::Buffer &each : its.buffers)
      resolve(each.home, each.bytes);
  }

  void add(SplitLoop &its) {
    resolve(its.variable, its.variableType, its.startText, its.startType, its.stepText, its.endType,
            its.plainType, its.orderedVariable, its.orderedText);
    for (SplitLoop::Test &each : its.tests)
      resolve(each.boundText, each.bound, each.boundType, each.comparedType, each.testedType,
              each.sumText);
    resolveAll(its.setUp);
    for (SplitLoop::Private &each : its.privates)
      resolve(each.name, each.declaration, each.bytesText, each.home, each.placeText);
    for (SplitLoop::LastSet &each : its.lastSets)
      resolve(each.declaration, each.mark, each.values, each.valuesType, each.marks);
    for (OutlinedReduction &each : its.reductions)
      add(each);
    for (AccumulatorCopy &each : its.accumulators)
      add(each);
    if (its.sums)
      resolve(its.sums->own, its.sums->member, its.sums->prototypes);
    for (OutlinedBlock &each : its.blocks)
      add(each);
    for (OutlinedHolder &each : its.holders)
      resolve(each.name, each.declaration, each.from, each.pointer);
    if (its.wave)
      resolve(its.wave->place, its.wave->state, its.wave->slots, its.wave->enterText,
              its.wave->prototype);
    for (SplitLoop::Kept &each : its.kept)
      resolve(each.declaration, each.member, each.memberType);
  }

private:
  const MarkValues &values;
};

} // namespace

SplitLoop resolved(SplitLoop loop, const MarkValues &values) {
  Resolver(values).add(loop);
  return loop;
}

/// Declarations and results of variables have no marks.
TaskParts resolved(TaskParts parts, const MarkValues &values) {
  if (parts.split)
    Resolver(values).add(*parts.split);
  if (parts.piped)
    Resolver(values).add(*parts.piped);
  Resolver(values).resolve(parts.returnedType);
  return parts;
}

} // namespace kasuri
