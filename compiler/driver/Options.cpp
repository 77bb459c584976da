#include "driver/Options.h"

#include "driver/CompileCommands.h"
#include "driver/Exit.h"
#include "driver/Layout.h"
#include "plan/MachineFile.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <tuple>

#ifndef KASURI_VERSION
#define KASURI_VERSION "0.1.0"
#endif

namespace kasuri {
namespace {

namespace cl = llvm::cl;

cl::OptionCategory ours("Options of kasuri");

auto phaseNames() {
  return cl::values(clEnumValN(Phase::Model, "model", "functions, objects, regions and values"),
                    clEnumValN(Phase::Analysis, "analysis", "what may run in parallel"),
                    clEnumValN(Phase::Graph, "graph", "macro-tasks and their start conditions"),
                    clEnumValN(Phase::Cost, "cost", "estimated time of each region"),
                    clEnumValN(Phase::Plan, "plan", "chosen layers and the rows of each core"),
                    clEnumValN(Phase::Emit, "emit", "the parallel sources"));
}

enum class Assumption : uint8_t { Assertions };

auto assumptionNames() {
  return cl::values(clEnumValN(Assumption::Assertions, "assertions",
                               "assertions hold: they are checked, but other iterations may run "
                               "ahead of one that fails"));
}

/// LLVM's shared library brings hundreds of options of its own, some by the names of ours; to the
/// user they are unknown ones.
void removeForeignOptions() {
  std::vector<cl::Option *> foreign;
  for (auto &[name, option] : cl::getRegisteredOptions())
    if (name != "help" && name != "h" && name != "version")
      foreign.push_back(option);
  for (cl::Option *option : foreign)
    option->removeArgument();
}

/// The options, registered when constructed: after the foreign ones are gone.
struct CommandLine {
  cl::list<std::string> sources{cl::Positional, cl::desc("<source.c>..."), cl::cat(ours)};
  cl::opt<std::string> outputDirectory{"o", cl::value_desc("dir"), cl::cat(ours),
                                       cl::desc("Write the parallel sources into <dir>")};
  cl::opt<std::string> buildDirectory{
      "p", cl::value_desc("dir"), cl::cat(ours),
      cl::desc("Take the flags (and without sources, the files) from <dir>/compile_commands.json")};
  cl::opt<unsigned> cores{"cores", cl::value_desc("n"), cl::cat(ours),
                          cl::desc("Plan for at most <n> cores (default: those of the machine)")};
  cl::opt<std::string> machineFile{
      "machine", cl::value_desc("file|board"), cl::cat(ours),
      cl::desc("Plan for the machine that <file> describes, as ks-probe writes it, or for a "
               "described <board>, as raspberry-pi-4 (default: this one)")};
  cl::opt<double> minGain{"min-gain", cl::init(1.05), cl::value_desc("x"), cl::cat(ours),
                          cl::desc("Run a layer in parallel if that makes it <x> times faster by "
                                   "estimate (default 1.05; 0 takes every legal one)")};
  cl::opt<PowerMode> mode{
      "mode",
      cl::init(PowerMode::Fastest),
      cl::value_desc("mode"),
      cl::cat(ours),
      cl::values(clEnumValN(PowerMode::Fastest, "fastest", "the least energy without slowdown"),
                 clEnumValN(PowerMode::Deadline, "deadline",
                            "the least energy within --deadline, by levels, gating and the number "
                            "of cores")),
      cl::desc("What clocks and idle cores are planned for (default fastest)")};
  cl::opt<std::string> deadline{
      "deadline", cl::value_desc("time[@function]"), cl::cat(ours),
      cl::desc("With --mode=deadline: 33ms, 0.5s or 800us for a run of the program, or for each "
               "call of a function")};
  cl::opt<uint64_t> analysisBudget{
      "analysis-budget", cl::init(defaultAnalysisBudget), cl::value_desc("n"), cl::cat(ours),
      cl::desc("Take at most <n> steps to analyse one function; beyond, it stays sequential "
               "(default 20000000)")};
  cl::list<Assumption> assumptions{
      "assume",          cl::CommaSeparated, cl::value_desc("what"),
      assumptionNames(), cl::cat(ours),      cl::desc("Rely on more than the C standard")};
  cl::opt<std::string> floatingPoint{"fp", cl::init("exact"), cl::value_desc("mode"), cl::cat(ours),
                                     cl::desc("Floating-point results: exact (bit for bit the "
                                              "sequential ones)")};
  cl::opt<std::string> reportDirectory{"report", cl::value_desc("dir"), cl::cat(ours),
                                       cl::desc("Write report.json and graph.dot into <dir>")};
  cl::opt<std::string> claimsPath{
      "claims", cl::value_desc("file"), cl::cat(ours),
      cl::desc("Write every dependence that each loop may carry into <file>, for scripts/oracle")};
  cl::opt<bool> remarks{"Rkasuri", cl::cat(ours), cl::desc("Say what runs in parallel")};
  cl::opt<bool> missedRemarks{"Rkasuri-missed", cl::cat(ours),
                              cl::desc("Say what does not, why, and what would help")};
  cl::opt<bool> analysisRemarks{
      "Rkasuri-analysis", cl::cat(ours),
      cl::desc("Say what could, but is part of something larger that does")};
  cl::opt<bool> verbose{"v", cl::cat(ours), cl::desc("Show how to compile the output")};
  cl::list<Phase> dumps{
      "dump",       cl::CommaSeparated, cl::value_desc("phase"),
      phaseNames(), cl::cat(ours),      cl::desc("Print what a phase decided on stdout")};
  cl::opt<Phase> stopAfter{"stop-after",
                           cl::init(Phase::Report),
                           cl::value_desc("phase"),
                           phaseNames(),
                           cl::cat(ours),
                           cl::desc("End after a phase, without writing anything")};
  cl::opt<std::string> dumpFunction{"dump-function", cl::value_desc("name"), cl::cat(ours),
                                    cl::desc("Restrict --dump to one function")};
};

void printVersion(llvm::raw_ostream &stream) { stream << "kasuri " KASURI_VERSION "\n"; }

llvm::StringRef firstQuoted(llvm::StringRef text) {
  return text.split('\'').second.split('\'').first;
}

constexpr unsigned typingErrors = 2; ///< an option this close to a known one was meant to be it

/// What LLVM says about a wrong command line, in the form of our own errors. Of a wrong value it
/// has already told the user itself; the text is empty then.
int reportUsage(llvm::StringRef text) {
  if (text.empty())
    return exitUsage;
  auto [unknown, suggestion] = text.split('\n');
  llvm::StringRef given = firstQuoted(unknown), similar = firstQuoted(suggestion);
  bool isClose =
      !similar.empty() && given.ltrim('-').edit_distance(similar.ltrim('-')) <= typingErrors;
  return failUsage("unknown option '" + given.str() + "'" +
                   (isClose ? "; did you mean '" + similar.str() + "'?" : ""));
}

/// "33ms@decode": the time in ns and the function, or nothing.
std::optional<std::pair<double, std::string>> parseDeadline(llvm::StringRef text) {
  auto [time, function] = text.split('@');
  for (auto [unit, ns] : {std::pair("ns", 1.0), {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}}) {
    llvm::StringRef number = time;
    double value = 0;
    if (number.consume_back(unit) && !number.getAsDouble(value))
      return value > 0 && std::isfinite(value)
                 ? std::optional(std::pair(value * ns, function.str()))
                 : std::nullopt;
  }
  return std::nullopt;
}

std::string wrongDeadline(const CommandLine &line) {
  const bool isGiven = line.deadline.getNumOccurrences() > 0;
  if (line.mode == PowerMode::Deadline && !isGiven)
    return "--mode=deadline needs --deadline=TIME, as 33ms or 33ms@function";
  if (line.mode != PowerMode::Deadline && isGiven)
    return "--deadline is for --mode=deadline";
  if (isGiven && !parseDeadline(line.deadline))
    return "--deadline='" + line.deadline + "' is no time; give it as 33ms or 33ms@function";
  return "";
}

/// What is wrong with the values; "" when nothing is.
std::string wrongValue(const CommandLine &line) {
  if (line.floatingPoint == "reproducible" || line.floatingPoint == "fast")
    return "--fp=" + line.floatingPoint + " is not implemented; only --fp=exact is";
  if (line.floatingPoint != "exact")
    return "unknown mode '" + line.floatingPoint + "' for --fp";
  if (line.cores.getNumOccurrences() && (line.cores < 1 || line.cores > maximumCores))
    return "--cores must be between 1 and " + std::to_string(maximumCores);
  if (!(line.minGain >= 0 && line.minGain <= 1e9))
    return "--min-gain must not be negative";
  if (std::string problem = wrongDeadline(line); !problem.empty())
    return problem;
  if (line.analysisBudget < 1)
    return "--analysis-budget must be at least 1";
  if (line.sources.empty() && line.buildDirectory.empty())
    return "no source files";
  bool showsSomething = !line.dumps.empty() || line.stopAfter != Phase::Report || line.remarks ||
                        line.missedRemarks || line.analysisRemarks ||
                        !line.reportDirectory.empty() || !line.claimsPath.empty();
  if (line.outputDirectory.empty() && (line.outputDirectory.getNumOccurrences() || !showsSomething))
    return "no output directory; give -o DIR";
  return "";
}

/// The inputs, or the exit status after one diagnostic.
std::variant<std::vector<SourceInput>, int> findInputs(const CommandLine &line,
                                                       const std::vector<std::string> &flags) {
  std::vector<SourceInput> inputs;
  if (line.buildDirectory.empty()) {
    for (const std::string &source : line.sources)
      inputs.push_back({source, flags, ""});
  } else {
    auto found =
        readCompileCommands(line.buildDirectory, {line.sources.begin(), line.sources.end()}, flags);
    if (!found.problem.empty())
      return fail(exitInput, found.problem);
    inputs = std::move(found.inputs);
  }
  std::set<llvm::sys::fs::UniqueID> seen;
  for (const SourceInput &input : inputs) {
    llvm::sys::fs::file_status status;
    if (std::error_code error = llvm::sys::fs::status(input.path, status))
      return fail(exitInput, "cannot read '" + input.path + "': " + error.message());
    if (llvm::sys::fs::is_directory(status))
      return fail(exitInput, "cannot read '" + input.path + "': it is a directory");
    if (!seen.insert(status.getUniqueID()).second)
      return fail(exitInput, "'" + input.path + "' is given twice");
  }
  return inputs;
}

/// Where the described board of that name is; "" if there is none.
std::string findBoard(llvm::StringRef name, const Installation &installation) {
  const std::vector<std::string> boards = describedMachines(installation);
  if (name.contains('/') || std::find(boards.begin(), boards.end(), name) == boards.end())
    return "";
  return installation.machineDirectory + "/" + name.str() + ".json";
}

/// For a name that is neither a file nor a board.
int failNoBoard(const std::string &name, const Installation &installation) {
  std::string known;
  for (const std::string &board : describedMachines(installation))
    known += (known.empty() ? "; described ones are " : ", ") + board;
  return fail(exitInput, "no board '" + name + "' is described, and there is no such file" + known);
}

/// The machine to plan for, or the exit status after one diagnostic.
std::variant<Machine, int> findMachine(const CommandLine &line, const char *argv0) {
  if (!line.machineFile.getNumOccurrences())
    return hostMachine();
  const std::string &given = line.machineFile;
  const Installation installation = findInstallation(argv0);
  const std::string board = findBoard(given, installation);
  const bool isPath = llvm::StringRef(given).find_first_of("./") != llvm::StringRef::npos;
  if (board.empty() && !isPath && !llvm::sys::fs::exists(given))
    return failNoBoard(given, installation);
  auto file = llvm::MemoryBuffer::getFile(board.empty() ? given : board);
  if (!file)
    return fail(exitInput, "cannot read '" + given + "': " + file.getError().message());
  auto machine = readMachine((*file)->getBuffer());
  if (std::string *problem = std::get_if<std::string>(&machine))
    return fail(exitInput, "'" + given + "': " + *problem);
  return std::get<Machine>(machine);
}

/// All but the inputs and what follows from them.
Options optionsFrom(const CommandLine &line, const Machine &machine) {
  Options options;
  options.reportDirectory = line.reportDirectory;
  options.claimsPath = line.claimsPath;
  options.machine = machine;
  options.cores = line.cores.getNumOccurrences() ? line.cores : defaultCores(machine);
  options.minGain = line.minGain;
  options.mode = line.mode;
  if (options.mode == PowerMode::Deadline)
    std::tie(options.deadlineNs, options.deadlineFunction) = *parseDeadline(line.deadline);
  options.analysisBudget = line.analysisBudget;
  options.assumptions.assertionsHold = std::find(line.assumptions.begin(), line.assumptions.end(),
                                                 Assumption::Assertions) != line.assumptions.end();
  options.remarks = line.remarks;
  options.missedRemarks = line.missedRemarks;
  options.analysisRemarks = line.analysisRemarks;
  options.showCompileCommand = line.verbose || llvm::sys::Process::StandardErrIsDisplayed();
  options.dumps.insert(line.dumps.begin(), line.dumps.end());
  options.lastPhase = line.stopAfter;
  options.dumpFunction = line.dumpFunction;
  return options;
}

} // namespace

unsigned defaultCores(const Machine &machine) {
  return static_cast<unsigned>(std::min<size_t>(machine.cores.size(), maximumCores));
}

std::variant<Options, int> parseOptions(int argc, const char *const *argv) {
  std::span<const char *const> all(argv, argc);
  auto separator = std::find_if(all.begin(), all.end(),
                                [](const char *each) { return std::strcmp(each, "--") == 0; });
  std::vector<std::string> flags;
  if (separator != all.end())
    flags.assign(separator + 1, all.end());

  removeForeignOptions();
  CommandLine line;
  cl::HideUnrelatedOptions(ours);
  cl::SetVersionPrinter(printVersion);
  std::string problem;
  llvm::raw_string_ostream problemStream(problem);
  if (!cl::ParseCommandLineOptions(static_cast<int>(separator - all.begin()), argv,
                                   "kasuri: sequential C in, parallel C out\n\n"
                                   "  kasuri a.c b.c -o out/ -- <compiler flags>\n",
                                   &problemStream))
    return reportUsage(problem);
  if (problem = wrongValue(line); !problem.empty())
    return failUsage(problem);

  llvm::SmallString<256> here;
  if (std::error_code error = llvm::sys::fs::current_path(here))
    return fail(exitInput, "cannot tell the current directory: " + error.message());
  auto inputs = findInputs(line, flags);
  if (int *status = std::get_if<int>(&inputs))
    return *status;
  auto machine = findMachine(line, argv[0]);
  if (int *status = std::get_if<int>(&machine))
    return *status;
  Options options = optionsFrom(line, std::get<Machine>(machine));
  options.inputs = std::get<0>(std::move(inputs));
  options.compilerFlags = flags;
  if (line.outputDirectory.empty())
    return options;
  options.outputPaths = outputPaths(options.inputs, line.outputDirectory);
  for (const std::string &path : options.outputPaths)
    if (isInput(options.inputs, path))
      return fail(exitInput,
                  "'" + path + "' is an input and would be overwritten; give another -o");
  return options;
}

} // namespace kasuri
