// A loop as it is written: its text by byte offsets of the main file, and the names in it.
#pragma once

#include "fixits/FixIt.h"
#include "frontend/Frontend.h"
#include "support/ClangHeaders.h"

#include <optional>
#include <set>

namespace kasuri {

/// How code uses the variables that it names.
struct NameUses {
  struct Use {
    const clang::DeclRefExpr *reference;
    bool isLoad = false;  ///< its value is read
    bool isStore = false; ///< it is assigned, incremented or decremented
  };
  std::map<const clang::VarDecl *, std::vector<Use>> variables;
  std::vector<const clang::CallExpr *> calls;
  std::vector<const clang::ArraySubscriptExpr *> subscripts;
  std::vector<const clang::VarDecl *> declared;
  std::map<const clang::Stmt *, const clang::DeclStmt *> declarations; ///< by themselves
  std::set<const clang::Stmt *> inCompound; ///< statements that stand in a block
  bool hasJumps = false;                    ///< goto, a label, a case or assembly

  const std::vector<Use> &of(const clang::VarDecl *variable) const;
};

NameUses usesIn(const clang::Stmt *statement);
/// Of all functions and initializers of the unit.
NameUses usesIn(clang::ASTUnit &unit);

class LoopSource {
public:
  clang::ASTUnit &unit;
  const clang::Stmt *loop;
  const clang::FunctionDecl *function;
  FileId file;
  size_t begin = 0, end = 0; ///< of the loop, its last semicolon included
  NameUses inLoop, inFunction;

  /// Nothing where the loop is not written in the main file, outside of macros.
  static std::optional<LoopSource> make(const Program &program, const ParsedSources &sources,
                                        RegionId loop);

  const clang::Stmt *body() const;
  /// The byte of the main file at which the token is written; nothing for macros and headers.
  std::optional<size_t> offsetOf(clang::SourceLocation location) const;
  /// The same, behind the token.
  std::optional<size_t> endOf(clang::SourceLocation location) const;
  /// The same, behind a semicolon that follows.
  std::optional<size_t> endWithSemicolon(clang::SourceLocation location) const;
  llvm::StringRef buffer() const;
  /// White space before the first token of the line.
  std::string indentationAt(size_t offset) const;
  bool isFirstInLine(size_t offset) const;
  FileEdit edit(size_t offset, size_t length, std::string text) const;
  /// A statement in front of the loop.
  FileEdit before(const std::string &text) const;

  /// A variable that the loop names and does not declare; nullptr: none, or several.
  const clang::VarDecl *variable(llvm::StringRef name) const;
  /// No name in the unit.
  bool isFree(const std::string &name) const;
  bool isC99() const { return unit.getLangOpts().C99; }

private:
  LoopSource(clang::ASTUnit &unit, const clang::Stmt *loop, const clang::FunctionDecl *function,
             FileId file)
      : unit(unit), loop(loop), function(function), file(file) {}

  SourceLocation placeOf(size_t offset) const;
};

/// What deals with an obstacle.
struct Mend {
  std::string title;
  bool isPromise = true;
  std::vector<FileEdit> edits;
};

} // namespace kasuri
