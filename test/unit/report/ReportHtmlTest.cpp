// report.html is made of report.json and source texts; whatever these hold, it stays text.
#include "report/ReportHtml.h"
#include "ReportFixture.h"
#include "report/HtmlParts.h"
#include "report/ReportJson.h"

#include "llvm/Support/JSON.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace kasuri::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string page(const Compilation &all) {
  SourceLines sources;
  return reportHtml(reportJson(all.program, all.facts, all.graph, all.cost, all.machine, all.plan,
                               all.findings()),
                    sources);
}

/// What stands in the page between two texts.
std::string part(const std::string &html, const std::string &from, const std::string &to) {
  size_t begin = html.find(from);
  return begin == std::string::npos ? "" : html.substr(begin, html.find(to, begin) - begin);
}

std::string partOfChanges(const std::string &html) {
  return part(html, "<section id=\"changes\"", "</section>");
}

TEST(HtmlText, EscapesWhatHtmlWouldRead) {
  EXPECT_EQ(escaped("a < b && c > \"d\" 'e'"),
            "a &lt; b &amp;&amp; c &gt; &quot;d&quot; &#39;e&#39;");
}

TEST(HtmlText, KeepsTabsAndShowsOtherControlCharacters) {
  EXPECT_EQ(escaped("\ta\f\x1b\x7f"), "\ta\u240c\u241b\u2421");
  EXPECT_EQ(escaped(llvm::StringRef("\0", 1)), "\u2400");
}

TEST(HtmlText, ReplacesBytesThatAreNoUtf8) {
  EXPECT_EQ(escaped("caf\xe9"), "caf\ufffd");
  EXPECT_EQ(escaped("café"), "café");
}

TEST(HtmlText, WritesSharesInPercent) {
  EXPECT_EQ(percent(0), "0 %");
  EXPECT_EQ(percent(0.00001), "&lt; 0.01 %");
  EXPECT_EQ(percent(0.0123), "1.2 %");
  EXPECT_EQ(percent(0.9978), "100 %");
}

TEST(EmbeddedJson, CannotEndItsElement) {
  EXPECT_EQ(embedded("{ \"a\": \"</script><!--\" }"), "{\"a\":\"\\u003c/script>\\u003c!--\"}");
}

TEST(EmbeddedJson, LosesNothingButWhiteSpaceBetweenTokens) {
  const char *json = "{\n \"a b\": [ 1, 2.5, \" \\\" \\\\\" ],\n \"c\": null\n}\n";
  EXPECT_EQ(embedded(json), "{\"a b\":[1,2.5,\" \\\" \\\\\"],\"c\":null}");
  EXPECT_EQ(llvm::cantFail(llvm::json::parse(embedded(json))),
            llvm::cantFail(llvm::json::parse(json)));
}

TEST(ReportHtml, IsWholeAndFetchesNothing) {
  const std::string html = page(sampleCompilation());
  EXPECT_THAT(html, HasSubstr("<!doctype html>"));
  EXPECT_THAT(html, HasSubstr("</html>"));
  EXPECT_THAT(html, HasSubstr("default-src 'none'"));
  EXPECT_THAT(html, Not(HasSubstr("{{")));
  EXPECT_THAT(html, Not(HasSubstr("src=\"http")));
  EXPECT_THAT(html, Not(HasSubstr("<link rel=\"stylesheet\"")));
}

TEST(ReportHtml, GivesEachLoopItsVerdictEvenWithoutItsText) {
  const std::string html = page(sampleCompilation());
  EXPECT_THAT(html, HasSubstr("The text of this file could not be read."));
  const std::string parallel = part(html, "id=\"loop0\"", "</details>");
  EXPECT_THAT(parallel, HasSubstr("doall over <code>i</code>"));
  EXPECT_THAT(parallel, HasSubstr("<code>t</code> (last value kept)"));
  EXPECT_THAT(parallel, HasSubstr("<code>s</code> (+, in program order)"));
  EXPECT_THAT(parallel, HasSubstr("at least 64 iterations"));
  EXPECT_THAT(part(html, "id=\"loop2\"", "</details>"), HasSubstr("too short to be profitable"));
}

TEST(ReportHtml, LinksBothEndsOfAnObstacleToTheFileIfItHasNoLines) {
  const std::string loop = part(page(sampleCompilation()), "id=\"loop1\"", "</details>");
  EXPECT_THAT(loop, HasSubstr("written here <a href=\"#file0\">a.c:11</a> → read here in a later "
                              "iteration <a href=\"#file0\">a.c:11</a>"));
  EXPECT_THAT(loop, HasSubstr("What helps:</span> give each iteration its own &#39;y&#39;"));
}

TEST(ReportHtml, PutsALoopOfMoreTimeFirst) {
  Compilation all = sampleCompilation();
  LoopFacts longer = all.facts.loops[1];
  longer.loop = all.facts.loops[2].loop;
  longer.obstacles = {{ObstacleKind::InputOutput, "printf", "", {}, {}}};
  all.facts.loops[2] = longer;
  all.plan.loopVerdicts[2] = PlanVerdict::NotParallel;
  all.cost.regions[longer.loop.index()].estimatedNs *= 3;
  const std::string changes = partOfChanges(page(all));
  EXPECT_LT(changes.find("printf"), changes.find("is read in an iteration"));
  EXPECT_THAT(changes, HasSubstr("only one obstacle"));
  EXPECT_THAT(changes, HasSubstr("5 obstacles, all of which must be removed"));
}

TEST(ReportHtml, LeavesOutWhatRunsInsideALayer) {
  EXPECT_THAT(partOfChanges(page(sampleCompilation())), HasSubstr("CarriedFlow"));
  Compilation all = sampleCompilation();
  all.graph.layers[1].tasks[0].first = all.graph.layers[1].tasks[0].last = all.facts.loops[1].loop;
  EXPECT_THAT(partOfChanges(page(all)), Not(HasSubstr("CarriedFlow")));
}

TEST(ReportHtml, SaysWhatTheWholeProgramIsStoppedBy) {
  Compilation all = sampleCompilation();
  all.facts.programObstacles.push_back({ObstacleKind::ThreadState, "uselocale", "", {}, {}});
  EXPECT_THAT(partOfChanges(page(all)), HasSubstr("The whole program stays sequential"));
}

} // namespace
} // namespace kasuri::test
