#include "fixits/Promises.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

/// "out" of "out[at[i]]"; "" if it begins with no name.
llvm::StringRef leadingName(llvm::StringRef subject) {
  return subject.take_while([](char each) { return llvm::isAlnum(each) || each == '_'; });
}

/// The first token that is no comment, where nothing is open.
size_t firstToken(const LoopSource &text) {
  const SourceManager &manager = text.unit.getSourceManager();
  const FileID main = manager.getMainFileID();
  Lexer lexer(main, manager.getBufferOrFake(main), manager, text.unit.getLangOpts());
  Token token;
  lexer.LexFromRawLexer(token);
  return manager.getFileOffset(token.getLocation());
}

/// The edit that includes the header, if nothing has included it.
std::vector<FileEdit> header(const LoopSource &text) {
  const Preprocessor &preprocessor = text.unit.getPreprocessor();
  const IdentifierInfo *macro = preprocessor.getIdentifierInfo("KASURI_INDEPENDENT");
  if (preprocessor.getMacroInfo(macro))
    return {};
  return {text.edit(firstToken(text), 0, "#include <kasuri/annotations.h>\n")};
}

Mend annotate(const LoopSource &text, const std::string &annotation, std::string title) {
  Mend mend{std::move(title), true, header(text)};
  mend.edits.push_back(text.before(annotation));
  return mend;
}

/// The variable by whose name a promise can be made in front of the loop.
const VarDecl *tableOf(const LoopSource &text, const Expr *expression) {
  const auto *subscript = dyn_cast<ArraySubscriptExpr>(expression->IgnoreParenImpCasts());
  const auto *base =
      subscript ? dyn_cast<DeclRefExpr>(subscript->getBase()->IgnoreParenImpCasts()) : nullptr;
  const auto *variable = base ? dyn_cast<VarDecl>(base->getDecl()) : nullptr;
  return variable && text.variable(variable->getName()) == variable->getCanonicalDecl() ? variable
                                                                                        : nullptr;
}

bool isAt(const LoopSource &text, const Expr *expression, const SourceLocation &place) {
  const SourceManager &manager = text.unit.getSourceManager();
  const clang::SourceLocation begin = expression->getBeginLoc();
  return text.offsetOf(begin) && manager.getSpellingLineNumber(begin) == place.line &&
         manager.getSpellingColumnNumber(begin) == place.column;
}

/// The table that holds the places in the array, or the pointers.
const VarDecl *findTable(const LoopSource &text, const Obstacle &obstacle) {
  for (const ArraySubscriptExpr *each : text.inLoop.subscripts) {
    if (!isAt(text, each, obstacle.source))
      continue;
    const Expr *looked =
        obstacle.kind == ObstacleKind::NonAffineSubscript ? each->getIdx() : each->getBase();
    if (const VarDecl *table = tableOf(text, looked))
      return table;
  }
  return nullptr;
}

const ParmVarDecl *parameterNamed(const LoopSource &text, llvm::StringRef name) {
  for (const ParmVarDecl *each : text.function->parameters())
    if (each->getName() == name)
      return text.variable(name) == each->getCanonicalDecl() ? each : nullptr;
  return nullptr;
}

/// Where `restrict` goes, if the parameter can be declared so.
std::optional<size_t> restrictPlace(const LoopSource &text, llvm::StringRef name) {
  const ParmVarDecl *parameter = name.empty() ? nullptr : parameterNamed(text, name);
  if (!parameter)
    return std::nullopt;
  const QualType type = parameter->getOriginalType();
  if (!type->isPointerType() || type->isFunctionPointerType() || type.isRestrictQualified())
    return std::nullopt;
  return text.offsetOf(parameter->getLocation());
}

bool isPointer(const LoopSource &text, llvm::StringRef name) {
  const VarDecl *variable = name.empty() ? nullptr : text.variable(name);
  return variable && (variable->getType()->isPointerType() || variable->getType()->isArrayType());
}

using NamePair = std::pair<llvm::StringRef, llvm::StringRef>;

