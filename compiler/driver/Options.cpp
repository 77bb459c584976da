#include "driver/Options.h"

#include "driver/CompileCommands.h"
#include "driver/Exit.h"
#include "driver/Layout.h"
#include "plan/Machine.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstring>
#include <span>

#ifndef KASURI_VERSION
#define KASURI_VERSION "0.1.0"
#endif

namespace kasuri {
namespace {

namespace cl = llvm::cl;

cl::OptionCategory ours("Options of kasuri");

cl::list<std::string> sources(cl::Positional, cl::desc("<source.c>..."), cl::cat(ours));
cl::opt<std::string> outputDirectory("o", cl::value_desc("dir"), cl::cat(ours),
                                     cl::desc("Write the parallel sources into <dir>"));
cl::opt<std::string> buildDirectory(
    "p", cl::value_desc("dir"), cl::cat(ours),
    cl::desc("Take the flags (and without sources, the files) from <dir>/compile_commands.json"));
cl::opt<unsigned> cores("cores", cl::value_desc("n"), cl::cat(ours),
                        cl::desc("Plan for at most <n> cores (default: those of this machine)"));
cl::opt<double> minGain(
    "min-gain", cl::init(1.05), cl::value_desc("x"), cl::cat(ours),
    cl::desc("Run a layer in parallel if that makes it <x> times faster by estimate (default 1.05; 0 "
             "takes every legal one)"));
cl::opt<std::string> floatingPoint("fp", cl::init("exact"), cl::value_desc("mode"), cl::cat(ours),
                                   cl::desc("Floating-point results: exact (bit for bit the "
                                            "sequential ones)"));
cl::opt<std::string> reportDirectory("report", cl::value_desc("dir"), cl::cat(ours),
                                     cl::desc("Write report.json and graph.dot into <dir>"));
cl::opt<bool> remarks("Rkasuri", cl::cat(ours), cl::desc("Say what runs in parallel"));
cl::opt<bool> missedRemarks("Rkasuri-missed", cl::cat(ours),
                            cl::desc("Say what does not, why, and what would help"));
cl::opt<bool> analysisRemarks("Rkasuri-analysis", cl::cat(ours),
                              cl::desc("Say what could, but is part of something larger that does"));
cl::opt<bool> verbose("v", cl::cat(ours), cl::desc("Show how to compile the output"));

const auto phaseNames = [] {
  return cl::values(clEnumValN(Phase::Model, "model", "functions, objects, regions and values"),
                    clEnumValN(Phase::Analysis, "analysis", "what may run in parallel"),
                    clEnumValN(Phase::Graph, "graph", "macro-tasks and their start conditions"),
                    clEnumValN(Phase::Cost, "cost", "estimated time of each region"),
                    clEnumValN(Phase::Plan, "plan", "chosen layers and the rows of each core"),
                    clEnumValN(Phase::Emit, "emit", "the parallel sources"));
};
cl::list<Phase> dumps("dump", cl::CommaSeparated, cl::value_desc("phase"), phaseNames(), cl::cat(ours),
                      cl::desc("Print what a phase decided on stdout"));
cl::opt<Phase> stopAfter("stop-after", cl::init(Phase::Report), cl::value_desc("phase"), phaseNames(),
                         cl::cat(ours), cl::desc("End after a phase, without writing anything"));
cl::opt<std::string> dumpFunction("dump-function", cl::value_desc("name"), cl::cat(ours),
                                  cl::desc("Restrict --dump to one function"));

/// LLVM's shared library brings hundreds of options of its own; to the user they are unknown ones.
void removeForeignOptions() {
  std::vector<cl::Option *> foreign;
  for (auto &[name, option] : cl::getRegisteredOptions())
    if (!llvm::is_contained(option->Categories, &ours) && name != "help" && name != "h" &&
        name != "version")
      foreign.push_back(option);
  for (cl::Option *option : foreign)
    option->removeArgument();
  cl::HideUnrelatedOptions(ours);
}

void printVersion(llvm::raw_ostream &stream) { stream << "kasuri " KASURI_VERSION "\n"; }

/// What LLVM says about a wrong command line, in the form of our own errors.
int reportUsage(llvm::StringRef text) {
  auto [first, rest] = text.split('\n');
  first.consume_front("kasuri: ");
  llvm::errs() << "kasuri: error: " << first << '\n' << rest;
  return exitUsage;
}

/// What is wrong with the values; "" when nothing is.
std::string wrongValue() {
  if (floatingPoint == "reproducible" || floatingPoint == "fast")
    return "--fp=" + floatingPoint + " is not implemented; only --fp=exact is";
  if (floatingPoint != "exact")
    return "unknown mode '" + floatingPoint + "' for --fp";
  if (cores.getNumOccurrences() && (cores < 1 || cores > maximumCores))
    return "--cores must be between 1 and " + std::to_string(maximumCores);
  if (!(minGain >= 0 && minGain <= 1e9))
    return "--min-gain must not be negative";
  if (sources.empty() && buildDirectory.empty())
    return "no source files";
  bool showsSomething = !dumps.empty() || stopAfter != Phase::Report || remarks || missedRemarks ||
                        analysisRemarks || !reportDirectory.empty();
  if (outputDirectory.empty() && (outputDirectory.getNumOccurrences() || !showsSomething))
    return "no output directory; give -o DIR";
  return "";
}

/// The inputs, or the exit status after one diagnostic.
std::variant<std::vector<SourceInput>, int> findInputs(const std::vector<std::string> &flags) {
  std::vector<SourceInput> inputs;
  if (buildDirectory.empty()) {
    for (const std::string &source : sources)
      inputs.push_back({source, flags, ""});
  } else {
    auto found = readCompileCommands(buildDirectory, sources, flags);
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

} // namespace

std::variant<Options, int> parseOptions(int argc, const char *const *argv) {
  std::span<const char *const> all(argv, argc);
  auto separator = std::find_if(all.begin(), all.end(),
                                [](const char *each) { return std::strcmp(each, "--") == 0; });
  std::vector<std::string> flags;
  if (separator != all.end())
    flags.assign(separator + 1, all.end());

  removeForeignOptions();
  cl::SetVersionPrinter(printVersion);
  std::string problem;
  llvm::raw_string_ostream problemStream(problem);
  if (!cl::ParseCommandLineOptions(static_cast<int>(separator - all.begin()), argv,
                                   "kasuri: sequential C in, parallel C out\n\n"
                                   "  kasuri a.c b.c -o out/ -- <compiler flags>\n",
                                   &problemStream))
    return reportUsage(problem);
  if (problem = wrongValue(); !problem.empty())
    return failUsage(problem);

  auto inputs = findInputs(flags);
  if (int *status = std::get_if<int>(&inputs))
    return *status;

  Options options;
  options.inputs = std::get<0>(std::move(inputs));
  if (!outputDirectory.empty())
    options.outputPaths = outputPaths(options.inputs, outputDirectory);
  for (const std::string &path : options.outputPaths)
    if (isInput(options.inputs, path))
      return fail(exitInput, "'" + path + "' is an input and would be overwritten; give another -o");
  options.reportDirectory = reportDirectory;
  options.cores = cores.getNumOccurrences() ? cores : std::min(hostMachine().cores, maximumCores);
  options.minGain = minGain;
  options.remarks = remarks;
  options.missedRemarks = missedRemarks;
  options.analysisRemarks = analysisRemarks;
  options.showCompileCommand = verbose || llvm::sys::Process::StandardErrIsDisplayed();
  options.compilerFlags = flags;
  options.dumps.insert(dumps.begin(), dumps.end());
  options.lastPhase = stopAfter;
  options.dumpFunction = dumpFunction;
  return options;
}

} // namespace kasuri
