#include "driver/CompilerBehind.h"

#include "analysis/library/LibraryFunctions.h"
#include "driver/Exit.h"
#include "driver/cc/ObjectSection.h"
#include "driver/cc/Processes.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"

namespace kasuri {

CompilerBehind::CompilerBehind(const CrossTarget &target) : command(target.compiler) {
  const std::string wanted = wantedCompiler();
  if (command.empty())
    command = {wanted.empty() ? "cc" : wanted};
}

bool CompilerBehind::takes(const SourceInput &input) {
  llvm::SmallString<128> object;
  if (llvm::sys::fs::createTemporaryFile("kasuri", "o", object))
    return false;
  const llvm::FileRemover remover(object);
  std::vector<std::string> words = command;
  words.insert(words.end(), input.compilerArguments.begin(), input.compilerArguments.end());
  words.insert(words.end(), {"-c", "-o", object.str().str(), "-x", "c", input.path});
  if (runCommand(words, {.directory = input.directory,
                         .outputFile = "/dev/null",
                         .messagesFile = "/dev/null"}) != exitDone)
    return false;
  if (const auto names = namesOf(contentsOf(object.str().str())))
    for (const std::string &name : names->defined)
      if (findLibraryFunction(name))
        replaced = name;
  return true;
}

} // namespace kasuri
