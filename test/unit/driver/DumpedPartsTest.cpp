// Which sums are fused only in what a loop of several products at a time leaves over, from GCC's
// dump.
#include "driver/contraction/DumpedParts.h"

#include <gtest/gtest.h>

namespace kasuri {
namespace {

const OperatorPlace sum{"a.c", 3, 21};

/// The text with one part of it changed, which it must have.
std::string with(std::string text, const std::string &part, const std::string &other) {
  const size_t place = text.find(part);
  EXPECT_NE(place, std::string::npos) << part;
  return place == std::string::npos ? text : text.replace(place, part.size(), other);
}

/// 0: it is not known.
unsigned stepIn(const std::string &dump) {
  const FusedParts parts = fusedPartsIn(dump);
  const auto its = parts.find(sum);
  return its == parts.end() ? 0 : its->second;
}

const std::string two = R"(
;; Function f (f, funcdef_no=0)
  <bb 6> [local count: 8]:
  niters.97_166 = (unsigned int) _131;
  bnd.98_133 = niters.97_166 >> 1;
  _183 = (unsigned long) bnd.98_133;
  _180 = _183 * 16;
  _101 = _131 & -2;

  <bb 7> [local count: 9]:
  # j_85 = PHI <j_86(12), 0(6)>
  if (_131 == 1)
    goto <bb 11>; [10.00%]
  else
    goto <bb 8>; [90.00%]

  <bb 8> [local count: 9]:
  _188 = a_5 + j_85;

  <bb 9> [local count: 10]:
  # sum_135 = PHI <[a.c:3:21] sum_86(9), [a.c:2:14] 0.0(8)>
  # ivtmp_191 = PHI <ivtmp_192(9), 0(8)>
  [a.c:3:20] vect_13 = vect_37 * vect_112;
  stmp_12 = BIT_FIELD_REF <vect_13, 64, 0>;
  stmp_89 = stmp_12 + sum_135;
  stmp_171 = BIT_FIELD_REF <vect_13, 64, 64>;
  [a.c:3:21] sum_86 = stmp_89 + stmp_171;
  ivtmp_192 = ivtmp_191 + 16;
  if (_180 != ivtmp_192)
    goto <bb 9>; [83.33%]
  else
    goto <bb 10>; [16.67%]

  <bb 10> [local count: 9]:
  _148 = _131 & 1;
  if (_148 == 0)
    goto <bb 12>; [33.33%]
  else
    goto <bb 11>; [66.67%]

  <bb 11> [local count: 9]:
  # sum_146 = PHI <[a.c:3:21] sum_86(10), [a.c:2:14] 0.0(7)>
  [a.c:3:21] sum_150 = .FMA (_152, _159, sum_146);

