// Reading machine files: what a plan takes from them, and that each mistake is named with its
// place.
#include "plan/MachineFile.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <random>

namespace kasuri {
namespace {

/// A file of the given members beside those that every file has.
std::string file(const std::string &members) {
  return R"({"format": "kasuri-machine", "version": 1, "name": "board", )" + members + "}";
}

Machine machineOf(const std::string &members) {
  auto result = readMachine(file(members));
  if (std::string *problem = std::get_if<std::string>(&result))
    ADD_FAILURE() << *problem;
  return std::holds_alternative<Machine>(result) ? std::get<Machine>(result) : uniformMachine(1);
}

std::string problemOf(const std::string &text) {
  auto result = readMachine(text);
  std::string *problem = std::get_if<std::string>(&result);
  return problem ? *problem : "";
}

std::string problemIn(const std::string &members) { return problemOf(file(members)); }

const std::string twoCores = R"("cores": [{"id": 0}, {"id": 1}])";

/// Two little cores, two big ones, each kind with a clock; one big core is not usable.
const std::string bigLittle = R"(
  "cores": [{"id": 0, "cluster": 0, "clockDomain": 0, "relativeSpeed": 0.4},
            {"id": 1, "cluster": 0, "clockDomain": 0, "relativeSpeed": 0.4},
            {"id": 4, "cluster": 1, "clockDomain": 4, "relativeSpeed": 0.8},
            {"id": 5, "cluster": 1, "clockDomain": 4, "relativeSpeed": 0.8, "state": "offline"}],
  "clusters": [{"id": 0, "cores": [0, 1], "relativeSpeed": 0.4}, {"id": 1, "cores": [4, 5]}],
  "clockDomains": [
    {"id": 0, "cores": [0, 1], "driver": "cpufreq-dt", "governor": "ondemand",
     "transitionLatencyNs": 40000, "transitionEnergyNj": 300, "requestNs": 560,
     "frequencies": "steps", "opps": [
       {"freqKhz": 600000, "voltageMv": 800, "activeMwPerCore": 60, "gatedMwPerCore": 6},
       {"freqKhz": 1400000, "voltageMv": 1100, "activeMwPerCore": 200, "gatedMwPerCore": 8}]},
    {"id": 4, "cores": [4, 5], "opps": [{"freqKhz": 2000000, "activeMwPerCore": 900}]}])";

TEST(MachineFile, TheLeastThatIsOne) {
  Machine machine = machineOf(twoCores);
  EXPECT_EQ(machine.name, "board");
  ASSERT_EQ(machine.cores.size(), 2u);
  ASSERT_EQ(machine.domains.size(), 1u);
  EXPECT_EQ(machine.domains[0].points.size(), 1u);
  EXPECT_EQ(machine.cores[1].id, 1u);
  EXPECT_FALSE(machine.hasPower);
  EXPECT_EQ(machine.signalNs, Machine().signalNs);
  EXPECT_EQ(machine.lastCacheOf(0), nullptr);
}

TEST(MachineFile, LatenciesAndNulls) {
  Machine machine = machineOf(R"("dispatchNs": 45.5, "signalNs": 80, "forkJoinNs": null,
    "transferNsPerKib": 250, "baseMw": 1800, "x-mine": {"any": []}, )" +
                              twoCores);
  EXPECT_EQ(machine.dispatchNs, 45.5);
  EXPECT_EQ(machine.signalNs, 80);
  EXPECT_EQ(machine.farSignalNs, 80) << "not nearer than the near ones";
  EXPECT_EQ(machine.forkJoinNs, Machine().forkJoinNs);
  EXPECT_EQ(machine.transferNsPerKib, 250);
  EXPECT_EQ(machine.baseMw, 1800);
  EXPECT_EQ(machineOf(R"("signalNs": 20, "farSignalNs": 200, )" + twoCores).farSignalNs, 200);
}

TEST(MachineFile, FastestCoresFirst) {
  Machine machine = machineOf(bigLittle);
  ASSERT_EQ(machine.cores.size(), 3u);
  EXPECT_EQ(machine.cores[0].id, 4u);
  EXPECT_EQ(machine.cores[0].speed, 1) << "speeds are of the fastest one";
  EXPECT_EQ(machine.cores[2].id, 1u);
  EXPECT_EQ(machine.cores[2].speed, 0.5);
  EXPECT_EQ(machine.cores[2].cluster, 0u);
}

