// Static variables of functions in the source.
//
//     static double sorted[64];          the first word can go
//     static int count, rest[8];         the variables of one declaration stay together: no
//     double static sorted[64];          another form: no
//
// The declaration must be a statement of the function's own block, so that no layer's text holds
// it: a layer consists of statements beside declarations, or is inside of such a statement.
#include "movability/code/StaticVariables.h"

#include "support/ClangHeaders.h"

namespace kasuri {

using namespace clang;

static const DeclStmt *declarationIn(const FunctionDecl &function, const VarDecl *variable) {
  const auto *block = dyn_cast_or_null<CompoundStmt>(function.getBody());
  if (!block)
    return nullptr;
  for (const Stmt *each : block->body())
    if (const auto *made = dyn_cast<DeclStmt>(each);
        made && made->isSingleDecl() && made->getSingleDecl() == variable)
      return made;
  return nullptr;
}

std::optional<TextRange> staticWordOf(const Program &program, const ParsedSources &sources,
                                      ObjectId variable) {
  const auto found = sources.variableOf.find(variable);
  const auto function = sources.functionOf.find(program[variable].owner);
  if (found == sources.variableOf.end() || function == sources.functionOf.end())
    return std::nullopt;
  const DeclStmt *statement = declarationIn(*function->second, found->second);
  if (!statement || found->second->hasInit() || found->second->hasAttrs())
    return std::nullopt;
  const SourceManager &manager = found->second->getASTContext().getSourceManager();
  const clang::SourceLocation begin = statement->getBeginLoc();
  if (begin.isMacroID() || manager.getFileID(begin) != manager.getMainFileID())
    return std::nullopt;
  const unsigned offset = manager.getFileOffset(begin);
  const llvm::StringRef rest = manager.getBufferData(manager.getMainFileID()).drop_front(offset);
  const llvm::StringRef word = "static";
  const bool isWord = rest.starts_with(word) && rest.size() > word.size() &&
                      (rest[word.size()] == ' ' || rest[word.size()] == '\t');
  return isWord ? std::optional(TextRange{offset, offset + unsigned(word.size())}) : std::nullopt;
}

} // namespace kasuri
