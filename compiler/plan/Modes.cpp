// The two power modes of OSCAR: `fastest`, which only uses slack, and `deadline`.
//
//     deadline 33 ms = 5 ms in order + 30 x decode@a.c:7 (0.4 .. 2.0 ms) + 30 x motion@b.c:9 (...)
//
// Under a deadline each layer has choices: a number of workers, and how much slower than at full
// speed it may be; each is planned by itself (Power.h), which gives its time and energy. The layers
// run one after the other, so the best combination for a total time is, but for the gaps between
// choices, where all layers pay the same energy for a nanosecond: for a price of time each layer
// takes its cheapest choice, and the price is bisected until the total fits. What is then left of
// the deadline is offered to the layers once more, those that spend most energy first.
//
// On a machine with several kinds of cores, a layer may also run on its slower cores alone: a
// little core at full speed often takes less energy for the same work than a big one at any level.
// The caller moves there and back, which takes about as long as to wake a thread twice. A table for
// these cores is planned beside the others (OtherCores.h) and here gets levels, too.
//
// The code between layers, and layers that stay in order, may be slower, too: all at one level of
// the first core's clock, its pace. Each level is tried with the best choices for what then is left
// of the deadline. A layer stays in order only where that is not later at full speed, because the
// runtime would run it in parallel otherwise. It expects the clock at full speed: for each that
// runs in parallel the time and energy to raise it and to lower it again are added
// (ProgramRun.cpp). Where layers follow each other so fast that the clock would hardly ever have
// the level, it is not taken.
//
// Layers with groups and those that run in groups stay at full speed, and the latter have their
// quickest table: the former count on it.
//
// The least possible time is that of the quickest choices. If it is too long, the message names the
// chain of tasks that decides it.
//
// Source: K. Kimura, H. Kasahara et al., OSCAR's compiler-controlled power reduction; the price is
// a Lagrange multiplier (H. Everett, 1963).
#include "plan/Modes.h"
#include "plan/Pieces.h"
#include "plan/Power.h"
#include "plan/SortedBy.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace kasuri {
namespace {

/// Limits that are tried for a table, as multiples of its time at full speed.
constexpr double stretches[] = {1, 1.15, 1.35, 1.6, 2, 2.5, 3.2, 4, 6};
constexpr int bisections = 60;
constexpr double leastSlack = 0.01; ///< less is not worth looking for levels
constexpr double leastGap = 2;      ///< between layers, in changes of the clock, to have a pace
/// What a message names: layers with this share of the time, and how many.
constexpr double leastNamed = 0.01;
constexpr size_t maxNamed = 4;

struct Choice {
  PlannedTable table; ///< without rows: in order
  double ns = 0;      ///< of one execution, with start and end
  double nj = 0;      ///< beyond what the idle machine draws in that time
};

/// Share of the workers' time in which they wait, 0..1: all that can be used without being later.
double slackOf(const Simulation &run) {
  double waitNs = 0;
  for (const WorkerTimes &worker : run.workers)
    waitNs += worker.waitNs + worker.signalNs;
  const double allNs = run.makespanNs * static_cast<double>(run.workers.size());
  return allNs > 0 ? waitNs / allNs : 0;
}

void planLayerFastest(PlannedLayer &layer, const Machine &machine, bool keepsGroups) {
  std::vector<PlannedTable> kept;
  for (PlannedTable &table : layer.tables) {
    const Simulation run = simulate(table, machine);
    if (slackOf(run) >= leastSlack && !layer.runsInside() && !layer.graph)
      planPower(table, machine, run.makespanNs, 0);
    else
      settle(table, machine);
    const bool isEarlier = kept.empty() || table.makespanNs < kept.back().makespanNs;
    if (isEarlier || (keepsGroups && !table.groups.empty()))
      kept.push_back(std::move(table));
  }
  layer.tables = std::move(kept);
}

class DeadlinePlanner {
public:
  DeadlinePlanner(Plan &plan, const Span &span, const Machine &machine, double deadlineNs,
                  bool keepsGroups)
      : plan(plan), span(span), machine(machine), deadlineNs(deadlineNs), keepsGroups(keepsGroups),
        idleMw(idleMachineMw(machine)), clock(machine.domains[machine.cores.front().domain]) {
    for (const Span::Use &use : span.layers)
      choices.push_back(choicesOf(plan.layers[use.layer]));
  }

