#include "driver/CompilerBehind.h"

#include "analysis/library/LibraryFunctions.h"
#include "driver/Exit.h"
#include "driver/cc/ObjectSection.h"
#include "driver/cc/Processes.h"
#include "driver/contraction/AssemblyLines.h"
#include "driver/contraction/DumpedParts.h"
#include "driver/contraction/DumpedSums.h"
#include "driver/inputs/CompilerWords.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace kasuri {

namespace {

/// A file with a text, which is removed with it.
struct TemporaryText {
  std::string path; ///< "": it could not be written

  explicit TemporaryText(const std::string &text = "") {
    llvm::SmallString<128> made;
    if (llvm::sys::fs::createTemporaryFile("kasuri", "txt", made))
      return;
    std::error_code error;
    llvm::raw_fd_ostream(made, error) << text;
    if (error)
      (void)llvm::sys::fs::remove(made);
    else
      path = made.str().str();
  }
  TemporaryText(const TemporaryText &) = delete;
  TemporaryText &operator=(const TemporaryText &) = delete;
  ~TemporaryText() {
    if (!path.empty())
      (void)llvm::sys::fs::remove(path);
  }
};

} // namespace

CompilerBehind::CompilerBehind(const CrossTarget &target) : command(target.compiler) {
  if (command.empty())
    command = compilerWords();
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

static std::optional<DumpedForms> formsIn(const std::string &dump) {
  return dump.empty() ? std::nullopt : std::optional(sumFormsIn(dump));
}

std::optional<CompilerAccount> CompilerBehind::account(const SourceInput &input) const {
  std::optional<Listing> made;
  if (!input.preprocessed)
    made = listing(input, "c", input.path);
  else if (const TemporaryText source(*input.preprocessed); !source.path.empty())
    made = listing(input, "cpp-output", source.path);
  if (!made)
    return std::nullopt;
  return CompilerAccount{{lineProductsIn(made->assembly, input.path), fusedSumsIn(made->dump),
                          fusedPartsIn(made->dump)},
                         formsIn(made->dump)};
}

std::optional<DumpedForms> CompilerBehind::formsOf(SourceInput input,
                                                   const std::string &text) const {
  const TemporaryText source(text);
  const llvm::StringRef folder = llvm::sys::path::parent_path(input.path);
  input.compilerArguments.insert(input.compilerArguments.end(),
                                 {"-iquote", folder.empty() ? "." : folder.str()});
  const auto made = source.path.empty() ? std::nullopt : listing(input, "c", source.path);
  return made ? formsIn(made->dump) : std::nullopt;
}

std::optional<CompilerBehind::Listing> CompilerBehind::listing(const SourceInput &input,
                                                               const std::string &language,
                                                               const std::string &file) const {
  const TemporaryText assembly, dump;
  if (assembly.path.empty() || dump.path.empty())
    return std::nullopt;
  SourceInput quiet = input;
  quiet.compilerArguments = withoutFiles(input.compilerArguments);
  const std::vector<std::string> words = {"-g1", "-S", "-o", assembly.path, "-x", language, file};
  std::vector<std::string> withDump = words;
  withDump.push_back("-fdump-tree-optimized-lineno=" + dump.path);
  // Compilers other than GCC have no such dump.
  const bool tells = compiles(quiet, withDump);
  if (!tells && !compiles(quiet, words))
    return std::nullopt;
  return Listing{contentsOf(assembly.path), tells ? contentsOf(dump.path) : ""};
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
