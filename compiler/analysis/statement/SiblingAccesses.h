// What the children of a sequence touch that is not their own, as tasks beside each other.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/dependence/Dependences.h"
#include "analysis/loop/LoopFacts.h"
#include "analysis/statement/SiblingFacts.h"

namespace kasuri {

/// Locals of the child, of what it calls, and what it has a copy of as a task.
PrivateMemory privateToTask(const AnalysedProgram &analysed, const StatementFacts &statements,
                            RegionId child);

std::vector<AccessGroup> accessesOfTask(const AnalysedProgram &analysed, const LoopTable &loops,
                                        const StatementFacts &statements,
                                        const DependenceFinder &finder, RegionId child,
                                        const Viewpoint &view);

/// The same of a part of the child (BranchParts.h).
std::vector<AccessGroup> accessesOfPart(const AnalysedProgram &analysed, const LoopTable &loops,
                                        const StatementFacts &statements,
                                        const DependenceFinder &finder, RegionId child,
                                        RegionId part, const Viewpoint &view);

/// The same of a parallel loop whose iterations are dealt out: its parts have copies of what is
/// private to them.
std::vector<AccessGroup> accessesOfParts(const AnalysedProgram &analysed, const LoopTable &loops,
                                         const StatementFacts &statements,
                                         const DependenceFinder &finder, RegionId loop,
                                         const Viewpoint &view);

} // namespace kasuri
