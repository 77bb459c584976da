#include "report/compare/Snapshot.h"

#include "report/HtmlParts.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

namespace kasuri {
namespace {

using Functions = std::map<std::pair<std::string, std::string>, FunctionRecord>;

Standing standingOf(const JsonObject &loop) {
  const llvm::StringRef verdict = textOf(loop, "verdict");
  if (isTrue(loop, "planned"))
    return Standing::Parallel;
  if (verdict == "sequential")
    return isTrue(loop, "insidePlanned") ? Standing::InOrderInside : Standing::Sequential;
  return isTrue(loop, "insidePlanned") || verdict == "parallel" ? Standing::Inside
                                                                : Standing::NotWorthIt;
}

FunctionRecord &functionOf(Functions &functions, const JsonObject &of) {
  const std::string file = textOf(of, "file").str(), name = textOf(of, "function").str();
  FunctionRecord &function = functions[{file, name}];
  function.file = file;
  function.name = name;
  return function;
}

bool isSamePlace(const JsonObject &one, const JsonObject &other) {
  return numberOf(one, "line") == numberOf(other, "line") &&
         numberOf(one, "column") == numberOf(other, "column");
}

std::string guardsOf(const JsonObject &loop) {
  std::string text;
  for (const JsonObject *each : objectsOf(loop, "guards"))
    if (textOf(*each, "kind") != "MinimumTrip")
      text += (text.empty() ? "" : ", ") + textOf(*each, "condition").str();
  return text;
}

std::optional<bool> guarded(Standing standing, const JsonObject &loop) {
  return standing == Standing::Parallel ? std::optional(!guardsOf(loop).empty()) : std::nullopt;
}

void add(FunctionRecord &function, const JsonObject &loop) {
  const Standing standing = standingOf(loop);
  if (!function.loops.empty() && isSamePlace(*function.loops.back().source, loop)) {
    LoopRecord &same = function.loops.back();
    if (standing > same.standing) {
      same.standing = standing;
      same.isGuarded = guarded(standing, loop);
      same.source = &loop;
    }
    return;
  }
  function.loops.push_back({.depth = static_cast<unsigned>(numberOf(loop, "depth")),
                            .head = textOf(loop, "head").str(),
                            .digest = textOf(loop, "digest").str(),
                            .standing = standing,
                            .isGuarded = guarded(standing, loop),
                            .source = &loop});
}

bool isLoopOnly(const JsonObject &layer) {
  const std::vector<const JsonObject *> tasks = objectsOf(layer, "tasks");
  return tasks.size() == 1 && (isTrue(*tasks.front(), "split") || layer.getObject("pipeline"));
}

} // namespace

std::string_view name(Standing standing) {
  constexpr std::string_view names[] = {"sequential", "not-worth-it", "inside-in-order", "inside",
                                        "parallel"};
  return names[static_cast<size_t>(standing)];
}

Snapshot snapshotOf(const llvm::json::Object &report) {
  Functions functions;
  for (const JsonObject *loop : objectsOf(report, "loops"))
    add(functionOf(functions, *loop), *loop);
  for (const JsonObject *layer : objectsOf(report, "layers"))
    if (isTrue(*layer, "planned") && !isLoopOnly(*layer))
      functionOf(functions, *layer)
          .layers.push_back({.tasks = static_cast<unsigned>(objectsOf(*layer, "macroTasks").size()),
                             .source = layer});
  Snapshot snapshot;
  for (auto &[key, function] : functions)
    snapshot.functions.push_back(std::move(function));
  return snapshot;
}

std::string guardsOf(const LoopRecord &loop) { return guardsOf(*loop.source); }

size_t countLoops(const Snapshot &snapshot, Standing standing) {
  size_t number = 0;
  for (const FunctionRecord &function : snapshot.functions)
    number += static_cast<size_t>(llvm::count_if(
        function.loops, [&](const LoopRecord &each) { return each.standing == standing; }));
  return number;
}

} // namespace kasuri