TEST(MachineFile, ClocksFastestFirst) {
  Machine machine = machineOf(bigLittle);
  ASSERT_EQ(machine.domains.size(), 2u);
  const ClockDomain &little = machine.domains[machine.cores[1].domain];
  ASSERT_EQ(little.points.size(), 2u);
  EXPECT_EQ(little.points[0].khz, 1400000);
  EXPECT_EQ(little.points[0].activeMw, 200);
  EXPECT_EQ(little.points[1].gatedMw, 6);
  EXPECT_EQ(little.transitionNs, 40000);
  EXPECT_EQ(little.transitionNj, 300);
  EXPECT_EQ(little.requestNs, 560);
  EXPECT_EQ(machine.domains[machine.cores[0].domain].points[0].khz, 2000000);
  EXPECT_EQ(machine.slowdown(1, 0), 2);
}

TEST(MachineFile, ARangeHasTheLevelsOfTheRuntime) {
  Machine machine = machineOf(R"("cores": [{"id": 0, "clockDomain": 0}], "clockDomains": [
    {"id": 0, "frequencies": "range", "opps": [
      {"freqKhz": 800, "activeMwPerCore": 100, "gatedMwPerCore": 10},
      {"freqKhz": 1200, "activeMwPerCore": 200, "gatedMwPerCore": 10},
      {"freqKhz": 2200, "activeMwPerCore": 700, "gatedMwPerCore": 20}]}])");
  const std::vector<OperatingPoint> &points = machine.domains[0].points;
  ASSERT_EQ(points.size(), 8u);
  EXPECT_EQ(points[0].khz, 2200);
  EXPECT_EQ(points[0].activeMw, 700);
  EXPECT_EQ(points[1].khz, 2000);
  EXPECT_EQ(points[1].activeMw, 600);
  EXPECT_EQ(points[1].gatedMw, 18);
  EXPECT_EQ(points[6].khz, 1000);
  EXPECT_EQ(points[6].activeMw, 150);
  EXPECT_EQ(points[7].khz, 800);
  EXPECT_TRUE(machine.hasPower);
}

TEST(MachineFile, ListsOfCoresSayWhereCoresAre) {
  Machine machine = machineOf(R"("cores": [{"id": 0}, {"id": 1}],
    "clusters": [{"id": 3, "cores": [1]}, {"id": 4, "cores": [0]}],
    "clockDomains": [{"id": 7, "cores": [0], "opps": [{"freqKhz": 5}]},
                     {"id": 8, "cores": [1], "opps": [{"freqKhz": 6}]}])");
  ASSERT_EQ(machine.cores.size(), 2u);
  EXPECT_EQ(machine.cores[0].id, 1u);
  EXPECT_EQ(machine.cores[0].cluster, 3u);
  EXPECT_EQ(machine.domains[machine.cores[0].domain].points[0].khz, 6);
  EXPECT_EQ(problemIn(twoCores + R"(, "clockDomains": [{"id": 7, "cores": [0]},
                                                       {"id": 8, "cores": [0, 1]}])"),
            "machine.clockDomains[1].cores has core 0, whose clockDomain is 7");
}

TEST(MachineFile, PowerIsKnownWhereEachUsablePointHasIt) {
  EXPECT_TRUE(machineOf(bigLittle).hasPower);
  auto with = [](const std::string &opps, const std::string &second) {
    return machineOf(R"("cores": [{"id": 0, "clockDomain": 0}, {"id": 1)" + second +
                     R"(}], "clockDomains": [{"id": 0, "opps": [)" + opps + "]}]")
        .hasPower;
  };
  const std::string known = R"({"freqKhz": 1, "activeMwPerCore": 5})";
  EXPECT_TRUE(with(known, R"(, "clockDomain": 0)"));
  EXPECT_FALSE(with(known + R"(, {"freqKhz": 2})", R"(, "clockDomain": 0)"));
  EXPECT_FALSE(with(known, "")) << "a core without a known clock";
  EXPECT_TRUE(with(known, R"(, "state": "offline")"));
  EXPECT_FALSE(with("", R"(, "clockDomain": 0)"));
}

