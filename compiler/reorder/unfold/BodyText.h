// What a function's text means in its caller, and what may stand there in place of its parameters:
//
//     void relax(grid *to, const grid *from) {       relax(next, now);
//       for (int i = 1; i < from->rows; i++)   ->    for (int i = 1; i < now->rows; i++)
//         *cell(to, i) = *cell(from, i);               *cell(next, i) = *cell(now, i);
//     }
//
// It means the same if all that it names does: what it takes from the file is not hidden there, and
// macros have not changed in between. What stands in place of a parameter has the parameter's value
// all the time: variables that only their own function can change and sums of such integers,
// addresses of variables, arrays, and numbers.
#pragma once

#include "analysis/Parallelism.h"
#include "frontend/Frontend.h"
#include "reorder/unfold/MadeText.h"

#include <map>
#include <set>
#include <string>

namespace kasuri {

/// The text that stands in place of a variable's name; in parentheses, if it is more than a name.
using NewNames = std::map<const clang::VarDecl *, std::string>;

/// The names in a function, which its loops share.
struct FunctionNames {
  std::set<std::string> given; ///< that it gives to something
  std::set<std::string> words; ///< all in its text
};

/// A translation unit, by what stands for its nodes in the program.
struct UnitNodes {
  UnitNodes(const Program &program, const ParsedSources &sources, const Parallelism &facts,
            size_t unit);

  std::set<const clang::Stmt *> nests;                      ///< outermost loops of affine nests
  std::map<const clang::VarDecl *, ObjectId> objects;       ///< of variables
  std::map<const clang::Stmt *, FunctionId> callees;        ///< of calls that reach one function
  std::map<FunctionId, const clang::FunctionDecl *> bodies; ///< of the unit's main file

  TextRange placeOf(const SourceText &text, FunctionId function) const;
  FunctionNames namesIn(const SourceText &text, FunctionId function) const;
};

class BodyText {
public:
  /// `around`: in which the text will stand. `names`: in it.
  BodyText(const Program &program, const SourceText &text, const UnitNodes &nodes,
           clang::ASTContext &context, FunctionId around, const FunctionNames &names);

  /// It is one that may stand in an affine nest: a nest, a call that is replaced, or an expression.
  bool mayBeOfNest(const clang::Stmt *statement) const;
  bool isPlain(const clang::VarDecl *variable) const;
  bool hasDirective(TextRange range) const;
  /// Other text may stand in place of a statement there, with a copy of it.
  bool mayReplace(TextRange range) const;
  std::string lineAt(unsigned offset) const; ///< a `#line`, and space up to the column
  /// A `#line` for what is declared in front of a loop there, by its place.
  std::string lineBefore(unsigned offset) const;
  /// With a body in the unit; null: it is no call of one.
  const clang::FunctionDecl *calleeOf(const clang::Stmt *statement) const;
  /// No name in it is hidden, and no macro or pragma between its text and here changes it.
  /// `declared`: names around the copy besides those of the function around.
  bool meansTheSameHere(const clang::FunctionDecl *callee,
                        const std::set<std::string> &declared = {}) const;
  /// The names in its text are not hidden, and no macros.
  bool mayName(clang::QualType type, const std::set<std::string> &declared) const;
  /// What may stand in place of the parameter: it has its value all the time.
  std::optional<std::string> argument(const clang::Expr *given, const clang::ParmVarDecl *taken,
                                      const NewNames &names) const;
  const FunctionNames &namesAround() const { return namesHere; }

private:
  const Program &program;
  const SourceText &text;
  const UnitNodes &nodes;
  clang::ASTContext &context;
  FunctionId around;
  const FunctionNames &namesHere; ///< in the function around
  TextRange place;                ///< of it

  bool isSteadyInteger(const clang::Expr *expression) const;
  std::optional<std::string> integerArgument(const clang::Expr *given, clang::QualType type,
                                             const NewNames &names) const;
};

} // namespace kasuri
