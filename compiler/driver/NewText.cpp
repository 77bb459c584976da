#include "driver/NewText.h"

#include "driver/contraction/OutsideNests.h"

#include <algorithm>

namespace kasuri {

template <typename T> static bool isAmong(const std::vector<T> &nests, SourceLocation location) {
  return std::ranges::any_of(nests, [&](const T &each) { return each.location == location; });
}

/// The order of the nests that are left; others are noted as kept if they have been tried.
void NewText::reorderAnew(const char *why) {
  Reordering fewer = reorderNests(parsed->program, parsed->sources, ofSource.nests, choices);
  for (const ReorderedNest &each : reordering.nests)
    if (!isAmong(fewer.nests, each.location))
      fewer.kept.push_back({each.location, why});
  for (const KeptNest &each : reordering.kept)
    if (!isAmong(fewer.nests, each.location) && !isAmong(fewer.kept, each.location))
      fewer.kept.push_back(each);
  reordering = std::move(fewer);
}

void NewText::leaveNestsOf(const std::set<FunctionId> &functions, const char *why) {
  std::erase_if(ofSource.nests, [&](const AffineNest &nest) {
    return functions.contains(parsed->program[nest.loop].function);
  });
  reorderAnew(why);
}

void NewText::readFusedAlike() {
  while (!reordering.nests.empty()) {
    readText(reordering.texts);
    const std::set<FunctionId> functions =
        fusedOtherwiseBeside(parsed->program, parsed->sources, reordering, accounts);
    if (functions.empty())
      return;
    readText({});
    leaveNestsOf(functions, "beside it, the compiler would fuse other products with sums");
  }
}

void NewText::read() {
  for (;;) {
    const std::set<FunctionId> functions = withSumsBesideNests(parsed->sources, reordering);
    if (functions.empty())
      break;
    leaveNestsOf(functions, "on its lines, the compiler might fuse other products with sums");
  }
  readFusedAlike();
}

bool NewText::readWithout(const std::vector<SourcePipeline> &pipelines) {
  if (!leaveNestsIn(pipelines, ofSource))
    return false;
  readText({});
  reorderAnew("more of the pipeline around it would run in order");
  read();
  return true;
}

} // namespace kasuri