  std::string run() {
    std::optional<std::vector<size_t>> best = solve();
    if (!best) {
      takeAll(chosenAt(highestPrice));
      return problem();
    }
    std::vector<size_t> paced = *best;
    spendRest(*best);
    const double fastNj = totalNj(*best);
    choosePace(paced);
    spendRest(paced);
    if (pace > 0 && hasGaps(paced) && totalNj(paced) < fastNj)
      best = std::move(paced);
    else
      pace = 0;
    takeAll(*best);
    notePace(*best);
    return "";
  }

private:
  static constexpr double highestPrice = 1e12; ///< nJ for a ns
  Plan &plan;
  const Span &span;
  const Machine &machine;
  double deadlineNs;
  bool keepsGroups;
  double idleMw;
  const ClockDomain &clock;                 ///< of the first core
  uint8_t pace = 0;                         ///< its level between layers
  std::vector<std::vector<Choice>> choices; ///< by index in Span::layers

  std::vector<Choice> choicesOf(const PlannedLayer &layer) const {
    std::vector<Choice> result = {inOrder(layer)};
    if (layer.runsInside()) {
      result.push_back(asInGroups(layer));
      return result;
    }
    for (const PlannedTable *table : tablesOf(layer)) {
      const double fullSpeedNs = simulate(*table, machine).makespanNs;
      for (double stretch : stretches) {
        result.push_back(choice(layer, *table, stretch * fullSpeedNs));
        if (!machine.hasPower)
          break;
      }
    }
    return result;
  }

  /// On the fastest cores, and on slower ones alone, which only saves energy.
  std::vector<const PlannedTable *> tablesOf(const PlannedLayer &layer) const {
    std::vector<const PlannedTable *> tables;
    for (const PlannedTable &table : layer.tables)
      tables.push_back(&table);
    for (const PlannedTable &table : layer.elsewhere)
      if (machine.hasPower && movedCallerNs(table, machine) > 0)
        tables.push_back(&table);
    return tables;
  }

  Choice inOrder(const PlannedLayer &layer) const {
    const double ns = layer.sequentialNs / machine.cores.front().speed;
    return {.table = {}, .ns = ns, .nj = sequentialNj(machine, ns) - ns * idleMw * 1e-3};
  }

  /// At full speed, on all workers that help: the layers that it runs in count on both.
  Choice asInGroups(const PlannedLayer &layer) const {
    Choice best{inOrder(layer)};
    for (const PlannedTable &table : layer.tables) {
      Choice made{table};
      settle(made.table, machine);
      setTotals(made, layer);
      if (best.table.rows.empty() || made.ns < best.ns)
        best = std::move(made);
    }
    return best;
  }

  void setTotals(Choice &made, const PlannedLayer &layer) const {
    const double movedNs = movedCallerNs(made.table, machine);
    made.ns =
        made.table.makespanNs + startAndEndNs(layer, machine, made.table.rows.size()) + movedNs;
    made.nj = made.table.energyNj - made.table.makespanNs * idleMw * 1e-3 +
              sequentialNj(machine, movedNs) - movedNs * idleMw * 1e-3;
  }

  Choice choice(const PlannedLayer &layer, const PlannedTable &table, double limitNs,
                PowerEffort effort = PowerEffort::Quick) const {
    Choice made{table};
    planPower(made.table, machine, limitNs, idleMw, effort);
    setTotals(made, layer);
    return made;
  }

  /// The choices that meet the deadline at the pace; none: it cannot be met.
  std::optional<std::vector<size_t>> solve() const {
    double dear = 1e-12;
    while (totalNs(chosenAt(dear)) > deadlineNs && dear < highestPrice)
      dear *= 10;
    if (totalNs(chosenAt(dear)) > deadlineNs)
      return std::nullopt;
    double cheap = 0;
    if (totalNs(chosenAt(cheap)) <= deadlineNs)
      dear = cheap;
    for (int i = 0; i < bisections && dear > cheap; ++i) {
      const double middle = (cheap + dear) / 2;
      (totalNs(chosenAt(middle)) > deadlineNs ? cheap : dear) = middle;
    }
    return chosenAt(dear);
  }

  /// Of all levels the one that takes least energy, with its choices.
  void choosePace(std::vector<size_t> &best) {
    uint8_t bestPace = 0;
    double bestNj = totalNj(best);
    const size_t points = machine.hasPower && span.paced.valid() ? clock.points.size() : 1;
    for (size_t level = 1; level < points; ++level) {
      pace = static_cast<uint8_t>(level);
      if (std::optional<std::vector<size_t>> chosen = solve();
          chosen && hasGaps(*chosen) && totalNj(*chosen) < bestNj) {
        bestNj = totalNj(*chosen);
        best = std::move(*chosen);
        bestPace = pace;
      }
    }
    pace = bestPace;
  }

