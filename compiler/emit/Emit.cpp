// Putting outlined layers into the original text: definitions in front of the function, the call in
// place of the statements, `#line` so that everything else keeps its place. Text outside is
// untouched.
#include "emit/Outline.h"

#include <algorithm>
#include <cassert>

namespace kasuri {

using namespace clang;

namespace {

struct Edit {
  unsigned begin = 0, end = 0;
  std::string text;
};

std::string quotedPath(const std::string &path) {
  std::string quoted = "\"";
  for (char c : path) {
    if (c == '"' || c == '\\')
      quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string lineDirective(unsigned line, const std::string &path) {
  return "#line " + std::to_string(line) + " " + quotedPath(path) + "\n";
}

std::string apply(llvm::StringRef text, std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end(), [](const Edit &a, const Edit &b) {
    return std::tuple(a.begin, a.end, a.text) < std::tuple(b.begin, b.end, b.text);
  });
  std::string result;
  unsigned at = 0;
  for (const Edit &edit : edits) {
    result += text.substr(at, edit.begin - at);
    result += edit.text;
    at = edit.end;
  }
  return result + text.substr(at).str();
}

} // namespace

std::optional<Obstacle> findEmitObstacle(const Program &program, const ParsedSources &sources,
                                         const Parallelism &facts, const MacroTaskGraph &graph,
                                         const PlannedLayer &layer) {
  const OutlineResult outlined = outlineLayer(program, sources, facts, graph, layer, "ks");
  if (outlined.layer)
    return std::nullopt;
  return Obstacle{ObstacleKind::CannotOutline, outlined.obstacle, "", outlined.where, {}};
}

Emission emitParallelC(const Program &program, const ParsedSources &sources,
                       const Parallelism &facts, const MacroTaskGraph &graph, const Plan &plan) {
  Emission emission;
  std::vector<std::vector<Edit>> edits(sources.units.size());
  std::set<std::pair<size_t, std::string>> symbols;
  emission.files.resize(sources.units.size());
  std::vector<FileId> mains; // main files come first, in the order of the units
  for (size_t i = 0; i < program.files.size(); ++i)
    if (program.files[i].isMain)
      mains.push_back(FileId(i));
  for (size_t i = 0; i < plan.layers.size(); ++i) {
    const PlannedLayer &planned = plan.layers[i];
    size_t unit = sources.unitOf.at(planned.function);
    if (plan.whyDropped(i))
      continue;
    const Layer &candidate = graph.layers[planned.layer.index()];
    unsigned line =
        program[candidate.tasks[planned.tasks[0].members[0].index()].first].location.line;
    std::string symbol = "ks_" + program[planned.function].name + "_" + std::to_string(line);
    while (!symbols.emplace(unit, symbol).second)
      symbol += "b";
    const OutlineResult outlined = outlineLayer(program, sources, facts, graph, planned, symbol);
    assert(outlined.layer && "the plan holds what can be moved");
    const OutlinedLayer &layer = *outlined.layer;
    ++emission.files[unit].layers;
    edits[unit].push_back({layer.functionBegin, layer.functionBegin,
                           (layer.needsNewLine ? "\n" : "") + printDefinitions(layer) +
                               lineDirective(layer.functionLine, layer.file)});
    edits[unit].push_back({layer.begin, layer.end,
                           printCall(layer) + "\n" + lineDirective(layer.afterLine, layer.file)});
  }
  for (size_t unit = 0; unit < sources.units.size(); ++unit) {
    const SourceManager &manager = sources.units[unit]->getSourceManager();
    // The include must stand before the first use, whatever the order of planning was.
    std::vector<Edit> &list = edits[unit];
    std::string include = "#include <kasuri/kasuri.h>\n";
    const auto newLine = [](const Edit &edit) { return edit.text.starts_with("\n") ? "\n" : ""; };
    Edit *first = nullptr;
    for (Edit &edit : list)
      if (edit.begin == edit.end && (!first || edit.begin < first->begin))
        first = &edit;
    if (first)
      first->text = newLine(*first) + include + first->text.substr(*newLine(*first) ? 1 : 0);
    emission.files[unit].sourcePath = program.files[mains[unit].index()].path;
    emission.files[unit].text = apply(manager.getBufferData(manager.getMainFileID()), list);
  }
  return emission;
}

} // namespace kasuri
