#include "driver/cc/WholeProgram.h"

#include "cost/TargetCost.h"
#include "driver/Exit.h"
#include "driver/Options.h"
#include "driver/Pipeline.h"
#include "driver/cc/Processes.h"
#include "driver/inputs/GccOptions.h"
#include "report/JsonParts.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace kasuri {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

class WholeProgram {
public:
  WholeProgram(LinkInputs &inputs, const WholeProgramContext &context)
      : inputs(inputs), command(context.command), around(context.around), context(context) {}

  std::variant<ParallelTexts, std::string> run() {
    std::string messages;
    for (const bool isSecond : {false, true}) {
      if (inputs.units.empty())
        return ParallelTexts();
      const Options given = options();
      const CacheKey key = keyOf(given);
      // A report is not among what is cached.
      if (auto known = given.reportDirectory.empty() ? context.cache.get(key) : std::nullopt)
        return unpack(*known);
      const int status = runInChild(log(), [&] { return compile(given, around.installation); });
      if (status == exitDone)
        return keep(key, given);
      messages = contentsOf(log());
      if (isSecond || status != exitInput || !hideForeign())
        break;
    }
    return messages;
  }

private:
  LinkInputs &inputs;
  const CcCommand &command;
  const Surroundings &around;
  const WholeProgramContext &context;

  std::string log() const { return context.scratch + "/pipeline.txt"; }

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
    FlagsForClang known = flagsForClang(source.flags, /*isPreprocessed=*/true);
    input.unmodeled = std::move(known.unmodeled);
    const std::vector<std::string> flags = knownToClang(known.flags);
    input.arguments.insert(input.arguments.end(), flags.begin(), flags.end());
    input.arguments.emplace_back("-w");
    return input;
  }

  Options options() const {
    Options result;
    for (size_t i = 0; i < inputs.units.size(); ++i) {
      result.inputs.push_back(sourceInput(inputs.units[i].source));
      result.outputPaths.push_back(context.scratch + "/unit" + std::to_string(i) + ".c");
    }
    result.isNamedOutside = isNamedOutside(inputs, context.shownNames);
    result.profiles = context.profiles;
    result.target = around.target;
    result.machine = around.machine;
    result.machineIsHost = around.machineIsHost;
    result.cores = defaultCores(around.machine);
    result.loopProfile = command.loopProfile;
    result.assumptions = command.assumptions;
    result.floatingOrder = command.floatingOrder;
    result.remarks = command.remarks;
    result.missedRemarks = command.missedRemarks;
    result.analysisRemarks = command.analysisRemarks;
    result.quiet = !command.wantsSummary;
    result.programName = path::filename(command.program()).str();
    result.reportDirectory = command.reportDirectory;
    return result;
  }

  /// Takes what Clang does not understand for unseen; false if it understands all.
  bool hideForeign() {
    std::vector<bool> isHidden;
    for (const LinkedUnit &unit : inputs.units) {
      const int status = runInChild(
          log(), [&] { return isUnderstood(sourceInput(unit.source)) ? exitDone : exitInput; });
      isHidden.push_back(status != exitDone);
      if (isHidden.back() && !wantsNoWarnings())
        llvm::errs() << "kasuri-cc: warning: '" << unit.source.path
                     << "' is not analyzed: " << firstError(contentsOf(log())) << '\n';
    }
    hide(inputs, isHidden);
    return std::find(isHidden.begin(), isHidden.end(), true) != isHidden.end();
  }

  bool wantsNoWarnings() const {
    return llvm::is_contained(command.words({CcArgument::Role::Warning}), "-w");
  }

  static std::string firstError(const std::string &messages) {
    for (llvm::StringRef line : llvm::split(messages, '\n'))
      if (line.contains("error: "))
        return line.str();
    return "Clang crashes on it";
  }

  // Results by what they are made of.

  static std::string textOf(const Machine &machine) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::json::OStream json(stream);
    json.object([&] { writeMachine(json, machine); });
    for (const Cache &cache : machine.caches)
      stream << ' ' << cache.level << ' ' << cache.sizeBytes << ' ' << cache.lineBytes << ' '
             << cache.sharers;
    return text;
  }

  CacheKey keyOf(const Options &options) const {
    CacheKey key;
    static int anchor;
    key.addProgram(fs::getMainExecutable("kasuri-cc", &anchor));
    key.add(hostCpuName());
    key.add(textOf(options.machine));
    key.add(around.target.compiler);
    key.add(around.target.triple);
    key.add(options.programName);
    for (const std::string &profile : command.profiles)
      key.add(contentsOf(profile));
    std::string choices;
    for (const bool each :
         {options.machineIsHost, options.isNamedOutside, options.assumptions.assertionsHold,
          options.assumptions.inputIsHandled, options.assumptions.exitsAreFit, options.remarks,
          options.missedRemarks, options.analysisRemarks, options.quiet})
      choices += each ? '1' : '0';
    choices += static_cast<char>('0' + static_cast<int>(options.floatingOrder));
    key.add(choices);
    key.add(options.loopProfile);
    for (const SourceInput &input : options.inputs) {
      key.add(input.path);
      key.add(input.directory);
      key.add(input.arguments);
      key.add(input.unmodeled);
      key.add(*input.preprocessed);
    }
    return key;
  }

  ParallelTexts keep(const CacheKey &key, const Options &options) const {
    ParallelTexts result;
    result.remarks = contentsOf(log());
    std::vector<std::string> parts = {result.remarks};
    for (size_t i = 0; i < inputs.units.size(); ++i)
      if (std::string text = contentsOf(options.outputPaths[i]);
          text != inputs.units[i].source.text) {
        parts.push_back(std::to_string(i));
        parts.push_back(text);
        result.textOf.emplace(i, std::move(text));
      }
    context.cache.put(key, packTexts(parts));
    return result;
  }

  ParallelTexts unpack(const std::string &packed) const {
    ParallelTexts result;
    std::vector<std::string> parts = unpackTexts(packed);
    result.remarks = parts.front();
    for (size_t i = 1; i + 1 < parts.size(); i += 2)
      result.textOf.emplace(std::stoul(parts[i]), std::move(parts[i + 1]));
    return result;
  }
};

} // namespace

std::variant<ParallelTexts, std::string> parallelise(LinkInputs &inputs,
                                                     const WholeProgramContext &context) {
  return WholeProgram(inputs, context).run();
}

} // namespace kasuri
