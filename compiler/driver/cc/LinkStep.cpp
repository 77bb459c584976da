#include "driver/cc/LinkStep.h"

#include "driver/CommandLine.h"
#include "driver/Exit.h"
#include "driver/cc/CompileStep.h"
#include "driver/cc/LinkInputs.h"
#include "driver/cc/ParallelObjects.h"
#include "driver/cc/Processes.h"
#include "driver/cc/WholeProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>

namespace kasuri {
namespace {

using Role = CcArgument::Role;
namespace fs = llvm::sys::fs;

constexpr const char *tracing = "-Wl,--trace,--trace"; // GNU's linker names members if told twice

struct LinkResult {
  int status = exitInternal;
  std::string trace, messages;
};

/// Why a program is not parallel although it could be.
struct FailedLink {
  std::string messages = {}; ///< whole lines
  std::string cause = "of the error above";
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
    arguments.insert(arguments.end(), {"-o", command.program()});
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

  void warnOfNamesakes(const LinkInputs &found) const {
    if (llvm::is_contained(command.words({Role::Warning}), "-w"))
      return;
    for (const LinkedPlace &place : found.namesakes)
      llvm::errs() << "kasuri-cc: warning: '" << place.file
                   << "' has several members with the name '" << place.member
                   << "'; they are not analyzed because they cannot be told apart [NotAnalyzed]\n";
  }

  void makeParallel(const LinkResult &plain) {
    auto found = readTrace(plain.trace);
    if (found)
      warnOfNamesakes(*found);
    if (!found || found->units.empty() || replacesLibrary(*found) ||
        !fs::is_regular_file(command.program()))
      return;
    inputs = std::move(*found);
    FailedLink failed;
    if (attempt(failed) == Outcome::Failed)
      llvm::errs() << failed.messages << "kasuri-cc: warning: '" << command.program()
                   << "' is sequential because " << failed.cause << '\n';
  }

  Outcome attempt(FailedLink &failed) {
    const std::optional<std::set<std::string>> shown = dynamicNames(contentsOf(command.program()));
    if (!shown)
      return Outcome::NothingToDo;
    const ResultCache cache;
    auto made = parallelise(inputs, {command, around, profiles, *shown, cache, scratch});
    if (std::string *problem = std::get_if<std::string>(&made)) {
      failed.messages = *problem;
      return Outcome::Failed;
    }
    const ParallelTexts &texts = std::get<ParallelTexts>(made);
    if (command.wantsRemarks() || command.wantsSummary)
      llvm::errs() << texts.remarks;
    if (texts.textOf.empty())
      return Outcome::NothingToDo;
    const ParallelObjects objects =
        compileParallel(inputs, texts, around.installation, cache, scratch);
    cache.prune();
    failed.messages = objects.problem;
    return objects.problem.empty() && linkParallel(objects, failed) ? Outcome::Done
                                                                    : Outcome::Failed;
  }

  bool linkParallel(const ParallelObjects &objects, FailedLink &failed) const {
    llvm::SmallString<256> temporary;
    failed.cause = "it cannot be written a second time";
    if (fs::createUniqueFile(command.program() + ".kasuri-%%%%%%", temporary))
      return false;
    std::map<std::string, std::string> replaced;
    std::vector<std::string> front;
    const std::vector<std::string> given = words();
    for (const auto &[unit, object] : objects.fileOf) {
      const LinkedPlace &place = inputs.units[unit].place;
      if (place.member.empty() && std::find(given.begin(), given.end(), place.file) != given.end())
        replaced[place.file] = object;
      else
        front.push_back(object);
    }
    std::vector<std::string> arguments = words(replaced, front);
    arguments.insert(arguments.end(),
                     {around.library, "-lm", "-pthread", "-o", temporary.str().str()});
    const LinkResult result = link(std::move(arguments), "parallel");
    const std::string difference =
        result.status == exitDone ? differenceBut(objects, result.trace) : "of the error above";
    if (difference.empty() && !fs::rename(temporary, command.program()))
      return true;
    (void)fs::remove(temporary);
    failed.messages += result.messages;
    if (!difference.empty())
      failed.cause = difference;
    return false;
  }

  /// What the linker has taken now and not before, or the other way round, but for the changed
  /// units, or that what it has taken in addition uses or defines names of the units. "": nothing.
  std::string differenceBut(const ParallelObjects &objects, const std::string &trace) const {
    static constexpr const char *others = "the linker takes other objects with Kasuri's runtime";
    auto found = readTrace(trace);
    if (!found)
      return others;
    std::set<LinkedPlace> now;
    for (const LinkedUnit &unit : found->units)
      now.insert(unit.place);
    for (const UnseenObject &object : found->unseen)
      now.insert(object.place);
    for (size_t i = 0; i < inputs.units.size(); ++i) {
      const auto changed = objects.fileOf.find(i);
      if (now.erase(inputs.units[i].place) != (changed == objects.fileOf.end() ? 1 : 0))
        return others;
      if (changed != objects.fileOf.end())
        now.erase({changed->second});
    }
    for (const UnseenObject &object : inputs.unseen)
      if (now.erase(object.place) == 0)
        return others;
    std::erase_if(found->unseen,
                  [&](const UnseenObject &object) { return !now.contains(object.place); });
    found->units = inputs.units;
    const std::string name = nameUsedOutside(*found, {});
    if (!name.empty())
      return "it defines '" + name + "', which Kasuri's runtime calls";
    return replacesLibrary(*found) ? others : "";
  }
};

} // namespace

int linkProgram(const CcCommand &command, const Surroundings &around, const std::string &scratch) {
  return Link(command, around, scratch).run();
}

} // namespace kasuri
