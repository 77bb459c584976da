#include "fixits/LoopSource.h"

#include "llvm/ADT/StringExtras.h"

namespace kasuri {

using namespace clang;

namespace {

class Collector : public ConstDynamicRecursiveASTVisitor {
public:
  explicit Collector(NameUses &uses) : uses(uses) {}

  bool VisitDeclRefExpr(const DeclRefExpr *reference) override {
    if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl()))
      uses.variables[variable->getCanonicalDecl()].push_back(
          {reference, loaded.contains(reference), stored.contains(reference)});
    return true;
  }
  bool VisitImplicitCastExpr(const ImplicitCastExpr *cast) override {
    if (cast->getCastKind() == CK_LValueToRValue)
      note(loaded, cast->getSubExpr());
    return true;
  }
  bool VisitUnaryOperator(const UnaryOperator *operation) override {
    if (operation->isIncrementDecrementOp())
      note(stored, operation->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(const BinaryOperator *operation) override {
    if (operation->isAssignmentOp())
      note(stored, operation->getLHS());
    return true;
  }
  bool VisitCallExpr(const CallExpr *call) override {
    uses.calls.push_back(call);
    return true;
  }
  bool VisitArraySubscriptExpr(const ArraySubscriptExpr *subscript) override {
    uses.subscripts.push_back(subscript);
    return true;
  }
  bool VisitVarDecl(const VarDecl *variable) override {
    uses.declared.push_back(variable);
    if (const auto *array = dyn_cast<VariableArrayType>(variable->getType()))
      if (const Expr *size = array->getSizeExpr())
        note(loaded, size->IgnoreParenImpCasts());
    return true;
  }
  bool VisitCompoundStmt(const CompoundStmt *block) override {
    for (const Stmt *each : block->body()) {
      uses.inCompound.insert(each);
      if (const auto *declaration = dyn_cast<DeclStmt>(each))
        uses.declarations[each] = declaration;
    }
    return true;
  }
  bool VisitStmt(const Stmt *statement) override {
    uses.hasJumps |= isa<GotoStmt, IndirectGotoStmt, LabelStmt, SwitchCase, AsmStmt>(statement);
    return true;
  }

private:
  NameUses &uses;
  std::set<const Expr *> loaded, stored; ///< operands are visited after their operators

  static void note(std::set<const Expr *> &set, const Expr *operand) {
    set.insert(operand->IgnoreParens());
  }
};

} // namespace

const std::vector<NameUses::Use> &NameUses::of(const VarDecl *variable) const {
  static const std::vector<Use> none;
  auto found = variables.find(variable->getCanonicalDecl());
  return found == variables.end() ? none : found->second;
}

NameUses usesIn(const Stmt *statement) {
  NameUses uses;
  Collector(uses).TraverseStmt(statement);
  return uses;
}

NameUses usesIn(ASTUnit &unit) {
  NameUses uses;
  Collector(uses).TraverseDecl(unit.getASTContext().getTranslationUnitDecl());
  return uses;
}

/// A line of the preprocessor within the function: what another configuration compiles is not seen,
/// and a pragma may be about the statement behind it.
static bool hasDirectives(llvm::StringRef text) {
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    const llvm::StringRef first = line.ltrim(" \t\v\f");
    if (first.starts_with("#") || first.starts_with("%:") || first.starts_with("?\?="))
      return true;
  }
  return false;
}

