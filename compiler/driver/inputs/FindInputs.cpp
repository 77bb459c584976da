#include "driver/inputs/FindInputs.h"

#include "driver/Exit.h"
#include "driver/inputs/CompileCommands.h"
#include "driver/inputs/CompilerWords.h"

#include "llvm/Support/FileSystem.h"

#include <set>

namespace kasuri {
namespace {

/// What is wrong with the sources of a program; "" if nothing.
std::string wrongSource(const std::vector<SourceInput> &inputs) {
  std::set<llvm::sys::fs::UniqueID> seen;
  for (const SourceInput &input : inputs) {
    llvm::sys::fs::file_status status;
    if (input.edited && !llvm::sys::fs::exists(input.path))
      continue; // a new one, which an editor has
    if (std::error_code error = llvm::sys::fs::status(input.path, status))
      return "cannot read '" + input.path + "': " + error.message();
    if (llvm::sys::fs::is_directory(status))
      return "cannot read '" + input.path + "': it is a directory";
    if (llvm::StringRef kind = otherKind(input.path); !kind.empty())
      return "'" + input.path + "' is " + kind.str() + "; kasuri reads C only";
    if (!seen.insert(status.getUniqueID()).second)
      return "'" + input.path + "' is given twice";
  }
  return "";
}

void addTexts(const SourceTexts &texts, std::vector<SourceInput> &inputs) {
  for (SourceInput &input : inputs)
    if (auto text = texts.find(input.path); text != texts.end())
      input.edited = text->second;
}

/// --program alone is kept; what is wrong with it, or "".
std::string chooseProgram(const InputWish &wish, std::vector<ProgramInputs> &programs) {
  const std::string names = namesOf(programs);
  if (wish.program.empty())
    return "";
  std::erase_if(programs, [&](const ProgramInputs &each) { return each.name != wish.program; });
  if (!programs.empty())
    return "";
  const std::string where = wish.buildDirectory.empty() ? "" : " in '" + wish.buildDirectory + "'";
  return "no program '" + wish.program + "'" + where +
         (names.empty() ? "; its sources make one program" : "; there are " + names);
}

std::vector<SourceInput> inputsOf(const std::vector<CompiledUnit> &units) {
  std::vector<SourceInput> inputs;
  for (const CompiledUnit &each : units)
    inputs.push_back(each.input);
  return inputs;
}

/// Those named on the command line, all with the same flags: one program, unless it matters that
/// they make several.
std::vector<ProgramInputs> namedSources(const InputWish &wish) {
  std::vector<CompiledUnit> units;
  for (const std::string &source : wish.sources)
    units.push_back({{source, wish.flags, ""}, absolutePath(".", source), ""});
  if ((wish.needsOne || !wish.program.empty()) && wrongSource(inputsOf(units)).empty())
    return findPrograms(units, {});
  return {{"", inputsOf(units)}};
}

} // namespace

std::string namesOf(const std::vector<ProgramInputs> &programs) {
  std::string names;
  for (const ProgramInputs &each : programs)
    names += (names.empty() ? "" : ", ") + each.name;
  return names;
}

std::variant<Inputs, int> findInputs(const InputWish &wish) {
  Inputs inputs;
  if (wish.buildDirectory.empty()) {
    inputs.programs = namedSources(wish);
  } else {
    auto found = readCompileCommands(wish.buildDirectory, wish.sources, wish.flags);
    if (!found.problem.empty())
      return fail(exitInput, found.problem);
    inputs = {std::move(found.programs), found.target};
  }
  if (std::string problem = chooseProgram(wish, inputs.programs); !problem.empty())
    return fail(exitInput, problem);
  for (ProgramInputs &program : inputs.programs)
    addTexts(wish.texts, program.inputs);
  for (const ProgramInputs &program : inputs.programs)
    if (std::string problem = wrongSource(program.inputs); !problem.empty())
      return fail(exitInput, problem);
  return inputs;
}

std::variant<CrossTarget, int> chooseTarget(const std::string &given, const std::string &inFlags,
                                            const Inputs &inputs) {
  std::string chosen = inFlags.empty() ? inputs.target : inFlags;
  const bool isHere = inFlags.empty() && isThisMachine(chosen);
  if (!given.empty() && !chosen.empty() && systemName(chosen) != systemName(given))
    return failUsage("--target=" + given + ", but the compiler flags are for '" + chosen + "'");
  if (!given.empty())
    return findCrossTarget(given, inputs.programs.front().inputs.front().arguments,
                           {.compiler = wantedCompiler()});
  return chosen.empty() || isHere
             ? CrossTarget()
             : findCrossTarget(chosen, inputs.programs.front().inputs.front().arguments,
                               {.compiler = wantedCompiler(), .mayLackHeaders = true});
}

} // namespace kasuri
