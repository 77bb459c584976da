// Text by offset, and the few questions about macros and directives that decide whether a piece of
// it can be copied to another place.
//
//     #define SCALE 3              the copy before the function would not see SCALE
//     for (...) a[i] = i * SCALE;
//
//     #pragma GCC unroll 4         belongs to the loop: it moves with the text it stands in front
//     of for (...) ...
//
// Directives are found by lexing without preprocessing, so those in skipped parts count too: the
// copy must be well formed for any configuration that leads to the same syntax tree.
#include "emit/SourceText.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

/// The statement that ends where this one ends.
const Stmt *lastPart(const Stmt *statement) {
  if (const auto *loop = dyn_cast<ForStmt>(statement))
    return loop->getBody();
  if (const auto *loop = dyn_cast<WhileStmt>(statement))
    return loop->getBody();
  if (const auto *branch = dyn_cast<IfStmt>(statement))
    return branch->getElse() ? branch->getElse() : branch->getThen();
  if (const auto *selection = dyn_cast<SwitchStmt>(statement))
    return selection->getBody();
  if (const auto *attributed = dyn_cast<AttributedStmt>(statement))
    return attributed->getSubStmt();
  if (const auto *label = dyn_cast<LabelStmt>(statement))
    return label->getSubStmt();
  if (const auto *label = dyn_cast<SwitchCase>(statement))
    return label->getSubStmt();
  return nullptr;
}

} // namespace

std::string lineDirective(unsigned line, const std::string &path) {
  std::string quoted;
  for (char c : path) {
    if (c == '"' || c == '\\')
      quoted += '\\';
    quoted += c;
  }
  return "#line " + std::to_string(line) + " \"" + quoted + "\"\n";
}

SourceText::SourceText(ASTUnit &unit)
    : unit(unit), manager(unit.getSourceManager()), options(unit.getASTContext().getLangOpts()),
      buffer(manager.getBufferData(manager.getMainFileID())) {
  if (buffer.contains("kasuri"))
    dropAnnotations();
}

/// Blanks take their place: what stands behind them keeps its offset.
void SourceText::dropAnnotations() {
  std::string text = buffer.str();
  for (const Directive &each : directives({0, static_cast<unsigned>(buffer.size())})) {
    const std::vector<Token> words = tokens(each.range);
    const bool isAnnotation = each.name == "pragma" && words.size() > 2 &&
                              words[2].is(tok::raw_identifier) &&
                              words[2].getRawIdentifier() == "kasuri";
    for (unsigned i = each.range.begin; isAnnotation && i < each.range.end; ++i)
      if (text[i] != '\n')
        text[i] = ' ';
  }
  changed = std::move(text);
  buffer = changed;
}

unsigned SourceText::lineOf(unsigned offset) const {
  return manager.getLineNumber(manager.getMainFileID(), offset);
}

std::string SourceText::lineDirectiveOf(unsigned offset, const std::string &path) const {
  const clang::SourceLocation place =
      manager.getLocForStartOfFile(manager.getMainFileID()).getLocWithOffset(offset);
  const PresumedLoc named = manager.getPresumedLoc(place);
  const StringRef file = named.getFilename();
  const bool isOwnName = file != manager.getPresumedLoc(place, false).getFilename();
  return lineDirective(named.getLine(), isOwnName ? file.str() : path);
}

unsigned SourceText::offsetOf(clang::SourceLocation location) const {
  return manager.getFileOffset(manager.getExpansionLoc(location));
}

std::string SourceText::text(TextRange range) const {
  return buffer.substr(range.begin, range.end - range.begin).str();
}

std::string SourceText::text(TextRange range, std::vector<TextEdit> edits) const {
  std::sort(edits.begin(), edits.end(), [](const TextEdit &a, const TextEdit &b) {
    return std::tuple(a.range.begin, a.range.end) < std::tuple(b.range.begin, b.range.end);
  });
  std::string result;
  unsigned at = range.begin;
  for (const TextEdit &edit : edits) {
    if (edit.range.begin < at || edit.range.end > range.end)
      continue;
    result += text({at, edit.range.begin}) + edit.text;
    at = edit.range.end;
  }
  return result + text({at, range.end});
}

