#include "driver/Options.h"

#include "driver/CommandLine.h"
#include "driver/Exit.h"
#include "driver/Help.h"
#include "driver/Layout.h"
#include "driver/inputs/CompilerWords.h"
#include "driver/inputs/FindInputs.h"
#include "driver/inputs/GccOptions.h"
#include "support/ParseTime.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

namespace kasuri {
namespace {

namespace cl = llvm::cl;

auto phaseNames() {
  return helpedValues(
      clEnumValN(Phase::Model, "model", "functions, objects, regions and values"),
      clEnumValN(Phase::Analysis, "analysis", "what may run in parallel"),
      clEnumValN(Phase::Reorder, "reorder", "nests of loops in a better order"),
      clEnumValN(Phase::Graph, "graph", "macro-tasks and their start conditions"),
      clEnumValN(Phase::Cost, "cost", "estimated time of each region"),
      clEnumValN(Phase::Plan, "plan", "chosen layers and the schedule of each core"),
      clEnumValN(Phase::Emit, "emit", "the parallel sources"));
}

enum class Assumption : uint8_t { Assertions, Input, Exits };

auto assumptionNames() {
  return helpedValues(
      clEnumValN(Assumption::Assertions, "assertions",
                 "assertions hold: they are still checked, but later iterations may "
                 "run before one that fails"),
      clEnumValN(Assumption::Input, "input",
                 "any input is handled: iterations may run ahead with input that the program does "
                 "not look at, because it finds an error before"),
      clEnumValN(Assumption::Exits, "exits",
                 "an iteration that ends its loop leaves data that another one could go on "
                 "with: later iterations may run ahead"));
}

/// The options, registered when constructed: after the foreign ones are gone.
struct CommandLine {
  cl::list<std::string> sources{cl::Positional, cl::desc("<source.c>..."), cl::cat(ourOptions())};
  cl::opt<std::string> outputDirectory{"o", cl::value_desc("dir"), cl::cat(ourOptions()),
                                       cl::desc("Write the parallel sources into <dir>")};
  cl::opt<std::string> buildDirectory{
      "p", cl::value_desc("dir"), cl::cat(ourOptions()),
      cl::desc("Read the flags (and without sources, the files) from <dir>/compile_commands.json")};
  cl::opt<std::string> program{"program", cl::value_desc("name"), cl::cat(ourOptions()),
                               cl::desc("Of the programs that the sources make, take <name> only")};
  cl::opt<unsigned> cores{
      "cores", cl::value_desc("n"), cl::cat(ourOptions()),
      cl::desc("Plan for at most <n> cores (default: all cores of the machine)")};
  cl::opt<std::string> machineFile{
      "machine", cl::value_desc("file|board"), cl::cat(ourOptions()),
      cl::desc("Plan for the machine described in <file> (written by ks-probe), or for a known "
               "<board> such as raspberry-pi-4 (default: this machine)")};
  cl::opt<std::string> target{
      "target", cl::value_desc("triple"), cl::cat(ourOptions()),
      cl::desc("Compile for another machine, such as aarch64-linux-gnu, with the types and headers "
               "of its compiler (<triple>-gcc)")};
  cl::list<std::string> profiles{
      "profile", cl::value_desc("file"), cl::cat(ourOptions()),
      cl::desc("Plan with the times in <file>, measured by a run with KASURI_PROFILE=<file>; may "
               "be given several times, for several inputs")};
  cl::opt<double> profileScale{"profile-scale", cl::init(1), cl::value_desc("x"),
                               cl::cat(ourOptions()),
                               cl::desc("The profile is from another machine: its times are "
                                        "multiplied by <x> for the target machine")};
  cl::opt<double> minGain{"min-gain", cl::init(1.05), cl::value_desc("x"), cl::cat(ourOptions()),
                          cl::desc("Run a layer in parallel if the estimated speedup is at least "
                                   "<x> (default 1.05; 0 takes every legal layer)")};
  cl::opt<Dispatch> dispatch{
      "dispatch",
      cl::init(Dispatch::Chosen),
      cl::value_desc("how"),
      cl::cat(ourOptions()),
      helpedValues(
          clEnumValN(Dispatch::Chosen, "chosen", "chosen for each layer by simulation"),
          clEnumValN(Dispatch::Static, "static", "at compile time"),
          clEnumValN(
              Dispatch::Dynamic, "dynamic",
              "at run time; not with --mode=deadline, and not in layers whose graph is too large")),
      cl::desc("When tasks are assigned to cores (default chosen)")};
  cl::opt<EmitFor> emitFor{
      "emit",
      cl::init(EmitFor::Runtime),
      cl::value_desc("what"),
      cl::cat(ourOptions()),
      helpedValues(clEnumValN(EmitFor::Runtime, "runtime", "calls to Kasuri's runtime library"),
                   clEnumValN(EmitFor::OpenMp, "openmp",
                              "OpenMP 5 pragmas, where they preserve the results")),
      cl::desc("What the parallel sources use (default runtime)")};
  cl::opt<PowerMode> mode{
      "mode",
      cl::init(PowerMode::Fastest),
      cl::value_desc("mode"),
      cl::cat(ourOptions()),
      helpedValues(clEnumValN(PowerMode::Fastest, "fastest", "lowest energy without slowdown"),
                   clEnumValN(PowerMode::Deadline, "deadline",
                              "lowest energy within --deadline, through frequency levels, power "
                              "gating and the number of cores")),
      cl::desc("Goal when planning core frequencies and idle states (default fastest)")};
  cl::opt<std::string> deadline{"deadline", cl::value_desc("time[@function]"),
                                cl::cat(ourOptions()),
                                cl::desc("Deadline for --mode=deadline: 33ms, 0.5s or 800us for a "
                                         "run of the program, or for each call of a function")};
  cl::opt<uint64_t> analysisBudget{"analysis-budget", cl::init(defaultAnalysisBudget),
                                   cl::value_desc("n"), cl::cat(ourOptions()),
                                   cl::desc("Spend at most <n> steps on analyzing one loop; beyond "
                                            "that it stays sequential (default 20000000)")};
  cl::list<Assumption> assumptions{"assume",
                                   cl::CommaSeparated,
                                   cl::value_desc("what"),
                                   assumptionNames(),
                                   cl::cat(ourOptions()),
                                   cl::desc("Assume more than the C standard guarantees")};
  cl::opt<std::string> floatingPoint{
      "fp", cl::init("exact"), cl::value_desc("mode"), cl::cat(ourOptions()),
      cl::desc("Floating-point results, one of: exact, reproducible, fast (bit-identical to the "
               "sequential program, the same with any number of cores, or sums and products in any "
               "order)")};
  cl::opt<std::string> reportDirectory{
      "report", cl::value_desc("dir"), cl::cat(ourOptions()),
      cl::desc("Write report.html, report.json, report.sarif, graph.dot and "
               "schedule.trace.json into <dir>")};
  cl::opt<std::string> claimsPath{
      "claims", cl::value_desc("file"), cl::cat(ourOptions()),
      cl::desc("Write every dependence that each loop may carry into <file>, for ks-oracle")};
  cl::opt<bool> keepsOrder{"no-reorder", cl::cat(ourOptions()),
                           cl::desc("Do not change the order of loops in nests")};
  cl::opt<unsigned> tile{"tile", cl::init(0), cl::value_desc("n"), cl::cat(ourOptions()),
                         cl::desc("Iterations of each loop in a tile; default: by a cost model")};
  cl::opt<bool> remarks{"Rkasuri", cl::cat(ourOptions()), cl::desc("Report what runs in parallel")};
  cl::opt<bool> missedRemarks{
      "Rkasuri-missed", cl::cat(ourOptions()),
      cl::desc("Report what does not run in parallel, why, and what would help")};
  cl::opt<bool> analysisRemarks{
      "Rkasuri-analysis", cl::cat(ourOptions()),
      cl::desc("Report what could run in parallel but is inside something that does")};
  cl::opt<std::string> fix{
      "fix", cl::ValueOptional, cl::value_desc("what"), cl::cat(ourOptions()),
      cl::desc("Change the sources so that more loops run in parallel, where the program keeps its "
               "meaning; with promises, also by annotations and restrict; with diff, only show the "
               "changes; both: promises,diff")};
  cl::opt<bool> verbose{"v", cl::cat(ourOptions()), cl::desc("Show how to compile the output")};
  cl::list<Phase> dumps{
      "dump",       cl::CommaSeparated,    cl::value_desc("phase"),
      phaseNames(), cl::cat(ourOptions()), cl::desc("Print the result of a phase on stdout")};
  cl::opt<Phase> stopAfter{"stop-after",
                           cl::init(Phase::Report),
                           cl::value_desc("phase"),
                           phaseNames(),
                           cl::cat(ourOptions()),
                           cl::desc("Stop after a phase, without writing anything")};
  cl::opt<std::string> dumpFunction{"dump-function", cl::value_desc("name"), cl::cat(ourOptions()),
                                    cl::desc("Restrict --dump to one function")};
};

/// "33ms@decode": the time in ns and the function, or nothing.
std::optional<std::pair<double, std::string>> parseDeadline(llvm::StringRef text) {
  auto [time, function] = text.split('@');
  const std::optional<double> ns = parseTime(time);
  if (!ns || text.ends_with("@"))
    return std::nullopt;
  return std::pair(*ns, function.str());
}

/// The value of --fix; nothing if it has no such words.
std::optional<FixWish> fixWishOf(llvm::StringRef value) {
  FixWish wish;
  llvm::SmallVector<llvm::StringRef> words;
  value.split(words, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef word : words) {
    if (word != "promises" && word != "diff")
      return std::nullopt;
    (word == "diff" ? wish.isDiff : wish.takesPromises) = true;
  }
  return wish;
}

std::string wrongFix(const CommandLine &line) {
  if (!line.fix.getNumOccurrences())
    return "";
  if (!fixWishOf(line.fix))
    return "unknown word in --fix=" + line.fix + "; there are promises and diff";
  if (!line.outputDirectory.empty() || !line.reportDirectory.empty() || !line.dumps.empty() ||
      line.stopAfter != Phase::Report || !line.claimsPath.empty())
    return "--fix changes the sources and writes nothing else; leave out the other outputs";
  return "";
}

std::string wrongDeadline(const CommandLine &line) {
  const bool isGiven = line.deadline.getNumOccurrences() > 0;
  if (line.mode != PowerMode::Deadline && isGiven)
    return "--deadline is for --mode=deadline";
  if (isGiven && !parseDeadline(line.deadline))
    return "--deadline='" + line.deadline + "' is not a time; write it as 33ms or 33ms@function";
  return "";
}

} // namespace

std::optional<FloatingOrder> floatingOrderOf(llvm::StringRef mode) {
  return llvm::StringSwitch<std::optional<FloatingOrder>>(mode)
      .Case("exact", FloatingOrder::Source)
      .Case("reproducible", FloatingOrder::Blocks)
      .Case("fast", FloatingOrder::Any)
      .Default(std::nullopt);
}

std::string wrongFloatingOrder(llvm::StringRef mode) {
  return floatingOrderOf(mode)
             ? ""
             : "unknown mode '" + mode.str() + "' for --fp; there are exact, reproducible and fast";
}

bool takeAssumptions(Assumptions &assumptions, llvm::StringRef names) {
  Assumptions taken = assumptions;
  for (llvm::StringRef name : llvm::split(names, ',')) {
    bool *granted = llvm::StringSwitch<bool *>(name)
                        .Case("assertions", &taken.assertionsHold)
                        .Case("input", &taken.inputIsHandled)
                        .Case("exits", &taken.exitsAreFit)
                        .Default(nullptr);
    if (!granted)
      return false;
    *granted = true;
  }
  assumptions = taken;
  return true;
}

namespace {

/// What is wrong with the values; "" when nothing is.
std::string wrongValue(const CommandLine &line) {
  if (std::string problem = wrongFloatingOrder(line.floatingPoint); !problem.empty())
    return problem;
  if (line.cores.getNumOccurrences() && (line.cores < 1 || line.cores > maximumCores))
    return "--cores must be between 1 and " + std::to_string(maximumCores);
  if (!(line.profileScale > 0 && line.profileScale <= 1e6))
    return "--profile-scale must be more than 0";
  if (line.dispatch == Dispatch::Dynamic && line.mode == PowerMode::Deadline)
    return "--dispatch=dynamic is for --mode=fastest";
  if (line.emitFor == EmitFor::OpenMp && line.mode == PowerMode::Deadline)
    return "--mode=deadline is for --emit=runtime: OpenMP cannot set core frequencies";
  if (!(line.minGain >= 0 && line.minGain <= 1e9))
    return "--min-gain must not be negative";
  if (std::string problem = wrongDeadline(line); !problem.empty())
    return problem;
  if (std::string problem = wrongFix(line); !problem.empty())
    return problem;
  if (line.target.getNumOccurrences() && line.target.empty())
    return "--target needs a target";
  if (line.analysisBudget < 1)
    return "--analysis-budget must be at least 1";
  if (line.sources.empty() && line.buildDirectory.empty())
    return "no source files";
  if (!line.program.empty() && line.buildDirectory.empty() == line.sources.empty())
    return "--program chooses among the programs of -p, or of sources without -p";
  bool showsSomething = !line.dumps.empty() || line.stopAfter != Phase::Report || line.remarks ||
                        line.missedRemarks || line.analysisRemarks ||
                        !line.reportDirectory.empty() || !line.claimsPath.empty() ||
                        line.fix.getNumOccurrences();
  if (line.outputDirectory.empty() && (line.outputDirectory.getNumOccurrences() || !showsSomething))
    return "no output directory; pass -o DIR";
  return "";
}

/// All but the inputs and what follows from them.
Options optionsFrom(const CommandLine &line, const Machine &machine) {
  Options options;
  options.claimsPath = line.claimsPath;
  options.machine = machine;
  options.machineIsHost = !line.machineFile.getNumOccurrences();
  options.cores = line.cores.getNumOccurrences() ? line.cores : defaultCores(machine);
  options.minGain = line.minGain;
  options.dispatch = line.dispatch;
  options.emitFor = line.emitFor;
  options.mode = line.mode;
  if (line.deadline.getNumOccurrences())
    std::tie(options.deadlineNs, options.deadlineFunction) = *parseDeadline(line.deadline);
  options.analysisBudget = line.analysisBudget;
  options.assumptions.assertionsHold = llvm::is_contained(line.assumptions, Assumption::Assertions);
  options.assumptions.inputIsHandled = llvm::is_contained(line.assumptions, Assumption::Input);
  options.assumptions.exitsAreFit = llvm::is_contained(line.assumptions, Assumption::Exits);
  options.floatingOrder = *floatingOrderOf(line.floatingPoint);
  options.tile = line.tile;
  options.mayReorder = !line.keepsOrder;
  if (line.fix.getNumOccurrences())
    options.fix = fixWishOf(line.fix);
  options.remarks = line.remarks;
  options.missedRemarks = line.missedRemarks;
  options.analysisRemarks = line.analysisRemarks;
  options.showCompileCommand = line.verbose || llvm::sys::Process::StandardErrIsDisplayed();
  options.dumps.insert(line.dumps.begin(), line.dumps.end());
  options.lastPhase = line.stopAfter;
  options.dumpFunction = line.dumpFunction;
  return options;
}

/// The compiler behind gets the user's flags; Clang those that it knows, and what it needs beside.
void adaptFlags(SourceInput &input, const CrossTarget &target) {
  FlagsForClang known = flagsForClang(input.arguments, /*isPreprocessed=*/false);
  input.compilerArguments = std::exchange(input.arguments, target.flags);
  input.arguments.insert(input.arguments.end(), known.flags.begin(), known.flags.end());
  input.unmodeled = std::move(known.unmodeled);
}

} // namespace

unsigned defaultCores(const Machine &machine) {
  return static_cast<unsigned>(std::min<size_t>(machine.cores.size(), maximumCores));
}

namespace {

/// Below DIR, or below the name of one of several programs there.
std::string directoryFor(const std::string &given, const std::string &program) {
  return given.empty() || program.empty() ? given : given + "/" + program;
}

/// Adds a program's inputs and where its outputs go; what is wrong, or "".
std::string addProgram(Options &options, const CommandLine &line, ProgramInputs program) {
  options.programName = program.name;
  options.inputs = std::move(program.inputs);
  for (SourceInput &input : options.inputs)
    adaptFlags(input, options.target);
  options.reportDirectory = directoryFor(line.reportDirectory, program.name);
  if (line.outputDirectory.empty())
    return "";
  options.outputPaths =
      outputPaths(options.inputs, directoryFor(line.outputDirectory, program.name));
  for (const std::string &path : options.outputPaths)
    if (isInput(options.inputs, path))
      return "'" + path + "' is an input and would be overwritten; give another -o";
  return "";
}

/// `needsOne`: InputWish.
std::variant<std::vector<Options>, int> parseWords(std::span<const char *const> words,
                                                   const std::string &commands,
                                                   const SourceTexts &texts, bool needsOne) {
  removeForeignOptions();
  CommandLine line;
  auto [ours, flags] = splitWords(words);
  const std::string targetInFlags = takeTarget(flags);
  const std::string overview = "kasuri: sequential C in, parallel C out\n\n"
                               "  kasuri a.c b.c -o out/ -- <compiler flags>\n\n" +
                               commands;
  if (std::optional<int> status = parseArguments(ours, overview.c_str()))
    return *status;
  if (std::string problem = wrongValue(line); !problem.empty())
    return failUsage(problem);

  llvm::SmallString<256> here;
  if (std::error_code error = llvm::sys::fs::current_path(here))
    return fail(exitInput, "cannot tell the current directory: " + error.message());
  auto inputs = findInputs({.sources = {line.sources.begin(), line.sources.end()},
                            .buildDirectory = line.buildDirectory,
                            .program = line.program,
                            .needsOne = needsOne,
                            .flags = flags,
                            .texts = texts});
  if (int *status = std::get_if<int>(&inputs))
    return *status;
  auto target = chooseTarget(line.target, targetInFlags, std::get<Inputs>(inputs));
  if (int *status = std::get_if<int>(&target))
    return *status;
  auto machine = findMachine(line.machineFile, words.front());
  if (int *status = std::get_if<int>(&machine))
    return *status;
  const bool isMoved = line.profileScale.getNumOccurrences() > 0;
  auto profiles =
      readProfiles({line.profiles.begin(), line.profiles.end()},
                   isMoved ? std::optional(line.profileScale.getValue()) : std::nullopt);
  if (int *status = std::get_if<int>(&profiles))
    return *status;
  Options common = optionsFrom(line, std::get<Machine>(machine));
  common.profiles = std::get<0>(std::move(profiles));
  common.target = std::get<CrossTarget>(std::move(target));
  common.compilerFlags = flags;
  std::vector<ProgramInputs> &programs = std::get<Inputs>(inputs).programs;
  if (programs.size() > 1 && !line.claimsPath.empty())
    return failUsage("--claims is for one program; choose one with --program: " +
                     namesOf(programs));
  if (programs.size() > 1 && common.fix)
    return failUsage("--fix is for one program; choose one with --program: " + namesOf(programs));
  std::vector<Options> all;
  for (ProgramInputs &program : programs) {
    all.push_back(common);
    if (std::string problem = addProgram(all.back(), line, std::move(program)); !problem.empty())
      return fail(exitInput, problem);
  }
  return all;
}

} // namespace

std::variant<std::vector<Options>, int> parsePrograms(int argc, const char *const *argv,
                                                      const std::string &commands) {
  return parseWords(std::span(argv, argc), commands, {}, /*needsOne=*/false);
}

std::variant<Options, int> parseOptions(const std::vector<std::string> &words,
                                        const SourceTexts &texts, bool needsOne) {
  std::vector<const char *> pointers;
  for (const std::string &word : words)
    pointers.push_back(word.c_str());
  auto all = parseWords(pointers, "", texts, needsOne);
  if (int *status = std::get_if<int>(&all))
    return *status;
  std::vector<Options> &programs = std::get<0>(all);
  if (programs.size() == 1)
    return std::move(programs.front());
  std::string names;
  for (const Options &each : programs)
    names += (names.empty() ? "" : ", ") + each.programName;
  return fail(exitInput, "the sources make several programs; choose one with --program: " + names);
}

} // namespace kasuri
