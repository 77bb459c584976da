// Placing tasks in advance, or when they run?
//
//     six calls, each 10 us or 100 us,        by a table    w0: 100 100  10     210
//     nobody knows which                                    w1:  10 100 100
//                                             dynamic       w0: 100 100
//                                                           w1:  10 100 10 100  ...
//
// A table is made for mean costs. Where tasks take other times in each run, or branches decide
// which of them run at all, a core may have drawn the long ones while another waits. So what tasks
// take is drawn, by mean and deviation of the cost model, and what conditions say, by how likely
// they hold. Each draw is run through the simulation of the table (Simulate.h) and through that of
// the runtime without one (DynamicRun.cpp), where each task costs more to dispatch. The graph is
// taken only if its mean over all draws is clearly shorter: tables have their tasks where their
// data are, keep the clock of the cores to the plan, and what is drawn is a guess itself.
//
// Draws are log-normal, always the same ones, and independent of each other. Of a loop that is cut,
// the parts deviate from each other as its executions do; it is drawn in cells, so that finer parts
// are sums of fewer of them, and a loop may be cut finer for a graph than for a table.
//
// Only where the program is to be as fast as possible: a node names no level of the clock, so in a
// plan for a deadline, which is about energy, there are tables alone.
#include "plan/Dynamic.h"
#include "plan/Pieces.h"
#include "plan/Simulate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <random>

namespace kasuri {
namespace {

constexpr unsigned draws = 32;
constexpr double clearlyBetter = 0.9;   ///< of the mean makespan by the best table
constexpr double leastDeviation = 0.05; ///< of a task's cost, to be worth looking at
constexpr size_t maxEdges = 4096;       ///< of the graph's text
constexpr unsigned finest = 8;          ///< parts of a loop for each worker

/// Within 0 and 1, neither of them.
double uniform(std::mt19937 &random) {
  return (static_cast<double>(random()) + 0.5) / (static_cast<double>(std::mt19937::max()) + 1);
}

/// Positive, with that mean and a deviation in proportion to it.
double drawn(double mean, double relative, std::mt19937 &random) {
  const double radius = std::sqrt(-2 * std::log(uniform(random)));
  const double normal = radius * std::cos(2 * std::numbers::pi * uniform(random));
  const double variance = std::log1p(relative * relative);
  return mean * std::exp(std::sqrt(variance) * normal - variance / 2);
}

/// The conditions of a layer, by the tasks that they control.
struct Conditions {
  std::vector<size_t> of; ///< by controlled task: its condition
  /// By task: of each outcome on which tasks depend.
  std::vector<std::map<unsigned, double>> likelihood;

  explicit Conditions(const PlannedLayer &layer)
      : of(layer.tasks.size()), likelihood(layer.tasks.size()) {
    for (size_t i = 0; i < layer.tasks.size(); ++i) {
      const PlannedTask &task = layer.tasks[i];
      const auto condition = layer.conditionOf(task);
      if (!condition)
        continue;
      of[i] = *condition;
      const double all = layer.tasks[of[i]].likelihood;
      const double arm = all > 0 ? std::min(1.0, task.likelihood / all) : 0;
      likelihood[of[i]][task.control->outcome] = arm;
    }
  }

  /// None of those that tasks depend on: the highest number.
  unsigned draw(size_t condition, double random) const {
    for (const auto &[outcome, its] : likelihood[condition])
      if ((random -= its) < 0)
        return outcome;
    return std::numeric_limits<unsigned>::max();
  }
};

/// What the tasks of a layer take in one run.
class Draw {
public:
  Draw(const PlannedLayer &layer, const Conditions &conditions, unsigned seed)
      : sums(layer.tasks.size()), random(seed) {
    const unsigned workers = layer.plannedCores;
    std::vector<unsigned> outcome(layer.tasks.size());
    std::vector<bool> runs(layer.tasks.size(), true);
    for (size_t i = 0; i < layer.tasks.size(); ++i) {
      const PlannedTask &task = layer.tasks[i];
      if (task.control)
        runs[i] = runs[conditions.of[i]] && outcome[conditions.of[i]] == task.control->outcome;
      outcome[i] = conditions.draw(i, uniform(random));
      drawTask(task, runs[i], task.maxParts > 1 ? workers * finest : 1, workers, sums[i]);
    }
  }