  <bb 12> [local count: 9]:
  # sum_121 = PHI <sum_150(11), [a.c:3:21] sum_86(10)>
  MEM[(double *)_172] = sum_121;
  [a.c:2:23] j_86 = j_85 + 1;
  [a.c:2:23] if (_156 != j_86)
    goto <bb 7>; [89.00%]
  else
    goto <bb 15>; [11.00%]
)";

TEST(DumpedParts, FindsTwoProductsAtATime) { EXPECT_EQ(stepIn(two), 2u); }

TEST(DumpedParts, FindsFourProductsAtATime) {
  std::string four = with(two, ">> 1", ">> 2");
  four = with(four, "if (_131 == 1)", "if (_121 <= 2)");
  four = with(four, "  _101 =", "  _121 = niters.97_166 + 4294967295;\n  _101 =");
  four = with(four, "_131 & 1", "_131 & 3");
  four = with(four, "[a.c:3:21] sum_86 = stmp_89 + stmp_171;",
              "stmp_90 = stmp_89 + stmp_171;\n"
              "  stmp_172 = BIT_FIELD_REF <vect_13, 64, 128>;\n"
              "  stmp_91 = stmp_172 + stmp_90;\n"
              "  stmp_173 = BIT_FIELD_REF <vect_13, 64, 192>;\n"
              "  [a.c:3:21] sum_86 = stmp_173 + stmp_91;");
  EXPECT_EQ(stepIn(four), 4u);
  // It is passed over although it would have an iteration.
  EXPECT_EQ(stepIn(with(four, "<= 2", "<= 3")), 0u);
  EXPECT_EQ(stepIn(with(four, "_121 = niters.97_166", "_121 = niters.98_166")), 0u);
  // Another number of them at a time.
  EXPECT_EQ(stepIn(with(four, ">> 2", ">> 3")), 0u);
}

TEST(DumpedParts, KnowsNothingOfOtherNumbersOfIterations) {
  // A last round may be left to the loop of the rest.
  EXPECT_EQ(stepIn(with(two, "if (_148 == 0)", "if (_148 == 1)")), 0u);
  EXPECT_EQ(stepIn(with(two, "_131 & 1", "_131 & 3")), 0u);
  EXPECT_EQ(stepIn(with(two, "(unsigned int) _131", "_131 + 4294967295")), 0u);
  EXPECT_EQ(stepIn(with(two, "bnd.98_133 = niters.97_166", "bnd.98_133 = ni_gap_166")), 0u);
  EXPECT_EQ(stepIn(with(two, "_180 = _183 * 16", "_180 = 160 * 16")), 0u);
  EXPECT_EQ(stepIn(with(two, "if (_131 == 1)", "if (_131 == 2)")), 0u);
  EXPECT_EQ(stepIn(with(two, "if (_131 == 1)", "if (_132 == 1)")), 0u);
}

TEST(DumpedParts, KnowsNothingOfOtherCopies) {
  const std::string first = "  [a.c:3:21] sum_151 = .FMA (_152, _159, sum_147);\n";
  EXPECT_EQ(stepIn(with(two, "  niters", first + "  niters")), 0u);
  EXPECT_EQ(stepIn(with(two, "  _188", "  [a.c:3:21] _189 = _190 + _191;\n  _188")), 0u);
  EXPECT_EQ(stepIn(with(two, "  _188", "  [a.c:3:21] _189 = .COND_ADD (_1, _2, _3, _3);\n  _188")),
            0u);
  EXPECT_EQ(stepIn(two + ";; Function g (g, funcdef_no=1)\n  <bb 2>:\n" + first), 0u);
  EXPECT_EQ(stepIn(two + with(two, "Function f (f", "Function g (g")), 2u);
  // Sums of unknown places may be copies.
  EXPECT_EQ(stepIn(with(two, "  _188", "  _189 = .FMA (_1, _2, _3);\n  _188")), 0u);
  const std::string hidden = with(two, "  _188", "  _7 = _8 * _9;\n  _189 = _7 + _1;\n  _188");
  EXPECT_EQ(stepIn(hidden), 0u);
  // Unless they are of integers.
  const std::string head = ";; Function f (f, funcdef_no=0)\n";
  EXPECT_EQ(stepIn(with(hidden, head, head + "  sizetype _7;\n")), 2u);
  EXPECT_EQ(stepIn(with(hidden, head, head + "  float _7;\n")), 0u);
  EXPECT_EQ(stepIn(with(hidden, head, head + "  sizetype _7;\n  float _7;\n")), 0u);
  EXPECT_EQ(stepIn(with(hidden, "_8 * _9", "vect_8 * { 5, -5 }")), 2u);
  EXPECT_EQ(stepIn(with(hidden, "_8 * _9", "vect_8 * { 5.0e+0, 5.0e+0 }")), 0u);
  // The same of elements: some are pointers to rows.
  const std::string element = with(hidden, "_8 * _9", "BIT_FIELD_REF <vect_8, 64, 64>");
  EXPECT_EQ(stepIn(element), 0u);
  EXPECT_EQ(stepIn(with(element, head, head + "  long unsigned int _7;\n")), 2u);
  EXPECT_EQ(stepIn(with(element, head, head + "  double _7;\n")), 0u);
}

TEST(DumpedParts, KnowsNothingOfSumsThatBeginElsewhere) {
  EXPECT_EQ(stepIn(with(two, "[a.c:2:14] 0.0(7)", "[a.c:2:14] 1.0e+0(7)")), 0u);
  EXPECT_EQ(stepIn(with(two, "_152, _159, sum_146", "_152, _159, sum_147")), 0u);
}

/// `two` in a loop around it that also counts how often the inner one runs, without a name of its
/// own for that number.
const std::string counted = R"(
;; Function f (f, funcdef_no=0)
void f (double * a, int n)
{
  unsigned int ivtmp.9;
  unsigned int ivtmp.8;
  unsigned int niters_vector_mult_vf.7;
  unsigned int bnd.6;
  int i;
  unsigned int _131;

  <bb 6> [local count: 8]:
  # i_2 = PHI <i_3(12), 0(5)>
  # ivtmp.9_4 = PHI <ivtmp.9_5(12), 0(5)>
  i_3 = i_2 + 1;
  _131 = (unsigned int) i_3;
  bnd.6_133 = _131 >> 3;
  _183 = (unsigned long) bnd.6_133;
  _180 = _183 * 64;
  if (ivtmp.9_4 <= 6)
    goto <bb 11>; [10.00%]
  else
    goto <bb 9>; [90.00%]

  <bb 9> [local count: 10]:
  # sum_135 = PHI <[a.c:3:21] sum_86(9), [a.c:2:14] 0.0(6)>
  # ivtmp_191 = PHI <ivtmp_192(9), 0(6)>
  [a.c:3:20] vect_13 = vect_37 * vect_112;
  stmp_1 = BIT_FIELD_REF <vect_13, 64, 0>;
  stmp_2 = stmp_1 + sum_135;
  stmp_3 = BIT_FIELD_REF <vect_13, 64, 64>;
  stmp_4 = stmp_2 + stmp_3;
  stmp_5 = BIT_FIELD_REF <vect_13, 64, 128>;
  stmp_6 = stmp_4 + stmp_5;
  stmp_7 = BIT_FIELD_REF <vect_13, 64, 192>;
  stmp_8 = stmp_6 + stmp_7;
  stmp_9 = BIT_FIELD_REF <vect_13, 64, 256>;
  stmp_10 = stmp_8 + stmp_9;
  stmp_11 = BIT_FIELD_REF <vect_13, 64, 320>;
  stmp_12 = stmp_10 + stmp_11;
  stmp_13 = BIT_FIELD_REF <vect_13, 64, 384>;
  stmp_14 = stmp_12 + stmp_13;
  stmp_15 = BIT_FIELD_REF <vect_13, 64, 448>;
  [a.c:3:21] sum_86 = stmp_14 + stmp_15;
  ivtmp_192 = ivtmp_191 + 64;
  if (_180 != ivtmp_192)
    goto <bb 9>; [83.33%]
  else
    goto <bb 10>; [16.67%]

  <bb 10> [local count: 9]:
  _148 = _131 & 7;
  if (_148 == 0)
    goto <bb 12>; [33.33%]
  else
    goto <bb 11>; [66.67%]

  <bb 11> [local count: 9]:
  # sum_146 = PHI <[a.c:3:21] sum_86(10), [a.c:2:14] 0.0(6)>
  [a.c:3:21] sum_150 = .FMA (_152, _159, sum_146);

  <bb 12> [local count: 9]:
  # sum_121 = PHI <sum_150(11), [a.c:3:21] sum_86(10)>
  MEM[(double *)_172] = sum_121;
  ivtmp.9_5 = ivtmp.9_4 + 1;
  [a.c:2:23] if (_156 != ivtmp.9_5)
    goto <bb 6>; [89.00%]
  else
    goto <bb 15>; [11.00%]
)";

TEST(DumpedParts, KnowsWhatLoopsAroundCount) {
  EXPECT_EQ(stepIn(counted), 8u);
  // The test in front of the loop.
  EXPECT_EQ(stepIn(with(counted, "ivtmp.9_5(12), 0(5)", "ivtmp.9_5(12), 1(5)")), 0u);
  EXPECT_EQ(stepIn(with(counted, "i_3(12), 0(5)", "i_3(12), 1(5)")), 0u);
  EXPECT_EQ(stepIn(with(counted, "ivtmp.9_4 + 1", "ivtmp.9_4 + 2")), 0u);
  EXPECT_EQ(stepIn(with(counted, "ivtmp.9_4 <= 6", "ivtmp.9_4 <= 7")), 0u);
  EXPECT_EQ(stepIn(with(counted, "ivtmp.9_4 <= 6", "_131 <= 6")), 0u);
  EXPECT_EQ(stepIn(with(counted, "unsigned int ivtmp.9", "int ivtmp.9")), 0u);
  // The one behind it.
  EXPECT_EQ(stepIn(with(counted, "_131 & 7", "_132 & 7")), 0u);
  EXPECT_EQ(stepIn(with(counted, "_131 & 7", "ivtmp.9_4 & 7")), 0u);
  EXPECT_EQ(stepIn(with(counted, "_131 & 7", "_131 & 3")), 0u);
  EXPECT_EQ(stepIn(with(counted, "(_148 == 0)", "(niters_vector_mult_vf.7_1 == _131)")), 8u);
  EXPECT_EQ(stepIn(with(counted, "(_148 == 0)", "(niters_vector_mult_vf.7_1 == _132)")), 0u);
  // Of a name that is declared twice, the type is not known; parameters are declared, too.
  EXPECT_EQ(stepIn(with(counted, "int n)", "long int i)")), 0u);
}

/// Of four products at a time, with one more round of two behind it.
const std::string rounds = R"(
;; Function f (f, funcdef_no=0)
  <bb 3> [local count: 8]:
  niters.6_60 = (unsigned int) _38;
  _37 = niters.6_60 + 4294967295;
  bnd.7_33 = niters.6_60 >> 2;
  _55 = (sizetype) bnd.7_33;
  _56 = _55 * 32;
  _104 = _38 & -4;
  niters_vector_mult_vf.8_26 = (unsigned int) _104;

