// The verdict on a loop of a program that a test has built.
#pragma once

#include "ProgramMaker.h"
#include "analysis/Parallelism.h"
#include "analysis/support/Budget.h"

#include <algorithm>

namespace kasuri {

class Verdict {
public:
  Verdict(ProgramMaker &build, RegionId loop)
      : program(build.program()), facts(findParallelism(program, defaultAnalysisBudget)),
        loop(*facts.factsOf(loop)) {}

  const LoopFacts *operator->() const { return &loop; }

  bool isStoppedBy(ObstacleKind kind) const {
    return std::any_of(loop.obstacles.begin(), loop.obstacles.end(),
                       [&](const Obstacle &each) { return each.kind == kind; });
  }

  /// The copies of the variable; nullptr: it has none.
  const PrivateObject *copyOf(ObjectId object) const {
    auto found = std::find_if(loop.privates.begin(), loop.privates.end(),
                              [&](const PrivateObject &each) { return each.object == object; });
    return found == loop.privates.end() ? nullptr : &*found;
  }

private:
  Program program;
  Parallelism facts;
  const LoopFacts &loop;
};

} // namespace kasuri
