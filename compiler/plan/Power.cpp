// Slack becomes energy saved.
//
//     w0: [a      ][b   ]          limit         a and b are one path: both get slower a little,
//     w1: [c               ][d  ]    |           or the one that saves more per time, never
//                                                both as if each had the slack for itself
//
// A descent over levels and idle modes. A move makes a set of rows one or two levels slower, or one
// faster; it is judged by simulating the whole table, so paths, clocks that several cores share,
// transitions and idle states are all in it, and a move that would end too late is not made. The
// sets: all rows, those of a clock, of a worker, a worker's up to one or from one on, a row with
// those that share its clock meanwhile, single rows, and for small tables pairs, one faster and one
// slower; or a gap is passed in another way. Small tables make the move that saves most, large ones
// each that saves something. The descent starts from every uniform level that is in time, and again
// from what a few changes by chance, always the same, make of the best.
//
// A request that the runtime would refuse because the change takes longer than what it is for
// (docs/runtime.md) is not planned. The result can only be better than the plan without levels,
// which is where the descent starts, too. On small tables a test compares with the optimum. A table
// with groups keeps its cores at full speed: how its nested layers follow the speed of a leader is
// not modelled.
//
// Source: the problem is that of H. Aydin, R. Melhem, D. Mossé, P. Mejía-Alvarez (2001) and of
// OSCAR's power control (K. Kimura et al.), with discrete levels.
#include "plan/Power.h"

#include <algorithm>
#include <limits>
#include <random>
#include <set>
#include <utility>

namespace kasuri {
namespace {

constexpr size_t maxLooks = 20000; ///< simulations of rows for one table: looks times rows
constexpr size_t rowsOfSmall = 12; ///< tables with more try no pairs
/// Changes by chance, one after the other, that may lead to nothing better.
constexpr unsigned inVainIfQuick = 2, inVainIfThorough = 80;
constexpr double leastSaving = 1e-6; ///< of the energy, for a move to be made

class Descent {
public:
  Descent(PlannedTable &table, const Machine &machine, double limitNs, double idleMw)
      : table(table), machine(machine), limitNs(limitNs), idleMw(idleMw) {
    for (size_t worker = 0; worker < table.rows.size(); ++worker)
      for (size_t row = 0; row < table.rows[worker].size(); ++row)
        rows.push_back({worker, row});
    looksLeft = maxLooks * 20 / std::max<size_t>(20, rows.size());
  }

  void run(PowerEffort effort) {
    const unsigned maxInVain = effort == PowerEffort::Quick ? inVainIfQuick : inVainIfThorough;
    const Settings fastest(rows.size());
    bestNj = judge(fastest);
    if (bestNj == tooLate)
      return;
    best = fastest;
    for (uint8_t level = 0; level < maxPoints(); ++level)
      descendFrom(Settings(rows.size(), {.level = level}));
    std::minstd_rand random;
    for (unsigned inVain = 0; inVain < maxInVain && looksLeft > 0;)
      inVain = descendFrom(kicked(random)) ? 0 : inVain + 1;
    write(best);
  }

private:
  struct Setting {
    uint8_t level = 0, idle = 0;
    auto operator<=>(const Setting &) const = default;
  };
  using Settings = std::vector<Setting>; ///< by index in `rows`
  struct Move {
    std::vector<size_t> rows = {};
    int step = 0;                               ///< slower by so many levels
    std::optional<size_t> back = std::nullopt;  ///< a row that gets faster instead
    std::optional<uint8_t> idle = std::nullopt; ///< of the only row
  };
  struct Where {
    size_t worker = 0, row = 0;
  };
  static constexpr double tooLate = std::numeric_limits<double>::infinity();

  PlannedTable &table;
  const Machine &machine;
  double limitNs, idleMw;
  std::vector<Where> rows;
  Settings best;
  double bestNj = tooLate;
  size_t looksLeft = 0;

  PlannedRow &at(size_t index) { return table.rows[rows[index].worker][rows[index].row]; }

  size_t coreOf(size_t index) const { return table.coreOf(rows[index].worker); }
  unsigned domainOf(size_t index) const { return machine.cores[coreOf(index)].domain; }

  uint8_t pointsOf(size_t index) const {
    return static_cast<uint8_t>(
        std::min<size_t>(machine.domains[domainOf(index)].points.size(), keepLevel));
  }

  uint8_t maxPoints() const {
    uint8_t most = 0;
    for (size_t i = 0; i < rows.size(); ++i)
      most = std::max(most, pointsOf(i));
    return most;
  }

  /// A row names its level where that is another than its worker has asked for before.
  void write(const Settings &settings) {
    for (size_t i = 0; i < rows.size(); ++i) {
      const uint8_t before = rows[i].row == 0 ? 0 : settings[i - 1].level;
      at(i).level = settings[i].level == before ? keepLevel : settings[i].level;
      at(i).idle = settings[i].idle;
    }
  }

  /// The energy, or that it takes too long or asks for what would be refused.
  double judge(const Settings &settings) {
    write(settings);
    if (looksLeft > 0)
      --looksLeft;
    return isHonoured(settings) ? energyOf(simulate(table, machine)) : tooLate;
  }

  double energyOf(const Simulation &run) const {
    return run.makespanNs > limitNs * (1 + 1e-9)
               ? tooLate
               : run.energyNj + (limitNs - run.makespanNs) * idleMw * 1e-3;
  }

