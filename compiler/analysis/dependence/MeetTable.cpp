#include "analysis/dependence/MeetTable.h"

#include <algorithm>

namespace kasuri {

bool MeetTable::mayMeet(const Viewpoint &view, const Access &a, const Access &b, Budget &budget,
                        llvm::function_ref<bool()> decide) {
  if (loop != view.loop)
    *this = MeetTable();
  loop = view.loop;
  const auto [known, isNew] = answers.try_emplace({numberOf(view.skew), numberOf(a), numberOf(b)});
  Answer &answer = known->second;
  if (!isNew && answer.steps <= budget.share()) {
    budget.spend(answer.steps);
    return answer.mayMeet;
  }
  const uint64_t granted = budget.share(), before = budget.left();
  const bool mayMeet = decide();
  const uint64_t steps = before - budget.left();
  if (steps < granted)
    answer = {mayMeet, steps};
  else
    answers.erase(known);
  return mayMeet;
}

size_t MeetTable::numberOf(const std::optional<Skew> &skew) {
  if (!skew)
    return 0;
  const auto found = std::find(skews.begin(), skews.end(), *skew);
  const auto number = static_cast<size_t>(found - skews.begin()) + 1;
  if (found == skews.end())
    skews.push_back(*skew);
  return number;
}

size_t MeetTable::numberOf(const Access &access) {
  std::vector<size_t> &alike =
      numbers[{access.at, access.origin, access.size, access.offset.constant()}];
  for (size_t number : alike)
    if (accesses[number] == access)
      return number;
  alike.push_back(accesses.size());
  accesses.push_back(access);
  return alike.back();
}

} // namespace kasuri
