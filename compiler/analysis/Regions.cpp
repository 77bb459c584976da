// Small walks over the region tree that every analysis uses.
#include "analysis/Accesses.h"

namespace kasuri {
namespace {

void append(const Program &program, RegionId id, std::vector<RegionId> &out) {
  if (!id.valid())
    return;
  out.push_back(id);
  const Region &region = program[id];
  append(program, region.init, out);
  append(program, region.condition, out);
  for (RegionId child : region.children)
    append(program, child, out);
  append(program, region.step, out);
}

} // namespace

std::vector<RegionId> regionsWithin(const Program &program, RegionId region) {
  std::vector<RegionId> regions;
  append(program, region, regions);
  return regions;
}

std::vector<ValueId> valuesWithin(const Program &program, RegionId region) {
  std::vector<ValueId> values;
  for (RegionId id : regionsWithin(program, region))
    values.insert(values.end(), program[id].values.begin(), program[id].values.end());
  return values;
}

bool isWithin(const Program &program, const std::vector<RegionId> &regions, ValueId value) {
  return std::any_of(regions.begin(), regions.end(), [&](RegionId region) {
    return contains(program, region, program[value].block);
  });
}

RegionId innermostLoop(const Program &program, RegionId region) {
  while (region.valid() && program[region].kind != Region::Kind::Loop)
    region = program[region].parent;
  return region;
}

bool variesIn(const Program &program, const Symbol &symbol, RegionId loop) {
  return symbol.variantLoop.valid() && contains(program, loop, symbol.variantLoop);
}

bool isOnePlace(const Program &program, const Effects &effects, RegionId loop,
                const Access &access) {
  auto isFixed = [&](SymbolId symbol) { return !variesIn(program, effects[symbol], loop); };
  bool isOneBase = access.base.kind == Base::Kind::Object ||
                   (access.base.kind == Base::Kind::Symbol && isFixed(access.base.symbol));
  return isOneBase && std::all_of(access.offset.terms().begin(), access.offset.terms().end(),
                                  [&](const auto &term) { return isFixed(term.first); });
}

unsigned loopDepth(const Program &program, RegionId region) {
  unsigned depth = 0;
  for (; region.valid(); region = program[region].parent)
    depth += program[region].kind == Region::Kind::Loop;
  return depth;
}

void Confinement::narrow(const Linear &innerStart, int64_t innerExtent) {
  // With the same symbols in both places the inner array says all that the outer one does.
  if (extent != 0 && start.terms() != innerStart.terms())
    outer.emplace_back(start, extent);
  start = innerStart;
  extent = innerExtent;
}

/// `breaksOff`: a break that ends the region itself, which is a loop, counts.
static RegionId leavingJump(const Program &program, RegionId region, bool breaksOff) {
  for (RegionId id : regionsWithin(program, region)) {
    const Region &jump = program[id];
    const bool isKnownGoto = jump.target.valid() && contains(program, region, jump.target);
    if (jump.jump == Region::JumpKind::Goto && isKnownGoto)
      continue;
    if (jump.jump == Region::JumpKind::Return || jump.jump == Region::JumpKind::Goto)
      return id;
    if (jump.jump == Region::JumpKind::None)
      continue;
    bool isBreak = jump.jump == Region::JumpKind::Break;
    RegionId target = jump.parent;
    while (target.valid() && program[target].kind != Region::Kind::Loop &&
           !(isBreak && program[target].kind == Region::Kind::Switch))
      target = program[target].parent;
    bool staysInside =
        target.valid() && contains(program, region, target) &&
        !(breaksOff && isBreak && target == region && program[region].kind == Region::Kind::Loop);
    if (!staysInside)
      return id;
  }
  return RegionId();
}

RegionId leavingJump(const Program &program, RegionId region) {
  return leavingJump(program, region, true);
}

bool isLeftByJump(const Program &program, RegionId statement) {
  return leavingJump(program, statement, false).valid();
}

std::string findLeavingJump(const Program &program, RegionId region) {
  RegionId jump = leavingJump(program, region);
  switch (jump.valid() ? program[jump].jump : Region::JumpKind::None) {
  case Region::JumpKind::None:
    return "";
  case Region::JumpKind::Break:
    return "break";
  case Region::JumpKind::Continue:
    return "continue";
  case Region::JumpKind::Return:
    return "return";
  case Region::JumpKind::Goto:
    return "goto";
  }
  return "";
}

void forEachReached(const Program &program,
                    const std::map<ValueId, std::vector<FunctionId>> &callees,
                    std::vector<FunctionId> pending,
                    const std::function<void(FunctionId, const std::vector<ValueId> &)> &visit) {
  std::set<FunctionId> reached;
  while (!pending.empty()) {
    const FunctionId next = pending.back();
    pending.pop_back();
    if (!reached.insert(next).second)
      continue;
    const std::vector<ValueId> values = valuesWithin(program, program[next].body);
    visit(next, values);
    for (ValueId value : values)
      if (auto found = callees.find(value); found != callees.end())
        pending.insert(pending.end(), found->second.begin(), found->second.end());
  }
}

bool neverEnds(const Program &program, RegionId loop) {
  const ValueId condition = withoutConverts(program, program[loop].conditionValue);
  bool isAlways = !condition.valid() ||
                  (program[condition].op == Op::Constant && program[condition].number != 0);
  return isAlways && findLeavingJump(program, loop).empty();
}

Range rangeOf(const Effects &effects, const Linear &value) {
  __int128 low = value.constant(), high = value.constant();
  for (const auto &[symbol, coefficient] : value.terms()) {
    const Range &range = effects[symbol].range;
    bool isUp = coefficient > 0;
    int64_t least = isUp ? range.low : range.high, most = isUp ? range.high : range.low;
    bool noLeast = least <= unboundedBelow || least >= unboundedAbove;
    bool noMost = most <= unboundedBelow || most >= unboundedAbove;
    low = noLeast ? unboundedBelow : low + static_cast<__int128>(least) * coefficient;
    high = noMost ? unboundedAbove : high + static_cast<__int128>(most) * coefficient;
    low = std::max<__int128>(std::min<__int128>(low, unboundedAbove), unboundedBelow);
    high = std::max<__int128>(std::min<__int128>(high, unboundedAbove), unboundedBelow);
    if (low <= unboundedBelow / 2)
      low = unboundedBelow;
    if (high >= unboundedAbove / 2)
      high = unboundedAbove;
  }
  return {static_cast<int64_t>(low), static_cast<int64_t>(high)};
}

} // namespace kasuri
