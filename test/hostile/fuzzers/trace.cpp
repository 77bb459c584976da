// Traces that the runtime writes. One that is taken can be held against any plan.
#include "report/MeasuredRows.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

using namespace kasuri;

namespace {

constexpr unsigned mostWorkers = 64;

/// A layer as the trace has it, with a row for each worker.
void measure(const std::vector<TracedLayer> &trace, const TracedLayer &traced) {
  PlannedLayer layer;
  layer.name = traced.name;
  PlannedTable table;
  for (unsigned worker = 0; worker < std::min(traced.workers, mostWorkers); ++worker) {
    PlannedTask task;
    for (const TraceEvent &each : traced.tasks)
      if (each.worker == worker)
        task.name = each.name;
    layer.tasks.push_back(task);
    table.rows.emplace_back().emplace_back().task = static_cast<uint16_t>(worker);
  }
  const MeasuredTable measured = measureRows(trace, layer, table);
  if (measured.runs > 0 && !std::isfinite(measured.meanNs))
    __builtin_trap();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto read = readTrace({reinterpret_cast<const char *>(data), size});
  if (const auto *layers = std::get_if<std::vector<TracedLayer>>(&read))
    for (size_t i = 0; i < std::min<size_t>(layers->size(), 8); ++i)
      measure(*layers, (*layers)[i]);
  return 0;
}
