#include "driver/check/CheckRequest.h"

#include "driver/CommandLine.h"
#include "driver/inputs/CompilerWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

#include <memory>

namespace kasuri {
namespace {

namespace cl = llvm::cl;

constexpr const char *overview =
    "kasuri check: does every loop that ran in parallel still do?\n\n"
    "  kasuri check --update a.c b.c -- -O2      writes kasuri.json, to be committed\n"
    "  kasuri check a.c b.c -- -O2               compares the sources with it\n\n"
    "Exit status: 0 nothing is lost; 1 a loop or layer is lost, or the input at fault; 2 wrong\n"
    "usage.\n";

using TextOption = cl::opt<std::string>;

/// The options, registered when constructed: after the foreign ones are gone.
struct CommandLine {
  cl::list<std::string> sources{cl::Positional, cl::desc("<source.c>..."), cl::cat(ourOptions())};
  TextOption baseline{"baseline", cl::init("kasuri.json"), cl::value_desc("file"),
                      cl::cat(ourOptions()),
                      cl::desc("The file to compare with (default kasuri.json)")};
  cl::opt<bool> update{"update", cl::cat(ourOptions()),
                       cl::desc("Write the baseline instead of comparing with it")};
  TextOption buildDirectory{
      "p", cl::value_desc("dir"), cl::cat(ourOptions()),
      cl::desc("Take the flags (and without sources, the files) from <dir>/compile_commands.json")};
  // Options of the plan, as for kasuri.
  cl::list<std::string> profiles{"profile", cl::value_desc("file"), cl::cat(ourOptions()),
                                 cl::desc("Plan with the times in <file>")};
  cl::opt<bool> keepsOrder{"no-reorder", cl::cat(ourOptions()),
                           cl::desc("Do not change the order of loops in nests")};
  std::vector<std::unique_ptr<TextOption>> forwarded;

  CommandLine() {
    for (auto [name, value, text] :
         {std::tuple("machine", "file|board", "Plan for another machine than this one"),
          {"program", "name", "Of the programs that -p finds, take <name>"},
          {"cores", "n", "Plan for at most <n> cores (default: as the baseline says)"},
          {"report", "dir", "Write the files of a report into <dir>"},
          {"target", "triple", "Compile for another machine"},
          {"emit", "what", "What the parallel sources use: runtime or openmp"},
          {"min-gain", "x", "Run a layer in parallel if it is <x> times faster by estimate"},
          {"dispatch", "how", "When tasks are assigned to cores"},
          {"mode", "mode", "Goal when planning core frequencies and idle states"},
          {"deadline", "time[@function]", "Deadline for --mode=deadline"},
          {"profile-scale", "x", "The profile is from another machine"},
          {"analysis-budget", "n", "Spend at most <n> steps on analyzing one loop"},
          {"assume", "what", "Assume more than the C standard guarantees"},
          {"fp", "mode", "Floating-point results: exact, reproducible, or fast"}})
      forwarded.push_back(std::make_unique<TextOption>(llvm::StringRef(name), cl::value_desc(value),
                                                       cl::desc(text), cl::cat(ourOptions())));
  }
};

bool isGiven(const CommandLine &line, llvm::StringRef name) {
  return llvm::any_of(line.forwarded, [&](const auto &each) {
    return each->ArgStr == name && each->getNumOccurrences() > 0;
  });
}

/// The command line of `kasuri` for the same plan. It wants something to do.
std::vector<std::string> planArguments(const CommandLine &line, const char *argv0,
                                       const std::vector<std::string> &flags) {
  std::vector<std::string> words = {argv0, "-Rkasuri"};
  words.insert(words.end(), line.sources.begin(), line.sources.end());
  if (line.buildDirectory.getNumOccurrences())
    words.insert(words.end(), {"-p", line.buildDirectory});
  for (const std::string &profile : line.profiles)
    words.push_back("--profile=" + profile);
  if (line.keepsOrder)
    words.emplace_back("--no-reorder");
  for (const auto &each : line.forwarded)
    if (each->getNumOccurrences())
      words.push_back("--" + each->ArgStr.str() + "=" + each->getValue());
  words.emplace_back("--");
  words.insert(words.end(), flags.begin(), flags.end());
  return words;
}

std::variant<Options, int> parsePlan(const std::vector<std::string> &words) {
  std::vector<const char *> pointers;
  for (const std::string &word : words)
    pointers.push_back(word.c_str());
  auto options = parseOptions(static_cast<int>(pointers.size()), pointers.data());
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
  auto [words, flags] = splitWords(arguments.subspan(1));
  words.front() = "kasuri check";
  const std::optional<int> status = parseArguments(words, overview);
  removeForeignOptions(); // our options, before the parser of kasuri registers its own
  line.sources.removeArgument();
  if (status)
    return *status;
  if (line.sources.empty() && line.buildDirectory.empty())
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
  auto options = parsePlan(planArguments(line, arguments.front(), flags));
  if (int *failed = std::get_if<int>(&options))
    return *failed;
  request.options = std::get<Options>(std::move(options));
  if (request.baseline && !isGiven(line, "cores"))
    request.options.cores = request.baseline->cores;
  return request;
}

} // namespace kasuri
