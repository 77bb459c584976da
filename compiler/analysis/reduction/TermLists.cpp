// Finding memory of which a loop only ever combines elements with floating-point terms.
//
//     for (i = 0; i < n; i++)
//       for (j = i + 1; j < n; j++) {
//         double f = force(i, j);
//         fx[i] += f;                     fx[i], fx[j]: terms of one list, each with its element
//         fx[j] -= f;
//       }
//
// Iterations may update the same elements, in any number and order. The order of additions to an
// element must be that of the source, so each part of the loop lists its terms and their addresses,
// and the lists are worked off when all parts are over, one after the other: that is the order of
// the source, because a part has iterations that follow each other.
//
// Until then the memory holds the values from before the loop. So nothing in the loop may look at
// it, or write it, but the updates, not in the same iteration either. Accesses are compared by all
// that they span in any iteration. The search begins with one update and adds those that may meet
// an update found before, until nothing is added.
#include "analysis/reduction/TermLists.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <map>

namespace kasuri {
namespace {

class TermListFinder {
public:
  TermListFinder(const AnalysedProgram &analysed, const Viewpoint &view, RegionId loop,
                 const ReductionFinder &reductions, const std::set<ValueId> &apart)
      : analysed(analysed), program(analysed.program), view(view), loop(loop), apart(apart),
        known(analysed.effects.functions[program[loop].function.index()]),
        values(valuesWithin(program, loop)) {
    for (ValueId value : values)
      if (auto update = reductions.termUpdate(value)) {
        updates.emplace(value, *update);
        storeOf.emplace(update->load, value);
      }
  }

  std::optional<Reduction> find(ValueId store, std::set<ValueId> &touching) {
    auto first = updates.find(store);
    if (first == updates.end())
      return std::nullopt;
    std::vector<ValueId> found = {store};
    for (size_t i = 0; i < found.size(); ++i)
      if (!addMeeting(found, found[i], touching))
        return std::nullopt;
    Reduction made{ObjectId(), program[store].text, first->second.kind, true, store};
    made.listed = found;
    made.hasAddresses = true;
    Place &place = made.place.emplace();
    for (ValueId each : found)
      place.accesses.insert(place.accesses.end(), {updates.at(each).load, each});
    return made;
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  const Viewpoint &view;
  RegionId loop;
  const std::set<ValueId> &apart;
  const FunctionAccesses &known;
  std::vector<ValueId> values;
  std::map<ValueId, ReductionFinder::TermUpdate> updates; ///< by Store
  std::map<ValueId, ValueId> storeOf;                     ///< by Load

  /// Others that may meet what the update touches; false if one of them is no such update.
  bool addMeeting(std::vector<ValueId> &found, ValueId update, std::set<ValueId> &touching) {
    const std::vector<Access> &ours = known.accessesAt(update);
    if (ours.size() != 1 || ours.front().isOpaque || !isFixed(ours.front().base))
      return false;
    for (ValueId value : values) {
      if (apart.contains(value))
        continue;
      for (const Access &other : known.accessesAt(value)) {
        if (!mayMeet(ours.front(), other))
          continue;
        const ValueId store = storeOf.contains(value) ? storeOf.at(value) : value;
        const bool isElsewhere = isFixed(other.base) && other.base != ours.front().base;
        if (!isAlike(update, store)) {
          if (!isElsewhere)
            return false;
          touching.insert(value);
        } else if (std::find(found.begin(), found.end(), store) == found.end()) {
          found.push_back(store);
        }
      }
    }
    return true;
  }

  /// Another update of the same kind.
  bool isAlike(ValueId update, ValueId store) const {
    auto other = updates.find(store);
    return other != updates.end() && other->second.kind == updates.at(update).kind &&
           program[store].type == program[update].type;
  }

  /// The same memory in all iterations, which is there behind the loop, too.
  bool isFixed(const Base &base) const {
    if (base.kind == Base::Kind::Symbol)
      return view.isShared(base.symbol);
    if (base.kind != Base::Kind::Object || analysed.pointsTo.isSpecial(base.object))
      return false;
    const RegionId scope = program[base.object].scope;
    return !scope.valid() || !contains(program, loop, scope);
  }

  /// In any two iterations, or in one.
  bool mayMeet(const Access &a, const Access &b) const {
    return mayEverTouchSame(analysed.effects, analysed.pointsTo, a, b,
                            a.base == b.base && isFixed(a.base));
  }
};

} // namespace

std::optional<Reduction> findTermList(const AnalysedProgram &analysed, const Viewpoint &view,
                                      RegionId loop, const ReductionFinder &reductions,
                                      const std::set<ValueId> &apart, ValueId store,
                                      std::set<ValueId> &touching) {
  return TermListFinder(analysed, view, loop, reductions, apart).find(store, touching);
}

} // namespace kasuri
