// Keeps macros of the source away from what is printed between its own text.
#pragma once

#include "movability/text/Marks.h"

#include "llvm/ADT/StringRef.h"

#include <functional>
#include <string>

namespace kasuri {

/// Is this a macro of the source? `isCalled`: a parenthesis follows.
using MacroTest = std::function<bool(llvm::StringRef name, bool isCalled)>;

/// The printed text without marks. Where the source may have a macro of a name that stands outside
/// of its own text, the macro is put aside meanwhile.
std::string hideMacros(llvm::StringRef printed, const MacroTest &isMacro);

} // namespace kasuri
