// What may run in parallel: the verdict on each loop and the dependences between sibling
// statements.
//
// This is the only product of the analyses that later phases see. It says what is *legal*; whether
// it pays is the plan's business.
#pragma once

#include "analysis/affine/AffineNest.h"
#include "analysis/affine/CountedMembers.h"
#include "analysis/loop/LoopFacts.h"
#include "analysis/statement/SiblingFacts.h"
#include "analysis/support/Assumptions.h"
#include "model/Program.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace kasuri {

struct Parallelism : LoopTable, StatementFacts {
  /// Functions that a call may reach, by Call value; a direct call to a definition has one entry.
  std::map<ValueId, std::vector<FunctionId>> callees;
  /// Arms that end the program for want of memory: a call of ks_leave stands at their start.
  std::vector<RegionId> memoryExits;
  /// Failures of assertions that are assumed to hold: these call ks_assert_fail.
  std::vector<ValueId> assumedAssertions;
  std::set<AnnotationId> promises; ///< of the user, that dependences between statements rely on
  std::vector<IgnoredAnnotation> ignored;
  std::vector<AffineNest> nests; ///< in the order of the source
  /// Of a program that is copied (CopyLimit.h): loops that count with members.
  std::vector<CountedMember> countedMembers;
  std::vector<Obstacle> programObstacles; ///< reasons that keep the whole program sequential
};

/// Runs points-to, effects, dependences, privatisation and reductions over the whole program.
/// `steps`: of each analysis's budget.
Parallelism findParallelism(const Program &program, uint64_t steps,
                            const Assumptions &assumptions = {});

/// How the program may end in regions, or in what they call.
struct EndsWithin {
  bool mayRunOut = false;         ///< one of Parallelism::memoryExits
  bool assumesAssertions = false; ///< one of Parallelism::assumedAssertions
};
EndsWithin endsWithin(const Program &program, const Parallelism &facts,
                      const std::vector<RegionId> &regions);

/// Stable text; for --dump=analysis.
std::string print(const Program &program, const Parallelism &facts,
                  const std::string &onlyFunction = "");

} // namespace kasuri
