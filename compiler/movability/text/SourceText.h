// The text of a translation unit's main file, by byte offsets, and where Clang's nodes stand in it.
#pragma once

#include "movability/text/Text.h"
#include "support/ClangHeaders.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kasuri {

std::string lineDirective(unsigned line, const std::string &path);

class SourceText {
public:
  explicit SourceText(clang::ASTUnit &unit);
  SourceText(const SourceText &) = delete;
  SourceText &operator=(const SourceText &) = delete;

  /// All of it.
  llvm::StringRef all() const { return buffer; }
  unsigned lineOf(unsigned offset) const;
  /// Gives what follows the line that the source gives the text at `offset`, and `path`, or what
  /// the source calls itself there.
  std::string lineDirectiveOf(unsigned offset, const std::string &path) const;
  unsigned offsetOf(clang::SourceLocation location) const;      ///< where macros are expanded
  unsigned behindBrace(const clang::CompoundStmt &block) const; ///< that it begins with
  unsigned size() const { return static_cast<unsigned>(buffer.size()); }
  std::string text(TextRange range) const;
  /// The text with these changes. Of changes to the same bytes the first counts.
  std::string text(TextRange range, std::vector<TextEdit> edits) const;

  /// The bytes of exactly this node; nothing when it is a part of a macro's expansion.
  std::optional<TextRange> exactly(clang::SourceRange range) const;
  /// A whole statement with its semicolon; nothing when its end is inside a macro.
  std::optional<TextRange> statement(const clang::Stmt *statement) const;
  /// The name that this reference is written as, if a change to it there changes only the
  /// reference: not in a macro's body, nor an argument that is made a string or pasted.
  std::optional<TextRange> name(const clang::DeclRefExpr *reference) const;
  /// Where the token at this place is written, be it the argument of a macro; nothing for one in
  /// another file.
  std::optional<unsigned> writtenAt(clang::SourceLocation location) const;

  const FileText &file() const { return made; }
  /// The definitions of macros in the range, where nothing else changes them and no condition may
  /// leave them out.
  std::optional<std::vector<MacroDefinition>> macrosDefined(TextRange range) const;
  /// Only white space is before it on its line.
  bool isAtLineStart(unsigned offset) const;
  /// The white space before it on its line; of a place further in the line, that of the line.
  std::string indentationAt(unsigned offset) const;
  /// An attribute, perhaps of a macro, precedes what is declared there.
  bool hasAttributeBefore(unsigned offset) const;
  /// The same of one in the range.
  bool hasAttribute(TextRange range) const;
  /// Does a `_Pragma` stand between the statement in front and the offset?
  bool hasPragmaOperatorBefore(unsigned offset) const;
  /// `begin`, or the first of the pragmas that stand directly before it.
  unsigned withPragmas(unsigned begin, unsigned earliest) const;

private:
  bool isMentionedBefore(unsigned offset, const std::set<llvm::StringRef> &words) const;
  clang::ASTUnit &unit;
  const clang::SourceManager &manager;
  const clang::LangOptions &options;
  std::string changed;    ///< what `buffer` is of, if it is not as Clang has it
  llvm::StringRef buffer; ///< without `#pragma kasuri`, which is not for the output's compiler
  std::vector<clang::Token> allTokens; ///< of `buffer`, without preprocessing
  std::vector<bool> isOfDirective;     ///< of each
  FileText made;

  void dropAnnotations();
  bool changesArguments(clang::SourceLocation inMacro) const;
  void readTokens();
  std::vector<Directive> directives(TextRange range) const;
  std::vector<unsigned> mentions(llvm::StringRef word) const;
  llvm::ArrayRef<clang::Token> tokens(TextRange range) const;
  bool isOrExpandsTo(llvm::StringRef identifier, const std::set<llvm::StringRef> &words,
                     std::set<llvm::StringRef> &seen) const;
};

/// Text of a source that may have comments of its own, for a comment in new text.
std::string inComment(llvm::StringRef text);

} // namespace kasuri
