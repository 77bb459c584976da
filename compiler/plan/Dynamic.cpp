// Placing tasks in advance, or when they run?
//
//     six calls, each 10 us or 100 us,        by a table    w0: 100 100  10     210
//     nobody knows which                                    w1:  10 100 100
//                                             dynamic       w0: 100 100
//                                                           w1:  10 100 10 100  ...
//
// A table is made for mean costs. Where tasks take other times in each run, or branches decide
// which of them run at all, a core may have drawn the long ones while another waits. So runs are
// drawn (Draws.h): what tasks take, what conditions say, and when workers wake up. Each is put
// through the simulation of the table (Simulate.h), with the rows that the caller takes back
// (LateWorkers.h), and through that of the runtime without one (DynamicRun.cpp), where each task
// costs more to dispatch. In both, a task that a condition has ruled out waits for nothing else.
//
// The graph is taken if its mean over all draws is shorter by more than the simulation is wrong.
// bench/dispatch.py holds both against runs: of layers that a profile has measured, the ratio of
// the two is within 3 % of what is simulated, and 3 % is what a graph must gain. Without a profile
// the likelihoods of branches are a guess, and it must gain 10 %: tables have their tasks where
// their data are.
//
// Whether a layer pays is decided with workers that are awake: see noteMeasured in Candidates.cpp.
//
// Only where the program is to be as fast as possible: a node names no level of the clock, so in a
// plan for a deadline, which is about energy, there are tables alone.
#include "plan/Dynamic.h"
#include "plan/Draws.h"
#include "plan/LateWorkers.h"
#include "plan/Pieces.h"

#include <algorithm>
#include <numeric>

