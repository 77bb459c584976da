#include "fixits/Rewrites.h"

#include "analysis/library/LibraryFunctions.h"

#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace kasuri {

using namespace clang;

namespace {

/// A number of a builtin type, by whatever name.
bool isNumber(QualType type) {
  return type->isArithmeticType() && type.getCanonicalType()->isBuiltinType() &&
         !type->isAtomicType();
}

/// "double factor_before": the type by keywords, which no declaration hides; "" where a macro does.
std::string declaration(const LoopSource &text, QualType type, const std::string &name) {
  std::string result;
  llvm::raw_string_ostream stream(result);
  type.getCanonicalType().getUnqualifiedType().print(stream,
                                                     PrintingPolicy(text.unit.getLangOpts()), name);
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(result, words);
  words.push_back("const");
  const IdentifierTable &names = text.unit.getASTContext().Idents; // asking must not add to it
  return llvm::any_of(words,
                      [&](llvm::StringRef word) {
                        const auto known = names.find(word);
                        return known != names.end() && known->second->hadMacroDefinition();
                      })
             ? ""
             : result;
}

/// Another name at each use in the loop; nothing where one cannot be edited.
std::optional<std::vector<FileEdit>> rename(const LoopSource &text, const VarDecl *variable,
                                            const std::string &name) {
  std::vector<FileEdit> edits;
  for (const NameUses::Use &each : text.inLoop.of(variable)) {
    const auto offset = text.offsetOf(each.reference->getLocation());
    if (!offset)
      return std::nullopt;
    edits.push_back(text.edit(*offset, variable->getName().size(), name));
  }
  return edits;
}

/// A declaration and a statement can stand before and behind the loop.
bool hasRoom(const LoopSource &text) {
  return text.isC99() && text.inFunction.inCompound.contains(text.loop) && !text.inLoop.hasJumps;
}

/// Nothing else of the unit can change it, and no other unit knows it.
bool isNamedHereAlone(const LoopSource &text, const VarDecl *variable) {
  if (variable->hasExternalFormalLinkage())
    return false;
  const NameUses everywhere = usesIn(text.unit);
  return llvm::all_of(everywhere.of(variable),
                      [](const NameUses::Use &each) { return each.isLoad || each.isStore; });
}

bool callsLibraryOnly(const LoopSource &text) {
  return llvm::all_of(text.inLoop.calls, [](const CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    const LibraryFunction *library = callee && !callee->hasBody() && callee->getIdentifier()
                                         ? findLibraryFunction(std::string_view(callee->getName()))
                                         : nullptr;
    return library && !library->callsBack && !library->exits;
  });
}

/// The one that declares this variable and no other.
const DeclStmt *ownStatement(const LoopSource &text, const VarDecl *variable) {
  for (const auto &[statement, declared] : text.inFunction.declarations)
    if (declared->isSingleDecl() && declared->getSingleDecl() == variable)
      return declared;
  return nullptr;
}

/// "double buffer[n]", with an n that the function never changes; or a number.
bool isRepeatable(const LoopSource &text, const VarDecl *variable) {
  if (isNumber(variable->getType()))
    return true;
  const auto *array = text.unit.getASTContext().getAsVariableArrayType(variable->getType());
  if (!array || !isNumber(array->getElementType()) || !array->getSizeExpr())
    return false;
  const auto *size = dyn_cast<DeclRefExpr>(array->getSizeExpr()->IgnoreParenImpCasts());
  const auto *number = size ? dyn_cast<VarDecl>(size->getDecl()) : nullptr;
  return number && number->isLocalVarDeclOrParm() && !number->isStaticLocal() &&
         llvm::all_of(text.inFunction.of(number),
                      [](const NameUses::Use &each) { return each.isLoad; });
}

const CompoundStmt *blockAround(const LoopSource &text, const Stmt *statement) {
  for (const DynTypedNode &parent : text.unit.getASTContext().getParents(*statement))
    if (const auto *block = parent.get<CompoundStmt>())
      return block;
  return nullptr;
}

/// Each use is `buffer[...]`, loaded or stored: no pointer to it remains.
bool isOnlySubscripted(const LoopSource &text, const VarDecl *variable) {
  size_t subscripts = 0;
  for (const ArraySubscriptExpr *each : text.inLoop.subscripts) {
    const auto *base = dyn_cast<DeclRefExpr>(each->getBase()->IgnoreParenImpCasts());
    if (!base || base->getDecl() != variable)
      continue;
    const Stmt *used = each;
    for (auto parents = text.unit.getASTContext().getParents(*used);
         !parents.empty() && parents[0].get<ParenExpr>();
         parents = text.unit.getASTContext().getParents(*used))
      used = parents[0].get<ParenExpr>();
    for (const DynTypedNode &parent : text.unit.getASTContext().getParents(*used))
      if (const auto *address = parent.get<UnaryOperator>();
          address && address->getOpcode() == UO_AddrOf)
        return false;
    ++subscripts;
  }
  return subscripts == text.inFunction.of(variable).size();
}

/// No name in the declaration means something else in the loop.
bool keepsItsNames(const LoopSource &text, llvm::StringRef written) {
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(written, words, " \t\r\n*[]();,+-/");
  return llvm::all_of(words, [&](llvm::StringRef word) {
    return llvm::count_if(text.inFunction.declared,
                          [&](const VarDecl *each) { return each->getName() == word; }) <= 1 &&
           llvm::none_of(text.inLoop.declared,
                         [&](const VarDecl *each) { return each->getName() == word; });
  });
}

bool isWithin(const LoopSource &text, const Stmt *block, clang::SourceLocation location) {
  const auto first = text.offsetOf(block->getBeginLoc()), last = text.offsetOf(block->getEndLoc());
  const auto place = text.offsetOf(location);
  return first && last && place && *first < *place && *place < *last;
}

/// Only the loop's body names it.
bool isOfBody(const LoopSource &text, const VarDecl *variable) {
  return llvm::all_of(text.inFunction.of(variable), [&](const NameUses::Use &each) {
    return isWithin(text, text.body(), each.reference->getLocation());
  });
}

/// With the line, if there is nothing else in it.
FileEdit removal(const LoopSource &text, size_t begin, size_t end) {
  const llvm::StringRef buffer = text.buffer();
  const size_t rest = buffer.find_first_not_of(" \t", end);
  if (!text.isFirstInLine(begin) || rest == llvm::StringRef::npos || buffer[rest] != '\n')
    return text.edit(begin, end - begin, "");
  begin -= text.indentationAt(begin).size();
  return text.edit(begin, rest + 1 - begin, "");
}

} // namespace

