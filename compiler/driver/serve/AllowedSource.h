// A source of the page may read no file but the system's headers.
//
//     #include "/home/me/.ssh/id_ed25519"
//
// would come back as a diagnostic with the line that Clang does not understand; #embed would make
// an array of it, and after `#line 1 "notes.txt"` a remark would quote that file. So each directive
// must be one that is known to read nothing, or an #include of <header> by a plain name; branches
// of #if that are not taken are held to the same rules. An #include of a macro is refused, as its
// file is not known here; so are pragmas that name files, and a _Pragma of anything but a literal
// with a harmless one. #if may ask by __has_include for what #include may read.
//
// The source is read with Clang's own lexer, which knows all ways to write a directive: trigraphs,
// digraphs, joined lines. Where a comment or a literal ends depends on the dialect:
//
//     1'0'/*'      // C23: a number and '/*'.   C17: 1, '0' and the begin of a comment
//
// so the source is read once in each dialect, and all of them must find nothing.
//
// What is left: with `##` a source can make __has_include and learn whether a file exists.
// Confinement.h is the second wall, and does not depend on this one.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace kasuri {

struct SourceProblem {
  unsigned line, column; ///< from 1
  std::string text;
};

/// The first thing that the playground does not take.
std::optional<SourceProblem> forbiddenIn(llvm::StringRef source);

} // namespace kasuri
