#include "driver/cc/ClangFlags.h"

#include "clang/Options/Options.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

namespace kasuri {

std::vector<std::string> knownToClang(const std::vector<std::string> &flags) {
  std::vector<const char *> words;
  for (const std::string &flag : flags)
    words.push_back(flag.c_str());
  unsigned missingIndex = 0, missingCount = 0;
  const llvm::opt::InputArgList parsed = clang::getDriverOptTable().ParseArgs(
      words, missingIndex, missingCount, llvm::opt::Visibility(clang::options::ClangOption));
  std::vector<std::string> known;
  for (const llvm::opt::Arg *argument : parsed) {
    const bool isOption = argument->getOption().getKind() != llvm::opt::Option::UnknownClass &&
                          argument->getOption().getKind() != llvm::opt::Option::InputClass;
    llvm::opt::ArgStringList rendered;
    if (isOption && !llvm::StringRef(argument->getSpelling()).starts_with("-Wa,"))
      argument->render(parsed, rendered);
    known.insert(known.end(), rendered.begin(), rendered.end());
  }
  return known;
}

} // namespace kasuri