std::optional<Mend> copyBeforeLoop(const LoopSource &text, llvm::StringRef name) {
  const VarDecl *variable = text.variable(name);
  const std::string copy = (name + "_before").str();
  if (!variable || !hasRoom(text) || !text.isFree(copy) || !isNumber(variable->getType()) ||
      llvm::any_of(text.inLoop.of(variable),
                   [](const NameUses::Use &each) { return !each.isLoad || each.isStore; }))
    return std::nullopt;
  const bool isVolatile = variable->getType().isVolatileQualified();
  if (!isVolatile && !(isNamedHereAlone(text, variable) && callsLibraryOnly(text)))
    return std::nullopt;
  auto edits = rename(text, variable, copy);
  if (!edits || declaration(text, variable->getType(), copy).empty())
    return std::nullopt;
  edits->push_back(text.before("const " + declaration(text, variable->getType(), copy) + " = " +
                               name.str() + ";"));
  return Mend{"copy '" + name.str() + "' to a local before the loop" +
                  (isVolatile ? ", promising that it does not change while the loop runs" : ""),
              isVolatile, std::move(*edits)};
}

std::optional<Mend> copyAroundLoop(const LoopSource &text, llvm::StringRef name) {
  const VarDecl *variable = text.variable(name);
  const std::string copy = (name + "_in_loop").str();
  if (!variable || !variable->isLocalVarDeclOrParm() || variable->isStaticLocal() ||
      !hasRoom(text) || !text.isFree(copy) || !isNumber(variable->getType()) ||
      variable->getType().hasQualifiers() ||
      llvm::any_of(text.inLoop.of(variable),
                   [](const NameUses::Use &each) { return !each.isLoad && !each.isStore; }))
    return std::nullopt;
  auto edits = rename(text, variable, copy);
  if (!edits || declaration(text, variable->getType(), copy).empty())
    return std::nullopt;
  const std::string shown = name.str();
  edits->push_back(text.before(declaration(text, variable->getType(), copy) + " = " + shown + ";"));
  edits->push_back(
      text.edit(text.end, 0, "\n" + text.indentationAt(text.begin) + shown + " = " + copy + ";"));
  return Mend{"use a local copy of '" + shown + "' in the loop", false, std::move(*edits)};
}

std::optional<Mend> declareInside(const LoopSource &text, llvm::StringRef name) {
  const VarDecl *variable = text.variable(name);
  const auto *block = dyn_cast<CompoundStmt>(text.body());
  if (!variable || !block || !variable->isLocalVarDecl() || variable->isStaticLocal() ||
      variable->hasInit() || variable->hasAttrs() || variable->getType().hasQualifiers() ||
      text.inLoop.hasJumps || !isRepeatable(text, variable) || !isOfBody(text, variable) ||
      (!isNumber(variable->getType()) && !isOnlySubscripted(text, variable)))
    return std::nullopt;
  const DeclStmt *statement = ownStatement(text, variable);
  // With no block in between, its names mean the same at the loop.
  if (!statement || !blockAround(text, statement) ||
      blockAround(text, statement) != blockAround(text, text.loop))
    return std::nullopt;
  const auto inside = text.endOf(block->getLBracLoc());
  const auto begin = text.offsetOf(statement->getBeginLoc());
  const auto end = text.endOf(statement->getEndLoc());
  if (!text.isC99() || !inside || !begin || !end || *end > text.begin || block->body_empty())
    return std::nullopt;
  const llvm::StringRef written = text.buffer().slice(*begin, *end);
  const auto first = text.offsetOf(block->body_front()->getBeginLoc());
  if (!first || !keepsItsNames(text, written) || written.contains('\n'))
    return std::nullopt;
  const bool isScalar = isNumber(variable->getType());
  const std::string indentation = text.isFirstInLine(*first) ? text.indentationAt(*first) : "";
  const std::string separator = indentation.empty() ? " " : "\n" + indentation;
  return Mend{"declare '" + name.str() + "' inside the loop" +
                  (isScalar ? ", promising that no iteration uses another's value" : ""),
              isScalar,
              {removal(text, *begin, *end), text.edit(*inside, 0, separator + written.str())}};
}

} // namespace kasuri
