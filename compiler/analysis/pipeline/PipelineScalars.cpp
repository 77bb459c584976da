#include "analysis/pipeline/PipelineScalars.h"

#include "analysis/pipeline/Increments.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

class ScalarFinder {
public:
  explicit ScalarFinder(PipelineDraft &draft)
      : draft(draft), program(draft.program), loop(draft.loop), known(draft.known) {}

  void find() {
    for (ObjectId object : draft.analysed.automatic[draft.function.index()]) {
      if (!isOutside(object)) {
        draft.own.objects.insert(object);
        continue;
      }
      const Uses uses = usesOf(object);
      if (!program[object].isPlainScalar() || !uses.written)
        continue;
      draft.own.objects.insert(object);
      addScalar(object, uses);
    }
  }

private:
  PipelineDraft &draft;
  const Program &program;
  RegionId loop;
  const FunctionAccesses &known;

  /// Elements that name the variable; those that write it.
  struct Uses {
    std::optional<ElementRange> named, written;
    std::vector<ValueId> stores;
    bool isInEnd = false; ///< in what an iteration evaluates behind its body: the next one does
  };

  bool isOutside(ObjectId object) const {
    const RegionId scope = program[object].scope;
    return !scope.valid() || scope == loop || !contains(program, loop, scope);
  }

  bool isStoredIn(const std::vector<ValueId> &values, ObjectId object) const {
    return std::ranges::any_of(values,
                               [&](ValueId value) { return isStoreTo(program, value, object); });
  }

  Uses usesOf(ObjectId object) const {
    Uses uses;
    for (size_t i = 0; i < draft.all().size(); ++i) {
      if (draft.isNamedIn(draft.all()[i].values, object))
        extend(uses.named, i);
      if (isStoredIn(draft.all()[i].values, object))
        extend(uses.written, i);
    }
    std::ranges::copy_if(valuesWithin(program, loop), std::back_inserter(uses.stores),
                         [&](ValueId value) { return isStoreTo(program, value, object); });
    uses.isInEnd = draft.isNamedIn(program[loop].step, object) ||
                   (!program[loop].testsFirst && draft.isNamedIn(program[loop].condition, object));
    return uses;
  }

  void addScalar(ObjectId object, const Uses &uses) {
    const bool isExposed =
        uses.isInEnd || !known.exposed.contains(loop) || known.exposed.at(loop).contains(object);
    const bool isNeeded = draft.isNeededBehind(object);
    if (!isExposed && !isNeeded) {
      draft.pipeline.privates.push_back({object, false});
      return;
    }
    const size_t last = uses.written->last;
    const bool isAssigned =
        known.assigned.contains(loop) && known.assigned.at(loop).contains(object);
    // Where an iteration may go on with the next one, or end the loop, it may leave that out.
    const bool mayBeLeftOut =
        draft.elements.hasContinue ||
        std::any_of(draft.all().begin(), draft.all().begin() + ptrdiff_t(last) + 1,
                    [](const auto &each) { return each.isExit(); });
    const bool isLeftLate = !isExposed && isAssigned && !mayBeLeftOut && last > 0;
    const ElementRange range{uses.isInEnd ? 0 : uses.named->first, last};
    Handed added{object, range};
    added.isExposed = isExposed;
    if (!isLeftLate)
      handOnEarly(draft, added, uses.stores);
    (isLeftLate ? draft.late : draft.handed).push_back(std::move(added));
  }
};

} // namespace

void findPipelineScalars(PipelineDraft &draft) { ScalarFinder(draft).find(); }

} // namespace kasuri
