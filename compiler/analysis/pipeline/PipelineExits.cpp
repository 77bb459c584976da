// A loop that ends in a statement behind others has begun later iterations then, and nobody may see
// what these have done: they have worked on copies that are dropped, or on memory that nothing
// reads from there to the end of the program (CodeBehind.h), or read ahead from input that nobody
// looks at again. Memory that they may have freed, nothing even writes or frees from there on. What
// they have allocated is lost, as nobody has its address. What iterations hand on, the one that
// ends the loop saves; that is restored when all others have stopped.
//
// That they may run at all, though the source would not, is plain only where the loop ends because
// output or an allocation has failed: the program is prepared for success as well
// (EnvironmentFailures.h). What has failed is in one segment with the exit, so later iterations
// have not seen it. All other exits are in a segment with everything before them.
//
// With --assume=input they are not, as far as later iterations have nothing from earlier ones but
// their input (RunAhead.h). With --assume=exits they may have anything from them: the user says
// that an iteration which ends the loop leaves what another one could go on with.
#include "analysis/pipeline/PipelineExits.h"

#include "analysis/dependence/IterationMemory.h"
#include "analysis/library/LibraryFunctions.h"
#include "analysis/pipeline/CodeBehind.h"
#include "analysis/pipeline/InputBehind.h"
#include "analysis/pipeline/RunAhead.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>
#include <map>

namespace kasuri {
namespace {

class ExitOrder {
public:
  explicit ExitOrder(PipelineDraft &draft)
      : draft(draft), analysed(draft.analysed), program(draft.program) {}

  bool order() {
    for (size_t i = 0; i < draft.all().size(); ++i) {
      if (!draft.all()[i].isExit())
        continue;
      draft.pipeline.exits.push_back(draft.all()[i].piece.statement);
      if (!staysVisible(draft.all()[i]))
        return false;
      draft.ranges.push_back({firstOrdered(i), i});
    }
    return true;
  }

private:
  PipelineDraft &draft;
  const AnalysedProgram &analysed;
  const Program &program;
  std::map<size_t, CodeBehind> codeOf; ///< by exit

  /// The first element that later iterations must not begin before the exit is passed.
  size_t firstOrdered(size_t exit) {
    const std::optional<size_t> fails = draft.all()[exit].failsFrom;
    if (fails)
      return std::min(*fails, firstSeen(exit));
    if (!draft.mayBeAheadOf(exit))
      return 0;
    const size_t seen = firstSeen(exit), fed = firstNotFed(draft, exit, seen);
    if (fed < seen && analysed.assumptions.exitsAreFit) {
      draft.pipeline.assumesExits = true;
      return seen;
    }
    if (fed < seen)
      draft.strictExits.insert(exit);
    draft.pipeline.assumesInput |= fed > 0;
    return fed;
  }

  /// All that it uses is there behind the loop.
  bool staysVisible(const PipelineElement &exit) const {
    auto isHanded = [&](ObjectId object) {
      auto isIt = [&](const Handed &each) { return each.object == object; };
      return std::any_of(draft.handed.begin(), draft.handed.end(), isIt) ||
             std::any_of(draft.late.begin(), draft.late.end(), isIt);
    };
    for (RegionId leaving : exit.leaving)
      for (ValueId value : valuesWithin(program, leaving)) {
        const Instruction &named = program[value];
        if (named.op == Op::Address && draft.own.objects.contains(named.object) &&
            !isHanded(named.object) && !isOfLine(named.object))
          return false;
        for (const Access &access : draft.known.accessesAt(value))
          if (access.base.kind != Base::Kind::Object && meetsCopies(access))
            return false;
      }
    return true;
  }

  /// Of a line, which such statements only free.
  bool isOfLine(ObjectId object) const {
    return std::any_of(
        draft.pipeline.lines.begin(), draft.pipeline.lines.end(), [&](const LineBuffer &line) {
          return object == line.text || object == line.size || object == program[line.input].object;
        });
  }

  /// It reads what only copies hold, through a pointer. Of buffers the last values are in the
  /// memory itself, if they are handed on.
  bool meetsCopies(const Access &access) const {
    const Locations targets = locationsOf(analysed.effects, analysed.pointsTo, access);
    return std::any_of(targets.begin(), targets.end(), [&](const Location &location) {
      auto isIt = [&](const PrivateObject &each) {
        return program[each.allocation].object == location.object;
      };
      return draft.own.objects.contains(location.object) && !isOfLine(location.object) &&
             std::none_of(draft.pipeline.buffers.begin(), draft.pipeline.buffers.end(), isIt);
    });
  }