  bool isHonoured(const Settings &settings) {
    for (size_t i = 0; i < rows.size(); ++i) {
      if (at(i).level == keepLevel)
        continue;
      double ns = 0;
      for (size_t next = i; next < rows.size() && rows[next].worker == rows[i].worker &&
                            settings[next].level == settings[i].level;
           ++next)
        ns += at(next).costNs * machine.slowdown(coreOf(i), settings[i].level);
      if (ns < machine.domains[domainOf(i)].transitionNs)
        return false;
    }
    return true;
  }

  /// The best with a few rows changed by chance, always the same.
  Settings kicked(std::minstd_rand &random) const {
    Settings settings = best;
    for (size_t changes = 2 + random() % 3; changes > 0; --changes)
      settings[random() % rows.size()].level = static_cast<uint8_t>(random() % maxPoints());
    return settings;
  }

  /// True if that leads to a better one than the best.
  bool descendFrom(Settings settings) {
    for (size_t i = 0; i < rows.size(); ++i)
      settings[i].level = std::min<uint8_t>(settings[i].level, pointsOf(i) - 1);
    double nj = judge(settings);
    if (nj == tooLate)
      return false;
    while (looksLeft > 0 && improve(settings, nj))
      ;
    if (nj >= bestNj * (1 - leastSaving))
      return false;
    bestNj = nj;
    best = settings;
    return true;
  }

  /// One look at every move: in a small table the one that saves most is made, in a large one each
  /// that saves something. False if none does.
  bool improve(Settings &settings, double &nj) {
    const Settings before = settings;
    const bool isSmall = rows.size() <= rowsOfSmall;
    for (const Move &move : movesFrom(before)) {
      const Settings moved = apply(move, isSmall ? before : settings);
      if (looksLeft == 0 || moved == settings)
        continue;
      if (const double movedNj = judge(moved); movedNj < nj * (1 - leastSaving)) {
        settings = moved;
        nj = movedNj;
      }
    }
    return settings != before;
  }

  Settings apply(const Move &move, const Settings &settings) const {
    Settings moved = settings;
    auto change = [&](size_t i, int step) {
      moved[i].level =
          static_cast<uint8_t>(std::clamp<int>(settings[i].level + step, 0, pointsOf(i) - 1));
    };
    for (size_t i : move.rows)
      change(i, move.step);
    if (move.back)
      change(*move.back, -move.step);
    if (move.idle)
      moved[move.rows.front()].idle = *move.idle;
    return moved;
  }

  std::vector<Move> movesFrom(const Settings &settings) {
    write(settings);
    const Simulation run = simulate(table, machine);
    std::set<std::vector<size_t>> sets;
    auto add = [&](auto isMember) {
      std::vector<size_t> members;
      for (size_t i = 0; i < rows.size(); ++i)
        if (isMember(i))
          members.push_back(i);
      sets.insert(std::move(members));
    };
    add([](size_t) { return true; });
    for (size_t i = 0; i < rows.size(); ++i) {
      auto isBeside = [&](size_t other) { return rows[other].worker == rows[i].worker; };
      add([&](size_t other) { return other == i; });
      add([&](size_t other) { return domainOf(other) == domainOf(i); });
      add([&](size_t other) { return isBeside(other); });
      add([&](size_t other) { return isBeside(other) && other >= i; });
      add([&](size_t other) { return isBeside(other) && other <= i; });
      add([&](size_t other) { return other == i || sharesClock(run, i, other); });
    }
    std::vector<Move> moves;
    for (int step : {1, 2, -1})
      for (const std::vector<size_t> &set : sets)
        moves.push_back({set, step});
    addIdleModes(moves);
    if (rows.size() <= rowsOfSmall)
      addPairs(moves);
    return moves;
  }

  bool sharesClock(const Simulation &run, size_t i, size_t other) const {
    const SimulatedRow &one = run.rows[rows[i].worker][rows[i].row];
    const SimulatedRow &two = run.rows[rows[other].worker][rows[other].row];
    return domainOf(i) == domainOf(other) && one.startNs < two.endNs && two.startNs < one.endNs;
  }

  /// Only rows that wait for others have a gap.
  void addIdleModes(std::vector<Move> &moves) {
    for (size_t i = 0; i < rows.size(); ++i)
      if (!at(i).waits.empty() && !machine.idleStates.empty())
        for (uint8_t idle : {uint8_t{0}, uint8_t{1}, uint8_t{2}})
          moves.push_back({.rows = {i}, .idle = idle});
  }

  void addPairs(std::vector<Move> &moves) const {
    for (size_t slower = 0; slower < rows.size(); ++slower)
      for (size_t faster = 0; faster < rows.size(); ++faster)
        if (faster != slower)
          moves.push_back({.rows = {slower}, .step = 1, .back = faster});
  }
};

} // namespace

void planPower(PlannedTable &table, const Machine &machine, double limitNs, double idleMw,
               PowerEffort effort) {
  if (machine.hasPower && table.groups.empty())
    Descent(table, machine, limitNs, idleMw).run(effort);
  settle(table, machine);
}

void settle(PlannedTable &table, const Machine &machine) {
  const Simulation run = simulate(table, machine);
  for (size_t worker = 0; worker < table.rows.size(); ++worker)
    for (size_t i = 0; i < table.rows[worker].size(); ++i) {
      table.rows[worker][i].startNs = run.rows[worker][i].startNs;
      table.rows[worker][i].lengthNs = run.rows[worker][i].endNs - run.rows[worker][i].startNs;
    }
  table.makespanNs = run.makespanNs;
  table.energyNj = machine.hasPower ? run.energyNj : 0;
}

} // namespace kasuri
