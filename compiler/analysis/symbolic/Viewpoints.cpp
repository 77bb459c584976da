// Which symbols two accesses share, by where their values are fixed.
#include "analysis/symbolic/Conflicts.h"
#include "model/Regions.h"

namespace kasuri {

Viewpoint acrossIterations(const Program &program, const Effects &effects, FunctionId function,
                           RegionId loop) {
  const auto &counters = effects.functions[function.index()].counters;
  auto counter = counters.find(loop);
  unsigned depth = loopDepth(program, loop);
  return {loop, counter == counters.end() ? SymbolId() : counter->second,
          [&program, &effects, function, depth](SymbolId id) {
            const Symbol &symbol = effects[id];
            return symbol.function == function && loopDepth(program, symbol.variantLoop) < depth;
          }};
}

Viewpoint withinSequence(const Program &program, const Effects &effects, FunctionId function,
                         RegionId sequence) {
  unsigned depth = loopDepth(program, sequence);
  return {RegionId(), SymbolId(), [&program, &effects, function, depth](SymbolId id) {
            const Symbol &symbol = effects[id];
            return symbol.function == function && loopDepth(program, symbol.variantLoop) <= depth;
          }};
}

} // namespace kasuri
