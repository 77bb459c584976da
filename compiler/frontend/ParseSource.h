// Parsing one source with Clang, by the rules of the compiler that will compile it.
//
//     main(c, v) char **v; { long n = v; return strcmp(v[1], "x"); }
//
// GCC 12 compiles this with warnings, and Clang 22 ends with errors. The C is what both say it is:
// what has no type is an int, an undeclared function returns one (if it is none of the library's,
// whose types both know), and a pointer is converted as by a cast. So where the compiler takes the
// source, Clang's errors of this kind are warnings. Not a builtin that only the compiler has: what
// it does and returns is unknown.
//
// A source that the compiler takes and Clang cannot parse at all (nested functions), or whose
// options Clang does not follow, is not analyzed. Whoever compiles the program takes it as it is.
#pragma once

#include "frontend/Annotations.h"
#include "frontend/Frontend.h"

namespace kasuri {

struct ParsedSource {
  std::unique_ptr<clang::ASTUnit> unit; ///< nullptr: it has errors, or cannot be analyzed
  std::string whyForeign; ///< warning for the user: the compiler takes it; "": errors were printed
};

/// Diagnostics go to stderr. `resources`: Clang's headers.
ParsedSource parseSource(const SourceInput &input, const std::string &resources,
                         const CompilerCheck &compilerTakes, PragmaTexts &pragmas);

/// By the rules of the compiler, and without any diagnostic; nullptr where there are errors.
std::unique_ptr<clang::ASTUnit> parseQuietly(const SourceInput &input);

} // namespace kasuri
