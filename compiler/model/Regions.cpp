#include "model/Regions.h"

#include <algorithm>
#include <set>

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

/// The loop has no test, or one that it always passes.
bool holdsAlways(const Program &program, RegionId loop) {
  const ValueId condition = withoutConverts(program, program[loop].conditionValue);
  return !condition.valid() ||
         (program[condition].op == Op::Constant && program[condition].number != 0);
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

unsigned loopDepth(const Program &program, RegionId region) {
  unsigned depth = 0;
  for (; region.valid(); region = program[region].parent)
    depth += program[region].kind == Region::Kind::Loop;
  return depth;
}

RegionId endedBy(const Program &program, RegionId jump) {
  const bool isBreak = program[jump].jump == Region::JumpKind::Break;
  RegionId target = program[jump].parent;
  while (target.valid() && program[target].kind != Region::Kind::Loop &&
         !(isBreak && program[target].kind == Region::Kind::Switch))
    target = program[target].parent;
  return target;
}

/// `breaksOff`: a break that ends the region itself, which is a loop, counts.
static bool isLeftBy(const Program &program, RegionId region, RegionId id, bool breaksOff) {
  const Region &jump = program[id];
  if (jump.jump == Region::JumpKind::Goto)
    return !jump.target.valid() || !contains(program, region, jump.target);
  if (jump.jump == Region::JumpKind::None || jump.jump == Region::JumpKind::Return)
    return jump.jump == Region::JumpKind::Return;
  const RegionId target = endedBy(program, id);
  const bool isOwnBreak = jump.jump == Region::JumpKind::Break && target == region &&
                          program[region].kind == Region::Kind::Loop;
  return !target.valid() || !contains(program, region, target) || (breaksOff && isOwnBreak);
}

static RegionId leavingJump(const Program &program, RegionId region, bool breaksOff) {
  for (RegionId id : regionsWithin(program, region))
    if (isLeftBy(program, region, id, breaksOff))
      return id;
  return RegionId();
}

static void collectStatements(const Program &program, RegionId region,
                              std::vector<RegionId> &found) {
  if (program[region].kind != Region::Kind::Sequence)
    return found.push_back(region);
  for (RegionId child : program[region].children)
    collectStatements(program, child, found);
}

std::vector<RegionId> statementsOf(const Program &program, RegionId region) {
  std::vector<RegionId> found;
  collectStatements(program, region, found);
  return found;
}

RegionId leavingJump(const Program &program, RegionId region) {
  return leavingJump(program, region, true);
}

bool isLeftByJump(const Program &program, RegionId statement) {
  return leavingJump(program, statement, false).valid();
}

std::vector<RegionId> leftByJump(const Program &program, RegionId jump) {
  std::vector<RegionId> left;
  for (RegionId around = jump; around.valid() && isLeftBy(program, around, jump, false);
       around = program[around].parent)
    left.push_back(around);
  return left;
}

/// The regions around the jump that it leaves are those of which twice the depth is greater than
/// this. A loop that it breaks off is one of them.
static size_t outermostLeft(const Program &program, RegionId id,
                            const std::map<RegionId, size_t> &depths) {
  const Region &jump = program[id];
  if (jump.jump == Region::JumpKind::None)
    return SIZE_MAX;
  const bool isInFunction =
      jump.jump == Region::JumpKind::Break || jump.jump == Region::JumpKind::Continue;
  const RegionId target = isInFunction                          ? endedBy(program, id)
                          : jump.jump == Region::JumpKind::Goto ? jump.target
                                                                : RegionId();
  const auto depth = depths.find(target);
  if (!target.valid() || depth == depths.end())
    return 0;
  const bool endsLoop =
      jump.jump == Region::JumpKind::Break && program[target].kind == Region::Kind::Loop;
  return 2 * depth->second - endsLoop;
}

std::map<RegionId, bool> findLeft(const Program &program, RegionId region) {
  const std::vector<RegionId> regions = regionsWithin(program, region);
  std::map<RegionId, size_t> depths, outermost;
  for (RegionId id : regions)
    depths[id] = id == region ? 1 : depths.at(program[id].parent) + 1;
  for (RegionId id : regions)
    outermost[id] = outermostLeft(program, id, depths);
  std::map<RegionId, bool> left;
  for (auto id = regions.rbegin(); id != regions.rend(); ++id) {
    left[*id] = outermost.at(*id) < 2 * depths.at(*id);
    if (*id != region) {
      size_t &around = outermost.at(program[*id].parent);
      around = std::min(around, outermost.at(*id));
    }
  }
  return left;
}

std::vector<bool> findUnordered(const Program &program) {
  std::vector<bool> isKnown(program.regions.size()), isUnordered(program.regions.size());
  for (size_t i = 0; i < program.regions.size(); ++i) {
    std::vector<RegionId> unknown;
    RegionId up = RegionId(i);
    for (; up.valid() && !isKnown[up.index()]; up = program[up].parent)
      unknown.push_back(up);
    bool isInside = up.valid() && isUnordered[up.index()];
    for (auto id = unknown.rbegin(); id != unknown.rend(); ++id) {
      isInside |= program[*id].kind == Region::Kind::Opaque;
      isKnown[id->index()] = true;
      isUnordered[id->index()] = isInside;
    }
  }
  return isUnordered;
}

std::vector<RegionId> jumpsOutOf(const Program &program, RegionId statement) {
  std::vector<RegionId> jumps = regionsWithin(program, statement);
  std::erase_if(jumps, [&](RegionId id) { return !isLeftBy(program, statement, id, false); });
  return jumps;
}

bool mayGoOn(const Program &program, RegionId statement) {
  const Region &region = program[statement];
  auto mayGoOnBehind = [&](RegionId part) { return mayGoOn(program, part); };
  switch (region.kind) {
  case Region::Kind::Jump:
    return false;
  case Region::Kind::Sequence:
    return region.isStretch ||
           std::all_of(region.children.begin(), region.children.end(), mayGoOnBehind);
  case Region::Kind::Branch:
    return region.children.size() < 2 ||
           std::any_of(region.children.begin(), region.children.end(), mayGoOnBehind);
  case Region::Kind::Loop: {
    const std::vector<RegionId> within = regionsWithin(program, statement);
    return !holdsAlways(program, statement) ||
           std::any_of(within.begin(), within.end(), [&](RegionId jump) {
             return program[jump].jump == Region::JumpKind::Break &&
                    endedBy(program, jump) == statement;
           });
  }
  default:
    return true;
  }
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

std::vector<FunctionId> calledBy(const std::map<ValueId, std::vector<FunctionId>> &callees,
                                 const std::vector<ValueId> &values) {
  std::vector<FunctionId> called;
  for (ValueId value : values)
    if (auto found = callees.find(value); found != callees.end())
      called.insert(called.end(), found->second.begin(), found->second.end());
  return called;
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
    const std::vector<FunctionId> called = calledBy(callees, values);
    pending.insert(pending.end(), called.begin(), called.end());
  }
}

std::vector<RegionId> siblings(const Program &program, RegionId first, RegionId last) {
  if (first == last)
    return {first};
  const std::vector<RegionId> &all = program[program[first].parent].children;
  const auto begin = std::find(all.begin(), all.end(), first);
  const auto end = std::find(begin, all.end(), last);
  return {begin, end == all.end() ? end : end + 1};
}

bool isGenerated(const Program &program, RegionId loop) {
  for (RegionId up = loop; up.valid(); up = program[up].parent)
    for (Annotation::Kind kind : {Annotation::Kind::Reordered, Annotation::Kind::Generated})
      if (!annotationsOf(program, up, kind).empty())
        return true;
  return false;
}

bool neverEnds(const Program &program, RegionId loop) {
  return holdsAlways(program, loop) && findLeavingJump(program, loop).empty();
}

} // namespace kasuri