std::optional<TextRange> SourceText::exactly(clang::SourceRange range) const {
  CharSourceRange found =
      Lexer::makeFileCharRange(CharSourceRange::getTokenRange(range), manager, options);
  if (found.isInvalid() || manager.getFileID(found.getBegin()) != manager.getMainFileID())
    return std::nullopt;
  return TextRange{manager.getFileOffset(found.getBegin()), manager.getFileOffset(found.getEnd())};
}

std::optional<TextRange> SourceText::statement(const Stmt *statement) const {
  clang::SourceLocation last = manager.getExpansionRange(statement->getSourceRange()).getEnd();
  TextRange range{offsetOf(statement->getBeginLoc()),
                  manager.getFileOffset(Lexer::getLocForEndOfToken(last, 0, manager, options))};
  const Stmt *end = statement;
  while (const Stmt *inner = lastPart(end))
    end = inner;
  if (isa<CompoundStmt, NullStmt, DeclStmt>(end))
    return range;
  std::optional<Token> next = Lexer::findNextToken(last, manager, options);
  if (!next || next->isNot(tok::semi))
    return std::nullopt;
  range.end = manager.getFileOffset(next->getLocation()) + 1;
  return range;
}

std::optional<TextRange> SourceText::name(const DeclRefExpr *reference) const {
  clang::SourceLocation location = reference->getLocation();
  while (location.isMacroID()) {
    if (!manager.isMacroArgExpansion(location) || changesArguments(location))
      return std::nullopt;
    location = manager.getImmediateSpellingLoc(location);
  }
  if (!manager.isInMainFile(location))
    return std::nullopt;
  // Not the name's own length: it may be written as \u00e9, or over two lines.
  unsigned begin = manager.getFileOffset(location);
  return TextRange{begin, begin + Lexer::MeasureTokenLength(location, manager, options)};
}

std::optional<unsigned> SourceText::writtenAt(clang::SourceLocation location) const {
  clang::SourceLocation written = manager.getSpellingLoc(location);
  if (!manager.isInMainFile(written))
    return std::nullopt;
  return manager.getFileOffset(written);
}

bool SourceText::changesArguments(clang::SourceLocation inMacro) const {
  llvm::StringRef name = Lexer::getImmediateMacroName(inMacro, manager, options);
  const MacroInfo *macro =
      unit.getPreprocessor().getMacroInfo(&unit.getASTContext().Idents.get(name));
  return !macro || std::any_of(macro->tokens_begin(), macro->tokens_end(), [](const Token &token) {
    return token.isOneOf(tok::hash, tok::hashhash);
  });
}

std::vector<Token> SourceText::tokens(TextRange range) const {
  clang::SourceLocation start = manager.getLocForStartOfFile(manager.getMainFileID());
  Lexer lexer(start, options, buffer.begin(), buffer.begin() + range.begin, buffer.end());
  std::vector<Token> found;
  Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(tok::eof); lexer.LexFromRawLexer(token)) {
    if (manager.getFileOffset(token.getLocation()) >= range.end)
      break;
    found.push_back(token);
  }
  return found;
}

/// Counts every definition that the macro had somewhere in the unit.
bool SourceText::isOrExpandsTo(llvm::StringRef identifier, const std::set<llvm::StringRef> &words,
                               std::set<llvm::StringRef> &seen) const {
  if (words.contains(identifier))
    return true;
  if (identifier == "KASURI_PRAGMA_")
    return false; // what it expands to is for Kasuri alone
  if (!seen.insert(identifier).second)
    return false;
  const IdentifierInfo *name = &unit.getASTContext().Idents.get(identifier);
  const MacroDirective *each = unit.getPreprocessor().getLocalMacroDirectiveHistory(name);
  for (; each; each = each->getPrevious())
    if (const MacroInfo *macro = each->getMacroInfo())
      for (const Token &token : macro->tokens())
        if (const IdentifierInfo *used = token.getIdentifierInfo();
            used && isOrExpandsTo(used->getName(), words, seen))
          return true;
  return false;
}

bool SourceText::mentionsCounter(TextRange range) const {
  std::set<llvm::StringRef> seen;
  std::vector<Token> all = tokens(range);
  return std::any_of(all.begin(), all.end(), [&](const Token &token) {
    return token.is(tok::raw_identifier) &&
           isOrExpandsTo(token.getRawIdentifier(), {"__COUNTER__"}, seen);
  });
}

bool SourceText::isAtLineStart(unsigned offset) const {
  llvm::StringRef before = buffer.substr(0, offset).rtrim(" \t");
  bool isContinued = before.ends_with("\\\n") || before.ends_with("\\\r\n");
  return before.empty() || (before.ends_with("\n") && !isContinued);
}

