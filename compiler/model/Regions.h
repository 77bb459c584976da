// Walks over the region tree: what a region contains, which loop is around it, and how control
// leaves it. Each question has its one answer here, for the analyses and for all later phases.
#pragma once

#include "model/Program.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace kasuri {

/// Number of loops around the region, itself included if it is one.
unsigned loopDepth(const Program &program, RegionId region);

/// The innermost loop that contains the region (itself included); invalid when none does.
RegionId innermostLoop(const Program &program, RegionId region);

/// Children of one sequence, from the first to the last.
std::vector<RegionId> siblings(const Program &program, RegionId first, RegionId last);

/// Kasuri has written the loop, or one around it, in place of one of the source's (reorder).
bool isGenerated(const Program &program, RegionId loop);

/// A loop without a test and without a way out.
bool neverEnds(const Program &program, RegionId loop);

/// The loop or switch that a `break` ends, the loop whose iteration a `continue` ends; invalid when
/// none does.
RegionId endedBy(const Program &program, RegionId jump);

/// A jump leads out of the statement; the break of a loop leads to its end.
bool isLeftByJump(const Program &program, RegionId statement);

/// The regions that the jump leaves, itself among them: isLeftByJump of these holds.
std::vector<RegionId> leftByJump(const Program &program, RegionId jump);

/// The jumps by which it is left, in source order.
std::vector<RegionId> jumpsOutOf(const Program &program, RegionId statement);

/// Control may arrive right behind the statement, as far as its jumps tell. A loop whose test is
/// not known counts as one without a test.
bool mayGoOn(const Program &program, RegionId statement);

/// The first jump that leaves the region, or ends the loop that it is; invalid when none does.
RegionId leavingJump(const Program &program, RegionId region);

/// The same as its keyword, or empty.
std::string findLeavingJump(const Program &program, RegionId region);

/// For each region below `region`, itself included: is its leavingJump valid? In one walk over all.
std::map<RegionId, bool> findLeft(const Program &program, RegionId region);

/// By region: it is in a region whose parts have no order, or is one.
std::vector<bool> findUnordered(const Program &program);

/// Statements that are run whenever the region is, in the order of the source, with those of blocks
/// in it.
std::vector<RegionId> statementsOf(const Program &program, RegionId region);

/// All regions below `region`, itself included, in source order.
std::vector<RegionId> regionsWithin(const Program &program, RegionId region);

/// All values evaluated below `region`, in source order.
std::vector<ValueId> valuesWithin(const Program &program, RegionId region);

/// It is evaluated below one of the regions.
bool isWithin(const Program &program, const std::vector<RegionId> &regions, ValueId value);

/// What these may call. `callees`: by Call.
std::vector<FunctionId> calledBy(const std::map<ValueId, std::vector<FunctionId>> &callees,
                                 const std::vector<ValueId> &values);

/// Visits these functions and all that they may call, each once, with their values. `callees`: by
/// Call.
void forEachReached(const Program &program,
                    const std::map<ValueId, std::vector<FunctionId>> &callees,
                    std::vector<FunctionId> pending,
                    const std::function<void(FunctionId, const std::vector<ValueId> &)> &visit);

} // namespace kasuri