  /// The first element of which later iterations may not have run when the loop ends in that one.
  size_t firstSeen(size_t exit) {
    size_t first = exit;
    auto see = [&](size_t element) { first = std::min(first, element); };
    for (size_t i = 0; i < draft.groups.size(); ++i)
      if (draft.elementOf[i] < exit && draft.groups[i].sample.isWrite &&
          isSeenBehind(draft.groups[i], exit))
        see(draft.elementOf[i]);
    for (const Handed &each : draft.handed)
      if (each.range.last < exit && !isSaved(each) &&
          (each.bytes ? each.bytes->isLive : isNeededAt(exit, each.object)))
        see(each.range.first);
    for (size_t i = 0; i < exit; ++i)
      if (draft.mayRunOutIn(i) || mayFreeForBehind(draft.all()[i], exit) ||
          writesSlotsForBehind(draft.all()[i], exit))
        see(i);
    return first;
  }

  bool isSaved(const Handed &each) const {
    return each.bytes ? isSavedAtExits(*each.bytes)
                      : isSavedAtExits(program, draft.pipeline, each.object);
  }

  bool isSeenBehind(const AccessGroup &group, size_t exit) {
    const bool isMemory = !group.sample.isOpaque && !draft.transferOf(group);
    if (isMemory && !group.targets.empty() &&
        !isUsedIn(analysed, behind(exit), BehindUse::Read, group.targets, reachOf(group.sample)))
      return false;
    if (isTo(analysed, group.sample, SpecialObject::ErrnoSet))
      return false; // that of the last iteration is kept
    if (!group.targets.empty() &&
        std::all_of(group.targets.begin(), group.targets.end(),
                    [&](const Location &target) { return isOfLine(target.object); }))
      return false; // each worker's own
    return draft.transferOf(group) != Transfer::Input ||
           usesInputBehind(analysed, draft.loop, draft.all()[exit]);
  }

  /// The element, or what it calls, frees memory that is used behind the exit.
  bool mayFreeForBehind(const PipelineElement &element, size_t exit) {
    auto frees = [&](ValueId value) {
      const LibraryFunction *library = libraryCalled(program[value]);
      if (!library || !library->frees)
        return false;
      const LocationSet &blocks = analysed.pointsTo.of(program[value].operands[0]);
      return isUsedIn(analysed, behind(exit), BehindUse::Any, Locations::sharing(blocks),
                      unknownEnd);
    };
    return std::any_of(element.regions.begin(), element.regions.end(),
                       [&](RegionId region) { return anyReached(analysed, region, frees); });
  }

  /// It writes blocks that only their iteration knows in the loop, and that are read behind it.
  bool writesSlotsForBehind(const PipelineElement &element, size_t exit) {
    if (!draft.own.made)
      return false;
    auto writesSlot = [&](const Access &access) {
      return access.isWrite && !access.isOpaque && draft.own.made->isInSlot(access) &&
             isUsedIn(analysed, behind(exit), BehindUse::Read,
                      locationsOf(analysed.effects, analysed.pointsTo, access), reachOf(access));
    };
    return std::any_of(element.values.begin(), element.values.end(), [&](ValueId value) {
      const std::vector<Access> &all = draft.known.accessesAt(value);
      return std::any_of(all.begin(), all.end(), writesSlot);
    });
  }

  const CodeBehind &behind(size_t exit) {
    const auto [known, isNew] = codeOf.try_emplace(exit);
    if (isNew)
      known->second = codeBehind(analysed, draft.loop, draft.all()[exit]);
    return known->second;
  }

  /// Where the loop ends in that exit. Variables of a function that returns are gone.
  bool isNeededAt(size_t exit, ObjectId object) const {
    const PipelineElement &element = draft.all()[exit];
    if (!element.isReturn || !program[object].isPlainScalar() || draft.bufferOf(object))
      return draft.isNeededBehind(object);
    return draft.isNamedIn(element.leaving, object);
  }
};

} // namespace

bool orderExits(PipelineDraft &draft) { return ExitOrder(draft).order(); }

} // namespace kasuri
