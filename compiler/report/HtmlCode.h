// C text with colors, as HTML.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace kasuri {

/// Keywords, numbers, strings, comments and directives are in elements with a class of one letter
/// (k, n, t, c, d).
std::string codeHtml(llvm::StringRef text);

/// The same by lines, as SourceLines has them. Of a long line, at most `longest` bytes.
std::vector<std::string> codeLines(llvm::StringRef text, size_t longest);

/// Two texts beside each other. `before` and `after` are C.
std::string besideHtml(llvm::StringRef before, llvm::StringRef after);

} // namespace kasuri
