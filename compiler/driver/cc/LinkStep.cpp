#include "driver/cc/LinkStep.h"

#include "driver/CommandLine.h"
#include "driver/Exit.h"
#include "driver/Options.h"
#include "driver/Pipeline.h"
#include "driver/cc/ClangFlags.h"
#include "driver/cc/CompileStep.h"
#include "driver/cc/LinkInputs.h"
#include "driver/cc/Processes.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>

namespace kasuri {
namespace {

using Role = CcArgument::Role;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr const char *tracing = "-Wl,--trace,--trace"; // GNU's linker names members if told twice

struct LinkResult {
  int status = exitInternal;
  std::string trace, messages;
};

/// What a link of ours has come to.
enum class Outcome : uint8_t { Done, NothingToDo, Failed };

class Link {
public:
  Link(const CcCommand &command, const Surroundings &around, const std::string &scratch)
      : command(command), around(around), scratch(scratch) {}

  int run() {
    auto read = readProfiles(command.profiles, std::nullopt);
    if (const int *status = std::get_if<int>(&read))
      return *status;
    profiles = std::get<0>(std::move(read));
    if (const int status = compileSources(); status != exitDone)
      return status;
    std::vector<std::string> arguments = words();
    arguments.insert(arguments.end(), {"-o", output()});
    const LinkResult plain = link(arguments, "plain");
    if (plain.status != exitDone)
      return runCommand(withCompiler(arguments));
    llvm::errs() << plain.messages;
    makeParallel(plain);
    return exitDone;
  }

private:
  const CcCommand &command;
  const Surroundings &around;
  const std::string &scratch;
  std::map<std::string, std::string> objectOf; ///< of a source among the inputs
  std::vector<Profile> profiles;
  LinkInputs inputs;

  std::string scratchFile(const std::string &name) const { return scratch + "/" + name; }

  std::vector<std::string> withCompiler(const std::vector<std::string> &arguments) const {
    std::vector<std::string> all = around.target.compiler;
    all.insert(all.end(), arguments.begin(), arguments.end());
    return all;
  }

  /// All of them, as cc does; the status of the first that fails.
  int compileSources() {
    int first = exitDone;
    for (const std::string &source : command.sources()) {
      const std::string object = scratchFile("source" + std::to_string(objectOf.size()) + ".o");
      if (!objectOf.emplace(source, object).second)
        continue;
      const int status = compileObject(command, around.target.compiler, source, object, scratch);
      first = first == exitDone ? status : first;
    }
    return first;
  }

  /// The link's arguments but for -o, with these files in place of inputs, and with `front` before
  /// all inputs.
  std::vector<std::string> words(const std::map<std::string, std::string> &replaced = {},
                                 const std::vector<std::string> &front = {}) const {
    std::vector<std::string> result;
    bool isFirst = true;
    for (const CcArgument &argument : command.arguments) {
      if (argument.role == Role::Output)
        continue;
      if (argument.role != Role::Input) {
        result.insert(result.end(), argument.words.begin(), argument.words.end());
        continue;
      }
      if (isFirst)
        result.insert(result.end(), front.begin(), front.end());
      isFirst = false;
      std::string file = argument.words.front();
      if (auto object = objectOf.find(file); object != objectOf.end())
        file = object->second;
      auto other = replaced.find(file);
      result.push_back(other == replaced.end() ? file : other->second);
    }
    return result;
  }

  LinkResult link(std::vector<std::string> arguments, const std::string &name) const {
    arguments.emplace_back(tracing); // the last word: it says nothing about the inputs
    const std::string trace = scratchFile(name + ".trace"), messages = scratchFile(name + ".txt");
    LinkResult result;
    result.status =
        runCommand(withCompiler(arguments), {.outputFile = trace, .messagesFile = messages});
    result.trace = contentsOf(trace);
    result.messages = contentsOf(messages);
    return result;
  }

  std::string output() const { return command.output.empty() ? "a.out" : command.output; }

