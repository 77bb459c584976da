// The target's operations, from LLVM's models of its cores.
//
//     c[i] = a[i] / b[i];     x86 (Zen 3): a division every 5 cycles    AArch64 (A72): every 32
//
// For each kind of operation and operand one instruction stands, such as DIVSDrr for the division
// of doubles. How long it takes, and how long it keeps its unit busy, is in the scheduling model by
// which LLVM orders code for that core. An instruction cannot take less than its share of the issue
// width. Where a core has no such model, or the target no such instruction, the costs hold that
// LLVM's optimisations go by (TargetTransformInfo); they tell a division from an addition, and know
// how wide vectors are, but little more.
//
// Gives up on: which units the instructions of a block share (Cost.cpp adds up their shares),
// anything but the first cache (Footprint.h), and what a compiler makes of the code beside
// vectorising it.
#include "cost/TargetCost.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCSchedule.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <mutex>

namespace kasuri {
namespace {

using llvm::TargetTransformInfo;

constexpr double typicalWidth = 6;
constexpr double typicalMispredictCycles = 14;
constexpr double defaultKhz = 3e6;
constexpr double nsPerMs = 1e6;
constexpr double callCycles = 5; ///< with what is saved and passed
/// Dividers work on few divisions at a time, also where a model leaves that out.
constexpr double divisionsAtATime = 3;
/// A division that the target has no instruction for.
constexpr double softwareDivideCycles = 25;

/// The instruction that stands for an operation; "": none, ask TargetTransformInfo.
using Instructions = std::array<std::array<const char *, operandTypeCount>, operationCount>;

constexpr Instructions x86Instructions = {{
    {"ADD32rr", "ADD64rr", "ADDSSrr", "ADDSDrr"},
    {"IMUL32rr", "IMUL64rr", "MULSSrr", "MULSDrr"},
    {"IDIV32r", "IDIV64r", "DIVSSrr", "DIVSDrr"},
    {"", "", "SQRTSSr", "SQRTSDr"},
    {"MOVSX64rr32", "MOVSX64rr32", "CVTSI2SSrr", "CVTSI2SDrr"},
    {"MOV32rm", "MOV64rm", "MOVSSrm", "MOVSDrm"},
    {"MOV32mr", "MOV64mr", "MOVSSmr", "MOVSDmr"},
}};

constexpr Instructions aarch64Instructions = {{
    {"ADDWrr", "ADDXrr", "FADDSrr", "FADDDrr"},
    {"MADDWrrr", "MADDXrrr", "FMULSrr", "FMULDrr"},
    {"SDIVWr", "SDIVXr", "FDIVSrr", "FDIVDrr"},
    {"", "", "FSQRTSr", "FSQRTDr"},
    {"SBFMXri", "SBFMXri", "SCVTFUWSri", "SCVTFUWDri"},
    {"LDRWui", "LDRXui", "LDRSui", "LDRDui"},
    {"STRWui", "STRXui", "STRSui", "STRDui"},
}};

constexpr Instructions armInstructions = {{
    {"ADDrr", "", "VADDS", "VADDD"},
    {"MUL", "", "VMULS", "VMULD"},
    {"", "", "VDIVS", "VDIVD"},
    {"", "", "VSQRTS", "VSQRTD"},
    {"ADDrr", "ADDrr", "VSITOS", "VSITOD"},
    {"LDRi12", "", "VLDRS", "VLDRD"},
    {"STRi12", "", "VSTRS", "VSTRD"},
}};

const Instructions *instructionsOf(const llvm::Triple &triple) {
  if (triple.isX86())
    return &x86Instructions;
  if (triple.isAArch64())
    return &aarch64Instructions;
  return triple.isARM() ? &armInstructions : nullptr;
}

struct Cycles {
  double busy = 0, latency = 0;
};

void registerTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
  });
}

