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
#include "movability/text/SourceText.h"

#include <algorithm>
#include <map>

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
  readTokens();
  if (buffer.contains("kasuri"))
    dropAnnotations();
  made.counters = mentions("__COUNTER__");
  made.pragmaOperators = mentions("_Pragma");
}

/// Blanks take their place: what stands behind them keeps its offset.
void SourceText::dropAnnotations() {
  std::string text = buffer.str();
  for (const Directive &each : made.directives) {
    const llvm::ArrayRef<Token> words = tokens(each.range);
    const bool isAnnotation = each.name == "pragma" && words.size() > 2 &&
                              words[2].is(tok::raw_identifier) &&
                              words[2].getRawIdentifier() == "kasuri";
    for (unsigned i = each.range.begin; isAnnotation && i < each.range.end; ++i)
      if (text[i] != '\n')
        text[i] = ' ';
  }
  changed = std::move(text);
  buffer = changed;
  readTokens();
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

unsigned SourceText::behindBrace(const CompoundStmt &block) const {
  const clang::SourceLocation brace = manager.getExpansionLoc(block.getLBracLoc());
  return offsetOf(brace) + Lexer::MeasureTokenLength(brace, manager, options); // or "<%"
}

std::string SourceText::text(TextRange range) const {
  return buffer.substr(range.begin, range.end - range.begin).str();
}

std::string SourceText::text(TextRange range, std::vector<TextEdit> edits) const {
  std::stable_sort(edits.begin(), edits.end(), [](const TextEdit &a, const TextEdit &b) {
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

/// Of the whole file, and the directives that they make.
void SourceText::readTokens() {
  clang::SourceLocation start = manager.getLocForStartOfFile(manager.getMainFileID());
  Lexer lexer(start, options, buffer.begin(), buffer.begin(), buffer.end());
  allTokens.clear();
  Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(tok::eof); lexer.LexFromRawLexer(token))
    allTokens.push_back(token);
  made.directives.clear();
  isOfDirective.clear();
  bool isInside = false;
  for (const Token &each : allTokens) {
    unsigned begin = manager.getFileOffset(each.getLocation());
    if (each.isAtStartOfLine()) {
      isInside = each.is(tok::hash);
      if (isInside)
        made.directives.push_back({"", {begin, begin + 1}});
    } else if (isInside) {
      Directive &directive = made.directives.back();
      if (directive.name.empty() && each.is(tok::raw_identifier))
        directive.name = each.getRawIdentifier().str();
      directive.range.end = begin + each.getLength();
    }
    isOfDirective.push_back(isInside);
  }
  for (Directive &each : made.directives) {
    bool isMacroPragma =
        each.name == "pragma" && text(each.range).find("macro") != std::string::npos;
    each.changesMacros = isMacroPragma || each.name == "define" || each.name == "undef" ||
                         each.name.starts_with("include");
  }
}

llvm::ArrayRef<Token> SourceText::tokens(TextRange range) const {
  const auto isBefore = [&](const Token &token, unsigned offset) {
    return manager.getFileOffset(token.getLocation()) < offset;
  };
  const auto begin = std::lower_bound(allTokens.begin(), allTokens.end(), range.begin, isBefore);
  const auto end = std::lower_bound(begin, allTokens.end(), range.end, isBefore);
  return llvm::ArrayRef(allTokens).slice(static_cast<size_t>(begin - allTokens.begin()),
                                         static_cast<size_t>(end - begin));
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

/// Where the file has the word, or a macro that expands to it.
std::vector<unsigned> SourceText::mentions(llvm::StringRef word) const {
  std::map<llvm::StringRef, bool> known;
  std::vector<unsigned> found;
  for (const Token &token : allTokens) {
    if (token.isNot(tok::raw_identifier))
      continue;
    const auto [entry, isNew] = known.try_emplace(token.getRawIdentifier());
    std::set<llvm::StringRef> seen;
    if (isNew)
      entry->second = isOrExpandsTo(entry->first, {word}, seen);
    if (entry->second)
      found.push_back(manager.getFileOffset(token.getLocation()));
  }
  return found;
}

bool SourceText::isAtLineStart(unsigned offset) const {
  llvm::StringRef before = buffer.substr(0, offset).rtrim(" \t");
  bool isContinued = before.ends_with("\\\n") || before.ends_with("\\\r\n");
  return before.empty() || (before.ends_with("\n") && !isContinued);
}

std::string SourceText::indentationAt(unsigned offset) const {
  const llvm::StringRef all = manager.getBufferData(manager.getMainFileID());
  const llvm::StringRef line = all.substr(all.substr(0, offset).rfind('\n') + 1);
  return line.take_while([](char c) { return c == ' ' || c == '\t'; }).str();
}

static const std::set<llvm::StringRef> attributes = {"__attribute__", "__attribute", "_Alignas"};

bool SourceText::hasAttributeBefore(unsigned offset) const {
  return isMentionedBefore(offset, attributes);
}

bool SourceText::hasAttribute(TextRange range) const {
  std::set<llvm::StringRef> seen;
  bool isOpened = false;
  for (const Token &token : tokens(range)) {
    if (token.is(tok::raw_identifier) && isOrExpandsTo(token.getRawIdentifier(), attributes, seen))
      return true;
    if (token.is(tok::l_square) && std::exchange(isOpened, true))
      return true; // [[
    isOpened &= token.is(tok::l_square);
  }
  return false;
}

bool SourceText::hasPragmaOperatorBefore(unsigned offset) const {
  return isMentionedBefore(offset, {"_Pragma"});
}

/// As itself or by a macro, behind the statement or declaration in front.
bool SourceText::isMentionedBefore(unsigned offset, const std::set<llvm::StringRef> &words) const {
  std::set<llvm::StringRef> seen;
  for (size_t i = tokens({0, offset}).size(); i > 0; --i) {
    const Token &token = allTokens[i - 1];
    if (token.isOneOf(tok::semi, tok::l_brace, tok::r_brace))
      return false;
    if (!isOfDirective[i - 1] && token.is(tok::raw_identifier) &&
        isOrExpandsTo(token.getRawIdentifier(), words, seen))
      return true;
  }
  return false;
}

std::vector<Directive> SourceText::directives(TextRange range) const {
  std::vector<Directive> found;
  llvm::copy_if(made.directives, std::back_inserter(found), [&](const Directive &each) {
    return range.begin <= each.range.begin && each.range.begin < range.end;
  });
  return found;
}

std::optional<std::vector<MacroDefinition>> SourceText::macrosDefined(TextRange range) const {
  std::vector<MacroDefinition> found;
  bool isConditional = false;
  for (const Directive &each : directives(range)) {
    isConditional |= each.name.starts_with("if");
    if (!each.changesMacros)
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

std::string inComment(StringRef text) {
  std::string made;
  for (char letter : text) {
    if (letter == '\\' || letter == '\n' || letter == '\r')
      letter = ' ';
    const bool isMark = (letter == '/' || letter == '*') && !made.empty() &&
                        (made.back() == '/' || made.back() == '*');
    made += isMark ? std::string(" ") + letter : std::string(1, letter);
  }
  return made;
}

} // namespace kasuri