bool SourceText::hasAttributeBefore(unsigned offset) const {
  return isMentionedBefore(offset, {"__attribute__", "__attribute", "_Alignas"});
}

bool SourceText::hasPragmaOperatorBefore(unsigned offset) const {
  return isMentionedBefore(offset, {"_Pragma"});
}

bool SourceText::mentionsPragma(TextRange range) const {
  std::vector<Directive> lines = directives(range);
  std::vector<Token> all = tokens(range);
  std::set<llvm::StringRef> seen;
  return llvm::any_of(lines, [](const Directive &each) { return each.name == "pragma"; }) ||
         llvm::any_of(all, [&](const Token &token) {
           return token.is(tok::raw_identifier) &&
                  isOrExpandsTo(token.getRawIdentifier(), {"_Pragma"}, seen);
         });
}

/// As itself or by a macro, behind the statement or declaration in front.
bool SourceText::isMentionedBefore(unsigned offset, const std::set<llvm::StringRef> &words) const {
  std::vector<llvm::StringRef> before;
  bool isInDirective = false;
  for (const Token &token : tokens({0, offset})) {
    if (token.isAtStartOfLine())
      isInDirective = token.is(tok::hash);
    if (token.isOneOf(tok::semi, tok::l_brace, tok::r_brace))
      before.clear();
    else if (!isInDirective && token.is(tok::raw_identifier))
      before.push_back(token.getRawIdentifier());
  }
  std::set<llvm::StringRef> seen;
  return std::any_of(before.begin(), before.end(), [&](llvm::StringRef identifier) {
    return isOrExpandsTo(identifier, words, seen);
  });
}

std::vector<Directive> SourceText::directives(TextRange range) const {
  std::vector<Directive> found;
  bool isInside = false;
  for (const Token &token : tokens(range)) {
    unsigned begin = manager.getFileOffset(token.getLocation());
    if (token.isAtStartOfLine()) {
      isInside = token.is(tok::hash);
      if (isInside)
        found.push_back({"", {begin, begin + 1}});
    } else if (isInside) {
      if (found.back().name.empty() && token.is(tok::raw_identifier))
        found.back().name = token.getRawIdentifier().str();
      found.back().range.end = begin + token.getLength();
    }
  }
  return found;
}

bool SourceText::hasWholeConditionals(TextRange range) const {
  int depth = 0;
  for (const Directive &each : directives(range)) {
    bool isMiddle = each.name.starts_with("el"); // else, elif, elifdef, elifndef
    if ((isMiddle || each.name == "endif") && depth == 0)
      return false;
    depth += each.name.starts_with("if") ? 1 : each.name == "endif" ? -1 : 0;
  }
  return depth == 0;
}

bool SourceText::changesMacros(TextRange range) const {
  std::vector<Directive> all = directives(range);
  return std::any_of(all.begin(), all.end(), [&](const Directive &each) {
    bool isMacroPragma =
        each.name == "pragma" && text(each.range).find("macro") != std::string::npos;
    return isMacroPragma || each.name == "define" || each.name == "undef" ||
           each.name.starts_with("include");
  });
}

std::optional<std::vector<MacroDefinition>> SourceText::macrosDefined(TextRange range) const {
  std::vector<MacroDefinition> found;
  bool isConditional = false;
  for (const Directive &each : directives(range)) {
    isConditional |= each.name.starts_with("if");
    if (!changesMacros(each.range))
      continue;
    const std::string definition = text(each.range);
    const llvm::StringRef behind = llvm::StringRef(definition).split(each.name).second.ltrim();
    const llvm::StringRef name =
        behind.take_while([](char each) { return clang::isAsciiIdentifierContinue(each); });
    if (each.name != "define" || name.empty())
      return std::nullopt;
    found.push_back({name.str(), definition});
  }
  return isConditional && !found.empty() ? std::nullopt : std::optional(std::move(found));
}

unsigned SourceText::withPragmas(unsigned begin, unsigned earliest) const {
  std::vector<Directive> all = directives({earliest, begin});
  for (auto each = all.rbegin(); each != all.rend() && each->name == "pragma"; ++each) {
    if (!buffer.substr(each->range.end, begin - each->range.end).trim().empty())
      break;
    begin = each->range.begin;
  }
  return begin;
}

} // namespace kasuri
