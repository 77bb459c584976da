// In which forms the sums of a line are computed, from GCC's dump.
#include "driver/contraction/DumpedForms.h"

#include <gtest/gtest.h>

namespace kasuri {
namespace {

using enum SumKind;
using Forms = SumsForms;

DumpedForms formsIn(const std::string &statements) {
  return sumFormsIn(";; Function f (f, funcdef_no=0)\n  double _6;\n  double _7;\n  double s;\n" +
                    statements);
}

/// Of line 3.
Forms formsOf(const std::string &statements) { return formsIn(statements)[{"a.c", 3}].forms; }

const std::string before = "  [a.c:3:9] _6 = _5 * 1.0e-1;\n";
const std::string behind = "  [a.c:3:27] _6 = _5 * 1.0e-1;\n";

TEST(DumpedForms, TellsWhereTheRoundedProductStands) {
  EXPECT_EQ(formsOf(before + "  [a.c:3:21] _7 = .FMA (_3, 4.0e-1, _6);\n"),
            (Forms{{SumForm(FusedBefore, "4.0e-1*? and 1.0e-1*?")}}));
  EXPECT_EQ(formsOf(behind + "  _9 = -_6;\n  [a.c:3:21] _7 = .FMS (_3, 4.0e-1, _9);\n"),
            (Forms{{SumForm(FusedBehind, "4.0e-1*? and 1.0e-1*?")}}));
  EXPECT_EQ(formsOf("  [a.c:3:21 discrim 2] _7 = .FNMA (_3, 4.0e-1, _8);\n"), Forms{{Fused}});
}

TEST(DumpedForms, TellsWhereAProductStandsThatMayBeANumber) {
  const std::string sum = "  [a.c:3:21] _7 = .FMA (_3, 4.0e-1, prephitmp_8);\n";
  EXPECT_EQ(formsOf(behind + "  # prephitmp_8 = PHI <_6(4), 0.0(2)>\n" + sum),
            (Forms{{SumForm(FusedBehind, "4.0e-1*? and 1.0e-1*?")}}));
  EXPECT_EQ(formsOf(behind + "  # prephitmp_8 = PHI <_6(4), _1(2)>\n" + sum), Forms{{Fused}});
}

/// Both products may stand on the same side of the sum.
TEST(DumpedForms, TellsProductsApartByTheirVariables) {
  const std::string sum = "  [a.c:3:21] _7 = .FMA (a_1(D), 4.0e-1, ";
  EXPECT_EQ(formsOf("  _6 = _5 * 2.0e+0;\n" + sum + "_6);\n"),
            (Forms{{SumForm(FusedBeside, "4.0e-1*a and 2.0e+0*?")}}));
  EXPECT_EQ(formsOf("  [a.c:2:9] _6 = b_2 * c_3(D);\n" + sum + "_6);\n"),
            (Forms{{SumForm(FusedBeside, "4.0e-1*a and b*c")}}));
  EXPECT_EQ(formsOf("  [a.c:3:9] s_6 = b_2 * c_3(D);\n" + sum + "s_6);\n"),
            (Forms{{SumForm(FusedBeside, "4.0e-1*a and b*c")}}));
  // Of a macro.
  EXPECT_EQ(formsOf("  [a.c:3:21] _6 = _2 * c_3(D);\n" + sum + "_6);\n"),
            (Forms{{SumForm(FusedBeside, "4.0e-1*a and ?*c")}}));
  const DumpedForms alike = formsIn("  [a.c:2:9] _6 = _2 * vect__3.4_5;\n"
                                    "  [a.c:3:21] _7 = .FMA (_8, _9, _6);\n");
  EXPECT_EQ(alike.at({"a.c", 3}).forms, Forms{{FusedBeside}});
  EXPECT_TRUE(alike.at({"a.c", 3}).isUncertain());
}

/// A function that stays may be compiled otherwise, because what is around it has changed.
TEST(DumpedForms, CountsFusedCopiesWhereSomeAreNot) {
  const std::string fused = "  [a.c:3:21] _7 = .FMA (_3, 4.0e-1, _8);\n";
  const std::string rounded = before + "  [a.c:3:21] _7 = _6 + s;\n";
  const std::string task = ";; Function t (t, funcdef_no=1)\n  double _6;\n  double _7;\n";
  const auto lineOf = [](const std::string &statements) {
    return formsIn(statements).at({"a.c", 3});
  };
  const LineForms two = lineOf(fused + fused + rounded), one = lineOf(fused + rounded);
  EXPECT_EQ(two.fusedOfMixed, (std::map<std::string, std::vector<SumForm>>{{"f", {Fused, Fused}}}));
  EXPECT_FALSE(areAlike(two, one));
  EXPECT_FALSE(areAlike(one, two));
  EXPECT_TRUE(areAlike(two, lineOf(fused + fused + rounded + rounded)));
  EXPECT_TRUE(areAlike(two, lineOf(fused + fused + rounded + task + fused + rounded)));
  EXPECT_TRUE(areAlike(lineOf(fused + fused), lineOf(fused)));
  EXPECT_FALSE(areAlike(one, lineOf(fused)));
}

/// The first iteration may stand in front of the loop, or the last one behind it.
TEST(DumpedForms, TellsTheOrderOfCopiesThatFuseDifferentProducts) {
  const std::string first = before + "  [a.c:3:21] _8 = .FMA (_3, 4.0e-1, _6);\n";
  const std::string second = "  [a.c:3:27] _7 = _5 * 4.0e-1;\n"
                             "  [a.c:3:21] _8 = .FMA (_3, 1.0e-1, _7);\n";
  const std::string other = ";; Function g (g, funcdef_no=1)\n  double _6;\n  double _7;\n";
  const auto lineOf = [](const std::string &statements) {
    return formsIn(statements).at({"a.c", 3});
  };
  const LineForms source = lineOf(first + second + second);
  EXPECT_TRUE(areAlike(source, source));
  EXPECT_FALSE(areAlike(source, lineOf(first + first + second)));
  EXPECT_FALSE(areAlike(source, lineOf(second + second + first)));
  EXPECT_TRUE(areAlike(source, lineOf(other + first + second + second)));
  EXPECT_FALSE(areAlike(source, lineOf(other + second + second + first)));
  EXPECT_TRUE(areAlike(lineOf(first + first), lineOf(first)));
}

/// Of a vector whose lanes have exchanged terms, the places are those of the first lane.
TEST(DumpedForms, TellsHowLanesMixTheProducts) {
  const std::string load = "  [a.c:3:9] _1 = MEM[p_1];\n  [a.c:3:20] _2 = MEM[p_2];\n";
  const auto lanesOf = [&](const std::string &vector, const std::string &constants) {
    const Forms forms = formsOf("  vector(2) double vect__6.1;\n" + load + "  v_3 = " + vector +
                                ";\n  v_4 = v_3 + { 1.0e+0, 1.0e+0 };\n"
                                "  [a.c:3:27] vect__6.1_5 = w_1 * { 2.0e-1, 2.0e-1 };\n"
                                "  [a.c:3:21] w_6 = .FMA (v_4, " +
                                constants + ", vect__6.1_5);\n");
    EXPECT_EQ(forms.size(), 1U);
    EXPECT_EQ(forms.begin()->begin()->kind, FusedBehind);
    EXPECT_EQ(forms.begin()->begin()->onLine(true).lanes, forms.begin()->begin()->lanes);
    return forms.begin()->begin()->lanes;
  };
  const std::string same = "{ 4.0e-1, 4.0e-1 }";
  EXPECT_EQ(lanesOf("MEM[q_1]", same), "");
  EXPECT_EQ(lanesOf("MEM[q_1]", "{ 4.0e-1, 2.0e-1 }"), "4.0e-1 2.0e-1 ");
  EXPECT_EQ(lanesOf("VEC_PERM_EXPR <a_1, b_1, { 0, 2, 4, 6 }>", same), "");
  EXPECT_EQ(lanesOf("VEC_PERM_EXPR <a_1, b_1, { 3, 2, 1, 0 }>", same), "");
  EXPECT_EQ(lanesOf("VEC_PERM_EXPR <a_1, b_1, { 4, 1, 2, 3 }>", same), "4 1 2 3 ");
  EXPECT_EQ(lanesOf("{_1, _1}", same), "");
  EXPECT_EQ(lanesOf("{_2, _1, _1}", same), "@1 @0 @0 ");
  EXPECT_EQ(lanesOf("{_2, x_9}", same), "@0 ? ");
}

TEST(DumpedForms, UsesPlacesOnlyWhereTheyTell) {
  const SumForm form(FusedBehind, "a*b and c*d");
  EXPECT_EQ(form.onLine(true), SumForm(FusedBehind));
  EXPECT_EQ(form.onLine(false), SumForm(FusedBeside, "a*b and c*d", " behind"));
  EXPECT_NE(SumForm(FusedBefore).onLine(false), SumForm(FusedBehind).onLine(false));
  EXPECT_TRUE(SumForm(FusedBefore).onLine(false).isUncertain());
  EXPECT_EQ(SumForm(Fused).onLine(false), SumForm(Fused));
}

TEST(DumpedForms, TellsSumsOfRoundedProducts) {
  EXPECT_EQ(formsOf(before + "  [a.c:3:21] s_12 = s_11(D) + _6;\n"), Forms{{Rounded}});
  // A vector's parts, then the rest.
  EXPECT_EQ(formsOf("  vector(4) double vect__6.1;\n"
                    "  [a.c:3:27] vect__6.1_2 = vect__5.1_1 * { 1.0e-1, 1.0e-1 };\n"
                    "  [a.c:3:21] s_12 = s_11 + stmp_1;\n"
                    "  [a.c:3:21] s_13 = .FMA (_3, _4, s_12);\n"),
            (Forms{{Plain, Fused}}));
}

TEST(DumpedForms, LeavesOutOtherSums) {
  EXPECT_TRUE(formsIn("  [a.c:3:21] _7 = _3 + 4.0e-1;\n").empty());
  EXPECT_TRUE(
      formsIn("  int i;\n  [a.c:3:9] i_2 = i_1 * 4;\n  [a.c:3:12] i_3 = i_2 + 1;\n").empty());
  // A product of another function.
  EXPECT_TRUE(formsIn(before + ";; Function g (g, funcdef_no=1)\n  double _7;\n"
                               "  [a.c:3:21] _7 = _3 + _6;\n")
                  .empty());
}

TEST(DumpedForms, CountsNeitherColumnsNorCopies) {
  const std::string fused = "  [a.c:3:21] _7 = .FMA (_3, _4, _8);\n";
  EXPECT_EQ(formsOf(fused), formsOf(fused + "  [a.c:3:40] _7 = .FMA (_3, _4, _8);\n" + fused));
}

TEST(DumpedForms, NamesFunctionsAndHidesNothing) {
  const DumpedForms forms = formsIn("  [a.c:3:21] _7 = .FMA (_3, _4, _8);\n"
                                    ";; Function g.part.0 (g.part.0, funcdef_no=1)\n"
                                    "  [a.c:3:21] _7 = .FMA (_3, _4, _8);\n"
                                    "  _9 = .FMA (_3, _4, _8);\n");
  EXPECT_EQ(forms.at({"a.c", 3}).in,
            (std::map<std::string, SumsForms>{{"f", {{Fused}}}, {"g.part.0", {{Fused}}}}));
  EXPECT_EQ(forms.at({"", 0}).forms, Forms{{Fused}});
}

} // namespace
} // namespace kasuri