namespace kasuri {
namespace {

constexpr unsigned draws = 64;
/// Of the mean makespan by the best table, where the layer was measured and where it was not.
constexpr double betterAsMeasured = 0.97, betterAsGuessed = 0.9;
constexpr double leastDeviation = 0.05; ///< of a task's cost, to be worth looking at
constexpr double leastWake = 0.05;      ///< of the makespan, likewise
constexpr size_t maxEdges = 4096;       ///< of the graph's text
constexpr unsigned finest = 8;          ///< parts of a loop for each worker

bool isUncertain(const PlannedTask &task) {
  return task.control || task.deviationNs > leastDeviation * task.costNs;
}

double partNs(const PlannedLayer &layer, const Draw &draw, size_t task, unsigned part,
              unsigned parts) {
  return draw.costNs(task, part, parts) + (parts > 1 ? layer.tasks[task].perPartNs : 0);
}

bool areLate(const PlannedLayer &layer) {
  const double sum = std::accumulate(layer.wakes.begin(), layer.wakes.end(), 0.0);
  return !layer.tables.empty() &&
         sum > leastWake * layer.tables.back().makespanNs * static_cast<double>(layer.wakes.size());
}

/// A row that does not run waits for its condition at most, which comes first of its waits.
void ruleOut(const PlannedLayer &layer, const PlannedTable &table, size_t worker, PlannedRow &row) {
  const std::optional<size_t> condition = layer.conditionOf(layer.tasks[row.task]);
  const bool isHere =
      std::any_of(table.rows[worker].begin(), table.rows[worker].end(),
                  [&](const PlannedRow &each) { return condition && each.task == *condition; });
  row.waits.resize(isHere ? 0 : std::min<size_t>(row.waits.size(), 1));
}

double meanByTable(const PlannedLayer &layer, const PlannedTable &planned,
                   const std::vector<Draw> &all, const Machine &machine, bool isAwake) {
  double sum = 0;
  for (const Draw &draw : all) {
    PlannedTable table = planned;
    table.wakeNs = isAwake ? 0 : draw.wakeNs();
    for (size_t worker = 0; worker < table.rows.size(); ++worker)
      for (PlannedRow &row : table.rows[worker]) {
        row.costNs = partNs(layer, draw, row.task, row.part, row.parts);
        if (draw.isRuledOut(row.task))
          ruleOut(layer, planned, worker, row);
      }
    sum += makespanWithLateWorkersNs(std::move(table), machine);
  }
  return sum / static_cast<double>(all.size());
}

double meanByGraph(const PlannedLayer &layer, const std::vector<Piece> &pieces,
                   const std::vector<Draw> &all, const Machine &machine, bool isAwake) {
  double sum = 0;
  for (const Draw &draw : all) {
    DynamicInput input;
    input.wakeNs = isAwake ? 0 : draw.wakeNs();
    for (const Piece &piece : pieces) {
      input.costNs.push_back(partNs(layer, draw, piece.task, piece.part, piece.parts));
      input.isRuledOut.push_back(draw.isRuledOut(piece.task));
    }
    sum += dynamicMakespanNs(pieces, input, machine, layer.plannedCores);
  }
  return sum / static_cast<double>(all.size());
}

bool canBeWritten(const std::vector<Piece> &pieces) {
  size_t edges = 0;
  for (const Piece &piece : pieces)
    edges += piece.predecessors.size();
  return edges <= maxEdges && pieces.size() <= maxEdges;
}

PlannedGraph graphOf(const std::vector<Piece> &pieces, unsigned workers, double meanNs) {
  PlannedGraph graph;
  graph.workers = workers;
  graph.meanNs = meanNs;
  for (const Piece &piece : pieces) {
    PlannedNode node{piece.task, piece.part, piece.parts, {}};
    for (const Piece::Edge &edge : piece.predecessors)
      node.before.push_back(edge.piece);
    std::sort(node.before.begin(), node.before.end());
    node.before.erase(std::unique(node.before.begin(), node.before.end()), node.before.end());
    graph.nodes.push_back(std::move(node));
  }
  return graph;
}

/// What each part has for itself costs too much to have more of it.
bool mayBeFiner(const PlannedLayer &layer) {
  return std::none_of(layer.tasks.begin(), layer.tasks.end(), [](const PlannedTask &task) {
    return task.maxParts > 1 && task.perPartNs > 0;
  });
}

/// By mean costs.
const PlannedTable &bestTable(const PlannedLayer &layer) {
  return *std::min_element(
      layer.tables.begin(), layer.tables.end(),
      [](const PlannedTable &a, const PlannedTable &b) { return a.makespanNs < b.makespanNs; });
}

/// Loops cut as finely as that takes.
std::optional<PlannedGraph> bestGraph(const PlannedLayer &layer, const std::vector<Draw> &all,
                                      const Machine &machine) {
  const unsigned workers = layer.plannedCores;
  std::optional<PlannedGraph> best;
  for (unsigned each = 1; each <= (mayBeFiner(layer) ? finest : 1); each *= 2) {
    const std::vector<Piece> pieces = piecesOf(layer, workers, each);
    if (!canBeWritten(pieces) || (best && best->nodes.size() == pieces.size()))
      break;
    const double ns = meanByGraph(layer, pieces, all, machine, false);
    if (best && ns >= best->meanNs)
      continue;
    best = graphOf(pieces, workers, ns);
    best->awakeNs = layer.wakes.empty() ? ns : meanByGraph(layer, pieces, all, machine, true);
  }
  return best;
}

/// Of what makes the layer's runs differ.
bool isMeasured(const PlannedLayer &layer) {
  return std::none_of(layer.tasks.begin(), layer.tasks.end(), [](const PlannedTask &task) {
    return isUncertain(task) && !task.isMeasured;
  });
}

} // namespace

std::optional<PlannedGraph> graphForLateWorkers(const PlannedLayer &layer) {
  const std::vector<Piece> pieces = piecesOf(layer, layer.plannedCores, finest);
  const bool isFiner = pieces.size() > layer.tasks.size();
  if (!isFiner || !mayBeFiner(layer) || !canBeWritten(pieces))
    return std::nullopt;
  PlannedGraph graph = graphOf(pieces, layer.plannedCores, bestTable(layer).makespanNs);
  graph.awakeNs = graph.staticMeanNs = graph.meanNs; // with all workers from the start
  return graph;
}

std::optional<Outlook> foresee(const PlannedLayer &layer, const Machine &machine,
                               Dispatch dispatch) {
  const bool isCertain = std::none_of(layer.tasks.begin(), layer.tasks.end(), isUncertain);
  if (isCertain && !areLate(layer) && dispatch != Dispatch::Dynamic)
    return std::nullopt;
  const std::vector<Draw> all = drawRuns(layer, draws);
  Outlook outlook{meanByTable(layer, bestTable(layer), all, machine, true), std::nullopt};
  if (dispatch == Dispatch::Static)
    return outlook;
  std::optional<PlannedGraph> graph = bestGraph(layer, all, machine);
  if (!graph)
    return outlook;
  graph->staticMeanNs = layer.wakes.empty()
                            ? outlook.meanNs
                            : meanByTable(layer, bestTable(layer), all, machine, false);
  const double better = isMeasured(layer) ? betterAsMeasured : betterAsGuessed;
  if (graph->meanNs < better * graph->staticMeanNs || dispatch == Dispatch::Dynamic)
    outlook = {graph->awakeNs, std::move(graph)};
  return outlook;
}

} // namespace kasuri
