#include "driver/lsp/ProgramOf.h"

#include "driver/inputs/CompileCommands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace kasuri {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr size_t mostSources = 200; ///< of a project that is analyzed as a whole

} // namespace

std::string findDatabase(const std::string &file) {
  for (llvm::StringRef folder = path::parent_path(file); !folder.empty();
       folder = path::parent_path(folder))
    for (const char *below : {"", "build"}) {
      llvm::SmallString<256> found(folder);
      path::append(found, below);
      llvm::SmallString<256> database = found;
      path::append(database, "compile_commands.json");
      if (fs::exists(database))
        return found.str().str();
    }
  return "";
}

ProgramWords aloneWords(const std::string &file, const std::string &database) {
  const bool isListed =
      !database.empty() && readCompileCommands(database, {file}, {}).problem.empty();
  return {isListed ? std::vector<std::string>{"-p", database, file} : std::vector{file}, true};
}

ProgramWords programOf(const std::string &file, const std::string &database) {
  const CompileCommands commands =
      database.empty() ? CompileCommands() : readCompileCommands(database, {}, {});
  for (const ProgramInputs &program : commands.programs) {
    std::vector<std::string> sources;
    for (const SourceInput &each : program.inputs)
      if (std::string source = absolutePath(each.directory, each.path); fs::exists(source))
        sources.push_back(std::move(source));
    if (!llvm::is_contained(sources, file) || sources.size() > mostSources)
      continue;
    ProgramWords found{{"-p", database}, sources.size() == 1};
    found.words.insert(found.words.end(), sources.begin(), sources.end());
    return found;
  }
  return aloneWords(file, database);
}

} // namespace kasuri