  void makeParallel(const LinkResult &plain) {
    auto found = readTrace(plain.trace);
    if (!found || found->units.empty() || replacesLibrary(*found) || !fs::is_regular_file(output()))
      return;
    inputs = std::move(*found);
    std::string reason;
    if (attempt(reason) == Outcome::Failed)
      llvm::errs() << reason << "kasuri-cc: warning: '" << output()
                   << "' is sequential, because of the above\n";
  }

  Outcome attempt(std::string &reason) {
    std::string said;
    if (const Outcome outcome = runPipeline(said, reason); outcome != Outcome::Done)
      return outcome;
    if (command.wantsRemarks())
      llvm::errs() << said;
    const std::vector<size_t> changed = changedUnits();
    if (changed.empty())
      return Outcome::NothingToDo;
    if (!compileChanged(changed, reason) || !linkParallel(changed, reason))
      return Outcome::Failed;
    return Outcome::Done;
  }

  // The pipeline on the units' texts.

  std::string parallelSource(size_t unit) const {
    return scratchFile("unit" + std::to_string(unit) + ".c");
  }
  std::string parallelObject(size_t unit) const {
    return scratchFile("unit" + std::to_string(unit) + ".o");
  }

  SourceInput sourceInput(const ObjectSource &source) const {
    SourceInput input;
    input.preprocessed = source.text;
    input.path = source.path;
    llvm::SmallString<256> here;
    if (fs::current_path(here) || here.str() != source.directory) {
      input.directory = source.directory;
      llvm::SmallString<256> whole(source.directory);
      path::append(whole, source.path);
      if (!path::is_absolute(source.path))
        input.path = whole.str().str();
    }
    input.arguments = around.target.flags;
    const std::vector<std::string> flags = knownToClang(source.flags);
    input.arguments.insert(input.arguments.end(), flags.begin(), flags.end());
    input.arguments.emplace_back("-w");
    return input;
  }

  Options options() const {
    Options result;
    for (size_t i = 0; i < inputs.units.size(); ++i) {
      result.inputs.push_back(sourceInput(inputs.units[i].source));
      result.outputPaths.push_back(parallelSource(i));
    }
    result.isNamedOutside = isNamedOutside(inputs, dynamicNames(contentsOf(output())));
    result.profiles = profiles;
    result.target = around.target;
    result.machine = around.machine;
    result.machineIsHost = around.machineIsHost;
    result.cores = defaultCores(around.machine);
    result.assumptions = command.assumptions;
    result.remarks = command.remarks;
    result.missedRemarks = command.missedRemarks;
    result.analysisRemarks = command.analysisRemarks;
    result.quiet = true;
    return result;
  }

  /// A second time without the units that Clang does not take, if that is what it failed for.
  Outcome runPipeline(std::string &said, std::string &reason) {
    for (const bool isSecond : {false, true}) {
      if (inputs.units.empty())
        return Outcome::NothingToDo;
      const std::string log = scratchFile("pipeline.txt");
      const int status = runInChild(log, [&] { return compile(options(), around.installation); });
      said = contentsOf(log);
      if (status == exitDone)
        return Outcome::Done;
      if (isSecond || status != exitInput || !hideForeign())
        break;
    }
    reason = said;
    return Outcome::Failed;
  }

  /// Takes what Clang does not understand for unseen; false if it understands all.
  bool hideForeign() {
    std::vector<bool> isHidden;
    for (const LinkedUnit &unit : inputs.units) {
      const int status = runInChild("/dev/null", [&] {
        return isUnderstood(sourceInput(unit.source)) ? exitDone : exitInput;
      });
      isHidden.push_back(status != exitDone);
      if (isHidden.back() && command.wantsRemarks())
        llvm::errs() << "kasuri-cc: note: '" << unit.source.path
                     << "' is taken for code that cannot be seen: Clang does not understand it\n";
    }
    hide(inputs, isHidden);
    return std::find(isHidden.begin(), isHidden.end(), true) != isHidden.end();
  }

  std::vector<size_t> changedUnits() const {
    std::vector<size_t> changed;
    for (size_t i = 0; i < inputs.units.size(); ++i)
      if (contentsOf(parallelSource(i)) != inputs.units[i].source.text)
        changed.push_back(i);
    return changed;
  }

