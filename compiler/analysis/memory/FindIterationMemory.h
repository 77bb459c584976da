// Finds the memory that each iteration of a loop allocates for itself.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/access/PointerTables.h"
#include "analysis/dependence/Dependences.h"
#include "analysis/memory/Privates.h"
#include "analysis/memory/ProgramOfParts.h"

#include <functional>
#include <memory>
#include <set>

namespace kasuri {

/// What findIterationMemory needs of the whole program. Few programs need it, and so each part is
/// made when it is first asked for; it is the same whoever asks.
/// A loop, and the variables declared outside of which each part of it has its own.
using IterationKey = std::pair<RegionId, std::set<ObjectId>>;

class IterationTables {
public:
  explicit IterationTables(const AnalysedProgram &analysed) : analysed(analysed) {}

  ProgramOfParts &parts(); ///< who adds to it takes that away again
  const PointerTables &pointerTables();
  /// Where pointers lead in an iteration: what `find` has found for the last key, or finds now. It
  /// must depend on the program and the key only.
  std::shared_ptr<const PointsTo> inside(const IterationKey &key,
                                         const std::function<PointsTo()> &find);
  /// About the loop that is looked at.
  MeetTable &decided() { return madeDecisions; }

private:
  const AnalysedProgram &analysed;
  std::optional<ProgramOfParts> madeParts;
  std::optional<PointerTables> madeTables;
  std::shared_ptr<const PointsTo> madeInside; ///< for the key below
  IterationKey madeFor;
  MeetTable madeDecisions;
};

/// Nothing if the loop is too large, or does what cannot be looked at apart. `privates`, `own`:
/// what was found so far.
std::shared_ptr<const IterationMemory>
findIterationMemory(const AnalysedProgram &analysed, RegionId loop,
                    const std::vector<PrivateObject> &privates, const PrivateMemory &own,
                    IterationTables &tables, Budget &budget);

} // namespace kasuri
