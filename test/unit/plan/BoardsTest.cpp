// The described boards of machines/: that the compiler takes from each what it says, and that its
// numbers go together.
#include "plan/MachineFile.h"

#include "llvm/Support/JSON.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace kasuri {
namespace {

std::string contents(const std::string &path) {
  std::ifstream file(std::string(KASURI_SOURCE) + "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Machine board(const std::string &name) {
  auto result = readMachine(contents("machines/" + name + ".json"));
  if (std::string *problem = std::get_if<std::string>(&result))
    ADD_FAILURE() << name << ": " << *problem;
  return std::holds_alternative<Machine>(result) ? std::get<Machine>(result) : uniformMachine(1);
}

/// Slower points of a clock draw less; gated ones too, but for a kink in one board's voltages.
void checkPower(const ClockDomain &domain) {
  for (size_t i = 0; i < domain.points.size(); ++i) {
    EXPECT_LT(domain.points[i].gatedMw, domain.points[i].activeMw);
    if (i == 0)
      continue;
    EXPECT_LT(domain.points[i].khz, domain.points[i - 1].khz);
    EXPECT_LT(domain.points[i].activeMw, domain.points[i - 1].activeMw);
    EXPECT_LE(domain.points[i].gatedMw, domain.points[i - 1].gatedMw + 2);
  }
}

struct Expected {
  const char *name;
  size_t cores, clocks, points;
  double lastCacheBytes, leastWatts, maxWatts; ///< of all cores at their fastest
};

class Boards : public testing::TestWithParam<Expected> {};

TEST_P(Boards, NumbersGoTogether) {
  const Expected &expected = GetParam();
  Machine machine = board(expected.name);
  EXPECT_TRUE(machine.hasPower);
  EXPECT_EQ(machine.cores.size(), expected.cores);
  EXPECT_EQ(machine.domains.size(), expected.clocks);
  EXPECT_EQ(machine.cores.front().speed, 1);
  EXPECT_EQ(machine.domains[machine.cores.front().domain].points.size(), expected.points);
  for (const ClockDomain &domain : machine.domains)
    checkPower(domain);
  double mw = 0;
  for (const Core &core : machine.cores)
    mw += machine.domains[core.domain].points.front().activeMw;
  EXPECT_GT(mw, expected.leastWatts * 1000);
  EXPECT_LT(mw, expected.maxWatts * 1000);
  ASSERT_NE(machine.lastCacheOf(0), nullptr);
  EXPECT_EQ(machine.lastCacheOf(0)->sizeBytes, expected.lastCacheBytes);
  EXPECT_NE(machine.cacheOf(expected.cores - 1, 1), nullptr);
  ASSERT_FALSE(machine.idleStates.empty());
  EXPECT_EQ(machine.idleStates.front().mode, IdleState::Mode::Gate);
  EXPECT_GE(machine.idleStates.front().entryExitNs, 10000) << "the system wakes the thread";
  EXPECT_GT(machine.baseMw, 0);
}

constexpr double mebibyte = 1048576;

INSTANTIATE_TEST_SUITE_P(
    Described, Boards,
    testing::Values(Expected{"raspberry-pi-4", 4, 1, 10, 1 * mebibyte, 3, 5},
                    Expected{"raspberry-pi-5", 4, 1, 10, 2 * mebibyte, 5, 8},
                    Expected{"rk3399", 6, 2, 8, 1 * mebibyte, 2.5, 5},
                    Expected{"odroid-xu4", 8, 2, 16, 2 * mebibyte, 7, 12},
                    Expected{"jetson-nano", 4, 1, 13, 2 * mebibyte, 3, 5},
                    Expected{"tegra3-nexus7", 4, 1, 12, 1 * mebibyte, 1.2, 2.5},
                    Expected{"neoverse-n1-64", 64, 32, 8, 32 * mebibyte, 100, 180},
                    Expected{"galaxy-s3", 4, 1, 13, 1 * mebibyte, 2, 4},
                    Expected{"hikey-960", 8, 2, 5, 2 * mebibyte, 5, 9},
                    Expected{"pixel-4", 8, 3, 20, 2 * mebibyte, 3, 6},
                    Expected{"apple-m1", 8, 2, 15, 12 * mebibyte, 15, 25},
                    Expected{"core-i9-12900k", 16, 10, 8, 30 * mebibyte, 200, 260},
                    Expected{"orange-pi-5", 8, 3, 7, 3 * mebibyte, 4, 8},
                    Expected{"jetson-orin-nano", 6, 2, 10, 2 * mebibyte, 3, 7},
                    Expected{"dragon-q6a", 8, 3, 13, 3 * mebibyte, 3, 6}));

TEST(Board, BigCoresFirst) {
  Machine machine = board("rk3399");
  EXPECT_EQ(machine.cores[0].id, 4u);
  EXPECT_EQ(machine.cores[5].id, 3u);
  EXPECT_NEAR(machine.slowdown(5, 0), 1 / 0.405, 1e-9);
  EXPECT_LT(machine.signalBetween(0, 1), machine.signalBetween(0, 5));
  EXPECT_EQ(machine.idleStates.back().mode, IdleState::Mode::Off);
}

/// One fast core, three that are nearly as fast, and four slow ones, each group with a clock.
TEST(Board, ThreeClusters) {
  Machine machine = board("pixel-4");
  ASSERT_EQ(machine.cores.size(), 8u);
  EXPECT_EQ(machine.cores[0].id, 7u);
  EXPECT_EQ(machine.cores[1].id, 4u);
  EXPECT_EQ(machine.cores[7].id, 3u);
  EXPECT_NE(machine.cores[0].domain, machine.cores[1].domain);
  EXPECT_EQ(machine.cores[1].domain, machine.cores[3].domain);
  EXPECT_NE(machine.cores[3].domain, machine.cores[4].domain);
  EXPECT_GT(machine.slowdown(1, 0), 1);
  EXPECT_GT(machine.slowdown(4, 0), machine.slowdown(1, 0));
  EXPECT_NE(machine.cacheOf(0, 2)->sizeBytes, machine.cacheOf(1, 2)->sizeBytes);
}

/// Second hardware threads are listed, and not used; what they share has all their cores.
TEST(Board, SiblingsAreNotUsed) {
  Machine machine = board("core-i9-12900k");
  for (const Core &core : machine.cores)
    EXPECT_TRUE(core.id >= 16 || core.id % 2 == 0) << core.id;
  EXPECT_EQ(machine.cores[8].id, 16u);
  EXPECT_NEAR(machine.slowdown(8, 0), 1 / 0.55, 1e-9);
  EXPECT_LT(machine.signalBetween(0, 1), machine.signalBetween(0, 8));
  EXPECT_EQ(machine.cacheOf(0, 2)->sizeBytes, 1310720);
}

TEST(Board, AVirtualMachineHasNoPower) {
  Machine machine = board("x86-vm-2");
  EXPECT_FALSE(machine.hasPower);
  EXPECT_EQ(machine.cores.size(), 2u);
  EXPECT_EQ(machine.lastCacheOf(1)->sharers, 2u);
}

/// The names of members that the schema has for the objects of a list, or for a member.
std::vector<std::string> namesIn(const llvm::json::Object &schema, const std::string &member) {
  const llvm::json::Object *at = schema.getObject("properties");
  if (!member.empty()) {
    at = at->getObject(member);
    while (const llvm::json::Object *items = at->getObject("items"))
      at = items;
    at = at->getObject("properties");
  }
  std::vector<std::string> names;
  for (const auto &[name, type] : *at)
    names.push_back(name.str());
  return names;
}

TEST(Schema, HasNoMemberThatIsUnknownHere) {
  auto parsed = llvm::cantFail(llvm::json::parse(contents("docs/formats/machine.schema.json")));
  const llvm::json::Object &schema = *parsed.getAsObject();
  const std::string head = R"({"format": "kasuri-machine", "version": 1, "cores": [{"id": 0}], )";
  for (std::string member : {"", "cores", "clusters", "clockDomains", "caches", "idleStates",
                             "signalLatency", "wakeUpLatency"})
    for (const std::string &name : namesIn(schema, member)) {
      const std::string object = "\"" + name + "\": null";
      std::string place = "{" + object + "}";
      if (!member.ends_with("Latency"))
        place = "[" + place + "]";
      auto result =
          readMachine(head + (member.empty() ? object : "\"" + member + "\": " + place) + "}");
      if (std::string *problem = std::get_if<std::string>(&result))
        EXPECT_EQ(problem->find("unknown member"), std::string::npos) << *problem;
    }
}

} // namespace
} // namespace kasuri
