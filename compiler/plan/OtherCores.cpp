// What a process may get on a machine with cores of several kinds.
//
//     two big cores, two little ones     planned     2       2+1     2+2    the fastest come first
//                                        elsewhere   1+1     1+2     0+2
//
// The tables of a layer are for the machine's fastest cores, so many of them. With taskset, in a
// cpuset, beside other programs or with cores offline a process has others: then a table for the
// fastest ones would have rows for big cores on little ones, and ask their clock for the levels of
// another. So there is a table for each number of cores of each kind, as far as it is the best for
// them: not where fewer cores are as quick, by another table or in order.
//
// Which of them the process gets is only known when it runs. The runtime takes the quickest table
// whose cores it has (runtime/team/placed.c), so one that is left out here costs time, no more.
// Tables elsewhere name no levels: nothing is known of a deadline there, and the clocks at full
// speed are never wrong.
#include "plan/OtherCores.h"
#include "plan/Pieces.h"
#include "plan/Power.h"

#include <algorithm>
#include <numeric>

namespace kasuri {
namespace {

using Numbers = std::vector<unsigned>; ///< of cores, by kind

constexpr size_t maxTables = 48; ///< of a layer

/// Those of a kind that are considered: all from none on, the half and the whole, or all or none.
enum class Steps : uint8_t { Each, Halves, Whole };

std::vector<unsigned> stepsTo(unsigned all, Steps steps) {
  std::vector<unsigned> result;
  for (unsigned number = 0; number <= all; ++number)
    if (steps == Steps::Each || number == 0 || number == all ||
        (steps == Steps::Halves && number == (all + 1) / 2))
      result.push_back(number);
  return result;
}

std::vector<Numbers> combined(const Numbers &all, Steps steps) {
  std::vector<Numbers> result = {{}};
  for (unsigned each : all) {
    std::vector<Numbers> longer;
    for (const Numbers &begun : result)
      for (unsigned number : stepsTo(each, steps)) {
        longer.push_back(begun);
        longer.back().push_back(number);
      }
    result = std::move(longer);
  }
  return result;
}

double countOf(const Numbers &all, Steps steps) {
  double count = 1;
  for (unsigned each : all)
    count *= static_cast<double>(stepsTo(each, steps).size());
  return count;
}

unsigned sumOf(const Numbers &numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0u);
}

/// Of these cores of the machine.
Numbers numbersOf(const Machine &machine, const std::vector<uint16_t> &cores) {
  Numbers numbers(machine.kinds.size());
  for (uint16_t core : cores)
    ++numbers[machine.cores[core].kind];
  return numbers;
}

std::vector<uint16_t> firstCores(size_t count) {
  std::vector<uint16_t> cores(count);
  std::iota(cores.begin(), cores.end(), uint16_t{0});
  return cores;
}

/// The first ones of each kind, fastest first.
std::vector<uint16_t> coresFor(const Machine &machine, Numbers numbers) {
  std::vector<uint16_t> cores;
  for (size_t core = 0; core < machine.cores.size(); ++core)
    if (unsigned &left = numbers[machine.cores[core].kind]; left > 0) {
      cores.push_back(static_cast<uint16_t>(core));
      --left;
    }
  return cores;
}

class OtherTables {
public:
  OtherTables(PlannedLayer &layer, const Machine &machine) : layer(layer), machine(machine) {
    for (const PlannedTable &table : layer.tables)
      add(numbersOf(machine, firstCores(table.workers)), table);
  }

  void consider(const Numbers &numbers, bool takesAll) {
    PlannedTable table = scheduled(coresFor(machine, numbers));
    if (!takesAll && (wholeNs(table) >= inOrderNs(table) || isNoBetter(numbers, table)))
      return;
    add(numbers, table);
    layer.elsewhere.push_back(std::move(table));
  }

private:
  struct Known {
    Numbers numbers;
    double ns = 0;
  };
  PlannedLayer &layer;
  const Machine &machine;
  std::vector<Known> known;

  void add(Numbers numbers, const PlannedTable &table) {
    known.push_back({std::move(numbers), wholeNs(table)});
  }

  PlannedTable scheduled(const std::vector<uint16_t> &cores) const {
    Machine there = machine;
    there.cores.clear();
    for (uint16_t core : cores)
      there.cores.push_back(machine.cores[core]);
    PlannedTable table = scheduleLayer(layer, there, static_cast<unsigned>(cores.size()));
    table.cores = cores;
    table.wakeNs = layer.wakeNs;
    settle(table, machine);
    return table;
  }

  double wholeNs(const PlannedTable &table) const {
    return table.makespanNs + startAndEndNs(layer, machine, table.rows.size());
  }

  /// On the fastest of the table's cores.
  double inOrderNs(const PlannedTable &table) const {
    return layer.sequentialNs / machine.cores[table.cores.front()].speed;
  }

  /// Than another table, for which the cores are enough.
  bool isNoBetter(const Numbers &numbers, const PlannedTable &table) const {
    return std::any_of(known.begin(), known.end(), [&](const Known &other) {
      return other.ns <= wholeNs(table) &&
             std::equal(other.numbers.begin(), other.numbers.end(), numbers.begin(),
                        [](unsigned one, unsigned most) { return one <= most; });
    });
  }
};

} // namespace

std::vector<std::vector<unsigned>> otherNumbersOf(const Machine &machine, unsigned cores) {
  const size_t count = std::min<size_t>(cores, machine.cores.size());
  const Numbers all = numbersOf(machine, firstCores(machine.cores.size()));
  Steps steps = Steps::Each;
  for (Steps fewer : {Steps::Halves, Steps::Whole})
    if (countOf(all, steps) > maxTables)
      steps = fewer;
  std::vector<Numbers> numbers = combined(all, steps);
  std::erase_if(numbers, [&](const Numbers &each) {
    const unsigned sum = sumOf(each);
    return sum < 2 || sum > count || each == numbersOf(machine, firstCores(sum));
  });
  std::sort(numbers.begin(), numbers.end(), [](const Numbers &one, const Numbers &other) {
    return std::pair(sumOf(one), one) < std::pair(sumOf(other), other);
  });
  numbers.resize(std::min(numbers.size(), maxTables));
  return numbers;
}

void planOtherCores(Plan &plan, const Machine &machine, unsigned cores, bool takesAll) {
  if (machine.kinds.empty())
    return;
  const std::vector<Numbers> all = otherNumbersOf(machine, cores);
  for (size_t i = 0; i < plan.layers.size(); ++i) {
    PlannedLayer &layer = plan.layers[i];
    if (layer.graph || layer.isPiped() || layer.tables.empty() || plan.whyDropped(i))
      continue;
    OtherTables tables(layer, machine);
    for (const Numbers &numbers : all)
      tables.consider(numbers, takesAll);
    testTrips(layer);
  }
}

} // namespace kasuri
