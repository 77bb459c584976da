#include "reorder/NestSource.h"

#include "model/Regions.h"

namespace kasuri {

using namespace clang;

const std::string &pathOf(const Program &program, FunctionId function) {
  return program.files[program[function].file.index()].path;
}

std::optional<TextRange> wholeRange(const SourceText &text, const Stmt *statement) {
  const std::optional<TextRange> whole = text.statement(statement);
  const std::optional<TextRange> own = text.exactly(statement->getSourceRange());
  return whole && own && own->begin == whole->begin ? whole : std::nullopt;
}

std::string paddingAt(const SourceText &text, unsigned offset) {
  const size_t newline = text.all().rfind('\n', offset == 0 ? 0 : offset - 1);
  const size_t begin = newline == llvm::StringRef::npos ? 0 : newline + 1;
  return std::string(offset - begin, ' ');
}

ASTContext &NestSource::context() const {
  return sources.units[sources.unitOf.at(function())]->getASTContext();
}

const Stmt *NestSource::statementOf(RegionId region) const {
  auto found = sources.statementOf.find(region);
  return found == sources.statementOf.end() ? nullptr : found->second;
}

std::vector<const Stmt *> NestSource::statementsOf(const AffineStatement &statement) const {
  std::vector<const Stmt *> found;
  for (RegionId each : siblings(program, statement.first, statement.last))
    found.push_back(statementOf(each));
  return found;
}

std::optional<TextRange> NestSource::rangeOf(const AffineStatement &statement) const {
  const Stmt *first = statementOf(statement.first), *last = statementOf(statement.last);
  if (!first || !last)
    return std::nullopt;
  const std::optional<TextRange> begin = rangeOf(first), end = rangeOf(last);
  return begin && end ? std::optional(TextRange{begin->begin, end->end}) : std::nullopt;
}

std::optional<TextRange> NestSource::rangeOf(const Expr *expression) const {
  if (const auto *reference = dyn_cast<DeclRefExpr>(expression->IgnoreParens()))
    return text.name(reference);
  // As a macro's argument it may stand in several places.
  if (context().getSourceManager().isMacroArgExpansion(expression->getBeginLoc()))
    return std::nullopt;
  return text.exactly(expression->getSourceRange());
}

bool NestSource::isMacro(llvm::StringRef word) const {
  return context().Idents.get(word).hadMacroDefinition();
}

std::string NestSource::lineAt(unsigned offset) const {
  return text.lineDirectiveOf(offset, pathOf(program, function()));
}

bool NestSource::meansOne(ObjectId variable) const {
  const Object &its = program[variable];
  return std::none_of(program.objects.begin(), program.objects.end(), [&](const Object &other) {
    return &other != &its && other.name == its.name && other.scope.valid() &&
           program[other.scope].function == function();
  });
}

std::string NestSource::fresh(std::string name) const {
  while (text.all().contains(name))
    name += "_";
  return name;
}

} // namespace kasuri
