// Small sets of tests, the outermost condition first. Each is cut down to the last few, which
// forgets something and asserts nothing.
#include "analysis/support/Premises.h"

#include <algorithm>
#include <tuple>

namespace kasuri {
namespace {

constexpr size_t maxClauses = 6, maxTests = 4;

/// Without what others say already.
void append(Premise &premise, Clause clause) {
  if (std::find(premise.begin(), premise.end(), clause) == premise.end())
    premise.push_back(std::move(clause));
  if (premise.size() > maxClauses)
    premise.erase(premise.begin());
}

Clause united(Clause a, const Clause &b) {
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end());
  a.erase(std::unique(a.begin(), a.end()), a.end());
  return a;
}

} // namespace

bool ConditionTest::operator<(const ConditionTest &other) const {
  const bool isOutcome = kind == Kind::Element && isTrueThere;
  const bool isOthers = other.kind == Kind::Element && other.isTrueThere;
  return std::tie(kind, pointer, value, loop, cell, relation, real, isOutcome) <
         std::tie(other.kind, other.pointer, other.value, other.loop, other.cell, other.relation,
                  other.real, isOthers);
}

Premise both(const Premise &a, const Premise &b) {
  Premise all = a;
  for (const Clause &clause : b)
    append(all, clause);
  return all;
}

Premise either(const Premise &a, const Premise &b) {
  Premise all;
  for (const Clause &x : a)
    for (const Clause &y : b)
      if (Clause any = united(x, y); any.size() <= maxTests)
        append(all, std::move(any));
  return all;
}

PremiseId PremiseTable::add(const Premise &premise) {
  if (premise.empty())
    return {};
  auto [place, isNew] = known.emplace(premise, PremiseId(all.size()));
  if (isNew)
    all.push_back(premise);
  return place->second;
}

PremiseId PremiseTable::both(PremiseId a, PremiseId b) {
  return !a.valid() || a == b ? b : !b.valid() ? a : add(kasuri::both((*this)[a], (*this)[b]));
}

PremiseId PremiseTable::either(PremiseId a, PremiseId b) {
  return a == b ? a : add(kasuri::either((*this)[a], (*this)[b]));
}

bool isRefuted(const Premise &premise, const RefutedTests &refuted) {
  auto fails = [&](const ConditionTest &test) {
    return std::find(refuted.begin(), refuted.end(), test) != refuted.end();
  };
  return std::any_of(premise.begin(), premise.end(), [&](const Clause &clause) {
    return std::all_of(clause.begin(), clause.end(), fails);
  });
}

} // namespace kasuri
