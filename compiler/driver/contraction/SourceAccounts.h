// The compiler's accounts of the sources, and of texts in their place.
#pragma once

#include "driver/CompilerBehind.h"

namespace kasuri {

/// Of the units' sources, as the user compiles them, each asked for once.
class SourceAccounts {
public:
  SourceAccounts(std::vector<SourceInput> units, CompilerBehind compiler)
      : units(std::move(units)), compiler(std::move(compiler)) {}

  /// Nothing if the compiler does not take the source.
  const std::optional<CompilerAccount> &of(size_t unit);
  /// Of another text in the place of the unit's.
  std::optional<DumpedForms> formsOf(size_t unit, const std::string &text, bool isOpenMp) const;
  /// A file as the compiler names it; "": the unit's own.
  std::string fileOf(size_t unit, const std::string &named) const;

private:
  std::vector<SourceInput> units;
  CompilerBehind compiler;
  std::map<size_t, std::optional<CompilerAccount>> known;
};

} // namespace kasuri