/// The parameter that is in most pairs; "": none can be restrict.
llvm::StringRef mostNamed(const LoopSource &text, const std::vector<NamePair> &pairs) {
  llvm::StringRef best;
  ptrdiff_t most = 0;
  for (const NamePair &pair : pairs)
    for (llvm::StringRef name : {pair.first, pair.second}) {
      const ptrdiff_t times = llvm::count_if(
          pairs, [&](const NamePair &each) { return each.first == name || each.second == name; });
      if (times > most && restrictPlace(text, name)) {
        best = name;
        most = times;
      }
    }
  return best;
}

Mend declareRestrict(const LoopSource &text, llvm::StringRef name) {
  const std::string word = text.isC99() ? "restrict " : "__restrict ";
  return {"declare '" + name.str() + "' restrict",
          true,
          {text.edit(*restrictPlace(text, name), 0, word)}};
}

const FunctionDecl *declarationOf(const LoopSource &text, llvm::StringRef name) {
  for (const CallExpr *call : text.inLoop.calls)
    if (const FunctionDecl *callee = call->getDirectCallee())
      if (callee->getIdentifier() && callee->getName() == name)
        return callee->getCanonicalDecl();
  return nullptr;
}

/// An annotation before it is about this function and no other.
bool isDeclaredAlone(const LoopSource &text, const FunctionDecl *function) {
  return llvm::none_of(text.unit.getASTContext().getTranslationUnitDecl()->decls(),
                       [&](const Decl *each) {
                         return each != function && each->getBeginLoc() == function->getBeginLoc();
                       });
}

} // namespace

Mend promiseIndependent(const LoopSource &text) {
  return annotate(text, "KASURI_INDEPENDENT",
                  "promise with KASURI_INDEPENDENT that no iteration accesses memory that another "
                  "one writes");
}

std::optional<Mend> promiseDistinct(const LoopSource &text, const Obstacle &obstacle) {
  const VarDecl *table = findTable(text, obstacle);
  if (!table)
    return std::nullopt;
  const std::string name = table->getName().str();
  return annotate(text, "KASURI_DISTINCT(" + name + ")",
                  "promise with KASURI_DISTINCT that the entries of '" + name + "' are different");
}

std::optional<std::vector<Mend>> promiseApart(const LoopSource &text,
                                              const std::vector<const Obstacle *> &obstacles) {
  std::vector<NamePair> pairs;
  for (const Obstacle *each : obstacles)
    pairs.emplace_back(leadingName(each->subject), leadingName(each->detail));
  std::vector<Mend> mends;
  for (llvm::StringRef name; !(name = mostNamed(text, pairs)).empty();) {
    mends.push_back(declareRestrict(text, name));
    llvm::erase_if(pairs, [&](const NamePair &each) {
      return each.first != each.second && (each.first == name || each.second == name);
    });
    if (llvm::any_of(pairs, [](const NamePair &each) { return each.first == each.second; }))
      return std::nullopt;
  }
  for (auto [one, other] : pairs) {
    if (one == other || !isPointer(text, one) || !isPointer(text, other))
      return std::nullopt;
    const auto [first, second] = std::minmax(one, other);
    mends.push_back(annotate(text, ("KASURI_NO_ALIAS(" + first + ", " + second + ")").str(),
                             "promise with KASURI_NO_ALIAS that '" + first.str() + "' and '" +
                                 second.str() + "' do not overlap"));
  }
  return mends;
}

std::optional<Mend> promisePure(const LoopSource &text, llvm::StringRef name) {
  const FunctionDecl *function = declarationOf(text, name);
  if (!function || function->isImplicit() || function->hasAttrs() ||
      !function->getReturnType()->isArithmeticType() || !isDeclaredAlone(text, function))
    return std::nullopt;
  const auto place = text.offsetOf(function->getBeginLoc());
  if (!place || !text.isFirstInLine(*place))
    return std::nullopt;
  Mend mend{"promise with KASURI_PURE that '" + name.str() + "' only computes its result", true,
            header(text)};
  mend.edits.push_back(text.edit(*place, 0, "KASURI_PURE\n" + text.indentationAt(*place)));
  return mend;
}

} // namespace kasuri
