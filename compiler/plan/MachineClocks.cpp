// Clocks, idle states and power in machine files.
//
// A file has the operating points of a clock domain in ascending order, as systems list them;
// levels of a plan count from the fastest. Power in a file is of one core each: a domain has no
// more cores than those that the file lists, and what they share is part of the board's.
//
// How long a change of speed takes is what ks-probe saw, by the quickest way it had, or else the
// driver's word. Idle takes at least as long as the system needs to wake a thread: a program cannot
// stop a clock, it can only let the system do it.
#include "plan/MachineReader.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

namespace kasuri {
namespace {

constexpr double maxKhz = 1e8, maxMv = 20000, maxMwOfCore = 1e6, maxNj = 1e12;
constexpr size_t maxDomains = 1024, maxPoints = 64, maxIdleStates = 1024;
constexpr unsigned rangeLevels = 8; ///< levels that the runtime makes of a range, KSI_STEPS there

/// A domain as the file has it.
struct ListedDomain {
  unsigned number = 0;
  ClockDomain clock;
  bool hasPower = false;
};

// --- Operating points.

/// True if its power is known.
bool readPoint(const JsonCursor &at, OperatingPoint &point) {
  if (!at.isObjectOf({"freqKhz", "voltageMv", "activeMwPerCore", "gatedMwPerCore"}))
    return false;
  if (!at["freqKhz"].isKnown())
    at.fail("has no freqKhz");
  point.khz = at["freqKhz"].number(1, maxKhz).value_or(1);
  at["voltageMv"].number(1, maxMv);
  std::optional<double> active = at["activeMwPerCore"].number(0, maxMwOfCore);
  point.activeMw = active.value_or(0);
  point.gatedMw = at["gatedMwPerCore"].number(0, maxMwOfCore).value_or(0);
  if (active && point.gatedMw > point.activeMw)
    at["gatedMwPerCore"].fail("is more than activeMwPerCore");
  return active.has_value();
}

void readPoints(const JsonCursor &at, ListedDomain &domain) {
  limitSize(at, maxPoints);
  domain.hasPower = at.size() > 0;
  double last = 0;
  for (size_t i = 0; i < std::min(at.size(), maxPoints); ++i) {
    OperatingPoint point;
    domain.hasPower &= readPoint(at.at(i), point);
    if (point.khz <= last)
      at.at(i)["freqKhz"].fail("is not greater than that of the previous point");
    last = point.khz;
    domain.clock.points.push_back(point);
  }
  std::reverse(domain.clock.points.begin(), domain.clock.points.end());
  if (domain.clock.points.empty())
    domain.clock.points.push_back({.khz = 1});
}

/// At a frequency between the first and the last of the points, which are fastest first.
OperatingPoint interpolated(const std::vector<OperatingPoint> &points, double khz) {
  size_t below = 1;
  while (below + 1 < points.size() && points[below].khz > khz)
    ++below;
  const OperatingPoint &fast = points[below - 1], &slow = points[below];
  const double part = (khz - slow.khz) / (fast.khz - slow.khz);
  return {.khz = khz,
          .activeMw = slow.activeMw + part * (fast.activeMw - slow.activeMw),
          .gatedMw = slow.gatedMw + part * (fast.gatedMw - slow.gatedMw)};
}

std::vector<OperatingPoint> stepsThrough(const std::vector<OperatingPoint> &points) {
  if (points.size() < 2 || points.front().khz <= points.back().khz)
    return points;
  std::vector<OperatingPoint> steps;
  const double step = (points.front().khz - points.back().khz) / (rangeLevels - 1);
  for (unsigned i = 0; i + 1 < rangeLevels; ++i)
    steps.push_back(interpolated(points, points.front().khz - i * step));
  steps.push_back(points.back());
  return steps;
}

// --- Domains.

ListedDomain readDomain(const JsonCursor &at, CoreList &cores) {
  ListedDomain domain;
  if (!at.isObjectOf({"id", "cores", "driver", "governor", "transitionLatencyNs",
                      "transitionEnergyNj", "requestNs", "frequencies", "opps"}))
    return domain;
  if (!at["id"].isKnown())
    at.fail("has no id");
  domain.number = at["id"].index(maxId).value_or(0);
  readMembers(at["cores"], domain.number, "clockDomain", &ListedCore::domain, cores);
  at["driver"].text();
  at["governor"].text();
  readPoints(at["opps"], domain);
  if (at["frequencies"].word({"steps", "range"}) == 1u)
    domain.clock.points = stepsThrough(domain.clock.points);
  domain.clock.transitionNs = at["transitionLatencyNs"].number(0, longestNs).value_or(0);
  domain.clock.transitionNj = at["transitionEnergyNj"].number(0, maxNj).value_or(0);
  domain.clock.requestNs = at["requestNs"].number(0, longestNs).value_or(domain.clock.transitionNs);
  return domain;
}

std::vector<ListedDomain> readDomains(const JsonCursor &at, CoreList &cores) {
  std::vector<ListedDomain> domains;
  std::set<unsigned> numbers;
  limitSize(at, maxDomains);
  for (size_t i = 0; i < std::min(at.size(), maxDomains); ++i) {
    domains.push_back(readDomain(at.at(i), cores));
    if (!numbers.insert(domains.back().number).second)
      at.at(i)["id"].fail("is " + llvm::Twine(domains.back().number) +
                          ", which is already the id of an earlier domain");
  }
  return domains;
}

/// The one of that number; null if there is none. Without a number, what stands for a clock of
/// which nothing is known.
const ListedDomain *findDomain(const std::vector<ListedDomain> &domains,
                               std::optional<unsigned> number) {
  static const ListedDomain unknown = {.clock = {.points = {{.khz = 1}}}};
  if (!number)
    return &unknown;
  auto found = std::find_if(domains.begin(), domains.end(),
                            [&](const ListedDomain &domain) { return domain.number == *number; });
  return found == domains.end() ? nullptr : &*found;
}

/// One way to ask for a speed, as ks-probe measured it.
void readChange(const JsonCursor &at, std::vector<ListedDomain> &domains,
                std::map<unsigned, double> &quickest) {
  if (!at.isObjectOf({"clockDomain", "path", "unavailable", "lowKhz", "highKhz", "callNs",
                      "effectUpNs", "effectDownNs"}))
    return;
  std::optional<unsigned> number = at["clockDomain"].index(maxId);
  if (number && !findDomain(domains, number))
    at["clockDomain"].fail("is " + llvm::Twine(*number) + ", which is not the id of a domain");
  std::optional<double> up = at["effectUpNs"].number(0, longestNs);
  std::optional<double> down = at["effectDownNs"].number(0, longestNs);
  std::optional<double> call = at["callNs"].number(0, longestNs);
  at["lowKhz"].number(0, maxKhz);
  at["highKhz"].number(0, maxKhz);
  for (ListedDomain &domain : domains) {
    if (!number || domain.number != *number || !up || !down)
      continue;
    const double ns = std::max(*up, *down);
    auto [best, isFirst] = quickest.try_emplace(*number, ns);
    if (!isFirst && ns >= best->second)
      continue;
    best->second = ns;
    domain.clock.transitionNs = ns;
    domain.clock.requestNs = call.value_or(ns);
  }
}

void readChanges(const JsonCursor &file, std::vector<ListedDomain> &domains) {
  const JsonCursor at = file["frequencyChanges"];
  if (at.isText("unavailable"))
    return;
  std::map<unsigned, double> quickest;
  for (size_t i = 0; i < at.size(); ++i)
    readChange(at.at(i), domains, quickest);
}

// --- Idle states.

/// Until a sleeping thread runs again: the median over the cores, or the file's one number.
double readWakeUp(const JsonCursor &file, const CoreList &cores) {
  const double usual = file["wakeUpNs"].number(0, longestNs).value_or(0);
  const JsonCursor at = file["wakeUpLatency"];
  if (!at.isKnown() || !at.isObjectOf({"cores", "wokenBy", "leastNs", "medianNs", "p99Ns"}))
    return usual;
  readIds(at["cores"], cores);
  at["wokenBy"].word({"the next core", "the same core"});
  for (llvm::StringRef other : {"leastNs", "p99Ns"})
    for (size_t i = 0; i < at[other].size(); ++i)
      at[other].at(i).number(0, longestNs);
  std::vector<double> all;
  for (size_t i = 0; i < at["medianNs"].size(); ++i)
    if (std::optional<double> ns = at["medianNs"].at(i).number(0, longestNs))
      all.push_back(*ns);
  std::sort(all.begin(), all.end());
  return all.empty() ? usual : all[all.size() / 2];
}

/// A state and the usable cores that have it: the same name may be listed once for each kind of
/// core, and then the slowest of them holds for all.
struct ListedIdle {
  IdleState state;
  std::set<unsigned> cores;
};

void join(ListedIdle &into, const ListedIdle &other) {
  into.state.mode = other.state.mode;
  into.state.entryExitNs = std::max(into.state.entryExitNs, other.state.entryExitNs);
  into.state.breakEvenNs = std::max(into.state.breakEvenNs, other.state.breakEvenNs);
  if (other.state.powerMw)
    into.state.powerMw = std::max(into.state.powerMw.value_or(0), *other.state.powerMw);
  into.cores.insert(other.cores.begin(), other.cores.end());
}

/// The usable ones of a list; without a list, all of them.
std::set<unsigned> usableOf(const JsonCursor &list, const CoreList &cores) {
  std::set<unsigned> result;
  for (unsigned id : readIds(list, cores))
    if (cores.at(id).isUsable)
      result.insert(id);
  for (const auto &[id, core] : cores)
    if (!list.isKnown() && core.isUsable)
      result.insert(id);
  return result;
}

void readIdleState(const JsonCursor &at, const CoreList &cores, double wakeUpNs,
                   std::map<std::pair<size_t, std::string>, ListedIdle> &states) {
  if (!at.isObjectOf({"name", "mode", "entryLatencyNs", "exitLatencyNs", "minResidencyNs",
                      "mwPerCore", "state", "cores"}))
    return;
  std::optional<size_t> mode = at["mode"].word({"gate", "off"});
  const bool isEnabled = at["state"].word({"enabled", "disabled"}).value_or(0) == 0;
  std::optional<llvm::StringRef> name = at["name"].text();
  if (!at["name"].isKnown())
    at.fail("has no name");
  ListedIdle one;
  one.cores = usableOf(at["cores"], cores);
  one.state.mode = mode == 1u ? IdleState::Mode::Off : IdleState::Mode::Gate;
  one.state.entryExitNs =
      std::max(wakeUpNs, at["entryLatencyNs"].number(0, longestNs).value_or(0) +
                             at["exitLatencyNs"].number(0, longestNs).value_or(0));
  one.state.breakEvenNs =
      std::max(one.state.entryExitNs, at["minResidencyNs"].number(0, longestNs).value_or(0));
  one.state.powerMw = at["mwPerCore"].number(0, maxMwOfCore);
  if (mode && isEnabled)
    join(states[{*mode, name.value_or("").str()}], one);
}

} // namespace

void readClocks(const JsonCursor &file, CoreList &cores, Machine &machine) {
  const JsonCursor at = file["clockDomains"];
  std::vector<ListedDomain> domains = readDomains(at, cores);
  readChanges(file, domains);
  std::map<const ListedDomain *, unsigned> indexOf;
  machine.hasPower = true;
  for (Core &core : machine.cores) {
    const std::optional<unsigned> number = cores.at(core.id).domain;
    const ListedDomain *listed = findDomain(domains, number);
    if (!listed) {
      at.fail("has no domain " + llvm::Twine(*number) + ", which core " + llvm::Twine(core.id) +
              " names");
      return;
    }
    auto [index, isNew] =
        indexOf.try_emplace(listed, static_cast<unsigned>(machine.domains.size()));
    if (isNew)
      machine.domains.push_back(listed->clock);
    core.domain = index->second;
    machine.hasPower &= listed->hasPower;
  }
}

void readIdleStates(const JsonCursor &file, const CoreList &cores, Machine &machine) {
  const JsonCursor at = file["idleStates"];
  const double wakeUpNs = readWakeUp(file, cores);
  std::map<std::pair<size_t, std::string>, ListedIdle> states;
  limitSize(at, maxIdleStates);
  for (size_t i = 0; i < std::min(at.size(), maxIdleStates); ++i)
    readIdleState(at.at(i), cores, wakeUpNs, states);
  for (const auto &[key, listed] : states)
    if (listed.cores.size() == machine.cores.size())
      machine.idleStates.push_back(listed.state);
  llvm::sort(machine.idleStates, [](const IdleState &one, const IdleState &other) {
    return std::pair(one.breakEvenNs, one.mode) < std::pair(other.breakEvenNs, other.mode);
  });
}

} // namespace kasuri
