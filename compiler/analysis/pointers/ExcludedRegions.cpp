// What is excluded runs where and when the sequential program runs it: nothing in it becomes a
// layer, and what contains it, or calls a function that does, is no part of one.
//
//     KASURI_EXCLUDE { poll(); }     in f: neither the block, nor what stands around it,
//     f(x);                          nor this call
//
// A function that is whole has no layers inside; its calls are like any other statement. Neither
// has the body of a loop that reordering has made to run in parallel, or a loop that it has made
// the columns of a wavefront: what is in it is as it should be, and is not judged
// (Parallelism.cpp).
#include "analysis/pointers/ExcludedRegions.h"
#include "model/Regions.h"

namespace kasuri {

using Kind = Annotation::Kind;

bool isKindOfPieces(Kind kind) { return kind == Kind::Reordered || kind == Kind::Columns; }

std::vector<AnnotationId> findExcluded(const Program &program, const PointsTo &pointsTo) {
  std::vector<AnnotationId> kept(program.regions.size());
  std::map<FunctionId, AnnotationId> holds; ///< functions with something excluded
  std::vector<FunctionId> open;
  auto keep = [&](RegionId region, AnnotationId annotation) {
    if (!kept[region.index()].valid())
      kept[region.index()] = annotation;
  };
  auto keepAround = [&](RegionId region, AnnotationId annotation) {
    const FunctionId function = program[region].function;
    for (RegionId up = region; up.valid(); up = program[up].parent)
      keep(up, annotation);
    if (function.valid() && holds.emplace(function, annotation).second)
      open.push_back(function);
  };
  for (size_t i = 0; i < program.annotations.size(); ++i) {
    const Annotation &each = program.annotations[i];
    if (isKindOfPieces(each.kind) && each.region.valid())
      for (RegionId inside : regionsWithin(program, each.region))
        if (each.kind == Kind::Columns || inside != each.region)
          keep(inside, AnnotationId(i));
    const bool isWhole = each.kind == Kind::Whole && each.function.valid();
    if (!isWhole && each.kind != Kind::Exclude)
      continue;
    for (RegionId inside :
         regionsWithin(program, isWhole ? program[each.function].body : each.region))
      keep(inside, AnnotationId(i));
    if (!isWhole)
      keepAround(each.region, AnnotationId(i));
  }
  while (!open.empty()) {
    const FunctionId callee = open.back();
    open.pop_back();
    for (const auto &[call, callees] : pointsTo.callees)
      if (std::find(callees.begin(), callees.end(), callee) != callees.end())
        keepAround(program[call].block, holds.at(callee));
  }
  return kept;
}

} // namespace kasuri
