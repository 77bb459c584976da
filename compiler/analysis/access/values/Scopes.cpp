#include "analysis/access/values/Scopes.h"

#include <algorithm>

namespace kasuri {

/// 0 if it has not been written.
static uint64_t lastWrite(const WalkState &state, ObjectId object) {
  const auto known = state.written.find(object);
  return known == state.written.end() ? 0 : known->second;
}

/// In the scope around, if there is one: what is read before that has written it, too.
static void handOn(WalkContext &walk, Scope &ended, const WalkState &state) {
  if (walk.open.scopes.empty())
    return;
  Scope &around = walk.open.scopes.back();
  for (const auto &[object, when] : ended.exposed)
    if (when < around.begin) {
      auto [known, isNew] = around.exposed.emplace(object, when);
      known->second = std::min(known->second, when);
    }
  // What is not sure to be written here needs another write to be sure to be later.
  if (!state.isDead)
    std::erase_if(ended.written, [&](ObjectId object) { return lastWrite(state, object) == 0; });
  if (ended.written.size() > around.written.size())
    ended.written.swap(around.written);
  around.written.merge(ended.written);
}

void openScope(WalkContext &walk) { walk.open.scopes.push_back({++walk.open.clock, {}, {}}); }

ScopeUses closeScope(WalkContext &walk, const WalkState &state) {
  Scope ended = std::move(walk.open.scopes.back());
  walk.open.scopes.pop_back();
  ScopeUses uses;
  for (const auto &[object, when] : ended.exposed)
    uses.exposed.insert(uses.exposed.end(), object);
  for (ObjectId object : ended.written)
    if (lastWrite(state, object) > ended.begin)
      uses.assigned.insert(uses.assigned.end(), object);
  handOn(walk, ended, state);
  return uses;
}

void noteScopeRead(WalkContext &walk, ObjectId object, const WalkState &state) {
  if (walk.open.scopes.empty())
    return;
  Scope &scope = walk.open.scopes.back();
  const uint64_t when = lastWrite(state, object);
  if (when >= scope.begin)
    return;
  auto [known, isNew] = scope.exposed.emplace(object, when);
  known->second = std::min(known->second, when);
}

void noteScopeWrite(WalkContext &walk, ObjectId object, WalkState &state) {
  if (walk.open.scopes.empty())
    return;
  state.written[object] = ++walk.open.clock;
  walk.open.scopes.back().written.insert(object);
}

} // namespace kasuri