TEST(MachineFile, MeasuredChangesOfFrequencyCountMoreThanTheDriversWord) {
  Machine machine = machineOf(R"("cores": [{"id": 0, "clockDomain": 3}],
    "clockDomains": [{"id": 3, "transitionLatencyNs": 1000, "opps": [{"freqKhz": 5}]}],
    "frequencyChanges": [
      {"clockDomain": 3, "path": "a", "callNs": 900, "effectUpNs": 8000, "effectDownNs": 7000},
      {"clockDomain": 3, "path": "b", "callNs": 600, "effectUpNs": 5000, "effectDownNs": 6000},
      {"clockDomain": 3, "path": "c", "callNs": 100, "effectUpNs": null, "effectDownNs": null},
      {"clockDomain": 3, "path": "d", "unavailable": "Permission denied"}])");
  EXPECT_EQ(machine.domains[0].transitionNs, 6000);
  EXPECT_EQ(machine.domains[0].requestNs, 600);
  machineOf(R"("frequencyChanges": "unavailable", )" + twoCores);
}

TEST(MachineFile, SignalsFromAllPairs) {
  Machine machine = machineOf(R"("signalNs": 1, "cores": [{"id": 0, "cluster": 0},
    {"id": 1, "cluster": 0}, {"id": 2, "cluster": 1}, {"id": 7, "state": "not allowed"}],
    "signalLatency": {"cores": [0, 1, 2], "leastNs": [[0, 40, 90], [40, 0, 110], [90, 110, 0]],
                      "medianNs": [[0, 50, 99], [50, 0, null], [99, null, 0]]})");
  EXPECT_EQ(machine.signalNs, 40);
  EXPECT_EQ(machine.farSignalNs, 110);
}

TEST(MachineFile, Caches) {
  Machine machine = machineOf(R"("cores": [{"id": 0}, {"id": 1}, {"id": 2, "state": "sibling"}],
    "caches": [{"level": 2, "kind": "Unified", "sizeBytes": 1048576, "cores": [0, 1, 2]},
               {"level": 1, "kind": "Data", "sizeBytes": 32768, "lineBytes": 32, "cores": [0]},
               {"level": 1, "kind": "Instruction", "sizeBytes": 49152, "cores": [0]},
               {"level": 1, "kind": "Data", "sizeBytes": null, "cores": [1]},
               {"level": 1, "kind": "Data", "sizeBytes": 32768, "cores": [2]}])");
  ASSERT_NE(machine.cacheOf(0, 1), nullptr);
  EXPECT_EQ(machine.cacheOf(0, 1)->sizeBytes, 32768);
  EXPECT_EQ(machine.cacheOf(0, 1)->lineBytes, 32);
  EXPECT_EQ(machine.cacheOf(1, 1), nullptr) << "its size is not known";
  ASSERT_NE(machine.lastCacheOf(1), nullptr);
  EXPECT_EQ(machine.lastCacheOf(1)->level, 2u);
  EXPECT_EQ(machine.lastCacheOf(1)->sharers, 2u) << "of the usable cores";
  Machine more = withCores(machine, 4);
  ASSERT_NE(more.lastCacheOf(3), nullptr);
  EXPECT_NE(more.lastCacheOf(3), more.lastCacheOf(1)) << "copies have their own";
  EXPECT_EQ(more.lastCacheOf(3)->sizeBytes, 1048576);
}

TEST(MachineFile, IdleStatesThatAllUsableCoresHave) {
  Machine machine = machineOf(R"("wakeUpNs": 5000, )" + bigLittle + R"(, "idleStates": [
    {"name": "off", "mode": "off", "entryLatencyNs": 100000, "exitLatencyNs": 200000,
     "minResidencyNs": 900000, "mwPerCore": 1, "cores": [0, 1]},
    {"name": "off", "mode": "off", "exitLatencyNs": 400000, "minResidencyNs": 700000,
     "mwPerCore": 3, "cores": [4]},
    {"name": "wfi", "mode": "gate", "exitLatencyNs": 1000, "minResidencyNs": 1000},
    {"name": "retention", "exitLatencyNs": 1000, "minResidencyNs": 1000},
    {"name": "deep", "mode": "off", "state": "disabled", "exitLatencyNs": 1},
    {"name": "some", "mode": "gate", "exitLatencyNs": 1, "cores": [0, 5]}])");
  ASSERT_EQ(machine.idleStates.size(), 2u);
  EXPECT_EQ(machine.idleStates[0].mode, IdleState::Mode::Gate);
  EXPECT_EQ(machine.idleStates[0].entryExitNs, 5000) << "the system has to wake the thread";
  EXPECT_EQ(machine.idleStates[0].breakEvenNs, 5000);
  EXPECT_FALSE(machine.idleStates[0].powerMw);
  EXPECT_EQ(machine.idleStates[1].mode, IdleState::Mode::Off);
  EXPECT_EQ(machine.idleStates[1].entryExitNs, 400000) << "of the slower kind of core";
  EXPECT_EQ(machine.idleStates[1].breakEvenNs, 900000);
  EXPECT_EQ(machine.idleStates[1].powerMw, 3);
}