  /// Of one part of the task.
  double costNs(size_t task, unsigned part, unsigned parts) const {
    return until(task, static_cast<double>(part + 1) / parts) -
           until(task, static_cast<double>(part) / parts);
  }

private:
  std::vector<std::vector<double>> sums; ///< by task: of its first cells, so many
  std::mt19937 random;

  void drawTask(const PlannedTask &task, bool runs, unsigned cells, unsigned parts,
                std::vector<double> &sum) {
    const double mean = task.likelihood > 0 ? task.costNs / task.likelihood : 0;
    const double relative = mean > 0 ? task.deviationNs / mean : 0;
    const double ofCell =
        relative * (cells > 1 ? std::sqrt(static_cast<double>(cells) / parts) : 1);
    sum.push_back(0);
    for (unsigned cell = 0; cell < cells; ++cell) {
      // Also if it does not run: all draws are alike.
      const double ns = drawn(mean * shareOf(task, cell, cells), ofCell, random);
      sum.push_back(sum.back() + (runs ? ns : 0));
    }
  }

  double until(size_t task, double share) const {
    const std::vector<double> &its = sums[task];
    const double cells = share * static_cast<double>(its.size() - 1);
    const size_t whole = std::min(static_cast<size_t>(cells), its.size() - 2);
    return its[whole] + (its[whole + 1] - its[whole]) * (cells - static_cast<double>(whole));
  }
};

bool isUncertain(const PlannedTask &task) {
  return task.control || task.deviationNs > leastDeviation * task.costNs;
}

double partNs(const PlannedLayer &layer, const Draw &draw, size_t task, unsigned part,
              unsigned parts) {
  return draw.costNs(task, part, parts) + (parts > 1 ? layer.tasks[task].perPartNs : 0);
}

double meanByTable(const PlannedLayer &layer, PlannedTable table, const std::vector<Draw> &all,
                   const Machine &machine) {
  table.wakeNs = 0; // as where there is none
  double sum = 0;
  for (const Draw &draw : all) {
    for (auto &rows : table.rows)
      for (PlannedRow &row : rows)
        row.costNs = partNs(layer, draw, row.task, row.part, row.parts);
    sum += simulate(table, machine).makespanNs;
  }
  return sum / static_cast<double>(all.size());
}

double meanByGraph(const PlannedLayer &layer, const std::vector<Piece> &pieces,
                   const std::vector<Draw> &all, const Machine &machine, unsigned workers) {
  double sum = 0;
  for (const Draw &draw : all) {
    std::vector<double> costs;
    for (const Piece &piece : pieces)
      costs.push_back(partNs(layer, draw, piece.task, piece.part, piece.parts));
    sum += dynamicMakespanNs(pieces, costs, machine, workers);
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

/// By the table that is best by mean costs.
double meanByBestTable(const PlannedLayer &layer, const std::vector<Draw> &all,
                       const Machine &machine) {
  const auto table = std::min_element(
      layer.tables.begin(), layer.tables.end(),
      [](const PlannedTable &a, const PlannedTable &b) { return a.makespanNs < b.makespanNs; });
  return meanByTable(layer, *table, all, machine);
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
    const double ns = meanByGraph(layer, pieces, all, machine, workers);
    if (!best || ns < best->meanNs)
      best = graphOf(pieces, workers, ns);
  }
  return best;
}

} // namespace

std::optional<Outlook> foresee(const PlannedLayer &layer, const Machine &machine,
                               Dispatch dispatch) {
  const bool isCertain = std::none_of(layer.tasks.begin(), layer.tasks.end(), isUncertain);
  if (isCertain && dispatch != Dispatch::Dynamic)
    return std::nullopt;
  const Conditions conditions(layer);
  std::vector<Draw> all;
  for (unsigned seed = 1; seed <= draws; ++seed)
    all.emplace_back(layer, conditions, seed);
  Outlook outlook{meanByBestTable(layer, all, machine), std::nullopt};
  if (dispatch == Dispatch::Static)
    return outlook;
  std::optional<PlannedGraph> graph = bestGraph(layer, all, machine);
  if (!graph)
    return outlook;
  graph->staticMeanNs = outlook.meanNs;
  if (graph->meanNs < clearlyBetter * outlook.meanNs || dispatch == Dispatch::Dynamic)
    outlook = {graph->meanNs, std::move(graph)};
  return outlook;
}

} // namespace kasuri
