// What a macro in a function's text stands for.
//
//     #define STAT(x) (stats.x++)
//     STAT(nodes);                  ((*ks_part_sum_at(ks_sums + 0, &(stats.nodes)))++);
//
// Clang prints the text from its tree. It has the parentheses of the source, so it is what the
// preprocessor makes of the macro, apart from spaces. Only forms are printed that need no types but
// simple ones, declare nothing and call nothing. A name that has been a macro's at any place could
// be expanded again, so text with such a name is refused.
#include "movability/code/Expansions.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace kasuri {

using namespace clang;

namespace {

const Stmt *parentOf(const Stmt *part, ASTContext &context) {
  for (const DynTypedNode &parent : context.getParents(*part))
    if (const auto *around = parent.get<Stmt>())
      return around;
  return nullptr;
}

class FindForms : public DynamicRecursiveASTVisitor {
public:
  bool VisitStmt(Stmt *statement) override {
    isPlain &=
        isa<ParenExpr, DeclRefExpr, MemberExpr, ArraySubscriptExpr, UnaryOperator, BinaryOperator,
            ConditionalOperator, IntegerLiteral, CharacterLiteral, ImplicitCastExpr, CStyleCastExpr,
            CompoundStmt, DoStmt, IfStmt, NullStmt>(statement);
    return isPlain;
  }
  bool VisitCStyleCastExpr(CStyleCastExpr *cast) override {
    const Type *type = cast->getTypeAsWritten().getTypePtr();
    const auto *named = dyn_cast<TypedefType>(type);
    return isPlain &= isa<BuiltinType>(type) || (named && isName(*named->getDecl()));
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    return isPlain &= isName(*reference->getDecl());
  }
  bool VisitMemberExpr(MemberExpr *member) override {
    const ValueDecl &declared = *member->getMemberDecl();
    return isPlain &= declared.getDeclName().isEmpty() || isName(declared);
  }
  bool isPlain = true;

private:
  static bool isName(const NamedDecl &declared) {
    const IdentifierInfo *name = declared.getIdentifier();
    return name && !name->hadMacroDefinition();
  }
};

class Replacing : public PrinterHelper {
public:
  explicit Replacing(const std::map<const Stmt *, std::string> &replaced) : replaced(replaced) {}

  bool handledStmt(Stmt *statement, llvm::raw_ostream &out) override {
    const auto found = replaced.find(statement);
    if (found == replaced.end())
      return false;
    out << found->second;
    return true;
  }

private:
  const std::map<const Stmt *, std::string> &replaced;
};

} // namespace

std::optional<Expansion> expansionAround(const Expr *part, ASTContext &context) {
  const SourceManager &manager = context.getSourceManager();
  const LangOptions &options = context.getLangOpts();
  for (const Stmt *each = part; each; each = parentOf(each, context)) {
    const SourceLocation begin = each->getBeginLoc(), end = each->getEndLoc();
    if (!begin.isMacroID() || !end.isMacroID())
      continue;
    const SourceRange written = manager.getExpansionRange(begin).getAsRange();
    if (written == manager.getExpansionRange(end).getAsRange() &&
        Lexer::isAtStartOfMacroExpansion(begin, manager, options) &&
        Lexer::isAtEndOfMacroExpansion(end, manager, options))
      return Expansion{each, written};
  }
  return std::nullopt;
}

std::optional<std::string> textOfExpansion(const Stmt *whole,
                                           const std::map<const Stmt *, std::string> &replaced,
                                           ASTContext &context) {
  FindForms forms;
  forms.TraverseStmt(const_cast<Stmt *>(whole));
  if (!forms.isPlain)
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream out(text);
  Replacing helper(replaced);
  whole->printPretty(out, &helper, PrintingPolicy(context.getLangOpts()));
  std::replace(text.begin(), text.end(), '\n', ' ');
  llvm::StringRef trimmed = llvm::StringRef(text).trim();
  if (!isa<Expr>(whole))
    trimmed.consume_back(";");
  return trimmed.str();
}

} // namespace kasuri
