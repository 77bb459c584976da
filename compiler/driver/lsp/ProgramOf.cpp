#include "driver/lsp/ProgramOf.h"

#include "driver/CompileCommands.h"
#include "driver/cc/Processes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

namespace kasuri {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr size_t mostSources = 200; ///< of a project that is analyzed as a whole

std::string absolute(const std::string &file, const std::string &directory) {
  llvm::SmallString<256> result(file);
  path::make_absolute(directory, result);
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return result.str().str();
}

bool definesMain(const std::string &text) {
  static const llvm::Regex form("(^|[^A-Za-z0-9_])main[ \t\r\n]*\\([^;{}]*\\)[ \t\r\n]*\\{");
  return form.match(text);
}

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

ProgramWords programOf(const std::string &file, const std::string &database,
                       const std::map<std::string, std::string> &texts) {
  const CompileCommands commands =
      database.empty() ? CompileCommands() : readCompileCommands(database, {}, {});
  std::vector<std::string> sources;
  for (const SourceInput &each : commands.inputs)
    if (std::string source = absolute(each.path, each.directory); fs::exists(source))
      sources.push_back(std::move(source));
  if (!llvm::is_contained(sources, file) || sources.size() > mostSources)
    return aloneWords(file, database);
  auto textOf = [&](const std::string &source) {
    auto open = texts.find(source);
    return open == texts.end() ? contentsOf(source) : open->second;
  };
  std::vector<std::string> mains;
  for (const std::string &each : sources)
    if (definesMain(textOf(each)))
      mains.push_back(each);
  const bool isMain = llvm::is_contained(mains, file);
  llvm::erase_if(sources, [&](const std::string &each) {
    return each != file && llvm::is_contained(mains, each) && (isMain || mains.size() > 1);
  });
  ProgramWords program{{"-p", database}, sources.size() == 1};
  program.words.insert(program.words.end(), sources.begin(), sources.end());
  return program;
}

} // namespace kasuri
