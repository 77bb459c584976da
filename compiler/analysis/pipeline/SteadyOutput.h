// Output of which only the environment decides whether it fails; internal to findPipeline.
#pragma once

#include "analysis/access/AnalysedProgram.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace kasuri {

/// In a loop: about the calls that it makes, maybe in functions that it calls.
class SteadyOutput {
public:
  SteadyOutput(const AnalysedProgram &analysed, RegionId loop)
      : analysed(analysed), program(analysed.program), loop(loop) {}

  /// The call writes to one file in all iterations, which is open for writing as far as anybody
  /// knows, and its arguments do not make it fail.
  bool isSteady(const Instruction &call);

private:
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  std::vector<ValueId> reached;  ///< in the loop, and in what it calls
  std::optional<bool> isSpoiled; ///< none: not known yet
  std::map<ValueId, bool> known; ///< by value: isSame

  bool spoilsOutput();
  bool isSame(ValueId value);
  bool isSameAnew(ValueId value);
  bool isSameLoad(ValueId load);
  bool isDeclaredInside(ObjectId variable) const;
  bool isOnlyValueSame(ObjectId variable);
  bool areArgumentsSame(ObjectId parameter);
  bool isWrittenInLoop(ValueId load) const;
  std::vector<ValueId> argumentsFor(ObjectId parameter, const std::vector<ValueId> &calls) const;
  bool isWithinLimits(const Instruction &call) const;
  bool isShortText(ValueId text) const;
  bool isUnfit(ValueId value) const;
  void addOrigins(ValueId value, std::set<ValueId> &seen, std::set<ValueId> &origins) const;
  std::vector<ValueId> storedFor(ValueId load) const;
  bool meet(const LocationSet &places, const LocationSet &others, uint64_t size) const;
  bool isReadOnly(ValueId origin) const;
};

} // namespace kasuri
