#include "driver/check/CheckRequest.h"

#include "driver/inputs/PlannedSources.h"

#include "llvm/Support/FileSystem.h"

namespace kasuri {
namespace {

namespace cl = llvm::cl;

constexpr const char *overview =
    "kasuri check: does every loop that ran in parallel still do?\n\n"
    "  kasuri check --update a.c b.c -- -O2      writes kasuri.json, to be committed\n"
    "  kasuri check a.c b.c -- -O2               compares the sources with it\n\n"
    "Exit status: 0 nothing is lost; 1 a loop or layer is lost, or the input at fault; 2 wrong\n"
    "usage.\n";

/// The options, registered when constructed: after the foreign ones are gone.
struct CommandLine {
  cl::opt<std::string> baseline{"baseline", cl::init("kasuri.json"), cl::value_desc("file"),
                                cl::cat(ourOptions()),
                                cl::desc("The file to compare with (default kasuri.json)")};
  cl::opt<bool> update{"update", cl::cat(ourOptions()),
                       cl::desc("Write the baseline instead of comparing with it")};
  // Options of the plan, as for kasuri.
  cl::list<std::string> profiles{"profile", cl::value_desc("file"), cl::cat(ourOptions()),
                                 cl::desc("Plan with the times in <file>")};
  cl::opt<bool> keepsOrder{"no-reorder", cl::cat(ourOptions()),
                           cl::desc("Do not change the order of loops in nests")};
  PlannedSources planned{
      "<source.c>...",
      {{"machine", "file|board", "Plan for another machine than this one"},
       {"program", "name", "Of the programs that the sources make, take <name>"},
       {"cores", "n", "Plan for at most <n> cores (default: as the baseline says)"},
       {"report", "dir", "Write the files of a report into <dir>"},
       {"target", "triple", "Compile for another machine"},
       {"emit", "what", "What the parallel sources use, one of: runtime, openmp"},
       {"min-gain", "x", "Run a layer in parallel if it is <x> times faster by estimate"},
       PlannedSources::dispatch,
       PlannedSources::mode,
       {"deadline", "time[@function]", "Deadline for --mode=deadline"},
       {"profile-scale", "x", "The profile is from another machine"},
       {"analysis-budget", "n", "Spend at most <n> steps on analyzing one loop"},
       PlannedSources::assume,
       PlannedSources::floatingPoint}};
};

std::variant<Options, int> planFor(const CommandLine &line, const char *argv0,
                                   const std::vector<std::string> &flags) {
  std::vector<std::string> more;
  for (const std::string &profile : line.profiles)
    more.push_back("--profile=" + profile);
  if (line.keepsOrder)
    more.emplace_back("--no-reorder");
  auto options = line.planned.plan(argv0, more, flags);
  if (Options *its = std::get_if<Options>(&options)) {
    its->remarks = false;
    its->quiet = true;
    its->showCompileCommand = false;
  }
  return options;
}

} // namespace

std::variant<CheckRequest, int> readCheckRequest(std::span<char *const> arguments) {
  removeForeignOptions();
  CommandLine line;
  auto flags = line.planned.parse(arguments, "kasuri check", overview);
  if (int *status = std::get_if<int>(&flags))
    return *status;
  if (line.planned.files.empty() && line.planned.buildDirectory.empty())
    return failUsage("no source files");

  CheckRequest request{.options = {},
                       .baselinePath = line.baseline,
                       .updates = line.update,
                       .baseline = std::nullopt};
  if (!line.update && !llvm::sys::fs::exists(request.baselinePath))
    return fail(exitInput, "there is no baseline '" + request.baselinePath +
                               "'; --update writes it, --baseline=FILE names another one");
  if (llvm::sys::fs::exists(request.baselinePath)) {
    auto read = readInput(request.baselinePath, request.baselinePath, readBaseline);
    if (int *failed = std::get_if<int>(&read))
      return *failed;
    request.baseline = std::get<Baseline>(std::move(read));
  }
  auto options = planFor(line, arguments.front(), std::get<0>(flags));
  if (int *failed = std::get_if<int>(&options))
    return *failed;
  request.options = std::get<Options>(std::move(options));
  if (request.baseline && !line.planned.isGiven("cores"))
    request.options.cores = request.baseline->cores;
  return request;
}

} // namespace kasuri