std::optional<LoopSource> LoopSource::make(const Program &program, const ParsedSources &sources,
                                           RegionId loop) {
  const FunctionId function = program[loop].function;
  auto statement = sources.statementOf.find(loop);
  auto unit = sources.unitOf.find(function);
  auto declared = sources.functionOf.find(function);
  if (statement == sources.statementOf.end() || unit == sources.unitOf.end() ||
      declared == sources.functionOf.end() || sources.hasLineDirectives[unit->second])
    return std::nullopt;
  LoopSource text(*sources.units[unit->second], statement->second, declared->second,
                  program[function].file);
  const auto begin = text.offsetOf(text.loop->getBeginLoc());
  const auto end = text.endWithSemicolon(text.loop->getEndLoc());
  if (!isa<ForStmt, WhileStmt, DoStmt>(text.loop) || !begin || !end || *end < *begin)
    return std::nullopt;
  text.begin = *begin;
  text.end = *end;
  const auto first = text.offsetOf(text.function->getBeginLoc());
  const auto last = text.endOf(text.function->getEndLoc());
  // `_Pragma("...") for`: nothing may come between them either.
  if (!first || !last || hasDirectives(text.buffer().slice(*first, *last)) ||
      text.buffer().take_front(*begin).rtrim().ends_with("\")"))
    return std::nullopt;
  text.inLoop = usesIn(text.loop);
  text.inFunction = usesIn(text.function->getBody());
  return text;
}

const Stmt *LoopSource::body() const {
  if (const auto *statement = dyn_cast<ForStmt>(loop))
    return statement->getBody();
  if (const auto *statement = dyn_cast<WhileStmt>(loop))
    return statement->getBody();
  return cast<DoStmt>(loop)->getBody();
}

std::optional<size_t> LoopSource::offsetOf(clang::SourceLocation location) const {
  const SourceManager &manager = unit.getSourceManager();
  if (location.isInvalid() || location.isMacroID() || !manager.isWrittenInMainFile(location))
    return std::nullopt;
  return manager.getFileOffset(location);
}

std::optional<size_t> LoopSource::endOf(clang::SourceLocation location) const {
  const auto offset = offsetOf(location);
  if (!offset)
    return std::nullopt;
  return *offset + Lexer::MeasureTokenLength(location, unit.getSourceManager(), unit.getLangOpts());
}

std::optional<size_t> LoopSource::endWithSemicolon(clang::SourceLocation location) const {
  const auto end = endOf(location);
  if (!end || buffer()[*end - 1] == '}' || buffer()[*end - 1] == ';')
    return end;
  const auto next = Lexer::findNextToken(location, unit.getSourceManager(), unit.getLangOpts());
  return next && next->is(tok::semi) ? endOf(next->getLocation()) : std::nullopt;
}

llvm::StringRef LoopSource::buffer() const {
  const SourceManager &manager = unit.getSourceManager();
  return manager.getBufferData(manager.getMainFileID());
}

std::string LoopSource::indentationAt(size_t offset) const {
  const llvm::StringRef text = buffer();
  const size_t line = text.rfind('\n', offset) + 1; // npos + 1 is 0
  return text.slice(line, text.find_first_not_of(" \t", line)).str();
}

bool LoopSource::isFirstInLine(size_t offset) const {
  const llvm::StringRef text = buffer();
  const size_t line = text.rfind('\n', offset) + 1; // the last one before it
  return text.slice(line, offset).trim(" \t").empty();
}

SourceLocation LoopSource::placeOf(size_t offset) const {
  const SourceManager &manager = unit.getSourceManager();
  const FileID main = manager.getMainFileID();
  const auto byte = static_cast<unsigned>(offset);
  return {file, manager.getLineNumber(main, byte), manager.getColumnNumber(main, byte)};
}

FileEdit LoopSource::edit(size_t offset, size_t length, std::string text) const {
  return {file, offset, length, placeOf(offset), placeOf(offset + length), std::move(text)};
}

FileEdit LoopSource::before(const std::string &text) const {
  return edit(begin, 0, text + (isFirstInLine(begin) ? "\n" + indentationAt(begin) : " "));
}

const VarDecl *LoopSource::variable(llvm::StringRef name) const {
  const VarDecl *found = nullptr;
  for (const auto &[variable, uses] : inLoop.variables)
    if (variable->getName() == name && !llvm::is_contained(inLoop.declared, variable)) {
      if (found)
        return nullptr;
      found = variable;
    }
  return found;
}

bool LoopSource::isFree(const std::string &name) const {
  const IdentifierTable &names = unit.getASTContext().Idents;
  return names.find(name) == names.end();
}

} // namespace kasuri
