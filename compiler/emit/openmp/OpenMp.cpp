// Putting pragmas into the original text. Text outside layers is untouched, but for one comment
// at the top of a file that has any.
#include "emit/openmp/OpenMp.h"

#include "emit/openmp/Lowering.h"

namespace kasuri {

namespace {

/// What the plan says and OpenMP does not.
const char *const preface =
    "/* Parallelised by Kasuri with OpenMP 5; compile with -fopenmp. Without it, this is the\n"
    " * sequential program, and its results are the same on any number of threads.\n"
    " *\n"
    " * What OpenMP does not express of a plan: which core runs which iterations and tasks, groups "
    "of\n"
    " * cores for tasks that are parallel themselves, cores that are this program's alone, and "
    "the\n"
    " * frequencies and idle states of cores. */\n";

OpenMpResult lowerLayer(const Program &program, const ParsedSources &sources,
                        const Parallelism &facts, const MacroTaskGraph &graph,
                        const PlannedLayer &layer) {
  return OpenMpLowering(program, sources, facts, graph, layer).run();
}

} // namespace

std::optional<Obstacle> findOpenMpObstacle(const Program &program, const ParsedSources &sources,
                                           const Parallelism &facts, const MacroTaskGraph &graph,
                                           const PlannedLayer &layer) {
  const OpenMpResult lowered = lowerLayer(program, sources, facts, graph, layer);
  if (lowered.obstacle.empty())
    return std::nullopt;
  return Obstacle{ObstacleKind::NotInOpenMp, lowered.obstacle, "", lowered.where, {}};
}

Emission emitOpenMp(const Program &program, const ParsedSources &sources, const Parallelism &facts,
                    const MacroTaskGraph &graph, const Plan &plan) {
  Emission emission;
  emission.files.resize(sources.units.size());
  std::vector<std::vector<TextEdit>> edits(sources.units.size());
  for (size_t i = 0; i < plan.layers.size(); ++i) {
    const PlannedLayer &planned = plan.layers[i];
    if (plan.whyDropped(i))
      continue;
    const size_t unit = sources.unitOf.at(planned.function);
    const OpenMpResult lowered = lowerLayer(program, sources, facts, graph, planned);
    edits[unit].insert(edits[unit].end(), lowered.edits.begin(), lowered.edits.end());
    ++emission.files[unit].layers;
  }
  size_t unit = 0;
  for (const SourceFile &file : program.files) {
    if (!file.isMain)
      continue;
    const SourceText source(*sources.units[unit]);
    if (!edits[unit].empty())
      edits[unit].insert(edits[unit].begin(), {{0, 0}, preface});
    emission.files[unit].sourcePath = file.path;
    emission.files[unit].text = source.text({0, source.size()}, edits[unit]);
    ++unit;
  }
  return emission;
}

} // namespace kasuri
