// Loops found by the tokens of a file end where C says, also in damaged text.
#include "driver/profile/sampling/SourceLoops.h"

#include "gtest/gtest.h"

namespace kasuri {
namespace {

/// "2-4 3-3": first and last lines.
std::string linesOf(const std::string &text) {
  std::string lines;
  for (const SourceLoop &each : findSourceLoops(text))
    lines += (lines.empty() ? "" : " ") + std::to_string(each.first.line) + "-" +
             std::to_string(each.last.line);
  return lines;
}

TEST(SourceLoops, EndWithTheirStatement) {
  EXPECT_EQ(linesOf("void f(void) {\n"
                    "  for (;;)\n"
                    "    if (a)\n"
                    "      b();\n"
                    "    else\n"
                    "      c();\n"
                    "  d();\n"
                    "  while (a) {\n"
                    "    do b();\n"
                    "    while (c);\n"
                    "  }\n"
                    "}\n"),
            "2-6 8-11 9-10");
}

TEST(SourceLoops, StartBehindLabelsAndInSwitches) {
  EXPECT_EQ(linesOf("again:\n"
                    "for (;;)\n"
                    "  switch (a) {\n"
                    "  case 1: while (b)\n"
                    "      c();\n"
                    "  default: ;\n"
                    "  }\n"),
            "2-7 4-5");
}

TEST(SourceLoops, AreNotInStringsCommentsAndDirectives) {
  EXPECT_EQ(linesOf("char *s = \"for (;;) {\"; // while (1) {\n"
                    "#define EACH for (;;) { \\\n"
                    "  while (a)\n"
                    "int for_each, format;\n"),
            "");
}

TEST(SourceLoops, EndWithDamagedText) {
  EXPECT_EQ(linesOf("for ("), "1-1");
  EXPECT_EQ(linesOf("do { while (a)"), "1-1 1-1");
  EXPECT_EQ(linesOf("while (a) } ; for (;;) ;"), "1-1 1-1");
  std::string deep;
  for (int i = 0; i < 100000; ++i)
    deep += "for (;;) {";
  EXPECT_FALSE(findSourceLoops(deep).empty());
}

TEST(SourceLoops, OnOneLineAreToldApartByColumns) {
  const std::vector<SourceLoop> loops = findSourceLoops("for (;;) a(); for (;;) b();");
  ASSERT_EQ(loops.size(), 2u);
  EXPECT_TRUE(loops[0].holds({1, 10}));
  EXPECT_FALSE(loops[1].holds({1, 10}));
  EXPECT_TRUE(loops[1].holds({1, 0})); // not known
  EXPECT_FALSE(loops[1].holds({2, 0}));
}

} // namespace
} // namespace kasuri
