// Layers that the tasks of a layer run, in functions that they call.
#pragma once

#include "cost/Cost.h"
#include "graph/MacroTaskGraph.h"
#include "plan/Plan.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

namespace kasuri {

/// What of a layer of the graph runs in parallel.
struct ChosenLayer {
  std::optional<size_t> index;   ///< which of all that are chosen; none: it is being chosen
  std::vector<RegionId> regions; ///< the siblings that it consists of
};

class NestedLayers {
public:
  /// `chosenOf`: independent of who asks.
  NestedLayers(const Program &program, const Parallelism &facts, const MacroTaskGraph &graph,
               const CostModel &cost,
               std::function<std::vector<ChosenLayer>(const Layer &)> chosenOf);

  /// If the layer is run, its tasks' own code stays in order; if it is left, layers there run, too.
  enum class Where : uint8_t { CalleesOnly, Everywhere };

  /// Sets the tasks' nested layers, by ChosenLayer::index.
  void find(PlannedLayer &planned, Where where);

  /// In one execution of these statements, which stand beside each other, and of some more regions.
  /// A layer of statements that are not all among these is none. `isMoved`: they are in the text of
  /// a task.
  std::vector<NestedLayer> within(const std::vector<RegionId> &statements,
                                  const std::vector<RegionId> &others, bool isMoved);

private:
  using Times = std::map<size_t, double>; ///< by ChosenLayer::index

  const Program &program;
  const Parallelism &facts;
  const MacroTaskGraph &graph;
  const CostModel &cost;
  std::function<std::vector<ChosenLayer>(const Layer &)> chosenOf;
  std::map<RegionId, std::vector<LayerId>> layersOf; ///< by sequence
  std::map<FunctionId, Times> known;                 ///< for one call

  static std::vector<NestedLayer> listOf(const Times &all);
  /// Layers of statements of the sequence, all of which are among `only`; null: any. `taken` gets
  /// their statements.
  void addLayersOf(RegionId sequence, const std::set<RegionId> *only, double times, Times &all,
                   std::set<RegionId> &taken);
  const Times &timesIn(FunctionId function);
  void add(RegionId region, Where where, double times, Times &all);
  double ratio(RegionId part, RegionId whole) const;
};

} // namespace kasuri
