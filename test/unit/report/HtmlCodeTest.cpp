// C text gets colors, line by line, and the pages of obstacles become HTML; all of it stays text.
#include "report/HtmlCode.h"
#include "report/Markdown.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace kasuri::test {
namespace {

using ::testing::ElementsAre;

TEST(HtmlCode, ColorsEachKindOfToken) {
  EXPECT_EQ(codeHtml("int a = 12; // <x>"),
            "<i class=\"k\">int</i> a = <i class=\"n\">12</i>; <i class=\"c\">// &lt;x&gt;</i>");
  EXPECT_EQ(codeHtml("#include <a.h>\n#define N 'x'\n"),
            "<i class=\"d\">#include</i> <i class=\"t\">&lt;a.h&gt;</i>\n"
            "<i class=\"d\">#define</i> N <i class=\"t\">&#39;x&#39;</i>\n");
}

TEST(HtmlCode, SplitsATokenAtTheEndsOfLines) {
  EXPECT_THAT(codeLines("/* a\r\nb */ c\n\"d\"", 100),
              ElementsAre("<i class=\"c\">/* a</i>", "<i class=\"c\">b */</i> c",
                          "<i class=\"t\">&quot;d&quot;</i>"));
}

TEST(HtmlCode, CutsLongLines) {
  EXPECT_THAT(codeLines("abcdef gh\nij", 4), ElementsAre("abcd", "ij"));
}

TEST(HtmlCode, TakesTextThatIsNoC) {
  EXPECT_THAT(codeLines("'a\n\"b\n/* c", 100), ::testing::SizeIs(3));
  EXPECT_EQ(codeHtml(""), "");
}

std::string page(llvm::StringRef markdown) {
  return markdownHtml(markdown, [](llvm::StringRef link) {
    return link == "B.md" ? std::string("#page-B") : std::string();
  });
}

TEST(Markdown, KnowsParagraphsListsAndQuotes) {
  EXPECT_EQ(page("# A\n\nOne\ntwo.\n\n* x\n  y\n* z\n\n> q\n"),
            "<p>One two.</p>\n<ul><li>x y</li>\n<li>z</li>\n</ul>\n<blockquote>q</blockquote>\n");
}

TEST(Markdown, LeavesOutComments) { EXPECT_EQ(page("<!-- a\nb -->\n## H\n"), "<h4>H</h4>\n"); }

TEST(Markdown, FollowsOnlyLinksThatLeadSomewhere) {
  EXPECT_EQ(page("see [`b`](B.md) and [c](C.md)"),
            "<p>see <a href=\"#page-B\"><code>b</code></a> and c</p>\n");
}

TEST(Markdown, ShowsWhatItDoesNotKnowAsItIs) {
  EXPECT_EQ(page("a * b [c] `d <e>"), "<p>a * b [c] `d &lt;e&gt;</p>\n");
}

} // namespace
} // namespace kasuri::test
