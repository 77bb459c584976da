// Reading machine files.
//
// Each number in such a file changes plans, and nothing looks wrong with a plan for another machine
// than the one that was meant. So every mistake is named with its place, members that nobody knows
// among them, and nothing of a file with a mistake is used. `null` stands for what was not known to
// who wrote the file, and so does a member that is not there; then the default of Machine.h holds.
//
// The file speaks of cores, clusters and clock domains by the numbers that the system gives them,
// and of cores that cannot be used; a plan wants the usable ones, fastest first, with indices. Each
// reader below takes one part of the file; MachineClocks.cpp has those about clocks and idle
// states. They go on after a mistake, and what they made of it is thrown away at the end.
#include "plan/MachineFile.h"

#include "plan/MachineReader.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace kasuri {
namespace {

constexpr size_t maxBytes = size_t(64) << 20; ///< of a file; signals between 1024 cores take 20 MB
constexpr size_t maxCores = 1024;             ///< listed ones, as many as the runtime can name
constexpr unsigned maxClusters = 1024;
constexpr size_t maxCaches = 8192;
constexpr unsigned farthestLevel = 4; ///< of caches
constexpr double maxBytesCached = 1e12;
constexpr double longestLine = 4096;
constexpr unsigned maxCapacity = 65535;
constexpr double maxSpeed = 1000; ///< of one core to another
constexpr double maxMwOfBoard = 1e8;

void readNumber(const JsonCursor &at, double most, double &into) {
  if (std::optional<double> number = at.number(0, most))
    into = *number;
}

void readLatencies(const JsonCursor &file, Machine &machine) {
  readNumber(file["dispatchNs"], longestNs, machine.dispatchNs);
  readNumber(file["signalNs"], longestNs, machine.signalNs);
  machine.farSignalNs = std::max(machine.farSignalNs, machine.signalNs);
  readNumber(file["farSignalNs"], longestNs, machine.farSignalNs);
  readNumber(file["forkJoinNs"], longestNs, machine.forkJoinNs);
  readNumber(file["transferNsPerKib"], longestNs, machine.transferNsPerKib);
  readNumber(file["baseMw"], maxMwOfBoard, machine.baseMw);
}

// --- Cores. Until all is read they are in the order of the file.

void readCore(const JsonCursor &at, CoreList &cores, Machine &machine) {
  static const llvm::StringRef states[] = {"usable", "not allowed", "offline", "sibling"};
  if (!at.isObjectOf({"id", "state", "cluster", "clockDomain", "relativeSpeed", "capacity",
                      "threadsOfOneCore"}))
    return;
  if (!at["id"].isKnown())
    at.fail("has no id");
  Core core;
  core.id = at["id"].index(maxId).value_or(0);
  core.speed = at["relativeSpeed"].number(0, maxSpeed).value_or(1);
  core.capacity = at["capacity"].index(maxCapacity).value_or(0);
  ListedCore listed;
  listed.isUsable = at["state"].word(states).value_or(0) == 0;
  listed.cluster = at["cluster"].index(maxClusters);
  listed.domain = at["clockDomain"].index(maxId);
  if (!cores.emplace(core.id, listed).second)
    at["id"].fail("is " + llvm::Twine(core.id) + ", which is already the id of an earlier core");
  if (!listed.isUsable)
    return;
  if (core.speed <= 0)
    at["relativeSpeed"].fail("is 0, but the core is usable");
  machine.cores.push_back(core);
}

/// All that are listed; the usable ones are in the machine too.
CoreList readCores(const JsonCursor &at, Machine &machine) {
  CoreList cores;
  limitSize(at, maxCores);
  for (size_t i = 0; i < std::min(at.size(), maxCores); ++i)
    readCore(at.at(i), cores, machine);
  for (size_t i = 0; i < std::min(at.size(), maxCores); ++i)
    readIds(at.at(i)["threadsOfOneCore"], cores);
  if (cores.empty())
    at.fail("is not a list of cores");
  if (machine.cores.empty())
    at.fail("has no usable core");
  return cores;
}

// --- Clusters, which cores name already, and what they share.

/// Cores name their cluster, or are listed by it. Each that is named must be listed, if any is.
void readClusters(const JsonCursor &at, CoreList &cores, Machine &machine) {
  limitSize(at, maxClusters);
  std::set<unsigned> listed;
  for (size_t i = 0; i < std::min<size_t>(at.size(), maxClusters); ++i) {
    const JsonCursor one = at.at(i);
    if (!one.isObjectOf({"id", "cores", "relativeSpeed"}))
      continue;
    one["relativeSpeed"].number(0, maxSpeed);
    const unsigned number = one["id"].index(maxClusters).value_or(0);
    if (!one["id"].isKnown())
      one.fail("has no id");
    if (!listed.insert(number).second)
      one["id"].fail("is " + llvm::Twine(number) +
                     ", which is already the id of an earlier cluster");
    readMembers(one["cores"], number, "cluster", &ListedCore::cluster, cores);
  }
  for (const auto &[id, core] : cores)
    if (core.cluster && !listed.empty() && !listed.count(*core.cluster))
      at.fail("has no cluster " + llvm::Twine(*core.cluster) + ", which core " + llvm::Twine(id) +
              " names");
  for (Core &core : machine.cores)
    core.cluster = cores.at(core.id).cluster.value_or(0);
}

/// Its cores, if it is one for data whose size is known.
std::set<unsigned> readCache(const JsonCursor &at, const CoreList &cores, Cache &cache) {
  if (!at.isObjectOf({"level", "kind", "sizeBytes", "lineBytes", "ways", "cores"}))
    return {};
  cache.level = at["level"].index(farthestLevel).value_or(0);
  cache.sizeBytes = at["sizeBytes"].number(0, maxBytesCached).value_or(0);
  cache.lineBytes = at["lineBytes"].number(1, longestLine).value_or(cache.lineBytes);
  at["ways"].number(0, maxBytesCached);
  const bool isForData = at["kind"].text().value_or("unified").lower() != "instruction";
  const std::vector<unsigned> ids = readIds(at["cores"], cores);
  if (!isForData || cache.sizeBytes <= 0 || cache.level == 0)
    return {};
  return {ids.begin(), ids.end()};
}

void readCaches(const JsonCursor &at, const CoreList &cores, Machine &machine) {
  limitSize(at, maxCaches);
  for (size_t i = 0; i < std::min(at.size(), maxCaches); ++i) {
    Cache cache;
    const std::set<unsigned> sharers = readCache(at.at(i), cores, cache);
    cache.sharers = 0;
    for (Core &core : machine.cores)
      if (sharers.count(core.id)) {
        ++cache.sharers;
        core.caches.push_back(static_cast<unsigned>(machine.caches.size()));
      }
    if (cache.sharers > 0)
      machine.caches.push_back(cache);
  }
  for (Core &core : machine.cores)
    llvm::sort(core.caches, [&](unsigned one, unsigned other) {
      return std::pair(machine.caches[one].level, one) <
             std::pair(machine.caches[other].level, other);
    });
}

// --- Signals: measured ones say more than the two numbers that stand for all.

double median(std::vector<double> values) {
  auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// A square of latencies, or nothing. `null`: of that pair it is not known.
std::vector<std::vector<std::optional<double>>> readMatrix(const JsonCursor &at, size_t cores) {
  std::vector<std::vector<std::optional<double>>> rows(at.size());
  if (at.isKnown() && at.size() != cores)
    at.fail("has " + llvm::Twine(at.size()) + " rows for " + llvm::Twine(cores) + " cores");
  for (size_t i = 0; i < rows.size(); ++i) {
    const JsonCursor row = at.at(i);
    if (row.size() != cores)
      row.fail("has " + llvm::Twine(row.size()) + " elements for " + llvm::Twine(cores) + " cores");
    for (size_t k = 0; k < row.size(); ++k)
      rows[i].push_back(row.at(k).number(0, longestNs));
  }
  return rows;
}

/// The least of each pair: a busy machine changes it little.
void readSignals(const JsonCursor &at, const CoreList &cores, Machine &machine) {
  if (!at.isKnown() || !at.isObjectOf({"cores", "leastNs", "medianNs"}))
    return;
  const std::vector<unsigned> ids = readIds(at["cores"], cores);
  const auto rows = readMatrix(at["leastNs"], ids.size());
  readMatrix(at["medianNs"], ids.size());
  std::vector<double> near, far;
  for (size_t i = 0; i < std::min(rows.size(), ids.size()); ++i)
    for (size_t k = 0; k < std::min(i, rows[i].size()); ++k)
      if (rows[i][k])
        (cores.at(ids[i]).cluster == cores.at(ids[k]).cluster ? near : far).push_back(*rows[i][k]);
  if (!near.empty())
    machine.signalNs = median(near);
  if (!far.empty())
    machine.farSignalNs = median(far);
  machine.farSignalNs = std::max(machine.farSignalNs, machine.signalNs);
}

// --- All of it.

void checkHeader(const JsonCursor &file) {
  if (file["version"].number(-longestNs, longestNs).value_or(0) != 1)
    file["version"].fail("is not 1, the only supported version");
  file.isObjectOf({"format", "version", "name", "source", "signalNs", "farSignalNs", "dispatchNs",
                   "forkJoinNs", "wakeUpNs", "baseMw", "transferNsPerKib", "cores", "clusters",
                   "clockDomains", "caches", "idleStates", "signalLatency", "wakeUpLatency",
                   "frequencyChanges"});
}

/// Where the numbers are from; nothing but the architecture counts, and people read the rest.
void checkSource(const JsonCursor &source) {
  for (const char *name : {"tool", "architecture", "kernel"})
    source[name].text();
  source["relativeSpeed"].word({"measured", "estimated"});
  source["latencies"].word({"measured", "none"});
  source["topology"].word({"read"});
  for (const char *name : {"opps", "caches", "idleStates"})
    source[name].word({"read", "none"});
  for (const char *name : {"notes", "estimated"})
    for (size_t i = 0; i < source[name].size(); ++i)
      source[name].at(i).text();
  for (const std::string &name : source["references"].members())
    source["references"][name].text();
}

/// Fastest first, equal ones by cluster and number; speeds of the fastest one.
void orderCores(std::vector<Core> &cores) {
  double most = 0;
  for (const Core &core : cores)
    most = std::max(most, core.speed);
  for (Core &core : cores)
    core.speed /= most;
  std::sort(cores.begin(), cores.end(), [](const Core &one, const Core &other) {
    return std::tuple(-one.speed, one.cluster, one.id) <
           std::tuple(-other.speed, other.cluster, other.id);
  });
}

void readInto(const JsonCursor &file, Machine &machine) {
  checkHeader(file);
  checkSource(file["source"]);
  machine.name = file["name"].text().value_or("").str();
  machine.architecture = file["source"]["architecture"].text().value_or("").str();
  readLatencies(file, machine);
  CoreList cores = readCores(file["cores"], machine);
  readClusters(file["clusters"], cores, machine);
  readClocks(file, cores, machine);
  readCaches(file["caches"], cores, machine);
  readIdleStates(file, cores, machine);
  readSignals(file["signalLatency"], cores, machine);
}

} // namespace

void limitSize(const JsonCursor &list, size_t most) {
  if (list.size() > most)
    list.fail("has more than " + llvm::Twine(most) + " elements");
}

std::vector<unsigned> readIds(const JsonCursor &list, const CoreList &cores) {
  std::vector<unsigned> ids;
  std::set<unsigned> seen;
  limitSize(list, maxCores);
  for (size_t i = 0; i < std::min(list.size(), maxCores); ++i) {
    std::optional<unsigned> id = list.at(i).index(maxId);
    if (id && !seen.insert(*id).second)
      list.at(i).fail("is " + llvm::Twine(*id) + ", which is already in the list");
    else if (id && cores.count(*id))
      ids.push_back(*id);
    else if (id)
      list.at(i).fail("is " + llvm::Twine(*id) + ", which is not the id of a core");
    else
      list.at(i).fail("is not the id of a core");
  }
  return ids;
}

void readMembers(const JsonCursor &list, unsigned number, const char *what,
                 std::optional<unsigned> ListedCore::*own, CoreList &cores) {
  if (!list.isKnown())
    return;
  const std::vector<unsigned> ids = readIds(list, cores);
  const std::set<unsigned> members(ids.begin(), ids.end());
  for (auto &[id, core] : cores) {
    std::optional<unsigned> &named = core.*own;
    const bool isMember = members.count(id) > 0;
    if (isMember && named && *named != number)
      list.fail("has core " + llvm::Twine(id) + ", whose " + what + " is " + llvm::Twine(*named));
    if (!isMember && named == number)
      list.fail("lacks core " + llvm::Twine(id) + ", whose " + what + " this is");
    if (isMember)
      named = number;
  }
}

std::variant<Machine, std::string> readMachine(std::string_view text) {
  if (text.size() > maxBytes)
    return "too large for a machine file";
  llvm::Expected<llvm::json::Value> file = parseJson(text);
  if (!file)
    return toString(file.takeError());
  const llvm::json::Object *members = file->getAsObject();
  if (!members || members->getString("format").value_or("") != "kasuri-machine")
    return "not a machine file as written by ks-probe";
  Machine machine;
  std::string problem;
  readInto(JsonCursor(*file, "machine", problem), machine);
  if (!problem.empty())
    return problem;
  orderCores(machine.cores);
  findKinds(machine);
  return machine;
}

} // namespace kasuri
