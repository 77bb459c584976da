// Runs of a layer, drawn.
//
// What a task takes is drawn from what a profile has measured (cost/Spread.h): a task that mostly
// takes nothing and sometimes much lets others wait differently from one that is always in between.
// Where only its mean and deviation are known, and for the parts of a loop, it is log-normal. What
// conditions say is drawn by how likely it is.
//
// Draws of one thing differ from each other as much as they can: it is cut into as many equally
// likely pieces as there are runs, and each is drawn once, in an order by chance (M. McKay,
// R. Beckman, W. Conover (1979), Latin hypercube sampling). So few runs are enough for their mean.
// Different things are drawn independently of each other.
//
// Of a loop that is cut, the parts deviate from each other as its executions do; it is drawn in
// cells, so that finer parts are sums of fewer of them, and a loop may be cut finer for a graph
// than for a table.
#include "plan/Draws.h"
#include "plan/Pieces.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>

namespace kasuri {
namespace {

constexpr unsigned cellsPerWorker = 8; ///< of a loop

/// Within 0 and 1, neither of them.
double uniform(std::mt19937 &random) {
  return (static_cast<double>(random()) + 0.5) / (static_cast<double>(std::mt19937::max()) + 1);
}

/// Positive, with that mean and a deviation in proportion to it.
double logNormal(double mean, double relative, std::mt19937 &random) {
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
  unsigned outcomeAt(size_t condition, double share) const {
    for (const auto &[outcome, its] : likelihood[condition])
      if ((share -= its) < 0)
        return outcome;
    return std::numeric_limits<unsigned>::max();
  }
};

} // namespace

double Draw::costNs(size_t task, unsigned part, unsigned parts) const {
  return until(task, static_cast<double>(part + 1) / parts) -
         until(task, static_cast<double>(part) / parts);
}

double Draw::until(size_t task, double share) const {
  const std::vector<double> &its = sums[task];
  const double cells = share * static_cast<double>(its.size() - 1);
  const size_t whole = std::min(static_cast<size_t>(cells), its.size() - 2);
  return its[whole] + (its[whole + 1] - its[whole]) * (cells - static_cast<double>(whole));
}

class Drawing {
public:
  Drawing(const PlannedLayer &layer, unsigned count) : layer(layer), conditions(layer), all(count) {
    for (Draw &draw : all) {
      draw.sums.resize(layer.tasks.size());
      draw.runs.assign(layer.tasks.size(), true);
    }
  }

  std::vector<Draw> draw() {
    std::vector<std::vector<unsigned>> outcomes(layer.tasks.size()); ///< by task and run
    for (size_t i = 0; i < layer.tasks.size(); ++i) {
      decide(i, outcomes);
      drawTask(i);
    }
    if (!layer.wakes.empty()) {
      const std::vector<double> shares = equalShares();
      for (size_t run = 0; run < all.size(); ++run)
        all[run].wake = valueAt(layer.wakes, shares[run]);
    }
    return std::move(all);
  }

private:
  const PlannedLayer &layer;
  const Conditions conditions;
  std::vector<Draw> all;
  std::mt19937 random;

  /// Within 0 and 1, by run: each equally long piece once.
  std::vector<double> equalShares() {
    std::vector<double> shares(all.size());
    for (size_t i = 0; i < shares.size(); ++i)
      shares[i] = (static_cast<double>(i) + uniform(random)) / static_cast<double>(shares.size());
    for (size_t i = shares.size(); i > 1; --i) // as std::shuffle, but the same everywhere
      std::swap(shares[i - 1], shares[random() % i]);
    return shares;
  }

  static double valueAt(const Spread &spread, double share) {
    return spread[static_cast<size_t>(share * static_cast<double>(spread.size()))];
  }

  /// Whether the task runs, and what comes out if it is a condition.
  void decide(size_t i, std::vector<std::vector<unsigned>> &outcomes) {
    const std::vector<double> shares = equalShares();
    const std::optional<Control> &control = layer.tasks[i].control;
    for (size_t run = 0; run < all.size(); ++run) {
      if (control)
        all[run].runs[i] =
            all[run].runs[conditions.of[i]] && outcomes[conditions.of[i]][run] == control->outcome;
      outcomes[i].push_back(conditions.outcomeAt(i, shares[run]));
    }
  }

  void drawTask(size_t i) {
    const PlannedTask &task = layer.tasks[i];
    const std::vector<double> shares = equalShares();
    for (size_t run = 0; run < all.size(); ++run) {
      std::vector<double> &sum = all[run].sums[i];
      // Also if it does not run: all draws are alike.
      if (task.maxParts <= 1 && !task.times.empty())
        sum = {0, valueAt(task.times, shares[run])};
      else
        drawCells(task, sum);
      if (!all[run].runs[i])
        std::fill(sum.begin(), sum.end(), 0);
    }
  }

  void drawCells(const PlannedTask &task, std::vector<double> &sum) {
    const unsigned workers = layer.plannedCores;
    const unsigned cells = task.maxParts > 1 ? workers * cellsPerWorker : 1;
    const double mean = task.likelihood > 0 ? task.costNs / task.likelihood : 0;
    const double relative = mean > 0 ? task.deviationNs / mean : 0;
    const double ofCell = relative * (cells > 1 ? std::sqrt(double(cells) / workers) : 1);
    sum.push_back(0);
    for (unsigned cell = 0; cell < cells; ++cell)
      sum.push_back(sum.back() + logNormal(mean * shareOf(task, cell, cells), ofCell, random));
  }
};

std::vector<Draw> drawRuns(const PlannedLayer &layer, unsigned count) {
  return Drawing(layer, count).draw();
}

} // namespace kasuri
