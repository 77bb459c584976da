#include "driver/verify/Request.h"

#include "driver/Exit.h"
#include "driver/Layout.h"
#include "driver/inputs/PlannedSources.h"
#include "support/ParseTime.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cmath>

namespace kasuri {
namespace {

namespace cl = llvm::cl;
namespace path = llvm::sys::path;

constexpr unsigned maxWorkers = 64, maxRepeats = 1000, maxOrders = 10000;
constexpr double maxSeconds = 1e6;
constexpr uint64_t maxBytesOfHere = 256u << 20; ///< copied for a run by default
constexpr const char *overview =
    "kasuri verify: is the parallel program the same as the sequential one?\n\n"
    "  kasuri verify a.c b.c -- -O2 -lm\n"
    "  kasuri verify *.c --run='{} -q in.wav out.aac' --run='{} < data.txt' --workers=1-4 -- "
    "-O3\n\n"
    "Builds the program sequentially, in parallel, and for ThreadSanitizer. Runs each command on\n"
    "1 to 4 workers, and on one thread in adversarial orders of the tasks. Compares their output\n"
    "and the files they write. Holds promises of the sources against each access of a run.\n"
    "Exit status: 0 all the same; 1 a difference, a race, a broken promise, or the input at\n"
    "fault; 2 wrong usage.\n";

/// The options, registered when constructed: after the foreign ones are gone.
struct CommandLine {
  cl::list<std::string> commands{
      "run", cl::value_desc("command"), cl::cat(ourOptions()),
      cl::desc("Run <command> by sh, {} being the program; may be given several times (default: "
               "'{}')")};
  cl::opt<std::string> directory{
      "directory", cl::value_desc("dir"), cl::cat(ourOptions()),
      cl::desc("Each run gets a fresh copy of <dir> as its current directory (default: of this "
               "one)")};
  cl::list<std::string> files{
      "file", cl::value_desc("name"), cl::cat(ourOptions()),
      cl::desc("Compare this file that runs write, and no others (default: all that they write in "
               "their directory)")};
  cl::list<std::string> ignoredFiles{"ignore-file", cl::value_desc("name"), cl::cat(ourOptions()),
                                     cl::desc("Do not compare this file")};
  cl::opt<bool> ignoreStdout{"ignore-stdout", cl::cat(ourOptions()),
                             cl::desc("Do not compare stdout")};
  cl::opt<bool> ignoreStderr{"ignore-stderr", cl::cat(ourOptions()),
                             cl::desc("Do not compare stderr")};
  cl::opt<double> tolerance{
      "tolerance", cl::init(0), cl::value_desc("x"), cl::cat(ourOptions()),
      cl::desc("Numbers in what is compared may differ by <x> times the larger one (default 0: "
               "bytes are compared)")};
  cl::opt<double> absoluteTolerance{"absolute-tolerance", cl::init(0), cl::value_desc("x"),
                                    cl::cat(ourOptions()),
                                    cl::desc("Or by <x>, for those near zero")};
  cl::opt<std::string> workers{"workers", cl::init("1-4"), cl::value_desc("list"),
                               cl::cat(ourOptions()),
                               cl::desc("Run on so many workers: 4, 1-8, or 1,2,4 (1 to 64; "
                                        "default 1-4)")};
  cl::opt<unsigned> repeat{"repeat", cl::init(1), cl::value_desc("n"), cl::cat(ourOptions()),
                           cl::desc("Run everything <n> times (default 1; the sequential program "
                                    "at least twice)")};
  cl::opt<std::string> timeout{
      "timeout", cl::init("60s"), cl::value_desc("time"), cl::cat(ourOptions()),
      cl::desc("Kill a run that takes longer, as 90s or 500ms (default 60s; with ThreadSanitizer "
               "ten times that)")};
  cl::opt<bool> noTsan{"no-tsan", cl::cat(ourOptions()),
                       cl::desc("Do not look for races with ThreadSanitizer")};
  cl::opt<unsigned> orders{
      "orders", cl::init(16), cl::value_desc("n"), cl::cat(ourOptions()),
      cl::desc(
          "Run the tasks of all layers one after the other, in at most <n> legal orders and two "
          "random ones (default 16; 0: in none)")};
  cl::opt<uint64_t> seed{"seed", cl::init(1), cl::value_desc("n"), cl::cat(ourOptions()),
                         cl::desc("The seed of the random orders (default 1)")};
  cl::opt<std::string> oracle{
      "oracle", cl::ValueOptional, cl::value_desc("file:line"), cl::cat(ourOptions()),
      cl::desc("Log the addresses that each iteration of the loop there touches, and say which of "
               "them conflict (without a place: of all loops, and of all layers; default where the "
               "sources hold promises, or with --assume)")};
  cl::opt<bool> noOracle{"no-oracle", cl::cat(ourOptions()),
                         cl::desc("Do not log addresses, even where the sources hold promises")};
  cl::opt<std::string> parallel{
      "parallel", cl::value_desc("dir"), cl::cat(ourOptions()),
      cl::desc("Verify the parallel sources in <dir>, as kasuri -o <dir> writes them, instead of "
               "making them: for those that have been edited")};
  cl::opt<std::string> keep{"keep", cl::value_desc("dir"), cl::cat(ourOptions()),
                            cl::desc("Keep sources, programs, and what runs wrote in <dir>")};
  cl::opt<std::string> json{"json", cl::value_desc("file"), cl::cat(ourOptions()),
                            cl::desc("Write the result to <file>, as JSON")};
  // Options of the plan, as for kasuri.
  cl::list<std::string> profiles{"profile", cl::value_desc("file"), cl::cat(ourOptions()),
                                 cl::desc("Plan by the times in <file>")};
  PlannedSources planned{"<source.c>...",
                         {{"machine", "file|board", "Plan for another machine than this one"},
                          {"cores", "n", "Plan for at most <n> cores"},
                          {"min-gain", "x",
                           "Make one plan, of layers that are <x> times faster by estimate "
                           "(default: one by 1.05, and one that takes every legal layer)"},
                          PlannedSources::dispatch,
                          PlannedSources::mode,
                          {"deadline", "time[@function]", "With --mode=deadline"},
                          {"program", "name", "Of the programs that the sources make, take <name>"},
                          {"profile-scale", "x", "The profile is of another machine"},
                          {"analysis-budget", "n", "Take at most <n> steps to analyze one loop"},
                          PlannedSources::assume,
                          PlannedSources::floatingPoint,
                          {"target", "triple", "Not for programs that do not run here"}}};

