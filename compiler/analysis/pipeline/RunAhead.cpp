// What an iteration does that the sequential program does not have, because an earlier one ends the
// loop.
//
//     while (fread(&head, sizeof head, 1, in) == 1) {
//       fread(packed, 1, head.length, in);
//       if (!unpack(u, packed, head.length, data))     data decide: "broken"
//         return 1;
//       fwrite(data, 1, head.size, out);
//     }
//
// Say that block 3 is broken, and that block 4 has been unpacked when that is known. What the
// iteration of block 4 has got from earlier ones is its place in the input, and nothing else: `u`,
// `packed` and `data` are its own, and are written before they are read. So the sequential program
// does the same with another input, the one without block 3: then it unpacks block 4 when it is
// done with block 2. With --assume=input the user says that this is defined and ends, whatever the
// bytes are. It is not followed what the program may have found out about the input in front of the
// loop, so the assumption is about each block, not about files that pass such a test.
//
// Of several iterations that run ahead, each has at most input from the others. Functions that tell
// or change the place in a file are no input here.
#include "analysis/pipeline/RunAhead.h"

#include "analysis/dependence/IterationMemory.h"
#include "analysis/library/LibraryFunctions.h"
#include "analysis/pointers/CallEffects.h"

#include <algorithm>
#include <string_view>

namespace kasuri {
namespace {

/// It takes the next bytes of a file, or says that there are none.
bool takesInput(const PipelineDraft &draft, const AccessGroup &group) {
  static const std::set<std::string_view> tests = {"feof", "ferror", "feof_unlocked",
                                                   "ferror_unlocked"};
  if (!isTo(draft.analysed, group.sample, SpecialObject::InputOutput))
    return false;
  return std::ranges::all_of(group.places, [&](const auto &place) {
    const Instruction &call = draft.program[place.second];
    const LibraryFunction *library = libraryCalled(call);
    return library && (library->hasInput || tests.contains(call.calleeName));
  });
}

/// The head only counts: what it has from earlier iterations decides that there is an iteration,
/// and nothing else in it.
bool onlyCounts(const PipelineDraft &draft) {
  const ObjectId counter = draft.program[draft.loop].counted.variable;
  return counter.valid() && std::ranges::none_of(draft.all()[0].values, [&](ValueId value) {
           const Op op = draft.program[value].op;
           return op == Op::Call || (op == Op::Store && !isStoreTo(draft.program, value, counter));
         });
}

/// The first element before `end` that has the value of an earlier iteration.
size_t firstUse(const PipelineDraft &draft, const Handed &handed, size_t end) {
  if (!handed.isExposed)
    return end;
  if (handed.bytes)
    return std::min(end, handed.range.first);
  const bool isCounter = draft.program[draft.loop].counted.variable == handed.object;
  size_t first = isCounter && onlyCounts(draft) ? 1 : 0;
  while (first < end && !draft.isNamedIn(draft.all()[first].values, handed.object))
    ++first;
  return std::min(first, end);
}

} // namespace

size_t firstNotFed(PipelineDraft &draft, size_t exit, size_t end) {
  size_t first = end;
  for (const Handed &each : draft.handed)
    first = std::min(first, firstUse(draft, each, end));
  DependenceFinder finder(draft.program, draft.analysed.pointsTo, draft.analysed.effects,
                          draft.budget, draft.function);
  const Viewpoint view =
      acrossIterations(draft.program, draft.analysed.effects, draft.function, draft.loop);
  for (size_t i = 0; i < draft.groups.size(); ++i) {
    const AccessGroup &from = draft.groups[i];
    if (!from.sample.isWrite || draft.elementOf[i] > exit || isAtEnd(from.sample))
      continue; // where the program has ended, no iteration goes on
    for (size_t j = 0; j < draft.groups.size(); ++j) {
      const AccessGroup &to = draft.groups[j];
      const bool isRead = !to.sample.isWrite || to.sample.isOpaque;
      if (draft.elementOf[j] < first && isRead && !isAtEnd(to.sample) &&
          !(takesInput(draft, from) && takesInput(draft, to)) &&
          finder.isCarried(from, to, view, draft.own))
        first = draft.elementOf[j];
    }
  }
  return first;
}

} // namespace kasuri
