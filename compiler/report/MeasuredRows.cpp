#include "report/MeasuredRows.h"

#include "support/CheckedJson.h"

#include <algorithm>
#include <map>

namespace kasuri {
namespace {

constexpr double nsPerUs = 1e3;
constexpr double maxUs = 1e15;
constexpr double roundingNs = 2; ///< of the numbers in a trace
constexpr unsigned maxIndex = 65535;
constexpr int threadsProcess = 1; ///< of what happened; others are plans

using LayerKey = std::pair<std::string, unsigned>;

bool isEarlier(const TraceEvent &a, const TraceEvent &b) { return a.beginNs < b.beginNs; }

void readEvent(const JsonCursor &at, std::map<LayerKey, TracedLayer> &layers) {
  const bool isRun = at["cat"].isText("layer"), isTask = at["cat"].isText("task");
  const JsonCursor arguments = at["args"];
  const bool isComplete = at["ph"].isText("X") && arguments["workers"].isKnown();
  if (!isComplete || (!isRun && !isTask) || at["pid"].index(maxIndex) != threadsProcess)
    return;
  const double beginUs = at["ts"].number(-maxUs, maxUs).value_or(0);
  TraceEvent event{.name = at["name"].text().value_or("").str(),
                   .worker = arguments["worker"].index(maxIndex).value_or(0),
                   .part = arguments["part"].index(maxIndex).value_or(0),
                   .beginNs = beginUs * nsPerUs,
                   .endNs = (beginUs + at["dur"].number(0, maxUs).value_or(0)) * nsPerUs};
  const LayerKey key{arguments["layer"].text().value_or("").str(),
                     arguments["workers"].index(maxIndex).value_or(0)};
  TracedLayer &layer = layers[key];
  (isRun ? layer.runs : layer.tasks).push_back(std::move(event));
}

/// The tasks of a run by worker, in order; `next` is the first that may be one of them.
std::vector<std::vector<TraceEvent>> tasksOf(const TracedLayer &layer, const TraceEvent &run,
                                             size_t &next) {
  std::vector<std::vector<TraceEvent>> tasks(layer.workers);
  while (next < layer.tasks.size() && layer.tasks[next].beginNs < run.beginNs - roundingNs)
    ++next;
  for (; next < layer.tasks.size() && layer.tasks[next].beginNs < run.endNs + roundingNs; ++next)
    if (layer.tasks[next].worker < layer.workers)
      tasks[layer.tasks[next].worker].push_back(layer.tasks[next]);
  return tasks;
}

bool areRowsOf(const std::vector<std::vector<TraceEvent>> &tasks, const PlannedLayer &layer,
               const PlannedTable &table) {
  for (size_t worker = 0; worker < table.rows.size(); ++worker) {
    const std::vector<PlannedRow> &rows = table.rows[worker];
    if (tasks[worker].size() != rows.size())
      return false;
    for (size_t i = 0; i < rows.size(); ++i)
      if (tasks[worker][i].name != layer.tasks[rows[i].task].name ||
          tasks[worker][i].part != rows[i].part)
        return false;
  }
  return true;
}

bool overlapsNeighbour(const std::vector<TraceEvent> &runs, size_t index) {
  const TraceEvent &run = runs[index];
  return (index > 0 && runs[index - 1].endNs > run.beginNs + roundingNs) ||
         (index + 1 < runs.size() && runs[index + 1].beginNs < run.endNs - roundingNs);
}

void addRun(MeasuredTable &sum, const TraceEvent &run,
            const std::vector<std::vector<TraceEvent>> &tasks) {
  ++sum.runs;
  sum.meanNs += run.endNs - run.beginNs;
  for (size_t worker = 0; worker < sum.rows.size(); ++worker)
    for (size_t i = 0; i < sum.rows[worker].size(); ++i) {
      const TraceEvent &task = tasks[worker][i];
      sum.rows[worker][i].startNs += std::max(0.0, task.beginNs - run.beginNs);
      sum.rows[worker][i].costNs += task.endNs - task.beginNs;
    }
}

void divide(MeasuredTable &sum) {
  const auto runs = static_cast<double>(std::max<size_t>(1, sum.runs));
  sum.meanNs /= runs;
  for (std::vector<MeasuredRow> &rows : sum.rows)
    for (MeasuredRow &row : rows) {
      row.startNs /= runs;
      row.costNs /= runs;
    }
}

} // namespace

std::variant<std::vector<TracedLayer>, std::string> readTrace(std::string_view text) {
  llvm::Expected<llvm::json::Value> file = parseJson(text);
  if (!file)
    return toString(file.takeError());
  std::string problem;
  const JsonCursor root(*file, "trace", problem);
  if (!file->getAsObject() || !root["otherData"]["format"].isText("kasuri-trace") ||
      root["otherData"]["end"].isText("planned"))
    return "not a trace as written with KASURI_TRACE=FILE or by ks-trace --chrome";
  if (root["otherData"]["version"].index(maxIndex) != 1)
    return "not version 1 of the trace format, the only supported version";
  std::map<LayerKey, TracedLayer> layers;
  const JsonCursor events = root["traceEvents"];
  for (size_t i = 0; i < events.size() && problem.empty(); ++i)
    readEvent(events.at(i), layers);
  if (!problem.empty())
    return problem;
  std::vector<TracedLayer> all;
  for (auto &[key, layer] : layers) {
    std::tie(layer.name, layer.workers) = key;
    std::stable_sort(layer.runs.begin(), layer.runs.end(), isEarlier);
    std::stable_sort(layer.tasks.begin(), layer.tasks.end(), isEarlier);
    all.push_back(std::move(layer));
  }
  return all;
}

MeasuredTable measureRows(const std::vector<TracedLayer> &trace, const PlannedLayer &layer,
                          const PlannedTable &table) {
  MeasuredTable sum;
  for (const std::vector<PlannedRow> &rows : table.rows)
    sum.rows.emplace_back(rows.size());
  for (const TracedLayer &traced : trace) {
    if (traced.name != layer.name || traced.workers != table.rows.size())
      continue;
    size_t next = 0;
    for (size_t i = 0; i < traced.runs.size(); ++i) {
      const auto tasks = tasksOf(traced, traced.runs[i], next);
      if (!overlapsNeighbour(traced.runs, i) && areRowsOf(tasks, layer, table))
        addRun(sum, traced.runs[i], tasks);
    }
  }
  divide(sum);
  return sum;
}

} // namespace kasuri
