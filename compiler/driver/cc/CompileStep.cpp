#include "driver/cc/CompileStep.h"

#include "driver/Exit.h"
#include "driver/Outputs.h"
#include "driver/cc/ObjectSection.h"
#include "driver/cc/Processes.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <optional>

namespace kasuri {
namespace {

using Role = CcArgument::Role;
namespace path = llvm::sys::path;

std::vector<std::string> joined(std::vector<std::string> words,
                                const std::vector<std::string> &more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// The source's text behind the preprocessor of the compiler, made while something else is done.
class Preprocessing {
public:
  /// As `cc -E` with the command's flags and with annotations: no macros (-g3), and no second
  /// warning. What is preprocessed already is read.
  Preprocessing(const CcCommand &command, const std::vector<std::string> &compiler,
                const std::string &source, const std::string &scratch)
      : file(path::extension(source) == ".i" ? source : scratch) {
    if (file != source)
      process =
          startCommand(joined(joined(compiler, command.words({Role::Meaning, Role::Preprocessing})),
                              {"-D__KASURI__=1", "-g0", "-w", "-E", source, "-o", file}),
                       {.messagesFile = "/dev/null"});
  }

  /// "" if that has failed.
  std::string finish() const {
    return !process || finishCommand(*process) == exitDone ? contentsOf(file) : "";
  }

private:
  std::string file;
  std::optional<int> process;
};

std::string currentDirectory() {
  llvm::SmallString<256> here;
  return llvm::sys::fs::current_path(here) ? "" : here.str().str();
}

void addSection(const CcCommand &command, const std::vector<std::string> &compiler,
                const std::string &source, const std::string &object, std::string text) {
  const std::string directory = currentDirectory();
  if (text.empty() || directory.empty() || !llvm::sys::fs::is_regular_file(object))
    return;
  const auto bytes =
      withSection(contentsOf(object),
                  {directory, source, compiler, command.words({Role::Meaning}), std::move(text)});
  if (!bytes)
    return;
  Outputs outputs;
  outputs.add(object, *bytes);
  (void)outputs.commit(); // or it stays as it is
}

/// Where cc writes the object of a source without -o.
std::string objectOf(const std::string &source) { return (path::stem(source) + ".o").str(); }

} // namespace

int compileObjects(const CcCommand &command, const std::vector<std::string> &compiler,
                   const std::string &scratch) {
  const std::vector<std::string> sources = command.sources();
  const int compiling = startCommand(joined(compiler, command.plainArguments));
  std::vector<Preprocessing> running;
  for (size_t i = 0; i < sources.size(); ++i)
    running.emplace_back(command, compiler, sources[i], scratch + "/" + std::to_string(i));
  const int status = finishCommand(compiling);
  for (size_t i = 0; i < sources.size(); ++i)
    if (std::string text = running[i].finish(); status == exitDone)
      addSection(command, compiler, sources[i],
                 command.output.empty() ? objectOf(sources[i]) : command.output, std::move(text));
  return status;
}

int compileObject(const CcCommand &command, const std::vector<std::string> &compiler,
                  const std::string &source, const std::string &object,
                  const std::string &scratch) {
  const Preprocessing preprocessing(command, compiler, source, scratch + "/text");
  const int status = runCommand(
      joined(joined(compiler, command.words({Role::Meaning, Role::Preprocessing, Role::Warning})),
             {"-c", source, "-o", object}));
  if (std::string text = preprocessing.finish(); status == exitDone)
    addSection(command, compiler, source, object, std::move(text));
  return status;
}

} // namespace kasuri
