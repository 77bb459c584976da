// Which sums are fused with which product, from GCC's dump.
#include "driver/contraction/DumpedSums.h"

#include <gtest/gtest.h>

namespace kasuri {
namespace {

const OperatorPlace sum{"a.c", 3, 21}, product{"a.c", 3, 27};

/// None: of the sum, it is not known.
std::optional<FusedSum> fusedIn(const std::string &statements) {
  const FusedSums sums = fusedSumsIn(";; Function f (f, funcdef_no=0)\n" + statements);
  const auto found = sums.find(sum);
  return found == sums.end() ? std::nullopt : found->second;
}

const std::string rounded = "  [a.c:3:27] _6 = _5 * 1.0e-1;\n";
const std::string fused = "  [a.c:3:21] _7 = .FMA (_3, 4.0e-1, _6);\n";

TEST(DumpedSums, FindsTheRoundedTerm) {
  EXPECT_EQ(fusedIn(rounded + fused), FusedSum{product});
  EXPECT_EQ(fusedIn("  [a.c:3:21 discrim 2] _7 = .FNMA (_3, 4.0e-1, _6);\n"), FusedSum{});
  const std::string vectors = "  [a.c:3:27] vect__6.1_2 = vect__5.1_1 * { 1.0e-1, 1.0e-1 };\n"
                              "  _9 = -vect__6.1_2;\n"
                              "  [a.c:3:21] vect__7.1_3 = .FMS ({ 4.0e-1, 4.0e-1 }, _8, _9);\n";
  EXPECT_EQ(fusedIn(vectors), FusedSum{product});
}

/// The places are those of the first lane. `fused`, `rounded`: factors; `term`: what is added.
std::optional<FusedSum> mixedLanes(const std::string &fused, const std::string &rounded,
                                   const std::string &term, const std::string &lanes = "2, 1") {
  return fusedIn("  v_8 = VEC_PERM_EXPR <a_1, b_1, { " + lanes +
                 " }>;\n  [a.c:3:27] w_2 = vect__5.1_1 * " + rounded +
                 ";\n  u_4 = -w_2;\n  [a.c:3:21] w_3 = .FMA (v_8, " + fused + ", " + term + ");\n");
}

TEST(DumpedSums, DoesNotKnowWhatMixedLanesFuse) {
  const std::string some = "{ 4.0e-1, 4.0e-1 }", other = "{ 1.0e-1, 1.0e-1 }";
  EXPECT_EQ(mixedLanes("{ 4.0e-1, 1.0e-1 }", "{ 1.0e-1, 4.0e-1 }", "w_2"), std::nullopt);
  EXPECT_EQ(mixedLanes(some, "{ 1.0e-1, 4.0e-1 }", "w_2"), std::nullopt);
  EXPECT_EQ(mixedLanes("{ 4.0e-1, 1.0e-1 }", other, "w_2"), std::nullopt);
  EXPECT_EQ(mixedLanes("vect_cst__7", other, "w_2"), std::nullopt);
  EXPECT_EQ(mixedLanes(some, "vect_cst__7", "w_2"), std::nullopt);
  EXPECT_EQ(mixedLanes(some, "{ -4.0e-1, -4.0e-1 }", "w_2"), std::nullopt);
  EXPECT_EQ(mixedLanes(some, some, "u_4"), std::nullopt);
  EXPECT_EQ(mixedLanes("vect_cst__7", other, "w_2", "0, 3"), std::nullopt);
  EXPECT_EQ(mixedLanes("vect_cst__7", other, "w_2", "4, 1, 2, 3"), std::nullopt);
  EXPECT_EQ(mixedLanes(some, other, "w_9"), FusedSum{});
  // Strides, and a window that moves over one array.
  EXPECT_EQ(mixedLanes("vect_cst__7", other, "w_2", "0, 2"), FusedSum{product});
  EXPECT_EQ(mixedLanes("vect_cst__7", other, "w_2", "1, 2"), FusedSum{product});
}

TEST(DumpedSums, TellsProductsInMixedLanesByTheirNumbers) {
  EXPECT_EQ(mixedLanes("{ 4.0e-1, 4.0e-1 }", "{ 1.0e-1, 1.0e-1 }", "w_2"), FusedSum{product});
  EXPECT_EQ(mixedLanes("{ 4.0e-1, 4.0e-1 }", "{ 1.0e-1, 1.0e-1 }", "u_4"), FusedSum{product});
}

TEST(DumpedSums, FindsTheRoundedTermThatMayBeANumber) {
  const std::string phi = "  # prephitmp_8 = PHI <_6(4), 0.0(2)>\n";
  const std::string added = "  [a.c:3:21] _7 = .FMA (_3, 4.0e-1, prephitmp_8);\n";
  EXPECT_EQ(fusedIn(rounded + phi + added), FusedSum{product});
  EXPECT_EQ(fusedIn(rounded + "  # prephitmp_8 = PHI <[a.c:3:27] _6(4), -1.5e+0(2)>\n" + added),
            FusedSum{product});
  // It may be no product, or another one.
  EXPECT_EQ(fusedIn(rounded + "  # prephitmp_8 = PHI <_6(4), _1(2)>\n" + added), FusedSum{});
  EXPECT_EQ(fusedIn(rounded + "  [a.c:4:5] _2 = _1 * _1;\n  # prephitmp_8 = PHI <_6(4), _2(2)>\n" +
                    added),
            FusedSum{OperatorPlace()});
  // The phi is another function's.
  EXPECT_EQ(fusedIn(phi + ";; Function g (g, funcdef_no=1)\n" + rounded + added), FusedSum{});
}

TEST(DumpedSums, KnowsNothingOfCopiesThatDiffer) {
  EXPECT_EQ(fusedIn(rounded + fused + "  [a.c:3:21] _9 = .FMA (_6, 4.0e-1, _3);\n"), std::nullopt);
  EXPECT_EQ(fusedIn(rounded + fused + "  [a.c:3:21] _9 = _8 + _6;\n"), std::nullopt);
  EXPECT_EQ(fusedIn(rounded + fused + "  [a.c:3:21] _9 = .COND_ADD (_1, _8, _6, _6);\n"),
            std::nullopt);
  EXPECT_NE(fusedIn(rounded + fused + "  [a.c:3:22] _9 = _8 + _6;\n"), std::nullopt);
  // Another function's copy.
  EXPECT_EQ(fusedIn(rounded + fused + ";; Function g (g, funcdef_no=1)\n" + fused), std::nullopt);
}

TEST(DumpedSums, KnowsNothingOfSumsOfUnknownPlaces) {
  EXPECT_EQ(fusedIn(rounded + fused + "  _9 = .FMA (_3, 4.0e-1, _6);\n"), std::nullopt);
  EXPECT_EQ(fusedIn(rounded + fused + "  _9 = _8 + _6;\n"), std::nullopt);
  EXPECT_NE(fusedIn(rounded + fused + "  _8 = i_2 * 8;\n  _9 = _8 + base_1;\n"), std::nullopt);
  EXPECT_NE(fusedIn(rounded + fused + "  _8 = _2 * { 8, 8 };\n  _9 = _1 - _8;\n"), std::nullopt);
  EXPECT_TRUE(fusedSumsIn(fused + "  _9 = .FMA (_3, 4.0e-1, _6);\n").contains(OperatorPlace()));
  EXPECT_FALSE(fusedSumsIn(rounded + fused).contains(OperatorPlace()));
  // A product of an unknown place is rounded.
  EXPECT_EQ(fusedIn("  _6 = _5 * 1.0e-1;\n" + fused), FusedSum{OperatorPlace()});
}

TEST(DumpedSums, KnowsIntegersByTheirDeclarations) {
  const std::string address = "  _8 = _1 * _2;\n  _9 = _8 + _3;\n";
  EXPECT_EQ(fusedIn(rounded + fused + address), std::nullopt);
  EXPECT_NE(fusedIn("  long unsigned int _8;\n" + rounded + fused + address), std::nullopt);
  EXPECT_NE(fusedIn("  unsigned long _8;\n" + rounded + fused + address), std::nullopt);
  EXPECT_EQ(fusedIn("  double _8;\n" + rounded + fused + address), std::nullopt);
  EXPECT_EQ(fusedIn("  vector(2) double _8;\n" + rounded + fused + address), std::nullopt);
  // A variable of the source gets a product of integers.
  const std::string count = "  n_8 = _1 * _2;\n  _9 = n_8 + 18446744073709551615;\n";
  EXPECT_EQ(fusedIn(rounded + fused + count), std::nullopt);
  EXPECT_NE(fusedIn("  long unsigned int _1;\n" + rounded + fused + count), std::nullopt);
  EXPECT_EQ(fusedIn("  double _1;\n" + rounded + fused + count), std::nullopt);
  // The source has a variable of this name.
  EXPECT_EQ(fusedIn("  double _8;\n  sizetype _8;\n" + rounded + fused + address), std::nullopt);
  // It says nothing about another function.
  EXPECT_EQ(fusedIn("  int _8;\n;; Function g (g, funcdef_no=1)\n" + rounded + fused + address),
            std::nullopt);
}

TEST(DumpedSums, ReadsOnlyNamesThatHoldTheSum) {
  EXPECT_NE(fusedIn(rounded + fused + "  [a.c:3:21] MEM[(double *)_1 + 8B] = _7;\n"), std::nullopt);
  EXPECT_NE(fusedIn(rounded + fused + "  [a.c:3:21] _9 = MEM[(double *)_1 + 8B];\n"), std::nullopt);
}

} // namespace
} // namespace kasuri
