// What sums are fused on which line of the source, from a compiler's assembly.
#include "driver/contraction/AssemblyLines.h"

#include <gtest/gtest.h>

namespace kasuri {
namespace {

TEST(AssemblyLines, CountsByLineOfTheSource) {
  const std::string assembly = "\t.file\t1 \"/somewhere\" \"a.c\"\n"
                               "\t.file\t2 \"/usr/include\" \"math.h\"\n"
                               "\t.loc 1 7 3 view .LVU3\n"
                               "\tvfmadd231sd\t(%rax), %xmm1, %xmm0\n"
                               "\tvmulpd\t%ymm1, %ymm2, %ymm3\n"
                               "\t.loc 2 7 3\n"
                               "\tvaddsd\t%xmm0, %xmm1, %xmm2\n"
                               "\t.loc 1 8 1\n"
                               "\taddsd\t%xmm0, %xmm1\n"
                               "\taddq\t$8, %rax\n"
                               "\t.loc 1 7 3\n"
                               "\tvsubps\t%ymm1, %ymm2, %ymm3\n";
  const LineProducts lines = lineProductsIn(assembly, "src/a.c");
  EXPECT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines.at(7).fused, 1U);
  EXPECT_EQ(lines.at(7).plain, 1U);
  EXPECT_EQ(lines.at(8).fused, 0U);
  EXPECT_EQ(lines.at(8).plain, 1U);
}

TEST(AssemblyLines, KnowsArm) {
  const std::string assembly = "\t.file 1 \"a.c\"\n"
                               "\t.loc 1 3 1\n"
                               "\tfmla\tv0.2d, v1.2d, v2.2d\n"
                               "\tfmadd\td0, d1, d2, d0\n"
                               "\tfadd\td0, d0, d1\n"
                               "\tvfma.f64\td0, d1, d2\n"
                               "\tvadd.f64\td0, d1, d2\n"
                               "\tadd\tx0, x0, 8\n";
  const LineSums sums = lineProductsIn(assembly, "a.c").at(3);
  EXPECT_EQ(sums.fused, 3U);
  EXPECT_EQ(sums.plain, 2U);
}

// A loop that takes four products at a time, and what remains of 4 * n + 3.
std::string loopWithRest(const std::string &inRest, const std::string &behind) {
  return "\t.file\t1 \"a.c\"\n"
         "f:\n"
         "\t.loc 1 3 1\n"
         ".L3:\n"
         ".LVL7:\n"
         "\tvmulpd\t%ymm1, %ymm2, %ymm3\n"
         "\tvaddsd\t%xmm0, %xmm3, %xmm0\n"
         "\tvaddsd\t%xmm0, %xmm3, %xmm0\n"
         "\tvaddsd\t%xmm0, %xmm3, %xmm0\n"
         "\tvaddsd\t%xmm0, %xmm3, %xmm0\n"
         "\tjne\t.L3\n" +
         inRest + "\tvfmadd231sd\t(%rax), %xmm1, %xmm0\n" + behind + "\tret\n";
}

TEST(AssemblyLines, FindsLoopsWithAFusedRest) {
  const std::string plain = "\tvaddsd\t%xmm0, %xmm3, %xmm0\n";
  const LineSums sums = lineProductsIn(loopWithRest(plain + plain, ""), "a.c").at(3);
  ASSERT_TRUE(sums.loop.has_value());
  EXPECT_EQ(*sums.loop, (LoopSums{.step = 4, .plain = 2, .fused = 1}));
}

TEST(AssemblyLines, FindsNoRestThatMayBeReachedOtherwise) {
  const std::string plain = "\tvaddsd\t%xmm0, %xmm3, %xmm0\n";
  auto hasLoop = [](const std::string &assembly) {
    return lineProductsIn(assembly, "a.c").at(3).loop.has_value();
  };
  EXPECT_FALSE(hasLoop(loopWithRest(".L5:\n\tje\t.L5\n", "")));
  EXPECT_FALSE(hasLoop(loopWithRest("", plain))); // a plain one behind a fused one
  EXPECT_FALSE(hasLoop(loopWithRest("\tje\t.L9\n", "")));
  // Two copies that differ.
  EXPECT_FALSE(hasLoop(loopWithRest("", "") + loopWithRest(plain, "")));
  EXPECT_TRUE(hasLoop(loopWithRest("", "") + loopWithRest("", "")));
}

} // namespace
} // namespace kasuri
