// Lines are counted as Clang counts them, so that its places are found.
#include "report/SourceLines.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace kasuri::test {
namespace {

class LinesOf {
public:
  explicit LinesOf(llvm::StringRef text) {
    int descriptor = -1;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("lines", "c", descriptor, path));
    llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << text;
  }
  ~LinesOf() { (void)llvm::sys::fs::remove(path); }

  size_t count() { return lines.count(path.str()); }
  std::string line(unsigned number) {
    return std::string(lines.line(path.str(), number).value_or("(none)"));
  }

private:
  llvm::SmallString<64> path;
  SourceLines lines;
};

TEST(SourceLines, EndWithAnyOfTheThreeLineEnds) {
  LinesOf mixed("a\nb\r\nc\rd\n\ne");
  EXPECT_EQ(mixed.count(), 6u);
  EXPECT_EQ(mixed.line(2), "b");
  EXPECT_EQ(mixed.line(3), "c");
  EXPECT_EQ(mixed.line(4), "d");
  EXPECT_EQ(mixed.line(5), "");
  EXPECT_EQ(mixed.line(6), "e");
}

TEST(SourceLines, NumberFromOne) {
  LinesOf one("only\n");
  EXPECT_EQ(one.count(), 1u);
  EXPECT_EQ(one.line(0), "(none)");
  EXPECT_EQ(one.line(1), "only");
  EXPECT_EQ(one.line(2), "(none)");
}

TEST(SourceLines, AreNoneInAFileThatCannotBeRead) {
  SourceLines lines;
  EXPECT_EQ(lines.count("/no/such/file.c"), 0u);
  EXPECT_EQ(lines.line("", 1), std::nullopt);
}

} // namespace
} // namespace kasuri::test
