// A callee's symbols and accesses, in terms of its caller.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// A call being mapped: the callee's symbols in terms of the caller. Invariant: a symbol that has
/// been asked for keeps its answer for the whole call.
struct CallMapping {
  const Instruction &call;
  ValueId id; ///< the call
  FunctionId callee;
  WalkState &state;
  std::map<SymbolId, SymbolicValue> known;
  std::map<SymbolId, SymbolId> unknown; ///< parameters without a value: what this call gives them
  std::map<SymbolId, SymbolId> bytes;   ///< of summarised ranges: the caller's for the callee's
  std::map<PremiseId, std::optional<PremiseId>> premises; ///< nothing: it does not hold here
};

/// The caller's value for a symbol of the callee; Unknown when it has none.
SymbolicValue valueInCaller(WalkContext &walk, SymbolId id, CallMapping &mapping);

/// The sum in terms of the caller; nothing if it is too long.
std::optional<Linear> substitute(WalkContext &walk, const Linear &value, CallMapping &mapping);

/// The callee's access as an access of the call `id`.
Access mapped(WalkContext &walk, const Access &access, CallMapping &mapping, ValueId id);

} // namespace kasuri