TEST(MachineFile, MeasuredWakeUps) {
  Machine machine = machineOf(twoCores + R"(, "wakeUpNs": 1, "idleStates": [
    {"name": "WFI", "mode": "gate", "exitLatencyNs": 1000}], "wakeUpLatency": {"cores": [0, 1],
    "wokenBy": "the next core", "leastNs": [9, 9], "medianNs": [9000, null], "p99Ns": [1, 1]})");
  ASSERT_EQ(machine.idleStates.size(), 1u);
  EXPECT_EQ(machine.idleStates[0].entryExitNs, 9000);
}

// --- Mistakes.

TEST(MachineFile, NoMachineFile) {
  EXPECT_EQ(problemOf("[1, \n 2"), "2:2: expected , or ] after array element");
  EXPECT_EQ(problemOf("{}"), "not a machine file as written by ks-probe");
  EXPECT_NE(problemOf(""), "");
  EXPECT_NE(problemOf(std::string("\0\xff{", 3)), "");
  EXPECT_EQ(problemOf(R"({"format": "kasuri-machine", "version": 2})"),
            "machine.version is not 1, the only supported version");
}

TEST(MachineFile, DeepNestingDoesNotOverflowTheStack) {
  EXPECT_EQ(problemOf("{\n\"[[\\\"\": " + std::string(1000000, '[')), "2:72: nested too deeply");
}

TEST(MachineFile, UnknownMembers) {
  EXPECT_EQ(problemIn(R"("signlNs": 5, )" + twoCores),
            "machine has an unknown member 'signlNs'; did you mean 'signalNs'?");
  EXPECT_EQ(problemIn(R"("cores": [{"id": 0, "clock_domain": 1}])"),
            "machine.cores[0] has an unknown member 'clock_domain'; did you mean 'clockDomain'?");
  EXPECT_EQ(problemIn(R"("weather": 5, )" + twoCores), "machine has an unknown member 'weather'");
  EXPECT_EQ(problemIn(twoCores + R"(, "clockDomains": [{"id": 0, "opps": [
              {"freqKhz": 5, "activeMw": 3}]}])"),
            "machine.clockDomains[0].opps[0] has an unknown member 'activeMw'; did you mean "
            "'activeMwPerCore'?");
}

TEST(MachineFile, WrongCores) {
  EXPECT_EQ(problemIn(R"("cores": [])"), "machine.cores is not a list of cores");
  EXPECT_EQ(problemIn(R"("cores": 4)"), "machine.cores is not a list");
  EXPECT_EQ(problemIn(R"("cores": [7])"), "machine.cores[0] is not an object");
  EXPECT_EQ(problemIn(R"("cores": [{}])"), "machine.cores[0] has no id");
  EXPECT_EQ(problemIn(R"("cores": [{"id": 1}, {"id": 1}])"),
            "machine.cores[1].id is 1, which is already the id of an earlier core");
  EXPECT_EQ(problemIn(R"("cores": [{"id": 1.5}])"), "machine.cores[0].id is not a whole number");
  EXPECT_EQ(problemIn(R"("cores": [{"id": -1}])"),
            "machine.cores[0].id is -1, but must be at least 0");
  EXPECT_EQ(problemIn(R"("cores": [{"id": 0, "state": "asleep"}])"),
            "machine.cores[0].state is 'asleep', which is neither 'usable', 'not allowed', "
            "'offline' nor 'sibling'");
  EXPECT_EQ(problemIn(R"("cores": [{"id": 0, "state": "offline"}])"),
            "machine.cores has no usable core");
  EXPECT_EQ(problemIn(R"("cores": [{"id": 0, "state": "sibling", "threadsOfOneCore": [0, 1]},
                         {"id": 1, "state": "sibling", "threadsOfOneCore": [0, 1]}])"),
            "machine.cores has no usable core");
  EXPECT_EQ(problemIn(R"("cores": [{"id": 0, "relativeSpeed": 0}])"),
            "machine.cores[0].relativeSpeed is 0, but the core is usable");
  std::string many = R"("cores": [{"id": 0})";
  for (int i = 1; i < 1100; ++i)
    many += ", {\"id\": " + std::to_string(i) + "}";
  EXPECT_EQ(problemIn(many + "]"), "machine.cores has more than 1024 elements");
}

