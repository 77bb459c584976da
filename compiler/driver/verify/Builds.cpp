#include "driver/verify/Builds.h"

#include "driver/Exit.h"
#include "driver/Pipeline.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace kasuri {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using Words = std::vector<std::string>;

/// Changes the current directory during its lifetime.
class WorkingDirectory {
public:
  explicit WorkingDirectory(const std::string &directory) {
    if (directory.empty() || fs::current_path(before))
      return;
    isChanged = !fs::set_current_path(directory);
  }
  ~WorkingDirectory() {
    if (isChanged)
      (void)fs::set_current_path(before);
  }
  WorkingDirectory(const WorkingDirectory &) = delete;
  WorkingDirectory &operator=(const WorkingDirectory &) = delete;

private:
  llvm::SmallString<256> before;
  bool isChanged = false;
};

/// What a version is compiled with in addition to the user's flags.
struct Recipe {
  std::string folder;    ///< for objects and program
  Words extraFlags = {}; ///< after the user's
  Words libraries = {};  ///< the runtime
};

class Compiler {
public:
  Compiler(const VerifyRequest &request, const Installation &installation)
      : request(request), installation(installation) {
    command = compilerWords();
  }

  /// The program of these sources, one for each input; "" with `problem` set if the compiler fails.
  std::string build(const Words &sources, const Recipe &recipe) {
    (void)fs::create_directories(recipe.folder);
    for (size_t i = 0; i < sources.size(); ++i) {
      const SourceInput &input = request.options.inputs[i];
      WorkingDirectory there(input.directory);
      if (!run(compileWords(input, sources[i], objectPath(recipe, i), recipe), recipe))
        return "";
    }
    return link(recipe, "program");
  }

  /// The program of the objects in the recipe's folder; "" as above.
  std::string link(const Recipe &recipe, llvm::StringRef name) {
    std::string program = recipe.folder + "/" + name.str();
    Words words;
    for (size_t i = 0; i < request.options.inputs.size(); ++i)
      words.push_back(objectPath(recipe, i));
    for (const Words *more : {&request.flags, &recipe.extraFlags, &recipe.libraries})
      words.insert(words.end(), more->begin(), more->end());
    words.insert(words.end(), {"-lm", "-pthread", "-o", program});
    return run(words, recipe) ? program : "";
  }

  std::string problem; ///< the output of the failed compiler

private:
  const VerifyRequest &request;
  const Installation &installation;
  Words command;

  static std::string objectPath(const Recipe &recipe, size_t input) {
    return recipe.folder + "/" + std::to_string(input) + ".o";
  }

  Words compileWords(const SourceInput &input, const std::string &source, const std::string &object,
                     const Recipe &recipe) const {
    Words words = input.compilerArguments;
    words.emplace_back("-fmacro-prefix-map=./=");
    if (source != input.path) {
      const std::string directory = path::parent_path(input.path).str();
      words.insert(words.end(), {"-iquote", directory.empty() ? "." : directory,
                                 "-I" + installation.includeDirectory,
                                 "-fmacro-prefix-map=" + source + "=" + input.path});
    } else if (!installation.includeDirectory.empty()) { // for kasuri/annotations.h
      words.insert(words.end(), {"-idirafter", installation.includeDirectory});
    }
    words.insert(words.end(), recipe.extraFlags.begin(), recipe.extraFlags.end());
    words.insert(words.end(), {"-c", source, "-o", object});
    return words;
  }

  bool run(const Words &arguments, const Recipe &recipe) {
    llvm::ErrorOr<std::string> executable = llvm::sys::findProgramByName(command.front());
    if (!executable) {
      problem = "cannot run '" + command.front() + "'\n";
      return false;
    }
    llvm::SmallVector<llvm::StringRef> words(command.begin(), command.end());
    words.append(arguments.begin(), arguments.end());
    const std::string log = recipe.folder + "/compiler.log";
    (void)fs::remove(log);
    const int status =
        llvm::sys::ExecuteAndWait(*executable, words, std::nullopt, {llvm::StringRef(), log, log});
    if (status != 0)
      problem = textOf(log);
    return status == 0 && !isInterrupted();
  }
};

Words pathsOf(const std::vector<SourceInput> &inputs) {
  Words paths;
  for (const SourceInput &input : inputs)
    paths.push_back(input.path);
  return paths;
}

int failToBuild(const std::string &version, const Compiler &compiler) {
  if (isInterrupted())
    return exitInput;
  llvm::errs() << compiler.problem;
  return fail(exitInput, "the " + version + " program cannot be built");
}

/// The parallel sources of one plan in `folder`, or the exit status after one diagnostic.
std::variant<Words, int> planSources(const VerifyRequest &request, const Installation &installation,
                                     double minGain, const std::string &folder,
                                     Promises &promises) {
  Options options = request.options;
  options.outputPaths = outputPaths(options.inputs, folder);
  options.minGain = minGain;
  options.remarks = false;
  options.quiet = true;
  options.showCompileCommand = false;
  if (const int status = compile(options, installation, {.promises = &promises});
      status != exitDone)
    return status;
  return options.outputPaths;
}

