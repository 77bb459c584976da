// Pointers that change places in the iterations of a loop.
//
//     for (t..) {
//       relax(next, now);
//       grid *old = now;      what these three do is known from what each variable has at the end,
//       now = next;           by its name at the begin: now: next, next: now, old: now
//       next = old;
//     }
//
// A statement that only copies pointers from variable to variable is a move. No other statement
// sets the variables, so a variable always has what some variable had when the iteration began. If
// they only change places, then after some iterations each one has again what it had.
#pragma once

#include "support/ClangHeaders.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

namespace kasuri {

/// What a variable has: what this one had when the iteration began.
using PointerValues = std::map<const clang::VarDecl *, const clang::VarDecl *>;

/// The source may write through the pointer of the second type, and not through that of the first.
bool losesConst(clang::QualType given, clang::QualType taken);

class PointerMoves {
public:
  /// `isPlain`: only its name leads to the variable.
  explicit PointerMoves(std::function<bool(const clang::VarDecl *)> isPlain)
      : isPlain(std::move(isPlain)) {}

  /// True if the statement does nothing but move pointers; they are moved then.
  bool take(const clang::Stmt *statement);

  PointerValues values;                         ///< of all that have been set so far
  std::set<const clang::VarDecl *> involved;    ///< all that moves name
  std::set<const clang::VarDecl *> ofIteration; ///< those declared in the body

private:
  std::function<bool(const clang::VarDecl *)> isPlain;

  bool move(const clang::Stmt *statement);
  bool moveTo(const clang::VarDecl *variable, const clang::Expr *from);
};

struct PointerCycle {
  PointerValues next; ///< what the pointers that change places have after an iteration
  size_t period = 1;  ///< iterations after which each one has what it had
  /// Other variables outside of the loop are set, and not read in it.
  bool setsOthers = false;

  /// Which variable has, at the begin of `iterations`, what this one has after them.
  const clang::VarDecl *after(const clang::VarDecl *variable, size_t iterations) const;
};

/// Of an iteration's moves; nothing if the pointers do not only change places. `used`: whose first
/// values other statements use.
std::optional<PointerCycle> cycleOf(const PointerMoves &moves,
                                    const std::set<const clang::VarDecl *> &used);

} // namespace kasuri
