// What a trace says of the rows of a plan.
#include "report/MeasuredRows.h"

#include "gtest/gtest.h"

namespace kasuri::test {
namespace {

/// A layer on two workers: w0 runs a and then part 0 of c, w1 runs b and part 1 of c.
PlannedLayer sampleLayer() {
  PlannedLayer layer;
  layer.name = "f@a.c:3";
  for (const char *name : {"a", "b", "c"})
    layer.tasks.push_back({.name = name});
  PlannedTable table;
  table.rows = {{{.task = 0}, {.task = 2, .part = 0, .parts = 2}},
                {{.task = 1}, {.task = 2, .part = 1, .parts = 2}}};
  layer.tables = {table};
  return layer;
}

TraceEvent event(const char *name, unsigned worker, double beginNs, double endNs,
                 unsigned part = 0) {
  return {.name = name, .worker = worker, .part = part, .beginNs = beginNs, .endNs = endNs};
}

/// Two runs, from 1000 and from 2000 on; the second is slower.
TracedLayer sampleTrace() {
  return {.name = "f@a.c:3",
          .workers = 2,
          .runs = {event("f@a.c:3", 0, 1000, 1500), event("f@a.c:3", 0, 2000, 2700)},
          .tasks = {event("a", 0, 1010, 1110), event("b", 1, 1050, 1250),
                    event("c", 0, 1120, 1320, 0), event("c", 1, 1260, 1460, 1),
                    event("a", 0, 2010, 2210), event("b", 1, 2070, 2270),
                    event("c", 0, 2220, 2420, 0), event("c", 1, 2280, 2680, 1)}};
}

MeasuredTable measured(const TracedLayer &trace) {
  const PlannedLayer layer = sampleLayer();
  return measureRows({trace}, layer, layer.tables[0]);
}

std::string problemOf(std::string_view text) {
  auto read = readTrace(text);
  const std::string *problem = std::get_if<std::string>(&read);
  return problem ? *problem : "";
}

TEST(MeasuredRows, AreMeansFromTheBeginOfTheirRuns) {
  const MeasuredTable table = measured(sampleTrace());
  EXPECT_EQ(table.runs, 2u);
  EXPECT_DOUBLE_EQ(table.meanNs, 600);
  EXPECT_DOUBLE_EQ(table.rows[0][0].startNs, 10);
  EXPECT_DOUBLE_EQ(table.rows[0][0].costNs, 150);
  EXPECT_DOUBLE_EQ(table.rows[1][0].startNs, 60);
  EXPECT_DOUBLE_EQ(table.rows[1][1].startNs, 270);
  EXPECT_DOUBLE_EQ(table.rows[1][1].costNs, 300);
}

TEST(MeasuredRows, RunsThatLackRowsAreLeftOut) {
  TracedLayer trace = sampleTrace();
  trace.tasks.pop_back();
  EXPECT_EQ(measured(trace).runs, 1u);
  EXPECT_DOUBLE_EQ(measured(trace).meanNs, 500);
  trace = sampleTrace();
  trace.tasks[2].part = 1;
  EXPECT_EQ(measured(trace).runs, 1u);
}

TEST(MeasuredRows, RunsThatOverlapAreLeftOut) {
  TracedLayer trace = sampleTrace();
  trace.runs[0].endNs = 2100;
  EXPECT_EQ(measured(trace).runs, 0u);
}

TEST(MeasuredRows, OtherNumbersOfWorkersDoNotCount) {
  TracedLayer trace = sampleTrace();
  trace.workers = 3;
  EXPECT_EQ(measured(trace).runs, 0u);
}

TEST(ReadTrace, KeepsRunsAndTasksOfWhatHappened) {
  auto read = readTrace(R"({"traceEvents":[
    {"name":"process_name","ph":"M","pid":1,"tid":0,"args":{"name":"x"}},
    {"name":"t","cat":"task","ph":"X","ts":2.5,"dur":1,"pid":1,"tid":4,
     "args":{"layer":"L","workers":2,"worker":1,"part":3,"parts":4}},
    {"name":"open","cat":"task","ph":"X","ts":2.5,"dur":1,"pid":1,"tid":4,"args":{"layer":"L","end":"open"}},
    {"name":"t","cat":"plan","ph":"X","ts":2.5,"dur":1,"pid":2,"tid":1,
     "args":{"layer":"L","workers":2,"worker":1,"part":3,"parts":4}},
    {"name":"wait","cat":"runtime","ph":"X","ts":2.5,"dur":1,"pid":1,"tid":1,
     "args":{"layer":"L","workers":2,"worker":1}},
    {"name":"L","cat":"layer","ph":"X","ts":2,"dur":3,"pid":1,"tid":0,
     "args":{"layer":"L","workers":2,"worker":0}}],
    "otherData":{"format":"kasuri-trace","version":1,"end":"exit"}})");
  const auto &layers = std::get<std::vector<TracedLayer>>(read);
  ASSERT_EQ(layers.size(), 1u);
  EXPECT_EQ(layers[0].name, "L");
  EXPECT_EQ(layers[0].workers, 2u);
  ASSERT_EQ(layers[0].runs.size(), 1u);
  EXPECT_DOUBLE_EQ(layers[0].runs[0].endNs, 5000);
  ASSERT_EQ(layers[0].tasks.size(), 1u);
  EXPECT_EQ(layers[0].tasks[0].part, 3u);
  EXPECT_DOUBLE_EQ(layers[0].tasks[0].beginNs, 2500);
}

TEST(ReadTrace, SaysWhatIsWrong) {
  EXPECT_EQ(problemOf("{").find("1:"), 0u);
  const std::string other = "not a trace as written with KASURI_TRACE=FILE or by ks-trace --chrome";
  EXPECT_EQ(problemOf("[]"), other);
  EXPECT_EQ(problemOf(R"({"otherData":{"format":"kasuri-trace","version":1,"end":"planned"}})"),
            other);
  EXPECT_EQ(problemOf(R"({"otherData":{"format":"kasuri-trace","version":2,"end":"exit"}})"),
            "not version 1 of the trace format, the only supported version");
  EXPECT_EQ(problemOf(R"({"otherData":{"format":"kasuri-trace","version":1,"end":"exit"},
    "traceEvents":[{"cat":"task","ph":"X","ts":"x","pid":1,"args":{"workers":2}}]})"),
            "trace.traceEvents[0].ts is not a number");
}

} // namespace
} // namespace kasuri::test