  static bool isEarlierInParallel(const std::vector<Choice> &of) {
    return std::any_of(of.begin(), of.end(), [&](const Choice &choice) {
      return !isInOrder(choice) && choice.ns < of.front().ns;
    });
  }

  static bool isInOrder(const Choice &choice) { return choice.table.rows.empty(); }

  /// With the pace around it.
  double nsOf(const Choice &choice) const {
    return isInOrder(choice) ? choice.ns * machine.slowdown(0, pace) / machine.slowdown(0, 0)
                             : choice.ns + raiseFrom(machine, pace).ns;
  }

  /// As Choice::nj.
  double njOf(const Choice &choice) const {
    const Raise raise = raiseFrom(machine, pace);
    return isInOrder(choice) ? paced(nsOf(choice))
                             : choice.nj + raise.nj - raise.ns * idleMw * 1e-3;
  }

  /// Of code in order that takes so long, beyond what the idle machine draws.
  double paced(double ns) const { return sequentialNj(machine, ns, pace) - ns * idleMw * 1e-3; }

  double sequentialNs() const { return span.sequentialNs * machine.slowdown(0, pace); }

  /// From one parallel layer to the next.
  double gapNs(const std::vector<size_t> &chosen) const {
    double ns = sequentialNs(), gaps = 1;
    for (size_t i = 0; i < chosen.size(); ++i) {
      const Choice &choice = choices[i][chosen[i]];
      ns += isInOrder(choice) ? span.layers[i].times * nsOf(choice) : 0;
      gaps += isInOrder(choice) ? 0 : span.layers[i].times;
    }
    return ns / gaps;
  }

  bool hasGaps(const std::vector<size_t> &chosen) const {
    return gapNs(chosen) >= leastGap * (clock.transitionNs + clock.requestNs);
  }

  void notePace(const std::vector<size_t> &chosen) {
    if (pace == 0)
      return;
    PlannedPace made{.function = span.paced, .name = "", .level = pace};
    made.sequentialNs = span.calls * span.sequentialNs;
    made.gapNs = gapNs(chosen);
    if (!machine.kinds.empty())
      made.kind = machine.kinds[machine.cores.front().kind];
    for (size_t i = 0; i < chosen.size(); ++i) {
      plan.layers[span.layers[i].layer].isPaced = true;
      if (const Choice &choice = choices[i][chosen[i]]; !isInOrder(choice))
        made.workers = std::max(made.workers, choice.table.workers);
    }
    plan.pace = made;
  }

  /// By index in Span::layers, for a price in nJ for a ns.
  std::vector<size_t> chosenAt(double price) const {
    std::vector<size_t> chosen;
    for (const std::vector<Choice> &each : choices) {
      auto cost = [&](const Choice &choice) {
        const bool isRefused = pace > 0 && isInOrder(choice) && isEarlierInParallel(each);
        return isRefused ? std::numeric_limits<double>::infinity()
                         : njOf(choice) + price * nsOf(choice);
      };
      chosen.push_back(static_cast<size_t>(
          std::min_element(each.begin(), each.end(),
                           [&](const Choice &a, const Choice &b) { return cost(a) < cost(b); }) -
          each.begin()));
    }
    return chosen;
  }

  double totalNs(const std::vector<size_t> &chosen) const {
    double ns = sequentialNs();
    for (size_t i = 0; i < chosen.size(); ++i)
      ns += span.layers[i].times * nsOf(choices[i][chosen[i]]);
    return ns;
  }

  double totalNj(const std::vector<size_t> &chosen) const {
    double nj = paced(sequentialNs());
    for (size_t i = 0; i < chosen.size(); ++i)
      nj += span.layers[i].times * njOf(choices[i][chosen[i]]);
    return nj;
  }

  /// Indices in Span::layers, by what the function says of them.
  std::vector<size_t> descending(llvm::function_ref<double(size_t)> figure) const {
    std::vector<size_t> all(choices.size());
    std::iota(all.begin(), all.end(), size_t{0});
    return sortedBy(all, [&](size_t i) { return -figure(i); });
  }

