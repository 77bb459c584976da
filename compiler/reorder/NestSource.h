// A nest, and the source that it is in; internal to reordering.
#pragma once

#include "analysis/affine/AffineNest.h"
#include "frontend/Frontend.h"
#include "movability/text/SourceText.h"

namespace kasuri {

const std::string &pathOf(const Program &program, FunctionId function);
/// With its semicolon; nothing if it is a part of what a macro expands to, whose text has more.
std::optional<TextRange> wholeRange(const SourceText &text, const clang::Stmt *statement);
/// As much space as stands in front of the offset on its line.
std::string paddingAt(const SourceText &text, unsigned offset);

struct NestSource {
  const Program &program;
  const ParsedSources &sources;
  const SourceText &text;
  const AffineNest &nest;

  FunctionId function() const { return program[nest.loop].function; }
  clang::ASTContext &context() const;
  /// Null: it has no text of its own.
  const clang::Stmt *statementOf(RegionId region) const;
  /// Of which some may be null.
  std::vector<const clang::Stmt *> statementsOf(const AffineStatement &statement) const;
  std::optional<TextRange> rangeOf(const AffineStatement &statement) const;
  std::optional<TextRange> rangeOf(const clang::Stmt *statement) const {
    return wholeRange(text, statement);
  }
  std::string lineAt(unsigned offset) const; ///< a `#line`
  std::string padding(unsigned offset) const { return paddingAt(text, offset); }
  /// The bytes of exactly this expression, where a change to it changes nothing else.
  std::optional<TextRange> rangeOf(const clang::Expr *expression) const;
  /// The source gives the word another meaning, perhaps in places.
  bool isMacro(llvm::StringRef word) const;
  /// No other variable of the function has its name: it means this one everywhere.
  bool meansOne(ObjectId variable) const;
  /// The name, or one made from it, that is no word of the source.
  std::string fresh(std::string name) const;
};

} // namespace kasuri
