#include "driver/contraction/SourceAccounts.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace kasuri {

const std::optional<CompilerAccount> &SourceAccounts::of(size_t unit) {
  const auto [its, isNew] = known.try_emplace(unit);
  if (isNew)
    its->second = compiler.account(units[unit]);
  return its->second;
}

std::optional<DumpedForms> SourceAccounts::formsOf(size_t unit, const std::string &text,
                                                   bool isOpenMp) const {
  SourceInput input = units[unit];
  if (isOpenMp)
    input.compilerArguments.push_back("-fopenmp");
  return compiler.formsOf(std::move(input), text);
}

std::string SourceAccounts::fileOf(size_t unit, const std::string &named) const {
  const SourceInput &input = units[unit];
  if (named.empty())
    return "?";
  if (named == input.path)
    return "";
  llvm::SmallString<256> absolute(named), real;
  if (!input.directory.empty())
    llvm::sys::path::make_absolute(input.directory, absolute);
  return llvm::sys::fs::real_path(absolute, real) ? named : real.str().str();
}

} // namespace kasuri
