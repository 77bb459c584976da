// The text of GCC's dump of a program in its last form before instructions
// (-fdump-tree-optimized-lineno): one statement per line, with the place of its operator.
//
//     ;; Function f (f, funcdef_no=0, decl_uid=2742, cgraph_uid=1, symbol_order=0)
//       vector(4) double vect__6.1;
//       [a.c:3:27] _6 = _5 * 1.0e-1;
//       [a.c:3:21 discrim 2] _7 = .FMA (_3, 4.0e-1, _6);
#pragma once

#include "reorder/FusedSums.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <vector>

namespace kasuri {

/// Names of a function that surely are integers. Its head declares all names that are not of the
/// source: "unsigned int _5;". Where a variable of the source has the name, too, it may be any.
class DumpedIntegers {
public:
  /// `line`: without its semicolon; it may be anything.
  void addDeclaration(llvm::StringRef line);
  bool contains(llvm::StringRef name) const;

private:
  llvm::StringSet<> integers, others;
};

/// A name gets a value, once.
struct DumpedStatement {
  std::optional<OperatorPlace> place;
  llvm::StringRef name, value;
};

/// A name that gets the value of one of these, and the block that it comes from then.
struct DumpedPhi {
  llvm::StringRef name;
  std::vector<std::pair<llvm::StringRef, unsigned>> values;
};

/// Names of what it gets, without numbers: a value that the compiler computes itself on some ways.
std::vector<llvm::StringRef> dumpedNamesIn(const DumpedPhi &phi);

/// Of a line "# _1 = PHI <_2(3), 0.0(4)>", without the mark in front.
std::optional<DumpedPhi> dumpedPhiIn(llvm::StringRef line);

/// "[a.c:3:21] _1" without the place.
llvm::StringRef withoutDumpedPlace(llvm::StringRef text);

/// What the dump consists of, in its order; `line`: without blanks around it and its semicolon.
void readDump(llvm::StringRef dump, llvm::function_ref<void(llvm::StringRef name)> function,
              llvm::function_ref<void(llvm::StringRef line)> line,
              llvm::function_ref<void(const DumpedPhi &)> phi);

/// Of such a line.
std::optional<DumpedStatement> dumpedStatementIn(llvm::StringRef line);

/// Of what a value "-NAME" is the negative; "" if it is none.
llvm::StringRef dumpedNegatedIn(llvm::StringRef value);

/// The two operands of "a OP b", with blanks around the operator.
std::optional<std::pair<llvm::StringRef, llvm::StringRef>> dumpedOperandsOf(llvm::StringRef value,
                                                                            llvm::StringRef sign);

/// "a, { b, c }, d" at the commas outside of braces.
std::vector<llvm::StringRef> dumpedArgumentsIn(llvm::StringRef text);

/// A name, a number, or a vector of them.
bool isDumpedOperand(llvm::StringRef text);

/// An integer literal or a vector of them; numbers of real types have a point.
bool isDumpedInteger(llvm::StringRef text);

/// A function of the compiler's own.
struct DumpedCall {
  llvm::StringRef function; ///< with the point in front
  std::vector<llvm::StringRef> arguments;

  /// A product and a sum in one; the last argument is what is added.
  bool isFused() const;
};
DumpedCall dumpedCallIn(llvm::StringRef value);

} // namespace kasuri
