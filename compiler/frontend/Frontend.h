// From C sources to the Program: parses each translation unit with Clang and lowers it.
//
// The only place that reads meaning from the AST. It keeps the ASTs alive beside the Program,
// because emission rewrites the original text and needs to know which statement a region came from.
#pragma once

#include "model/Program.h"
#include "model/Target.h"

#include <cstdint>
#include <functional>
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

struct LoopHead;

/// Of sources, by path.
using SourceTexts = std::map<std::string, std::string>;

/// What to compile: one entry per translation unit.
struct SourceInput {
  std::string path;                   ///< as given by the user
  std::vector<std::string> arguments; ///< compiler flags for it, without the file and the compiler
  std::string directory;              ///< where to run; "" is the current one
  /// The text that the compiler's preprocessor has made of it, line markers included; places are
  /// those that the markers name, and there need be no file. Without: the file is read.
  std::optional<std::string> preprocessed = std::nullopt;
  /// Text that Kasuri has made of the file's (reorder). Places are those that its line directives
  /// name.
  std::optional<std::string> reordered = std::nullopt;
  /// In place of the file's text: what an editor has, or `--fix` tries.
  std::optional<std::string> edited = std::nullopt;
  /// As the compiler behind gets the flags, which Clang need not know.
  std::vector<std::string> compilerArguments = {};
  std::string unmodeled = {}; ///< why Clang does not see what is compiled; "": it does

  bool hasLineDirectives() const { return preprocessed || reordered; }
};

/// Does the compiler that will compile the program take the source?
using CompilerCheck = std::function<bool(const SourceInput &)>;

struct FrontendOptions {
  bool isNamedOutside = false;                         ///< Program::isNamedOutside
  FloatingOrder floatingOrder = FloatingOrder::Source; ///< Program::floatingOrder
  size_t maxParts = SIZE_MAX; ///< functions of more statements and expressions are too large
  CompilerCheck compilerTakes =
      {}; ///< asked about what Clang does not take; empty: it is not known
};

/// The parsed sources. Maps have entries for regions and objects that come from source text.
struct ParsedSources {
  std::vector<std::unique_ptr<clang::ASTUnit>> units;  ///< in the order of the inputs
  std::vector<bool> hasLineDirectives;                 ///< by unit: its places are theirs
  std::vector<bool> hasFunctionOptions;                ///< by unit: see UnitTraits.h
  std::map<RegionId, const clang::Stmt *> statementOf; ///< statements, loops, branches, sequences
  std::map<ObjectId, const clang::VarDecl *> variableOf;
  std::map<FunctionId, const clang::FunctionDecl *> functionOf;
  std::map<FunctionId, size_t> unitOf;                        ///< index into `units`
  std::map<RegionId, std::pair<unsigned, unsigned>> wrapped;  ///< arms: bytes of the main file
  std::map<ValueId, const clang::Stmt *> expressionOf;        ///< Load, Store, Call: the expression
  std::map<RegionId, std::shared_ptr<const LoopHead>> headOf; ///< of loops

  ParsedSources();
  ParsedSources(ParsedSources &&) noexcept;
  ParsedSources &operator=(ParsedSources &&) noexcept;
  ~ParsedSources();
};

/// A source that the compiler takes and that cannot be analyzed. It is no part of the program.
struct ForeignSource {
  size_t input; ///< its position
  std::string warning;
};

struct FrontendResult {
  Program program;
  Target target; ///< of the first translation unit
  ParsedSources sources;
  std::vector<ForeignSource> foreign; ///< in order; with any, the program is named outside
  /// Functions that a linker would refuse, with their second definition.
  std::vector<std::pair<FunctionId, FunctionId>> redefined;
};

/// What the first unit's compiler has defined the macros as: their tokens; "": not, or as nothing.
std::map<std::string, std::string> macrosOf(const ParsedSources &sources,
                                            const std::vector<std::string> &names);

/// Parses and lowers. Diagnostics of Clang go to stderr as Clang prints them; nothing when a source
/// has errors (they have been printed).
std::optional<FrontendResult> buildProgram(std::vector<SourceInput> inputs,
                                           const FrontendOptions &options = {});

/// True if Clang takes the preprocessed source; its diagnostics go to stderr.
bool isUnderstood(const SourceInput &input);

} // namespace kasuri