  /// Any layer, with any table, as slow as what is left of the deadline allows.
  void spendRest(std::vector<size_t> &chosen) {
    for (size_t i :
         descending([&](size_t i) { return span.layers[i].times * njOf(choices[i][chosen[i]]); })) {
      const double left = deadlineNs - totalNs(chosen);
      const PlannedLayer &layer = plan.layers[span.layers[i].layer];
      if (left <= 0 || span.layers[i].times <= 0 || layer.runsInside())
        continue;
      const double wholeNs =
          nsOf(choices[i][chosen[i]]) + left / span.layers[i].times - raiseFrom(machine, pace).ns;
      for (const PlannedTable *table : tablesOf(layer)) {
        const double limitNs = wholeNs - startAndEndNs(layer, machine, table->rows.size()) -
                               movedCallerNs(*table, machine);
        Choice slower = choice(layer, *table, limitNs, PowerEffort::Thorough);
        if (slower.table.makespanNs <= limitNs && njOf(slower) < njOf(choices[i][chosen[i]])) {
          choices[i].push_back(std::move(slower));
          chosen[i] = choices[i].size() - 1;
        }
      }
    }
  }

  /// A layer that is better in order is left to the runtime, which finds that out. Until then it
  /// has the tables of a plan without a deadline, as have the layers outside the span.
  void takeAll(const std::vector<size_t> &chosen) {
    std::vector<const Choice *> taken(plan.layers.size());
    for (size_t i = 0; i < chosen.size(); ++i)
      if (const Choice &choice = choices[i][chosen[i]]; !isInOrder(choice))
        taken[span.layers[i].layer] = &choice;
    for (size_t layer = 0; layer < taken.size(); ++layer) {
      if (taken[layer])
        take(plan.layers[layer], *taken[layer]);
      else
        planLayerFastest(plan.layers[layer], machine, keepsGroups);
    }
  }

  /// The tables for fewer workers stay, at full speed: a run that gets no more cores is as early as
  /// it can be.
  static void take(PlannedLayer &layer, const Choice &choice) {
    if (!choice.table.cores.empty())
      keepElsewhere(layer, choice.table);
    std::erase_if(layer.tables,
                  [&](const PlannedTable &table) { return table.workers >= choice.table.workers; });
    layer.tables.push_back(choice.table);
    layer.isAlwaysParallel = true;
  }

  /// A run without the slower cores still has the fastest ones.
  static void keepElsewhere(PlannedLayer &layer, const PlannedTable &chosen) {
    std::erase_if(layer.elsewhere,
                  [&](const PlannedTable &table) { return table.cores == chosen.cores; });
    for (const PlannedTable &table : layer.tables) {
      if (table.workers < chosen.workers || !table.groups.empty())
        continue;
      layer.elsewhere.push_back(table);
      for (unsigned core = 0; core < table.workers; ++core)
        layer.elsewhere.back().cores.push_back(static_cast<uint16_t>(core));
    }
  }

  std::string problem() const {
    std::string text;
    llvm::raw_string_ostream out(text);
    auto ms = [](double ns) { return llvm::format("%.3f ms", ns * 1e-6); };
    std::vector<size_t> chosen = chosenAt(highestPrice);
    out << "the deadline of " << ms(deadlineNs) << " cannot be met: at least "
        << ms(totalNs(chosen)) << " on " << machine.cores.size() << " cores; " << ms(sequentialNs())
        << " of it outside parallel layers";
    auto spent = [&](size_t i) { return span.layers[i].times * choices[i][chosen[i]].ns; };
    size_t named = 0;
    for (size_t i : descending(spent)) {
      if (named++ == maxNamed || spent(i) < leastNamed * totalNs(chosen))
        break;
      const PlannedLayer &layer = plan.layers[span.layers[i].layer];
      out << "; " << ms(spent(i)) << " in " << layer.name;
      const std::vector<uint16_t> path = criticalTasks(choices[i][chosen[i]].table, machine);
      for (size_t task = 0; path.size() > 1 && task < path.size(); ++task)
        out << (task == 0 ? ", critical path " : " -> ") << layer.tasks[path[task]].name;
    }
    return text;
  }
};

} // namespace

void planFastest(Plan &plan, const Machine &machine, bool keepsGroups) {
  for (PlannedLayer &layer : plan.layers)
    planLayerFastest(layer, machine, keepsGroups);
}

std::string planDeadline(Plan &plan, const Span &span, const Machine &machine, double deadlineNs,
                         bool keepsGroups) {
  return DeadlinePlanner(plan, span, machine, deadlineNs, keepsGroups).run();
}

} // namespace kasuri
