#include "driver/CompilerBehind.h"

#include "analysis/library/LibraryFunctions.h"
#include "driver/AssemblyLines.h"
#include "driver/DumpedSums.h"
#include "driver/Exit.h"
#include "driver/cc/ObjectSection.h"
#include "driver/cc/Processes.h"
#include "driver/inputs/CompilerWords.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

namespace kasuri {

CompilerBehind::CompilerBehind(const CrossTarget &target) : command(target.compiler) {
  const std::string wanted = wantedCompiler();
  if (command.empty())
    command = {wanted.empty() ? "cc" : wanted};
}

bool CompilerBehind::compiles(const SourceInput &input,
                              const std::vector<std::string> &more) const {
  std::vector<std::string> words = command;
  words.insert(words.end(), input.compilerArguments.begin(), input.compilerArguments.end());
  words.insert(words.end(), more.begin(), more.end());
  return runCommand(words, {.directory = input.directory,
                            .outputFile = "/dev/null",
                            .messagesFile = "/dev/null"}) == exitDone;
}

std::optional<CompiledSums> CompilerBehind::sums(const SourceInput &input) const {
  llvm::SmallString<128> assembly, dump, source;
  if (llvm::sys::fs::createTemporaryFile("kasuri", "s", assembly) ||
      llvm::sys::fs::createTemporaryFile("kasuri", "dump", dump) ||
      llvm::sys::fs::createTemporaryFile("kasuri", "i", source))
    return std::nullopt;
  const llvm::FileRemover removeAssembly(assembly), removeDump(dump), removeSource(source);
  std::error_code error;
  llvm::raw_fd_ostream(source, error) << input.preprocessed.value_or("");
  if (error)
    return std::nullopt;
  SourceInput quiet = input;
  quiet.compilerArguments = withoutFiles(input.compilerArguments);
  const std::vector<std::string> words = {"-g1",
                                          "-S",
                                          "-o",
                                          assembly.str().str(),
                                          "-x",
                                          input.preprocessed ? "cpp-output" : "c",
                                          input.preprocessed ? source.str().str() : input.path};
  std::vector<std::string> withDump = words;
  withDump.push_back("-fdump-tree-optimized-lineno=" + dump.str().str());
  // Compilers other than GCC have no such dump.
  if (!compiles(quiet, withDump) && !compiles(quiet, words))
    return std::nullopt;
  return CompiledSums{lineProductsIn(contentsOf(assembly.str().str()), input.path),
                      fusedSumsIn(contentsOf(dump.str().str()))};
}

bool CompilerBehind::takes(const SourceInput &input) {
  llvm::SmallString<128> object;
  if (llvm::sys::fs::createTemporaryFile("kasuri", "o", object))
    return false;
  const llvm::FileRemover remover(object);
  if (!compiles(input, {"-c", "-o", object.str().str(), "-x", "c", input.path}))
    return false;
  if (const auto names = namesOf(contentsOf(object.str().str())))
    for (const std::string &name : names->defined)
      if (findLibraryFunction(name))
        replaced = name;
  return true;
}

} // namespace kasuri
