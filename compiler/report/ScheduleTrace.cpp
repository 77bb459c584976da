#include "report/ScheduleTrace.h"

#include "report/JsonParts.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace kasuri {
namespace {

using llvm::StringRef;
using llvm::json::OStream;

constexpr int64_t planProcess = 2; ///< of the plan for the most workers; 1 is what happened
constexpr double nsPerUs = 1e3;
constexpr double gapUs = 1; ///< between two layers

/// Of groups their first core; else the worker, wherever it runs.
size_t placeOf(const PlannedTable &table, size_t leader) {
  return table.groups.empty() ? leader : table.coreOf(leader);
}

class TraceWriter {
public:
  TraceWriter(OStream &out, const Plan &plan) : out(out), plan(plan) {
    for (size_t i = 0; i < plan.layers.size(); ++i)
      if (!plan.whyDropped(i))
        for (const PlannedTable &table : plan.layers[i].tables)
          most = std::max(most, table.workers);
  }

  void write() {
    out.object([&] {
      out.attribute("displayTimeUnit", "ns");
      out.attributeObject("otherData", [&] {
        out.attribute("format", "kasuri-trace");
        out.attribute("version", 1);
        out.attribute("end", "planned");
      });
      out.attributeArray("traceEvents", [&] {
        for (unsigned workers = most; workers >= 2; --workers)
          process(workers);
      });
    });
  }

private:
  OStream &out;
  const Plan &plan;
  unsigned most = 0; ///< workers; 0: nothing is planned

  void process(unsigned workers) {
    const int64_t id = planProcess + (most - workers);
    name("process_name", id, 0, workers == most ? "plan" : "plan for " + count(workers, "worker"));
    for (unsigned worker = 0; worker < workers; ++worker)
      name("thread_name", id, worker, "planned worker " + std::to_string(worker));
    double beginUs = 0;
    for (size_t i = 0; i < plan.layers.size(); ++i)
      if (!plan.whyDropped(i))
        for (const PlannedTable &table : plan.layers[i].tables)
          if (table.workers == workers) {
            rows(id, plan.layers[i], table, beginUs);
            beginUs += table.makespanNs / nsPerUs + gapUs;
          }
  }

  void name(StringRef what, int64_t process, unsigned thread, const std::string &text) {
    out.object([&] {
      out.attribute("name", what);
      out.attribute("ph", "M");
      out.attribute("pid", process);
      out.attribute("tid", static_cast<int64_t>(thread));
      out.attributeObject("args", [&] { out.attribute("name", text); });
    });
  }

  void rows(int64_t process, const PlannedLayer &layer, const PlannedTable &table, double beginUs) {
    for (size_t leader = 0; leader < table.rows.size(); ++leader)
      for (const PlannedRow &row : table.rows[leader])
        out.object([&] {
          const size_t worker = placeOf(table, leader);
          out.attribute("name", utf8(layer.tasks[row.task].name));
          out.attribute("cat", "plan");
          out.attribute("ph", "X");
          out.attribute("pid", process);
          out.attribute("tid", static_cast<int64_t>(worker));
          writeNumber(out, "ts", beginUs + row.startNs / nsPerUs, 3);
          writeNumber(out, "dur", row.lengthNs / nsPerUs, 3);
          out.attributeObject("args", [&] { arguments(layer, table, leader, row); });
        });
  }

  void arguments(const PlannedLayer &layer, const PlannedTable &table, size_t leader,
                 const PlannedRow &row) {
    out.attribute("layer", utf8(layer.name));
    out.attribute("workers", static_cast<int64_t>(table.workers));
    out.attribute("worker", static_cast<int64_t>(placeOf(table, leader)));
    if (!table.groups.empty())
      out.attribute("group", static_cast<int64_t>(table.groups[leader]));
    out.attribute("part", static_cast<int64_t>(row.part));
    out.attribute("parts", static_cast<int64_t>(row.parts));
    writeLevelAndIdle(out, row);
  }
};

} // namespace

std::string scheduleTrace(const Plan &plan) {
  std::string result;
  llvm::raw_string_ostream stream(result);
  OStream out(stream, /*IndentSize=*/1);
  TraceWriter(out, plan).write();
  stream << '\n';
  return result;
}

} // namespace kasuri
