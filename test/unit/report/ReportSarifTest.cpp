// report.sarif on a hand-made program: what readers of SARIF 2.1.0 rely on.
#include "report/ReportSarif.h"
#include "ReportFixture.h"

#include "llvm/Support/JSON.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace kasuri::test {
namespace {

using llvm::json::Object;
using ::testing::HasSubstr;

llvm::json::Value sarif(const Compilation &all) {
  return llvm::cantFail(llvm::json::parse(
      reportSarif(all.program, buildRemarks(all.program, all.facts, all.graph, all.cost,
                                            all.machine, all.plan, all.findings()))));
}

const Object &run(const llvm::json::Value &log) {
  return *(*log.getAsObject()->getArray("runs"))[0].getAsObject();
}

const Object *result(const llvm::json::Value &log, llvm::StringRef rule) {
  for (const llvm::json::Value &each : *run(log).getArray("results"))
    if (each.getAsObject()->getString("ruleId") == rule)
      return each.getAsObject();
  return nullptr;
}

const Object &region(const Object &location) {
  return *location.getObject("physicalLocation")->getObject("region");
}

TEST(ReportSarif, HasARuleForEachKindWithWhatHelps) {
  const llvm::json::Value log = sarif(sampleCompilation());
  EXPECT_EQ(log.getAsObject()->getString("version"), "2.1.0");
  const llvm::json::Array &rules =
      *run(log).getObject("tool")->getObject("driver")->getArray("rules");
  EXPECT_EQ(rules.size(), obstacleKinds().size() + 13);
  for (const llvm::json::Value &each : rules) {
    const llvm::StringRef text =
        *each.getAsObject()->getObject("shortDescription")->getString("text");
    EXPECT_FALSE(text.empty() || text.contains('{')) << text.str();
  }
}

TEST(ReportSarif, PointsEachResultToItsRule) {
  const llvm::json::Value log = sarif(sampleCompilation());
  const llvm::json::Array &rules =
      *run(log).getObject("tool")->getObject("driver")->getArray("rules");
  for (const llvm::json::Value &each : *run(log).getArray("results"))
    EXPECT_EQ(rules[*each.getAsObject()->getInteger("ruleIndex")].getAsObject()->getString("id"),
              each.getAsObject()->getString("ruleId"));
}

TEST(ReportSarif, PlacesAResultAndItsOtherEnds) {
  const llvm::json::Value log = sarif(sampleCompilation());
  const Object &flow = *result(log, "CarriedFlow");
  const Object &place = *(*flow.getArray("locations"))[0].getAsObject();
  EXPECT_EQ(region(place).getInteger("startLine"), 10);
  EXPECT_EQ(place.getObject("physicalLocation")->getObject("artifactLocation")->getString("uri"),
            "a.c");
  const llvm::json::Array &related = *flow.getArray("relatedLocations");
  EXPECT_EQ(region(*related[0].getAsObject()).getInteger("startColumn"), 7);
  EXPECT_EQ(related[1].getAsObject()->getObject("message")->getString("text"),
            "read here in a later iteration");
  EXPECT_THAT(flow.getObject("message")->getString("text")->str(), HasSubstr("\nhelp: give each"));
}

TEST(ReportSarif, WarnsOnlyOfWhatCostsMuch) {
  Compilation all = sampleCompilation();
  EXPECT_EQ(result(sarif(all), "CarriedFlow")->getString("level"), "warning");
  EXPECT_EQ(result(sarif(all), "NotWorthIt")->getString("level"), "note");
  EXPECT_EQ(result(sarif(all), "Doall")->getString("level"), "none");
  EXPECT_EQ(result(sarif(all), "Doall")->getString("kind"), "informational");
  all.cost.programNs *= 100;
  EXPECT_EQ(result(sarif(all), "CarriedFlow")->getString("level"), "note");
}

TEST(ReportSarif, WritesPathsAsUris) {
  Compilation all = sampleCompilation();
  all.program.files[0].path = "/a b/100%/é.c";
  const std::string text = llvm::formatv("{0}", sarif(all));
  EXPECT_THAT(text, HasSubstr("file:///a%20b/100%25/%C3%A9.c"));
}

} // namespace
} // namespace kasuri::test