bool areEqual(const Words &one, const Words &other) {
  return llvm::equal(one, other, [](const std::string &a, const std::string &b) {
    return textOf(a) == textOf(b);
  });
}

/// The user's parallel sources; or the exit status after one diagnostic.
std::variant<Words, int> givenSources(const VerifyRequest &request) {
  Words sources;
  for (const std::string &each : outputPaths(request.options.inputs, request.parallelDirectory)) {
    llvm::SmallString<256> source(each);
    (void)fs::make_absolute(source);
    if (!fs::is_regular_file(source))
      return fail(exitInput, "no '" + each + "', where kasuri -o writes it");
    sources.push_back(source.str().str());
  }
  return sources;
}

std::variant<std::vector<ParallelVersion>, int> versionsOf(const VerifyRequest &request,
                                                           const Installation &installation,
                                                           const std::string &root,
                                                           Promises &promises) {
  if (!request.parallelDirectory.empty()) {
    auto sources = givenSources(request);
    if (int *status = std::get_if<int>(&sources))
      return *status;
    return std::vector{ParallelVersion{.name = "parallel", .sources = std::get<Words>(sources)}};
  }
  std::vector<ParallelVersion> versions;
  for (auto [name, minGain] :
       {std::pair("parallel", request.options.minGain), {"every layer", 0.0}}) {
    if (request.isPlanGiven && !versions.empty())
      break;
    const std::string folder = root + (versions.empty() ? "/parallel" : "/every-layer");
    auto sources = planSources(request, installation, minGain, folder + "/sources", promises);
    if (int *status = std::get_if<int>(&sources))
      return *status;
    if (versions.empty() || !areEqual(versions.front().sources, std::get<Words>(sources)))
      versions.push_back({.name = name, .sources = std::get<Words>(std::move(sources))});
  }
  return versions;
}

/// The first lines.
std::string beginOf(llvm::StringRef text) {
  constexpr unsigned most = 4;
  llvm::SmallVector<llvm::StringRef> lines;
  text.trim().split(lines, '\n', most);
  if (lines.size() > most)
    lines.back() = "...";
  return llvm::join(lines, "\n  ");
}

void linkOrdered(ParallelVersion &version, Compiler &compiler, const Installation &installation,
                 const std::string &folder) {
  const std::string library = installation.libraryDirectory + "/kasuri/libkasuri-orders.a";
  if (!fs::exists(library))
    version.whyNotOrdered = "there is no '" + library + "'";
  else
    version.orderedProgram =
        compiler.link({.folder = folder, .libraries = {library}}, "program-in-orders");
  if (version.orderedProgram.empty() && version.whyNotOrdered.empty())
    version.whyNotOrdered = "it cannot be linked: " + beginOf(compiler.problem);
}

void buildChecked(ParallelVersion &version, Compiler &compiler, const Installation &installation,
                  const std::string &folder) {
  const std::string library = installation.libraryDirectory + "/kasuri/libkasuri-tsan.a";
  if (!fs::exists(library)) {
    version.whyNotChecked = "there is no '" + library +
                            "'; Kasuri was built by a compiler that "
                            "has no ThreadSanitizer";
    return;
  }
  // A program whose inline functions have no other definition cannot be linked without -O.
  for (const char *level : {"-O0", "-O1"})
    if (version.checkedProgram.empty())
      version.checkedProgram =
          compiler.build(version.sources, {.folder = folder + "/tsan",
                                           .extraFlags = {level, "-g", "-w", "-fsanitize=thread"},
                                           .libraries = {library}});
  if (version.checkedProgram.empty())
    version.whyNotChecked = "it cannot be built: " + beginOf(compiler.problem);
}

} // namespace

std::variant<Builds, int> buildVersions(const VerifyRequest &request,
                                        const Installation &installation, const std::string &root) {
  if (installation.library.empty() || installation.includeDirectory.empty())
    return fail(exitInput, "libkasuri.a and kasuri.h are not beside this kasuri");
  Builds builds;
  auto versions = versionsOf(request, installation, root, builds.promises);
  if (int *status = std::get_if<int>(&versions))
    return *status;
  builds.parallel = std::get<0>(std::move(versions));
  Compiler compiler(request, installation);
  builds.sequential =
      compiler.build(pathsOf(request.options.inputs), {.folder = root + "/sequential"});
  if (builds.sequential.empty())
    return failToBuild("sequential", compiler);
  for (ParallelVersion &version : builds.parallel) {
    const std::string folder =
        root + (&version == &builds.parallel.front() ? "/parallel" : "/every-layer");
    version.layers = layersOf(version.sources);
    version.isParallel = !version.layers.empty() || !request.parallelDirectory.empty();
    version.program =
        compiler.build(version.sources, {.folder = folder, .libraries = {installation.library}});
    if (version.program.empty())
      return failToBuild("parallel", compiler);
    if (request.maxOrders > 0 && version.isParallel)
      linkOrdered(version, compiler, installation, folder);
    if (request.checksRaces && version.isParallel)
      buildChecked(version, compiler, installation, folder);
  }
  return builds;
}

} // namespace kasuri
