// The user's annotations as the preprocessor sees them; internal to the frontend.
#pragma once

#include "model/Annotation.h"
#include "support/ClangHeaders.h"

#include <optional>
#include <string>
#include <vector>

namespace kasuri {

/// `#pragma kasuri ...`, or the `_Pragma` that a macro of annotations.h makes.
struct PragmaText {
  Annotation::Kind kind = Annotation::Kind::Independent;
  std::vector<std::string> names; ///< of variables
  std::string operation;          ///< as Annotation::operation
  double number = 0;              ///< as Annotation::number
  std::string text;
  clang::SourceLocation location;
  clang::SourceLocation next; ///< of the token behind it; invalid: none
  bool isAttached = false;    ///< something begins there that it may be about
};

struct PragmaTexts {
  std::vector<PragmaText> all; ///< in the order of the source
  /// What could not be understood.
  std::vector<std::pair<clang::SourceLocation, std::string>> problems;
};

/// Parses a unit, and notes its annotations; nullptr: it has errors, and they were printed.
std::unique_ptr<clang::ASTUnit> loadUnit(std::shared_ptr<clang::CompilerInvocation> invocation,
                                         std::shared_ptr<clang::PCHContainerOperations> containers,
                                         const std::shared_ptr<clang::DiagnosticOptions> &options,
                                         clang::DiagnosticConsumer *consumer, PragmaTexts &pragmas);

/// It stands in front of loops, and of blocks; or else of functions.
bool isForLoops(Annotation::Kind kind);
bool isForBlocks(Annotation::Kind kind);
/// "a loop or a block"
std::string placeOf(Annotation::Kind kind);

} // namespace kasuri
