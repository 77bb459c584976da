// The head of a loop that counts a variable: start, test and step, wherever the source has them.
#pragma once

#include "model/Program.h"
#include "support/ClangHeaders.h"

namespace kasuri {

/// What holds for the loop to go on: `factor` times the variable plus addends, computed in the type
/// of `tested`, in a relation to the bound.
struct LoopTest {
  const clang::Expr *tested = nullptr;
  const clang::Expr *bound = nullptr; ///< null: zero, as in while (n--)
  Relation relation = Relation::Less;
  int64_t factor = 1, addend = 0; ///< factor > 0; elements for pointers
  int64_t boundStep = 0;      ///< of a bound that comes to meet the variable; elements for pointers
  bool isAfterOthers = false; ///< the bound has a value only where the tests in front of it hold
  bool hasOtherAddends = false; ///< in signed arithmetic, besides the constant
  bool isPlain() const { return factor == 1 && addend == 0 && !hasOtherAddends; }
};

struct LoopHead {
  const clang::VarDecl *variable = nullptr; ///< null: not of a known shape
  const clang::Expr *start = nullptr;       ///< null: the variable is set before the loop
  const clang::Expr *condition = nullptr; ///< holds for the loop to go on; with `exitTest`, to end
  LoopTest test;
  std::vector<LoopTest> otherTests; ///< that hold as well: for (v = a; v < b && v < c; …)
  CountedForm::Advance advance = CountedForm::Advance::AfterBody;
  int64_t step = 0;     ///< of an iteration as a whole; 0: the same amount each time, see `movesBy`
  int64_t headStep = 0; ///< the part of it that a `for` adds after the body
  const clang::Expr *movesBy = nullptr; ///< what adds that amount
  bool movesInHead = false;             ///< it stands in the step of a `for`
  bool testsFirst = true;               ///< false for do-while
  bool declaresVariable = false;
  /// Of several variables, or another one: as good as in front of the loop, in a block around it.
  const clang::DeclStmt *declarations = nullptr;
  const clang::IfStmt *exitTest = nullptr;      ///< the body's first statement: `if (…) break;`
  std::vector<const clang::Expr *> otherStarts; ///< assignments beside the variable's own
  std::vector<const clang::Expr *> otherSteps;  ///< parts of the `for` step beside its own
  const clang::Stmt *body = nullptr;
};

inline bool isLoop(const clang::Stmt *statement) {
  return clang::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(statement);
}

/// Whether the steps add up to `step` in each iteration is for the analysis to show.
LoopHead findLoopHead(const clang::Stmt *loop, const clang::ASTContext &context);

} // namespace kasuri