TEST(MachineFile, WrongNumbers) {
  EXPECT_EQ(problemIn(R"("signalNs": "long", )" + twoCores), "machine.signalNs is not a number");
  EXPECT_EQ(problemIn(R"("signalNs": -3, )" + twoCores),
            "machine.signalNs is -3, but must be at least 0");
  EXPECT_EQ(problemIn(R"("signalNs": 1e999, )" + twoCores), "machine.signalNs is not a number");
  EXPECT_EQ(problemIn(R"("signalNs": 1e20, )" + twoCores),
            "machine.signalNs is 1e+20, but must be at most 1e+12");
  EXPECT_EQ(problemIn(R"("name": 5, )" + twoCores), "machine.name is not a string");
}

std::string problemInDomain(const std::string &members) {
  return problemIn(R"("cores": [{"id": 0, "clockDomain": 2}], "clockDomains": [{)" + members +
                   "}]");
}

TEST(MachineFile, WrongClocks) {
  EXPECT_EQ(problemInDomain(R"("id": 2, "opps": [{"freqKhz": 0}])"),
            "machine.clockDomains[0].opps[0].freqKhz is 0, but must be at least 1");
  EXPECT_EQ(problemInDomain(R"("id": 2, "opps": [{"voltageMv": 900}])"),
            "machine.clockDomains[0].opps[0] has no freqKhz");
  EXPECT_EQ(
      problemInDomain(R"("id": 2, "opps": [{"freqKhz": 9}, {"freqKhz": 8}])"),
      "machine.clockDomains[0].opps[1].freqKhz is not greater than that of the previous point");
  EXPECT_EQ(problemInDomain(R"("id": 2, "opps": [{"freqKhz": 9, "activeMwPerCore": 5,
                                                  "gatedMwPerCore": 6}])"),
            "machine.clockDomains[0].opps[0].gatedMwPerCore is more than activeMwPerCore");
  EXPECT_EQ(problemInDomain(R"("id": 3)"),
            "machine.clockDomains has no domain 2, which core 0 names");
  EXPECT_EQ(problemInDomain(R"("id": 2}, {"id": 2)"),
            "machine.clockDomains[1].id is 2, which is already the id of an earlier domain");
  EXPECT_EQ(problemInDomain(R"("id": 2, "cores": [])"),
            "machine.clockDomains[0].cores lacks core 0, whose clockDomain this is");
  EXPECT_EQ(problemInDomain(R"("id": 2}, {"id": 5, "cores": [0])"),
            "machine.clockDomains[1].cores has core 0, whose clockDomain is 2");
  EXPECT_EQ(problemInDomain(R"("id": 2, "cores": [0, 9])"),
            "machine.clockDomains[0].cores[1] is 9, which is not the id of a core");
}

TEST(MachineFile, WrongReferencesAndSizes) {
  EXPECT_EQ(problemIn(R"("clusters": [{"id": 1, "cores": [0]}],
                         "cores": [{"id": 0, "cluster": 0}])"),
            "machine.clusters[0].cores has core 0, whose cluster is 0");
  EXPECT_EQ(problemIn(R"("clusters": [{"id": 1}], "cores": [{"id": 0, "cluster": 0}])"),
            "machine.clusters has no cluster 0, which core 0 names");
  EXPECT_EQ(problemIn(twoCores + R"(, "caches": [{"level": 1, "cores": [1, 0, 1]}])"),
            "machine.caches[0].cores[2] is 1, which is already in the list");
  EXPECT_EQ(problemIn(twoCores + R"(, "frequencyChanges": [{"clockDomain": 7, "path": "a"}])"),
            "machine.frequencyChanges[0].clockDomain is 7, which is not the id of a domain");
  EXPECT_EQ(problemIn(twoCores + R"(, "caches": [{"level": 1, "cores": [3]}])"),
            "machine.caches[0].cores[0] is 3, which is not the id of a core");
  EXPECT_EQ(problemIn(twoCores + R"(, "signalLatency": {"cores": [0, 1], "leastNs": [[0, 1]],
                                                        "medianNs": [[0, 1], [1, 0]]})"),
            "machine.signalLatency.leastNs has 1 rows for 2 cores");
  EXPECT_EQ(problemIn(twoCores + R"(, "idleStates": [{"name": "a", "mode": "sleep"}])"),
            "machine.idleStates[0].mode is 'sleep', which is neither 'gate' nor 'off'");
}

