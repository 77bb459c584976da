// A walk against the order of execution.
//
//     for (...) { t = a[i]; b[i] = t; }      behind it: nothing, the next access to t sets it
//     while (more()) {                       at the test: s, which the body reads
//       if (s) break;                        behind the break is behind the loop
//       s = next();
//     }
//     t = 0;                                 in front of it: t is not live
//
// What is live at a point may be read on some path from there before it is surely written on it. A
// branch adds up what its arms need, and a jump needs what is needed where it leads to. What a
// loop's next iteration needs is not known when its body is walked for the first time: the walk is
// repeated, with what the last one found at the test, until it finds no more. Sets only grow, so
// that ends, and the sets of the last walk agree with each other.
//
// The parts of an Opaque region may run in any order: everything that one of them reads is live
// everywhere in it, along with what is live behind it and wherever its jumps lead.
#include "analysis/liveness/BackwardWalk.h"

#include "model/Regions.h"

namespace kasuri {
namespace {

class BackwardWalk {
public:
  BackwardWalk(const Program &program, FunctionId function, const std::vector<RegionId> &gotos,
               const BackwardRules &rules)
      : program(program), function(function), gotos(gotos), rules(rules) {}

  std::map<RegionId, IdSet> run() {
    do {
      hasGrown = false;
      walk(program[function].body, rules.atExit);
    } while (hasGrown);
    return std::move(behindLoops);
  }

private:
  const Program &program;
  FunctionId function;
  const std::vector<RegionId> &gotos;
  const BackwardRules &rules;
  std::map<RegionId, IdSet> behindLoops;
  std::map<RegionId, IdSet> behind;    ///< of what jumps may lead to the end of, in this walk
  std::map<RegionId, IdSet> continues; ///< by loop: where a `continue` leads to, in this walk
  std::map<RegionId, IdSet> heads;     ///< by loop: where each iteration begins, of all walks
  bool hasGrown = false;

  /// From what is live behind the region to what is live in front of it.
  IdSet walk(RegionId id, IdSet live) {
    if (!id.valid() || (rules.isInert && rules.isInert(id)))
      return live;
    const Region &region = program[id];
    if (region.kind == Region::Kind::Loop)
      noteBehind(id, live);
    if (rules.skip && rules.skip(id, live))
      return live;
    switch (region.kind) {
    case Region::Kind::Block:
      for (size_t i = region.values.size(); i-- > 0;)
        rules.step(region.values[i], live);
      return live;
    case Region::Kind::Sequence:
      behind[id] = live;
      for (size_t i = region.children.size(); i-- > 0;)
        live = walk(region.children[i], std::move(live));
      return live;
    case Region::Kind::Branch:
      return walkBranch(region, std::move(live));
    case Region::Kind::Switch:
      behind[id] = live;
      return walkSwitch(region, std::move(live));
    case Region::Kind::Loop:
      behind[id] = live;
      return walkLoop(id, live);
    case Region::Kind::Jump:
      return behindJump(id);
    case Region::Kind::Opaque:
      return walkOpaque(id, std::move(live));
    }
    return live;
  }

  /// Where its end leads to, and the jumps in it that pass that.
  void noteBehind(RegionId loop, const IdSet &live) {
    IdSet &all = behindLoops[loop] = live;
    for (RegionId jump : gotos)
      if (contains(program, loop, jump))
        all.insertAll(behindJump(jump, loop));
  }

  IdSet walkBranch(const Region &branch, IdSet live) {
    IdSet other = branch.children.size() > 1 ? walk(branch.children[1], live) : live;
    other.insertAll(walk(branch.children[0], std::move(live)));
    return walk(branch.condition, std::move(other));
  }

  /// Each arm may fall into the next, and be the first.
  IdSet walkSwitch(const Region &selection, IdSet live) {
    IdSet entered = selection.hasDefault ? IdSet() : live;
    for (size_t i = selection.children.size(); i-- > 0;) {
      live = walk(selection.children[i], std::move(live));
      entered.insertAll(live);
    }
    return walk(selection.condition, std::move(entered));
  }

  /// An iteration begins with the test, or with the body if that comes first.
  IdSet walkLoop(RegionId id, const IdSet &live) {
    const Region &loop = program[id];
    IdSet &head = heads[id];
    IdSet next = head;
    if (!loop.testsFirst) {
      next.insertAll(live);
      next = walk(loop.condition, std::move(next));
    }
    next = walk(loop.step, std::move(next));
    continues[id] = next;
    IdSet found = walk(loop.children[0], std::move(next));
    if (loop.testsFirst) {
      found.insertAll(live);
      found = walk(loop.condition, std::move(found));
    }
    found.insertAll(head);
    hasGrown |= found != head;
    head = found;
    return walk(loop.init, std::move(found));
  }

  IdSet walkOpaque(RegionId id, IdSet live) {
    const std::vector<RegionId> parts = regionsWithin(program, id);
    for (RegionId part : parts) {
      if (program[part].kind == Region::Kind::Jump)
        live.insertAll(behindJump(part, id));
      live.insertAll(readIn(program[part].values));
    }
    for (RegionId part : parts)
      if (program[part].kind == Region::Kind::Loop)
        behindLoops[part] = live;
    return live;
  }

  IdSet readIn(const std::vector<ValueId> &values) const {
    IdSet all;
    for (ValueId value : values) {
      IdSet read;
      rules.step(value, read);
      all.insertAll(read);
    }
    return all;
  }

  /// What is live where the jump leads to; nothing if that is in `around`.
  IdSet behindJump(RegionId id, RegionId around = RegionId()) const {
    const Region &jump = program[id];
    if (jump.jump == Region::JumpKind::Return)
      return rules.atExit;
    const RegionId target =
        jump.jump == Region::JumpKind::Goto ? jump.target : endedBy(program, id);
    const auto &known = jump.jump == Region::JumpKind::Continue ? continues : behind;
    if (around.valid() && (!target.valid() || contains(program, around, target)))
      return {};
    auto found = known.find(target);
    return target.valid() && found != known.end() ? found->second : everything();
  }

  /// Where it is not known what follows.
  IdSet everything() const {
    IdSet all = rules.atExit;
    all.insertAll(readIn(valuesWithin(program, program[function].body)));
    return all;
  }
};

} // namespace

std::map<RegionId, IdSet> liveBehindLoops(const Program &program, FunctionId function,
                                          const std::vector<RegionId> &gotos,
                                          const BackwardRules &rules) {
  return BackwardWalk(program, function, gotos, rules).run();
}

} // namespace kasuri