  <bb 4> [local count: 8]:
  if (_37 <= 2)
    goto <bb 8>; [10.00%]
  else
    goto <bb 6>; [90.00%]

  <bb 6> [local count: 9]:
  # first_41 = PHI <[a.c:3:21] first_23(6), [a.c:2:12] 0.0(4)>
  # ivtmp_53 = PHI <ivtmp_54(6), 0(4)>
  vect_72 = vect_25 * vect_71;
  stmp_73 = BIT_FIELD_REF <vect_72, 64, 0>;
  stmp_74 = first_41 + stmp_73;
  stmp_75 = BIT_FIELD_REF <vect_72, 64, 64>;
  stmp_76 = stmp_74 + stmp_75;
  stmp_77 = BIT_FIELD_REF <vect_72, 64, 128>;
  stmp_78 = stmp_76 + stmp_77;
  stmp_79 = BIT_FIELD_REF <vect_72, 64, 192>;
  [a.c:3:21] first_23 = stmp_78 + stmp_79;
  ivtmp_54 = ivtmp_53 + 32;
  if (ivtmp_54 != _56)
    goto <bb 6>; [83.33%]
  else
    goto <bb 7>; [16.67%]

  <bb 7> [local count: 9]:
  if (niters_vector_mult_vf.8_26 == niters.6_60)
    goto <bb 13>; [25.00%]
  else
    goto <bb 8>; [75.00%]

