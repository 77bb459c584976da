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

size_t mixed(size_t hash, size_t part) { return (hash ^ part) * 0x9E3779B97F4A7C15 + (hash >> 29); }

/// Of what operator< looks at. Real numbers are left out: two of different bits may be equal.
size_t hashOf(const ConditionTest &test) {
  size_t hash = mixed(size_t(test.kind), test.pointer.value);
  hash = mixed(hash, size_t(test.value.constant()));
  for (const auto &[symbol, coefficient] : test.value.terms())
    hash = mixed(mixed(hash, symbol.value), size_t(coefficient));
  return mixed(mixed(hash, test.loop.value), size_t(test.relation));
}

size_t hashOf(const Premise &premise) {
  size_t hash = premise.size();
  for (const Clause &clause : premise) {
    hash = mixed(hash, clause.size());
    for (const ConditionTest &test : clause)
      hash = mixed(hash, hashOf(test));
  }
  return hash;
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
  const size_t hash = hashOf(premise);
  const auto [first, last] = byHash.equal_range(hash);
  for (auto each = first; each != last; ++each)
    if (all[each->second.index()] == premise)
      return each->second;
  all.push_back(premise);
  return byHash.emplace(hash, PremiseId(all.size() - 1))->second;
}

PremiseId PremiseTable::both(PremiseId a, PremiseId b) {
  if (!a.valid() || a == b)
    return b;
  if (!b.valid())
    return a;
  const auto [known, isNew] = ofBoth.try_emplace({a, b});
  if (isNew)
    known->second = add(kasuri::both((*this)[a], (*this)[b]));
  return known->second;
}

PremiseId PremiseTable::either(PremiseId a, PremiseId b) {
  if (a == b || !a.valid() || !b.valid())
    return a == b ? a : PremiseId();
  const auto [known, isNew] = ofEither.try_emplace({a, b});
  if (isNew)
    known->second = add(kasuri::either((*this)[a], (*this)[b]));
  return known->second;
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
