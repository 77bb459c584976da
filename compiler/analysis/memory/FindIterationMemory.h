// Finds the memory that each iteration of a loop allocates for itself.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/access/PointerTables.h"
#include "analysis/dependence/Dependences.h"
#include "analysis/memory/Privates.h"
#include "analysis/memory/ProgramOfParts.h"

namespace kasuri {

/// What findIterationMemory needs of the whole program. Few programs need it, and so each part is
/// made when it is first asked for; it is the same whoever asks.
class IterationTables {
public:
  explicit IterationTables(const AnalysedProgram &analysed) : analysed(analysed) {}

  ProgramOfParts &parts(); ///< who adds to it takes that away again
  const PointerTables &pointerTables();

private:
  const AnalysedProgram &analysed;
  std::optional<ProgramOfParts> madeParts;
  std::optional<PointerTables> madeTables;
};

/// Nothing if the loop is too large, or does what cannot be looked at apart. `privates`, `own`:
/// what was found so far.
std::shared_ptr<const IterationMemory>
findIterationMemory(const AnalysedProgram &analysed, RegionId loop,
                    const std::vector<PrivateObject> &privates, const PrivateMemory &own,
                    IterationTables &tables, Budget &budget);

} // namespace kasuri
