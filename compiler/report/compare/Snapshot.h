// What two runs of Kasuri are compared by: the loops and layers of each function, and how each
// runs.
//
// It comes from report.json, or from the smaller file that people commit (driver/check/Baseline.h).
#pragma once

#include "llvm/Support/JSON.h"

#include <optional>
#include <string>
#include <vector>

namespace kasuri {

/// From the worst to the best.
enum class Standing : uint8_t {
  Sequential,
  NotWorthIt,    ///< it could run in parallel
  InOrderInside, ///< it could not, but it only runs as a part of a parallel layer
  Inside,        ///< it could, and only runs as a part of a parallel layer
  Parallel       ///< its iterations are distributed
};

/// "sequential", "not-worth-it", "inside-in-order", "inside", "parallel".
std::string_view name(Standing standing);

struct LoopRecord {
  unsigned depth = 0;       ///< loops around it
  std::string head, digest; ///< LoopText; "" where unknown
  Standing standing = Standing::Sequential;
  /// Of a parallel loop: it is one only if its guards hold; nothing: unknown.
  std::optional<bool> isGuarded = {};
  /// Of report.json, which must outlive the record; null: from elsewhere.
  const llvm::json::Object *source = nullptr;
};

/// A planned layer of several macro-tasks.
struct LayerRecord {
  unsigned tasks = 0;                         ///< macro-tasks
  const llvm::json::Object *source = nullptr; ///< as for a loop
};

struct FunctionRecord {
  std::string file, name;
  std::vector<LoopRecord> loops; ///< in source order
  std::vector<LayerRecord> layers;
};

struct Snapshot {
  std::vector<FunctionRecord> functions; ///< with a loop or a layer; by file and name
};

/// The report is as its schema says. Loops at the same place (a nest in another order) are one,
/// which runs as the best of them.
Snapshot snapshotOf(const llvm::json::Object &report);

/// "'a' and 'b' do not overlap, 'n > 49'": what a loop from a report is tested for; "" if nothing.
std::string guardsOf(const LoopRecord &loop);

/// "12 loops": of all that run so.
size_t countLoops(const Snapshot &snapshot, Standing standing);

} // namespace kasuri