  // The new program.

  /// The text is preprocessed: names that are macros where no standard is asked for are names.
  std::vector<std::string> parallelCompile(size_t unit) const {
    const ObjectSource &source = inputs.units[unit].source;
    std::vector<std::string> all = source.compiler;
    all.insert(all.end(), source.flags.begin(), source.flags.end());
    all.insert(all.end(), {"-w", "-Ulinux", "-Uunix", "-Ui386", "-Uarm",
                           "-I" + around.installation.includeDirectory, "-c", parallelSource(unit),
                           "-o", parallelObject(unit)});
    return all;
  }

  bool compileChanged(const std::vector<size_t> &changed, std::string &reason) const {
    const size_t atOnce = llvm::hardware_concurrency().compute_thread_count();
    bool isDone = true;
    for (size_t first = 0; first < changed.size(); first += atOnce) {
      const size_t last = std::min(first + atOnce, changed.size());
      std::vector<int> running;
      for (size_t i = first; i < last; ++i)
        running.push_back(startCommand(parallelCompile(changed[i]),
                                       {.directory = directoryOf(changed[i]),
                                        .messagesFile = parallelObject(changed[i]) + ".txt"}));
      for (size_t i = first; i < last; ++i)
        if (finishCommand(running[i - first]) != exitDone) {
          reason += contentsOf(parallelObject(changed[i]) + ".txt");
          isDone = false;
        }
    }
    return isDone;
  }

  /// Where its compiler ran, if that is still there.
  std::string directoryOf(size_t unit) const {
    const std::string &directory = inputs.units[unit].source.directory;
    return fs::is_directory(directory) ? directory : "";
  }

  bool linkParallel(const std::vector<size_t> &changed, std::string &reason) const {
    llvm::SmallString<256> temporary;
    if (fs::createUniqueFile(output() + ".kasuri-%%%%%%", temporary))
      return false;
    std::map<std::string, std::string> replaced;
    std::vector<std::string> front;
    const std::vector<std::string> given = words();
    for (size_t unit : changed) {
      const LinkedPlace &place = inputs.units[unit].place;
      if (place.member.empty() && std::find(given.begin(), given.end(), place.file) != given.end())
        replaced[place.file] = parallelObject(unit);
      else
        front.push_back(parallelObject(unit));
    }
    std::vector<std::string> arguments = words(replaced, front);
    arguments.insert(arguments.end(),
                     {around.library, "-lm", "-pthread", "-o", temporary.str().str()});
    const LinkResult result = link(std::move(arguments), "parallel");
    if (result.status == exitDone && isSameBut(changed, result.trace) &&
        !fs::rename(temporary, output()))
      return true;
    (void)fs::remove(temporary);
    reason += result.messages;
    return false;
  }

  /// Has the linker taken what it took before, but for the changed units, and nothing in addition
  /// that defines what units do?
  bool isSameBut(const std::vector<size_t> &changed, const std::string &trace) const {
    auto found = readTrace(trace);
    if (!found)
      return false;
    std::set<LinkedPlace> now;
    for (const LinkedUnit &unit : found->units)
      now.insert(unit.place);
    for (const UnseenObject &object : found->unseen)
      now.insert(object.place);
    for (size_t i = 0; i < inputs.units.size(); ++i) {
      const bool isChanged = std::find(changed.begin(), changed.end(), i) != changed.end();
      if (now.erase(inputs.units[i].place) != (isChanged ? 0 : 1))
        return false;
      if (isChanged)
        now.erase({parallelObject(i)});
    }
    for (const UnseenObject &object : inputs.unseen)
      if (now.erase(object.place) == 0)
        return false;
    std::erase_if(found->unseen,
                  [&](const UnseenObject &object) { return !now.contains(object.place); });
    found->units = inputs.units;
    return !isNamedOutside(*found, {}) && !replacesLibrary(*found);
  }
};

} // namespace

int linkProgram(const CcCommand &command, const Surroundings &around, const std::string &scratch) {
  return Link(command, around, scratch).run();
}

} // namespace kasuri