/// One LLVM target machine, and the questions to it.
class TargetModel {
public:
  /// isValid() tells whether LLVM knows the target.
  explicit TargetModel(const Target &target)
      : triple(target.triple.empty() ? llvm::sys::getDefaultTargetTriple() : target.triple) {
    registerTargets();
    std::string unused;
    const llvm::Target *known = llvm::TargetRegistry::lookupTarget(triple, unused);
    if (!known)
      return;
    const std::string tune = tunedFor(target);
    tuned.reset(known->createTargetMachine(triple, tune, "", {}, std::nullopt));
    machine.reset(
        known->createTargetMachine(triple, target.cpu, target.features, {}, std::nullopt));
    if (!machine || !tuned)
      return;
    auto module = std::make_unique<llvm::Module>("kasuri", context);
    module->setDataLayout(machine->createDataLayout());
    module->setTargetTriple(triple);
    function =
        llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
                               llvm::Function::ExternalLinkage, "f", *module);
    function->addFnAttr("target-cpu", target.cpu);
    function->addFnAttr("target-features", target.features);
    function->addFnAttr("tune-cpu", tune);
    owner = std::move(module);
    costs.emplace(machine->getTargetTransformInfo(*function));
  }

  bool isValid() const { return costs.has_value(); }
  const llvm::MCSchedModel &schedule() const {
    return tuned->getMCSubtargetInfo()->getSchedModel();
  }
  unsigned vectorBytes() const {
    return static_cast<unsigned>(
        costs->getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue() / 8);
  }

  Cycles cyclesOf(Operation operation, OperandType type) const {
    const double share = 1.0 / std::max(1u, schedule().IssueWidth);
    Cycles cycles = scheduled(operation, type).value_or(optimised(operation, type));
    if (operation == Operation::Divide || operation == Operation::SquareRoot)
      cycles.busy = std::max(cycles.busy, cycles.latency / divisionsAtATime);
    return {std::max(share, cycles.busy), std::max(1.0, cycles.latency)};
  }

private:
  llvm::Triple triple;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine, tuned;
  std::unique_ptr<llvm::Module> owner;
  llvm::Function *function = nullptr;
  std::optional<TargetTransformInfo> costs;

  /// ARM's generic core has no model of its own; A9 was the usual one.
  std::string tunedFor(const Target &target) const {
    const std::string &wanted = target.tuneCpu.empty() ? target.cpu : target.tuneCpu;
    const bool isUnknown = wanted.empty() || wanted == "generic";
    return triple.isARM() && isUnknown ? "cortex-a9" : wanted;
  }

  /// From the instruction's scheduling class.
  std::optional<Cycles> scheduled(Operation operation, OperandType type) const {
    const Instructions *all = instructionsOf(triple);
    if (!all || !schedule().hasInstrSchedModel())
      return std::nullopt;
    const llvm::StringRef name = (*all)[static_cast<size_t>(operation)][static_cast<size_t>(type)];
    const llvm::MCInstrInfo &instructions = *tuned->getMCInstrInfo();
    for (unsigned opcode = 0; !name.empty() && opcode < instructions.getNumOpcodes(); ++opcode) {
      if (instructions.getName(opcode) != name)
        continue;
      const llvm::MCSchedClassDesc &its =
          *schedule().getSchedClassDesc(instructions.get(opcode).getSchedClass());
      if (!its.isValid() || its.isVariant())
        return std::nullopt;
      const llvm::MCSubtargetInfo &core = *tuned->getMCSubtargetInfo();
      return Cycles{llvm::MCSchedModel::getReciprocalThroughput(core, its),
                    static_cast<double>(llvm::MCSchedModel::computeInstrLatency(core, its))};
    }
    return std::nullopt;
  }

  /// As LLVM's optimisations would weigh it.
  Cycles optimised(Operation operation, OperandType type) const {
    Cycles cycles = {costOf(operation, type, TargetTransformInfo::TCK_RecipThroughput),
                     costOf(operation, type, TargetTransformInfo::TCK_Latency)};
    const bool isInteger = type == OperandType::Int32 || type == OperandType::Int64;
    if (operation == Operation::Divide && isInteger)
      cycles = {softwareDivideCycles, softwareDivideCycles};
    return cycles;
  }

  llvm::Type *typeOf(OperandType type) const {
    llvm::LLVMContext &all = const_cast<llvm::LLVMContext &>(context);
    switch (type) {
    case OperandType::Int32:
      return llvm::Type::getInt32Ty(all);
    case OperandType::Int64:
      return llvm::Type::getInt64Ty(all);
    case OperandType::Float32:
      return llvm::Type::getFloatTy(all);
    case OperandType::Float64:
      return llvm::Type::getDoubleTy(all);
    }
    return nullptr;
  }

  double costOf(Operation operation, OperandType type,
                TargetTransformInfo::TargetCostKind kind) const {
    using llvm::Instruction;
    llvm::Type *operand = typeOf(type);
    const bool isFloating = operand->isFloatingPointTy();
    auto arithmetic = [&](unsigned floating, unsigned integer) {
      return costs->getArithmeticInstrCost(isFloating ? floating : integer, operand, kind);
    };
    llvm::InstructionCost cost = 1;
    switch (operation) {
    case Operation::Simple:
      cost = arithmetic(Instruction::FAdd, Instruction::Add);
      break;
    case Operation::Multiply:
      cost = arithmetic(Instruction::FMul, Instruction::Mul);
      break;
    case Operation::Divide:
      cost = arithmetic(Instruction::FDiv, Instruction::SDiv);
      break;
    case Operation::SquareRoot:
      if (isFloating)
        cost = costs->getIntrinsicInstrCost(
            llvm::IntrinsicCostAttributes(llvm::Intrinsic::sqrt, operand, {operand}), kind);
      break;
    case Operation::Convert:
      if (isFloating)
        cost = costs->getCastInstrCost(Instruction::SIToFP, operand, typeOf(OperandType::Int32),
                                       TargetTransformInfo::CastContextHint::None, kind);
      break;
    case Operation::Load:
    case Operation::Store:
      cost = costs->getMemoryOpCost(
          operation == Operation::Load ? Instruction::Load : Instruction::Store, operand,
          owner->getDataLayout().getABITypeAlign(operand), 0, kind);
      break;
    }
    return cost.isValid() ? static_cast<double>(cost.getValue()) : 1;
  }
};