  CommandLine() { planned.hideLast(); } // known so that its error can say why
};

/// "90" and "90s" in seconds.
std::optional<double> parseSeconds(llvm::StringRef text) {
  double seconds = 0;
  if (text.getAsDouble(seconds))
    seconds = parseTime(text).value_or(0) * 1e-9;
  return seconds > 0 && seconds <= maxSeconds ? std::optional(seconds) : std::nullopt;
}

/// Checks a name that must be below a run's directory.
bool leadsElsewhere(llvm::StringRef file) {
  return file.empty() || path::is_absolute(file) ||
         llvm::is_contained(llvm::split(file, '/'), "..");
}

bool isPlace(llvm::StringRef text) {
  const auto [file, number] = text.rsplit(':');
  unsigned line = 0;
  return !file.empty() && !number.getAsInteger(10, line) && line > 0;
}

/// What is wrong with the values of our own options; "" if nothing.
std::string wrongValue(const CommandLine &line) {
  if (line.planned.isGiven("target"))
    return "verify runs the program, so it cannot be for another machine; leave out --target";
  if (line.planned.buildDirectory.getNumOccurrences() == 0 && line.planned.files.empty())
    return "no source files";
  if (parseCores(line.workers, maxWorkers).empty())
    return "--workers='" + line.workers + "' is no list of numbers from 1 to 64";
  if (line.repeat < 1 || line.repeat > maxRepeats)
    return "--repeat must be between 1 and " + std::to_string(maxRepeats);
  if (!parseSeconds(line.timeout))
    return "--timeout='" + line.timeout + "' is no time; give it as 90s or 500ms";
  for (double each : {line.tolerance.getValue(), line.absoluteTolerance.getValue()})
    if (!(each >= 0 && std::isfinite(each)))
      return "a tolerance must not be negative";
  for (const auto *names : {&line.files, &line.ignoredFiles})
    for (const std::string &each : *names)
      if (leadsElsewhere(each))
        return "'" + each + "' is no file in the directory of a run";
  if (line.oracle.getNumOccurrences() && line.noOracle)
    return "--oracle and --no-oracle contradict each other";
  if (line.orders > maxOrders)
    return "--orders must be between 0 and " + std::to_string(maxOrders);
  if (line.oracle.getNumOccurrences() && !line.oracle.empty() && !isPlace(line.oracle))
    return "--oracle='" + line.oracle + "' is no FILE:LINE";
  if (line.oracle.getNumOccurrences() && line.oracle.empty() && !line.parallel.empty())
    return "--oracle would check the layers that Kasuri makes, not those of --parallel; give "
           "--oracle=FILE:LINE";
  if (line.oracle.getNumOccurrences() && line.planned.buildDirectory.getNumOccurrences())
    return "--oracle compiles all sources with the flags behind --; leave out -p";
  if (!line.parallel.empty() && line.planned.isGiven("min-gain"))
    return "--parallel names sources that are planned already; leave out --min-gain";
  for (const std::string &each : line.commands)
    if (!llvm::StringRef(each).contains("{}"))
      return "--run='" + each + "' does not run the program, which is {}";
  return "";
}

std::variant<Options, int> planFor(const CommandLine &line, const char *argv0,
                                   const std::vector<std::string> &flags) {
  std::vector<std::string> more;
  for (const std::string &profile : line.profiles)
    more.push_back("--profile=" + profile);
  return line.planned.plan(argv0, more, flags);
}

/// What is wrong with the directory that runs get copies of; "" if nothing.
std::string wrongDirectory(const VerifyRequest &request, bool isGiven) {
  if (!llvm::sys::fs::is_directory(request.directory))
    return "'" + request.directory + "' is no directory";
  if (!isGiven && bytesBelow(request.directory, maxBytesOfHere) > maxBytesOfHere)
    return "each run gets a copy of the current directory, which has more than 256 MiB; name the "
           "one with the files that runs need by --directory=DIR";
  return "";
}

VerifyRequest requestFrom(const CommandLine &line, std::vector<std::string> flags) {
  VerifyRequest request;
  request.isPlanGiven = line.planned.isGiven("min-gain");
  request.flags = std::move(flags);
  request.commands = {line.commands.begin(), line.commands.end()};
  if (request.commands.empty())
    request.commands = {"{}"};
  request.directory = absolutePath(line.directory.empty() ? "." : line.directory.getValue());
  request.allowed = {.relative = line.tolerance,
                     .absolute = line.absoluteTolerance,
                     .files = {line.files.begin(), line.files.end()}};
  for (const std::string &each : line.ignoredFiles)
    request.allowed.ignored.insert(nameOfFile(each));
  if (line.ignoreStdout)
    request.allowed.ignored.insert("stdout");
  if (line.ignoreStderr)
    request.allowed.ignored.insert("stderr");
  request.workers = parseCores(line.workers, maxWorkers);
  request.repeat = line.repeat;
  request.limitSeconds = *parseSeconds(line.timeout);
  request.checksRaces = !line.noTsan;
  request.parallelDirectory = line.parallel;
  request.keepDirectory = line.keep;
  request.jsonPath = line.json;
  request.maxOrders = line.orders;
  request.seed = line.seed;
  request.oracle = line.noOracle                     ? OracleWish::Never
                   : line.oracle.getNumOccurrences() ? OracleWish::Always
                                                     : OracleWish::ForPromises;
  request.assumptions = line.planned.valueOf("assume");
  request.hasBuildDirectory = line.planned.buildDirectory.getNumOccurrences() > 0;
  request.oracleLoop = line.oracle;
  return request;
}

} // namespace

std::variant<VerifyRequest, int> readRequest(std::span<char *const> arguments) {
  removeForeignOptions();
  CommandLine line;
  auto parsed = line.planned.parse(arguments, "kasuri verify", overview);
  if (int *status = std::get_if<int>(&parsed))
    return *status;
  const std::vector<std::string> &flags = std::get<0>(parsed);
  if (std::string problem = wrongValue(line); !problem.empty())
    return failUsage(problem);
  VerifyRequest request = requestFrom(line, flags);

  auto options = planFor(line, arguments.front(), flags);
  if (int *failed = std::get_if<int>(&options))
    return *failed;
  request.options = std::get<Options>(std::move(options));
  if (!isThisMachine(request.options.target.triple))
    return failUsage("verify runs the program, so it cannot be for '" +
                     request.options.target.triple + "'");
  if (!line.planned.isGiven("cores"))
    request.options.cores = std::max(request.options.cores, request.workers.back());
  if (std::string problem = wrongDirectory(request, !line.directory.empty()); !problem.empty())
    return fail(exitInput, problem);
  return request;
}

} // namespace kasuri
