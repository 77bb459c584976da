#include "driver/profile/ProfileRequest.h"

#include "driver/Exit.h"
#include "driver/inputs/PlannedSources.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"

namespace kasuri {
namespace {

namespace cl = llvm::cl;

constexpr const char *overview =
    "kasuri profile: where is the time of the sequential program?\n\n"
    "  kasuri profile a.c b.c --run='{} -q in.wav' -o prof.json -- -O2 -lm\n"
    "  kasuri profile -- ./prog -q in.wav\n"
    "  kasuri profile prof.json\n\n"
    "Builds the sources with their loops counted and timed, and runs the program. Or runs one\n"
    "that kasuri-cc has built with KASURI_PROFILE_SEQUENTIAL. Or samples any other program that "
    "was\n"
    "built with -g, with perf or by a timer in it. Or shows a profile. The table goes to stderr\n"
    "after a run.\n"
    "kasuri --profile=prof.json plans with the measured times.\n"
    "Exit status: that of the program; 1 the input at fault; 2 wrong usage.\n";

struct CommandLine {
  cl::opt<std::string> run{"run", cl::value_desc("command"), cl::cat(ourOptions()),
                           cl::desc("Run <command> with sh, in which {} is the program of the "
                                    "sources (default: {})")};
  cl::opt<std::string> output{"o", cl::value_desc("file"), cl::cat(ourOptions()),
                              cl::desc("Keep the profile in <file>, for kasuri --profile=<file>")};
  PlannedSources planned{
      "<source or profile> ...",
      {{"program", "name", "Of the programs that the sources make, take <name>"}}};
  cl::opt<unsigned> cores{"cores", cl::value_desc("n"), cl::cat(ourOptions()),
                          cl::desc("Estimate gains for <n> cores (default: this machine's)")};
  cl::opt<unsigned> rows{"rows", cl::init(20), cl::value_desc("n"), cl::cat(ourOptions()),
                         cl::desc("Show at most <n> loops (default 20)")};
};

bool isProfile(const std::string &file) { return llvm::StringRef(file).ends_with(".json"); }

bool hasSources(const CommandLine &line) {
  return line.planned.buildDirectory.getNumOccurrences() > 0 ||
         llvm::any_of(line.planned.files, [](const std::string &each) { return !isProfile(each); });
}

/// What is wrong with the command line; "": nothing.
std::string problemOf(const CommandLine &line, const std::vector<std::string> &behind) {
  const bool isShown = llvm::any_of(line.planned.files, isProfile);
  if (isShown && (line.planned.files.size() > 1 || !behind.empty() || hasSources(line)))
    return "a profile is shown alone; leave out everything else";
  if (isShown && (line.run.getNumOccurrences() > 0 || !line.output.empty()))
    return "a profile is shown without a run; leave out --run and -o";
  if (!isShown && !hasSources(line) && behind.empty())
    return "nothing to measure; give sources, or a command behind --";
  if (!hasSources(line) && line.run.getNumOccurrences() > 0)
    return "--run needs sources; a finished program is given behind --";
  if (hasSources(line) && !behind.empty() && !llvm::StringRef(behind.front()).starts_with("-"))
    return "'" + behind.front() +
           "' is no compiler flag; sources are run with --run='{} ARGUMENTS'";
  if (line.run.getNumOccurrences() > 0 && !llvm::StringRef(line.run).contains("{}"))
    return "--run='" + line.run + "' does not run the program, which is {}";
  if (line.cores.getNumOccurrences() > 0 && (line.cores < 1 || line.cores > maximumCores))
    return "--cores must be between 1 and " + std::to_string(maximumCores);
  if (line.rows < 1)
    return "--rows must be 1 or more";
  return "";
}

ProfileRequest requestFrom(const CommandLine &line, std::vector<std::string> behind) {
  ProfileRequest request;
  request.run = line.run.getNumOccurrences() > 0 ? line.run.getValue() : "{}";
  request.output = line.output;
  request.cores = line.cores.getNumOccurrences() > 0 ? line.cores : defaultCores(hostMachine());
  request.rows = line.rows;
  if (hasSources(line))
    request.flags = std::move(behind);
  else if (!line.planned.files.empty())
    request.shown = line.planned.files.front();
  else
    request.command = std::move(behind);
  return request;
}

} // namespace

std::variant<ProfileRequest, int> readProfileRequest(std::span<char *const> arguments) {
  removeForeignOptions();
  CommandLine line;
  auto parsed = line.planned.parse(arguments, "kasuri profile", overview);
  if (int *status = std::get_if<int>(&parsed))
    return *status;
  std::vector<std::string> &behind = std::get<0>(parsed);
  if (std::string problem = problemOf(line, behind); !problem.empty())
    return failUsage(problem);
  ProfileRequest request = requestFrom(line, std::move(behind));
  if (!hasSources(line))
    return request;
  auto options = line.planned.plan(arguments.front(), {}, request.flags);
  if (int *failed = std::get_if<int>(&options))
    return *failed;
  request.options = std::get<Options>(std::move(options));
  if (!isThisMachine(request.options.target.triple))
    return failUsage("profile runs the program, so it cannot be for '" +
                     request.options.target.triple + "'");
  return request;
}

} // namespace kasuri
