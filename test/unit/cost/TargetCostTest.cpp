// Times of operations by target: what differs between cores differs, clocks scale, and a target
// that LLVM does not know costs something.
#include "cost/TargetCost.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

TargetCost costOf(const char *triple, const char *cpu, double khz = 1e6) {
  Target target;
  target.triple = triple;
  target.cpu = cpu;
  return targetCost(target, khz);
}

double busyCycles(const TargetCost &cost, Operation operation, OperandType type) {
  return cost.of(operation, type).busyNs / cost.cycleNs;
}

} // namespace

TEST(TargetCost, DivisionsTakeWhatTheCoreTakes) {
  const TargetCost zen = costOf("x86_64-unknown-linux-gnu", "znver3");
  const TargetCost a72 = costOf("aarch64-unknown-linux-gnu", "cortex-a72");
  EXPECT_NEAR(busyCycles(zen, Operation::Divide, OperandType::Float64), 5, 1);
  EXPECT_NEAR(busyCycles(a72, Operation::Divide, OperandType::Float64), 32, 5);
  EXPECT_GT(busyCycles(a72, Operation::Divide, OperandType::Float64),
            busyCycles(a72, Operation::Divide, OperandType::Float32));
}

TEST(TargetCost, ASimpleOperationIsShareOfTheIssueWidthOfEveryTarget) {
  for (auto [triple, cpu] : {std::pair{"x86_64-unknown-linux-gnu", "x86-64"},
                             {"aarch64-unknown-linux-gnu", "generic"},
                             {"aarch64-unknown-linux-gnu", "cortex-a53"},
                             {"armv7-unknown-linux-gnueabihf", "cortex-a9"},
                             {"armv7-unknown-linux-gnueabihf", "generic"},
                             {"riscv64-unknown-linux-gnu", "generic-rv64"}}) {
    const TargetCost cost = costOf(triple, cpu);
    for (Operation operation : {Operation::Simple, Operation::Load, Operation::Store})
      for (OperandType type : {OperandType::Int32, OperandType::Float64}) {
        const OperationTime &time = cost.of(operation, type);
        EXPECT_GE(time.busyNs, cost.issueNs) << triple << cpu;
        EXPECT_LE(time.busyNs, 4 * cost.cycleNs) << triple << cpu;
        EXPECT_GE(time.latencyNs, cost.cycleNs) << triple << cpu;
      }
    EXPECT_GT(busyCycles(cost, Operation::Divide, OperandType::Int32), 1) << triple << cpu;
  }
}

TEST(TargetCost, InOrderCoresHideNothing) {
  EXPECT_FALSE(costOf("aarch64-unknown-linux-gnu", "cortex-a53").isOutOfOrder);
  EXPECT_TRUE(costOf("aarch64-unknown-linux-gnu", "cortex-a72").isOutOfOrder);
}

TEST(TargetCost, TheClockScalesEverything) {
  const TargetCost slow = costOf("aarch64-unknown-linux-gnu", "cortex-a72", 1e6);
  const TargetCost quick = costOf("aarch64-unknown-linux-gnu", "cortex-a72", 2e6);
  EXPECT_DOUBLE_EQ(slow.of(Operation::Multiply, OperandType::Int32).latencyNs,
                   2 * quick.of(Operation::Multiply, OperandType::Int32).latencyNs);
  EXPECT_DOUBLE_EQ(slow.callNs, 2 * quick.callNs);
  EXPECT_DOUBLE_EQ(slow.mispredictNs, 2 * quick.mispredictNs);
}

TEST(TargetCost, ATargetThatIsNotKnownCostsTheDefault) {
  const TargetCost unknown = costOf("nonsense-none-none", "x", 3e6);
  const TargetCost usual;
  EXPECT_DOUBLE_EQ(unknown.of(Operation::Divide, OperandType::Float64).busyNs,
                   usual.of(Operation::Divide, OperandType::Float64).busyNs);
}

TEST(TargetCost, VectorsCountOnlyWhereTheFlagsAskForThem) {
  Target target;
  target.triple = "x86_64-unknown-linux-gnu";
  target.features = "+avx2";
  EXPECT_EQ(targetCost(target, 0).vectorBytes, 0u);
  target.vectorises = true;
  EXPECT_EQ(targetCost(target, 0).vectorBytes, 32u);
}

TEST(TargetCost, TheHostTunesOnlyWhatNamesNoCore) {
  Target target;
  target.triple = "sparc-unknown-linux-gnu";
  EXPECT_EQ(tunedForHost(target).tuneCpu, "");
  target = {};
  EXPECT_NE(tunedForHost(target).tuneCpu, "");
  target.tuneCpu = "skylake";
  EXPECT_EQ(tunedForHost(target).tuneCpu, "skylake");
}

TEST(TargetCost, AHostThatIsForcedTunesInsteadOfThisOne) {
  setenv("KASURI_HOST_CPU", "bonnell", 1);
  EXPECT_EQ(tunedForHost({}).tuneCpu, "bonnell");
  unsetenv("KASURI_HOST_CPU");
  EXPECT_NE(hostCpuName(), "bonnell");
}
