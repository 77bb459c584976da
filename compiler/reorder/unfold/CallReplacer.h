// The text of a loop with functions' bodies in place of their calls, where these have loops, or
// where compilers may fuse their products with sums:
//
//     for (j..)                               for (j..) {
//       *at(r, k, j) = dot(q, k, a, j);         double sum = 0;
//                                               for (row..)
//                                                 sum += *at(q, row, k) * *at(a, row, j);
//                                               *at(r, k, j) = (sum);
//                                             }
//
// A body's statements stand in front of the statement with the call, and what it returns in place
// of the call. So calls are replaced only in statements that compute one value, in which nothing
// else has effects (CodeEffects.h). Names and numbers that do not change stand in place of
// parameters; other arguments are variables. What a body declares has names of its own. As in
// BodyText.h, a body means the same in its caller if all that it takes from the file does.
#pragma once

#include "reorder/unfold/BodyText.h"
#include "reorder/unfold/MemberCounter.h"

namespace kasuri {

class CallReplacer {
public:
  CallReplacer(const SourceText &text, clang::ASTContext &context, const BodyText &body);

  /// A loop's lines; nothing if there is no such call, or one of them has to stay.
  std::optional<MadeText> textOf(const clang::ForStmt *loop);
  /// A statement's lines, with a `#line` in front; nothing if it has no text that means the same.
  std::optional<MadeText> textOf(const clang::Stmt *statement, const NewNames &names);

  /// Functions that have loops, or call others that have.
  bool callsLoops(const clang::Stmt *code);

  /// A variable counts in place of the member. `its`: outlives this.
  void countBy(const MemberCounter &its) { counter = &its; }

  std::set<std::string> replaced; ///< names of functions
  size_t steps = 0;               ///< of the member, that have been left out

private:
  using Edits = std::vector<MadeEdit>;

  const SourceText &text;
  clang::ASTContext &context;
  const BodyText &body;
  const MemberCounter *counter = nullptr;
  std::set<std::string> taken;    ///< names given here; those of the loop's function are, too
  std::set<std::string> declared; ///< those given here around what is next
  std::map<const clang::FunctionDecl *, bool> withLoops;

  bool hasLoops(const clang::FunctionDecl *function);
  bool isReplaced(const clang::Stmt *call);
  std::vector<const clang::CallExpr *> callsIn(const clang::Stmt *code);

  std::optional<MadeText> statement(const clang::Stmt *statement, const NewNames &names,
                                    unsigned depth);
  bool edit(const clang::Stmt *statement, const NewNames &names, unsigned depth, bool isInBlock,
            Edits &edits);
  std::optional<std::vector<MadeEdit>> readsIn(const clang::Stmt *code,
                                               const NewNames &names) const;
  bool editNames(const clang::Stmt *code, const NewNames &names, Edits &edits) const;
  std::optional<MadeText> withCalls(const clang::Stmt *statement,
                                    const std::vector<const clang::CallExpr *> &calls,
                                    const NewNames &names, unsigned depth);
  bool editCalls(const std::vector<const clang::CallExpr *> &calls, const NewNames &names,
                 unsigned depth, MadeText &before, Edits &edits);
  std::optional<MadeText> expression(const clang::Expr *expression, const NewNames &names,
                                     unsigned depth, MadeText &before);
  std::optional<MadeText> inPlaceOf(const clang::CallExpr *call, const NewNames &names,
                                    unsigned depth, MadeText &before);
  bool addParameters(const clang::CallExpr *call, const clang::FunctionDecl *callee,
                     const NewNames &names, NewNames &its, unsigned depth, MadeText &before);
  std::vector<std::string> nameVariables(const clang::Stmt *body, NewNames &its);
  bool isTaken(const std::string &name) const;
  std::string newName(const std::string &name, bool isInside);
};

} // namespace kasuri
