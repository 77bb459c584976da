// Elements of a loop that ordered segments have; internal to findPipeline.
#pragma once

#include "analysis/pipeline/PipelineDraft.h"

namespace kasuri {

/// It may take long: it has calls or loops.
bool isHeavy(const PipelineDraft &draft, size_t element);
/// An element of the range takes long.
bool isHeavy(const PipelineDraft &draft, const ElementRange &range);
/// What a segment must have to order both; the lighter one of a forward dependence.
ElementRange rangeOf(const PipelineDraft &draft, const PipelineDraft::Carried &each);
/// A segment orders an element of an earlier iteration and one of a later one.
bool isOrdered(const PipelineDraft &draft, size_t earlier, size_t later);
/// Something that takes long may run at the same time in several iterations, or in one of them what
/// another one does not do then.
bool isWorthIt(const PipelineDraft &draft);
/// The same by what is known without a look at memory, which takes long.
bool canBeWorthIt(PipelineDraft &draft);
/// Elements are free if they have something to do though the tests in `draft.own.refuted` fail.
Overlap overlapOf(const PipelineDraft &draft);
/// In their order, without those that have an element in common.
std::vector<ElementRange> joinedByOverlap(std::vector<ElementRange> ranges);
/// Ranges with nothing long between them become one segment, unless both do much: then one
/// iteration may be in each.
void joinRanges(PipelineDraft &draft);
/// Adds segments for dependences from earlier statements to later ones that none orders yet.
void coverForward(PipelineDraft &draft);
/// Variables that iterations hand on are the caller's: such segments begin and end there. None
/// begins between a call's end and the use of its result.
void keepValuesOutOfCalls(PipelineDraft &draft);

} // namespace kasuri
