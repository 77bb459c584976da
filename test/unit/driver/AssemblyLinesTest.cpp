// What sums are fused on which line of the source, from a compiler's assembly.
#include "driver/AssemblyLines.h"

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

} // namespace
} // namespace kasuri
