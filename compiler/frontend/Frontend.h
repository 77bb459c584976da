// From C sources to the Program: parses each translation unit with Clang and lowers it.
//
// The only place that reads meaning from the AST. It keeps the ASTs alive beside the Program,
// because emission rewrites the original text and needs to know which statement a region came from.
#pragma once

#include "model/Program.h"
#include "model/Target.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>

namespace clang {
class ASTUnit;
class FunctionDecl;
class Stmt;
class VarDecl;
} // namespace clang

namespace kasuri {

/// What to compile: one entry per translation unit.
struct SourceInput {
  std::string path;                   ///< as given by the user
  std::vector<std::string> arguments; ///< compiler flags for it, without the file and the compiler
  std::string directory;              ///< where to run; "" is the current one
  /// The text that the compiler's preprocessor has made of it, line markers included; places are
  /// those that the markers name, and there need be no file. Without: the file is read.
  std::optional<std::string> preprocessed = std::nullopt;
};

/// The parsed sources. Maps have entries for regions and objects that come from source text.
struct ParsedSources {
  std::vector<std::unique_ptr<clang::ASTUnit>> units;  ///< in the order of the inputs
  std::vector<bool> isPreprocessed;                    ///< by unit
  std::map<RegionId, const clang::Stmt *> statementOf; ///< statements, loops, branches, sequences
  std::map<ObjectId, const clang::VarDecl *> variableOf;
  std::map<FunctionId, const clang::FunctionDecl *> functionOf;
  std::map<FunctionId, size_t> unitOf;                       ///< index into `units`
  std::map<RegionId, std::pair<unsigned, unsigned>> wrapped; ///< arms: bytes of the main file
  std::map<ValueId, const clang::Stmt *> expressionOf;       ///< Load, Store, Call: the expression

  ParsedSources();
  ParsedSources(ParsedSources &&) noexcept;
  ParsedSources &operator=(ParsedSources &&) noexcept;
  ~ParsedSources();
};

struct FrontendResult {
  Program program;
  Target target; ///< of the first translation unit
  ParsedSources sources;
};

/// What the first unit's compiler has defined the macros as: their tokens; "": not, or as nothing.
std::map<std::string, std::string> macrosOf(const ParsedSources &sources,
                                            const std::vector<std::string> &names);

/// Parses and lowers. Diagnostics of Clang go to stderr as Clang prints them; nothing when a source
/// has errors (they have been printed).
/// `isNamedOutside` is Program::isNamedOutside; functions of more than `mostParts` statements and
/// expressions are too large for the analyses.
std::optional<FrontendResult> buildProgram(const std::vector<SourceInput> &inputs,
                                           bool isNamedOutside = false,
                                           size_t mostParts = SIZE_MAX);

/// True if Clang takes the source; its diagnostics go to stderr.
bool isUnderstood(const SourceInput &input);

} // namespace kasuri
