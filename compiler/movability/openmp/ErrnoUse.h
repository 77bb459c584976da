// errno and the threads of OpenMP, each of which has its own.
//
//     x = strtod(text, 0);                      what strtod has left must still be there,
//     for (i = 0; i < n; i++) a[i] = sin(b[i]); whatever the threads' library calls meanwhile,
//     if (errno == ERANGE) ...                  and what sin leaves on another thread must be, too
//
// Nobody looks at errno behind most layers: a program reports a failed fopen and ends. So it is
// asked whether errno may be read after the layer, on any way through the callers of its function.
// If not, it does not matter what it holds. If so, what the layer finds in errno is put back behind
// it, and a layer whose code may set errno stays in order. Which arms of branches are taken is not
// asked, nor does any call count as setting errno for certain.
#pragma once

#include "analysis/Parallelism.h"
#include "movability/Refusal.h"

#include <optional>
#include <set>

namespace kasuri {

class ErrnoUse {
public:
  ErrnoUse(const Program &program, const Parallelism &facts);

  /// A call that may read errno after the statement.
  std::optional<ValueId> readAfter(RegionId statement) const;
  /// The statements look at errno, or may set it and `reader` looks at it afterwards.
  std::optional<Refusal> whyNotOnThreads(const std::vector<RegionId> &statements,
                                         const std::optional<ValueId> &reader) const;

private:
  const Program &program;
  const Parallelism &facts;
  std::map<FunctionId, std::vector<ValueId>> callersOf;
  std::optional<ValueId> anyReader; ///< the first one
  bool isReadAtAnyTime = false;     ///< by what is not called from the sources alone

  bool isCalledElsewhere(FunctionId function) const;
  std::optional<ValueId> findIn(const std::vector<RegionId> &regions,
                                bool (*wanted)(const Instruction &)) const;
  std::optional<ValueId> readAfter(RegionId region, std::set<FunctionId> &seen) const;
};

} // namespace kasuri