  <bb 8> [local count: 9]:
  # first_35 = PHI <[a.c:3:21] first_23(7), [a.c:2:12] 0.0(4)>
  # _12 = PHI <niters_vector_mult_vf.8_26(7), 0(4)>
  niters.18_84 = niters.6_60 - _12;
  if (niters.18_84 == 1)
    goto <bb 11>; [10.00%]
  else
    goto <bb 9>; [90.00%]

  <bb 9> [local count: 9]:
  vect_122 = vect_115 * vect_121;
  stmp_123 = BIT_FIELD_REF <vect_122, 64, 0>;
  stmp_124 = first_35 + stmp_123;
  stmp_125 = BIT_FIELD_REF <vect_122, 64, 64>;
  [a.c:3:21] first_48 = stmp_124 + stmp_125;
  _114 = niters.18_84 & 1;
  if (_114 == 0)
    goto <bb 13>; [33.33%]
  else
    goto <bb 11>; [66.67%]

  <bb 11> [local count: 9]:
  # first_102 = PHI <[a.c:2:12] first_48(9), [a.c:2:12] first_35(8)>
  [a.c:3:21] first_97 = .FMA (_92, _95, first_102);

  <bb 13> [local count: 9]:
  # first_13 = PHI <first_97(11), [a.c:3:21] first_23(7), first_48(9)>
)";

TEST(DumpedParts, FindsARoundOfTwoBehindALoop) {
  EXPECT_EQ(stepIn(rounds), 2u);
  // It is passed over although there are two, or a number of another loop is tested.
  EXPECT_EQ(stepIn(with(rounds, "niters.18_84 == 1", "niters.18_84 == 2")), 0u);
  EXPECT_EQ(stepIn(with(rounds, "niters.18_84 == 1", "niters.19_84 == 1")), 0u);
  EXPECT_EQ(stepIn(with(rounds, "niters.6_60 - _12", "niters.7_60 - _12")), 0u);
}

} // namespace
} // namespace kasuri
