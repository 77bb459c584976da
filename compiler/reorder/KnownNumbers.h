// Which numbers a compiler may know a floating-point expression to be, whatever it inlines or
// copies.
//
//     static double weight = 0.5;                  never written: 0.5, known or not
//     static void scale(double *a, double by);     each call of it hands on 0.25: `by` is 0.25
//     const struct filter f = {0.25f, 0.125f};     no other filter has another `a1`: f->a1 is 0.25
//     x = 0; for (..) { s += by * x; x = a[i]; }   x: 0, or what memory holds, which is no number
//
// All that a unit writes to a variable, parameter or member is in its text. What comes from other
// units, or from memory that the unit has not written by this name, is no number to the compiler.
// A variable of which the address is taken may be any number, and so may all members of a structure
// that is converted to another type, is a part of a union, or is filled by library functions.
// Elements of arrays count as no numbers, unless they are const and may be those of a table.
#pragma once

#include "reorder/WrittenValues.h"

#include <set>

namespace kasuri {

struct KnownNumber {
  bool isAny = false; ///< it may be any
  bool isConstant =
      false; ///< it is the only one of `numbers`, whether the compiler knows it or not
  std::set<double> numbers; ///< it is none of others

  /// The compiler never knows it to be a number.
  bool isNone() const { return !isAny && numbers.empty(); }
  /// They may be the same value. Signs do not count.
  bool mayBe(const KnownNumber &other) const;
};

class KnownNumbers {
public:
  explicit KnownNumbers(clang::ASTContext &context);

  KnownNumber of(const clang::Expr *expression) const;

private:
  class Reader;

  clang::ASTContext &context;
  const UnitWrites writes;
};

} // namespace kasuri
