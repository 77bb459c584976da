// The text of a loop's statements with other names for variables, and with functions' loops in
// place of their calls:
//
//     void relax(grid *to, const grid *from) {       relax(next, now);
//       for (int i = 1; i < from->rows; i++)   ->    for (int i = 1; i < now->rows; i++)
//         *cell(to, i) = *cell(from, i);               *cell(next, i) = *cell(now, i);
//     }
//
// A function's text means the same in its caller if all that it names does: what it takes from the
// file is not hidden there, macros have not changed in between, and what stands in place of a
// parameter has the parameter's value all the time. So arguments are variables that only their own
// function can change, addresses of variables, arrays, and numbers; parameters do not change.
#pragma once

#include "analysis/Parallelism.h"
#include "frontend/Frontend.h"
#include "movability/text/SourceText.h"

#include <map>
#include <set>
#include <string>

namespace kasuri {

/// The text that stands in place of a variable's name; in parentheses, if it is more than a name.
using NewNames = std::map<const clang::VarDecl *, std::string>;

/// A translation unit, by what stands for its nodes in the program.
struct UnitNodes {
  UnitNodes(const Program &program, const ParsedSources &sources, const Parallelism &facts,
            size_t unit);

  std::set<const clang::Stmt *> nests;                      ///< outermost loops of affine nests
  std::map<const clang::VarDecl *, ObjectId> objects;       ///< of variables
  std::map<const clang::Stmt *, FunctionId> callees;        ///< of calls that reach one function
  std::map<FunctionId, const clang::FunctionDecl *> bodies; ///< of the unit's main file
};

class BodyText {
public:
  /// `around`: in which the text will stand.
  BodyText(const Program &program, const SourceText &text, const UnitNodes &nodes,
           clang::ASTContext &context, FunctionId around);

  /// A statement's lines, with a `#line` in front; nothing if it has no text that means the same.
  std::optional<std::string> of(const clang::Stmt *statement, const NewNames &names) {
    return of(statement, names, 0);
  }
  /// It is one that may stand in an affine nest: a nest, a call that is replaced, or an expression.
  bool mayBeOfNest(const clang::Stmt *statement) const;
  bool isPlain(const clang::VarDecl *variable) const;
  bool hasDirective(TextRange range) const;
  std::string lineAt(unsigned offset) const; ///< a `#line`, and space up to the column

  std::set<std::string> replaced; ///< names of functions whose loops stand in place of calls

private:
  const Program &program;
  const SourceText &text;
  const UnitNodes &nodes;
  clang::ASTContext &context;
  FunctionId around;
  TextRange place;                 ///< of the function around
  std::set<std::string> namesHere; ///< that it gives to something

  std::optional<std::string> of(const clang::Stmt *statement, const NewNames &names,
                                unsigned depth);
  std::optional<std::string> inPlaceOf(const clang::CallExpr *call, const NewNames &names,
                                       unsigned depth);
  const clang::FunctionDecl *calleeOf(const clang::Stmt *statement) const;
  bool meansTheSameHere(const clang::FunctionDecl *callee) const;
  std::optional<NewNames> parametersOf(const clang::FunctionDecl *callee,
                                       const clang::CallExpr *call, const NewNames &names) const;
  std::optional<std::string> argument(const clang::Expr *given, const clang::ParmVarDecl *taken,
                                      const NewNames &names) const;
};

} // namespace kasuri
