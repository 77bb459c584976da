// A member of a structure with which a loop counts, and the text in which a variable does so:
//
//     while (s.time < steps)             for (int time = ..; time < ..; time++)
//       step(&s);                  ->      <the body of step, with 'time' for each 's->time',
//                                           and without the 's->time++' at its end>
//
// The analysis names all accesses that may touch the member (analysis/affine/CountedMembers.h). If
// each is of the member by the name of its structure, and the only one that writes comes last in an
// iteration and adds 1, then the member has the number of the iteration wherever it is read.
#pragma once

#include "analysis/affine/CountedMembers.h"
#include "frontend/Frontend.h"
#include "reorder/unfold/BodyText.h"

namespace kasuri {

class MemberCounter {
public:
  /// Nothing if the text is not understood.
  static std::optional<MemberCounter> find(const ParsedSources &sources,
                                           const CountedMember &counted, const BodyText &body,
                                           const clang::WhileStmt *loop);

  std::string name = {};              ///< of what has the number in the new text
  const clang::Expr *bound = nullptr; ///< the loop goes on while the number is less
  const clang::Stmt *last = nullptr;  ///< of an iteration: adds 1

  const clang::MemberExpr *member() const { return tested; }
  const clang::VarDecl *structure() const;
  /// It may access the member, in the code itself.
  bool isAccessedIn(const clang::Stmt *code) const;
  /// The accesses in the code; nothing if one is no read of the member by its structure's name.
  std::optional<std::vector<const clang::MemberExpr *>> readsIn(const clang::Stmt *code,
                                                                const NewNames &names) const;

private:
  const clang::MemberExpr *tested = nullptr;
  std::set<const clang::Stmt *> accesses, stores;

  std::vector<const clang::Expr *> accessesIn(const clang::Stmt *code) const;
  bool isMember(const clang::Expr *expression, const NewNames &names) const;
  bool addsOne(const clang::Stmt *statement) const;
  const clang::Stmt *findLast(const clang::Stmt *code, const BodyText &body) const;
};

} // namespace kasuri
