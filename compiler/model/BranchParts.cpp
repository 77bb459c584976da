#include "model/BranchParts.h"

#include <algorithm>

namespace kasuri {
namespace {

bool isBlock(const Program &program, RegionId region) {
  return program[region].kind == Region::Kind::Sequence && !program[region].isStretch;
}

/// Of `case 1: { f(); g(); break; }` as of `case 1: f(); g(); break;`. None: it falls into the next
/// arm.
std::optional<std::vector<RegionId>> selectedBy(const Program &program, RegionId arm, bool isLast) {
  bool ends = isLast;
  std::vector<RegionId> parts = program[arm].children;
  auto dropBreak = [&] {
    if (parts.empty() || program[parts.back()].jump != Region::JumpKind::Break)
      return;
    ends = true;
    parts.pop_back();
  };
  dropBreak();
  while (parts.size() == 1 && isBlock(program, parts[0])) {
    parts = program[parts[0]].children;
    dropBreak();
  }
  return ends ? std::optional(std::move(parts)) : std::nullopt;
}

std::optional<std::vector<Arm>> armsOfSwitch(const Program &program, const Region &selection) {
  std::vector<Arm> arms;
  for (unsigned i = 0; i < selection.children.size(); ++i) {
    auto parts = selectedBy(program, selection.children[i], i + 1 == selection.children.size());
    if (!parts)
      return std::nullopt;
    arms.push_back({std::move(*parts), i});
  }
  return arms;
}

void addParts(const Program &program, RegionId statement, std::vector<RegionId> &parts) {
  if (program[statement].isStretch) {
    for (RegionId part : program[statement].children)
      addParts(program, part, parts);
    return;
  }
  parts.push_back(statement);
  const auto arms = armsOf(program, statement);
  for (const Arm &arm : arms.value_or(std::vector<Arm>()))
    for (RegionId part : arm.parts)
      addParts(program, part, parts);
}

} // namespace

std::optional<std::vector<Arm>> armsOf(const Program &program, RegionId statement) {
  const Region &region = program[statement];
  if (region.kind == Region::Kind::Switch)
    return armsOfSwitch(program, region);
  const bool isPlain = std::all_of(region.children.begin(), region.children.end(),
                                   [&](RegionId arm) { return isBlock(program, arm); });
  if (region.kind != Region::Kind::Branch || !isPlain)
    return std::nullopt;
  std::vector<Arm> arms;
  for (unsigned i = 0; i < region.children.size(); ++i)
    arms.push_back({program[region.children[i]].children, 1 - i});
  return arms;
}

std::vector<RegionId> partsOf(const Program &program, RegionId statement) {
  std::vector<RegionId> parts;
  addParts(program, statement, parts);
  return parts;
}

} // namespace kasuri
