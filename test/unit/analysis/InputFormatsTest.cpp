#include "analysis/library/InputFormats.h"

#include <gtest/gtest.h>

namespace kasuri {
namespace {

/// "2:4 3:32": 4 bytes at argument 2, at most 32 at argument 3; 0: without bound; "any": not
/// understood.
std::string writesOf(std::string_view format) {
  const auto writes = writesOfFormat(format, 2);
  if (!writes)
    return "any";
  std::string text;
  for (const ArgumentEffect &each : *writes)
    text +=
        (text.empty() ? "" : " ") + std::to_string(each.argument) + ":" + std::to_string(each.size);
  return text;
}

TEST(InputFormats, TellsTheSizesOfNumbers) {
  EXPECT_EQ(writesOf("P6 %d %u %hhx %hd %ld"), "2:4 3:4 4:1 5:2 6:8");
  EXPECT_EQ(writesOf("%lld%jd%zu%td%qd%n"), "2:8 3:8 4:8 5:8 6:8 7:4");
  EXPECT_EQ(writesOf("%f,%lf,%Lg,%a"), "2:4 3:8 4:16 5:4");
}

TEST(InputFormats, TellsTheLengthsOfTexts) {
  EXPECT_EQ(writesOf("%c%5c%31s%15[a-z]"), "2:1 3:5 4:32 5:16");
  EXPECT_EQ(writesOf("%s %[^\n]"), "2:0 3:0");
  EXPECT_EQ(writesOf("%[]%d]%d"), "2:0 3:4");
  EXPECT_EQ(writesOf("%[^]%d]%d"), "2:0 3:4");
}

TEST(InputFormats, SkipsWhatIsNotAssigned) {
  EXPECT_EQ(writesOf("100%% %*d %*[^,],%d"), "2:4");
  EXPECT_EQ(writesOf("nothing"), "");
}

TEST(InputFormats, DoesNotUnderstandPointersNorAllocations) {
  for (const char *format : {"%p", "%ms", "%m[a]", "%as", "%aS", "%a[x]", "%ls", "%lc", "%l[a]",
                             "%S", "%C", "%1$d", "%", "%d%", "%[a", "%y", "%lla", "%99999999s"})
    EXPECT_EQ(writesOf(format), "any") << format;
}

} // namespace
} // namespace kasuri