TEST(MachineFile, MessagesRepeatLittleOfAFile) {
  const std::string problem = problemIn("\"" + std::string(100000, 'a') + "\": 1, " + twoCores);
  EXPECT_LT(problem.size(), 200u);
  EXPECT_EQ(problemIn("\"a\\nb\": 1, " + twoCores), "machine has an unknown member 'a?b'");
}

// --- Nonsense.

/// Replaces the n-th value, counted from the outside in, if there are so many.
bool replaceValue(llvm::json::Value &value, size_t &n, const llvm::json::Value &junk) {
  if (n-- == 0) {
    value = junk;
    return true;
  }
  if (llvm::json::Object *members = value.getAsObject())
    for (auto &[name, member] : *members)
      if (replaceValue(member, n, junk))
        return true;
  if (llvm::json::Array *elements = value.getAsArray())
    for (llvm::json::Value &element : *elements)
      if (replaceValue(element, n, junk))
        return true;
  return false;
}

std::string printed(const llvm::json::Value &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

/// All that a file may have.
std::string wholeFile() {
  return file(bigLittle + R"(, "source": {"tool": "test"}, "signalNs": 40, "wakeUpNs": 5000,
    "caches": [{"level": 1, "kind": "data", "sizeBytes": 32768, "lineBytes": 64, "cores": [0, 4]}],
    "idleStates": [{"name": "WFI", "mode": "gate", "exitLatencyNs": 1000, "cores": [0, 1, 4]}],
    "signalLatency": {"cores": [0, 4], "leastNs": [[0, 40], [40, 0]], "medianNs": [[0, 1], [1, 0]]},
    "wakeUpLatency": {"cores": [0, 4], "medianNs": [9000, 8000]},
    "frequencyChanges": [{"clockDomain": 0, "path": "a", "callNs": 9, "effectUpNs": 8}])");
}

/// A file is refused with a reason, or makes a machine that keeps its promises.
void checkReading(const std::string &text) {
  auto result = readMachine(text);
  if (std::string *problem = std::get_if<std::string>(&result)) {
    EXPECT_NE(*problem, "");
    return;
  }
  const Machine &machine = std::get<Machine>(result);
  ASSERT_FALSE(machine.cores.empty());
  EXPECT_EQ(machine.cores.front().speed, 1);
  for (const Core &core : machine.cores) {
    ASSERT_LT(core.domain, machine.domains.size());
    EXPECT_FALSE(machine.domains[core.domain].points.empty());
    EXPECT_GT(core.speed, 0);
    for (unsigned cache : core.caches)
      EXPECT_LT(cache, machine.caches.size());
  }
}

TEST(MachineFile, AnyValueMayBeAnother) {
  const std::string whole = wholeFile();
  EXPECT_EQ(problemOf(whole), "");
  for (const char *text : {"null", "[]", "{}", "-1", "0", "1e308", "65536", "0.5", "\"x\"", "true",
                           "[[[]]]", "{\"id\": null}", "[0, 0]", "18446744073709551615"})
    for (size_t n = 0, isThere = 1; isThere; ++n) {
      llvm::json::Value document = llvm::cantFail(llvm::json::parse(whole));
      size_t left = n;
      isThere = replaceValue(document, left, llvm::cantFail(llvm::json::parse(text)));
      checkReading(printed(document));
    }
}

TEST(MachineFile, AnyByteMayBeAnother) {
  const std::string whole = wholeFile();
  std::mt19937 random(5);
  for (int i = 0; i < 3000; ++i) {
    std::string text = whole;
    for (unsigned changes = 1 + random() % 3; changes > 0; --changes)
      text[random() % text.size()] =
          static_cast<char>(random() % 2 ? random() : "[]{}\",:-0e"[random() % 11]);
    checkReading(random() % 8 ? text : text.substr(0, random() % text.size()));
  }
}

} // namespace
} // namespace kasuri