/// Cycles of a core with six-wide issue, as current ones are.
constexpr Cycles typicalCycles[operationCount][operandTypeCount] = {
    {{0.25, 1}, {0.25, 1}, {0.5, 3}, {0.5, 3}}, {{1, 3}, {1, 3}, {0.5, 3}, {0.5, 3}},
    {{12, 12}, {16, 16}, {4, 11}, {5, 13}},     {{1, 1}, {1, 1}, {5, 15}, {9, 21}},
    {{0.25, 1}, {0.25, 1}, {1, 3}, {1, 3}},     {{0.4, 5}, {0.4, 5}, {0.5, 6}, {0.5, 6}},
    {{1, 1}, {1, 1}, {1, 1}, {1, 1}},
};

void setClock(TargetCost &cost, double khz) {
  cost.cycleNs = nsPerMs / khz;
  cost.callNs = callCycles * cost.cycleNs;
  cost.issueNs = cost.cycleNs / typicalWidth;
  cost.mispredictNs = typicalMispredictCycles * cost.cycleNs;
}

/// Clocks below this are relative ones, of a machine of which nothing is known.
constexpr double leastKhz = 1000;

} // namespace

TargetCost::TargetCost() {
  setClock(*this, defaultKhz);
  for (size_t i = 0; i < operationCount; ++i)
    for (size_t j = 0; j < operandTypeCount; ++j)
      times[i][j] = {typicalCycles[i][j].busy * cycleNs, typicalCycles[i][j].latency * cycleNs};
}

std::string hostCpuName() {
  const char *forced = std::getenv("KASURI_HOST_CPU");
  return forced && *forced ? forced : llvm::sys::getHostCPUName().str();
}

Target tunedForHost(Target target) {
  const llvm::Triple host(llvm::sys::getProcessTriple());
  const bool isHere =
      target.triple.empty() || llvm::Triple(target.triple).getArch() == host.getArch();
  const bool isNamed = !target.tuneCpu.empty() && target.tuneCpu != "generic";
  if (isHere && !isNamed)
    target.tuneCpu = hostCpuName();
  return target;
}

TargetCost targetCost(const Target &target, double khz) {
  TargetCost cost;
  setClock(cost, khz >= leastKhz ? khz : defaultKhz);
  const TargetModel model(target);
  for (size_t i = 0; i < operationCount; ++i)
    for (size_t j = 0; j < operandTypeCount; ++j) {
      OperationTime &time = cost.times[i][j];
      const Cycles cycles =
          model.isValid() ? model.cyclesOf(static_cast<Operation>(i), static_cast<OperandType>(j))
                          : typicalCycles[i][j];
      time = {cycles.busy * cost.cycleNs, cycles.latency * cost.cycleNs};
    }
  if (!model.isValid())
    return cost;
  cost.mispredictNs = model.schedule().MispredictPenalty * cost.cycleNs;
  cost.issueNs = cost.cycleNs / std::max(1u, model.schedule().IssueWidth);
  cost.isOutOfOrder = model.schedule().isOutOfOrder();
  cost.vectorBytes = target.vectorises ? model.vectorBytes() : 0;
  return cost;
}

} // namespace kasuri
