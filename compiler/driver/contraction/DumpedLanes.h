// Vectors whose lanes do not all hold the same term of an expression, in GCC's dump (DumpText.h).
//
//     s[0] = 0.9 * s[0] + 0.1 * p[0];     v = VEC_PERM_EXPR <p, s, { 4, 1, 2, 3 }>;
//     s[1] = 0.9 * s[1] + 0.1 * p[1];     w = .FMA (v, { 0.1, 0.9, 0.9, 0.9 }, ..);
//
// Where GCC makes a vector of statements side by side, it exchanges the terms of some of their
// sums, as that needs fewer loads. Then an instruction fuses one product in some lanes and the
// other one in the rest, and the place of its operators is that of the first lane.
//
// Lanes are mixed by constants that differ, by permutations, and by vectors that are put together.
// The signature of a vector has what has mixed it and all that it is computed from. Vectors of
// equal signatures are mixed alike; "" if the lanes are alike. Strides and reversals of one vector
// do not mix, and neither do elements that all come from one place.
#pragma once

#include "driver/contraction/DumpText.h"

#include "llvm/ADT/StringMap.h"

#include <set>
#include <string>

namespace kasuri {

class DumpedLanes {
public:
  /// A statement of the function, in the dump's order.
  void add(const DumpedStatement &statement);
  /// Of an operand, or of a whole value.
  std::string signatureOf(llvm::StringRef text) const;

private:
  using Marks = std::set<std::string>;

  llvm::StringMap<Marks> mixed;          ///< by name
  llvm::StringMap<OperatorPlace> places; ///< of a name's value

  Marks marksIn(llvm::StringRef text) const;
  std::string markOf(llvm::StringRef lanes) const;
};

} // namespace kasuri
