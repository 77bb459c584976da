// How much a statement reads of what an earlier one wrote.
//
//     for (i = 0; i < 512; i++) spec[i] = ...;       writes spec + [0, 2048)
//     quantise(spec + 256, &scale);                  reads spec + [1024, 2048), scale + [0, 4)
//                                                    1024 bytes flow
//
// Of each pair of a write and a read that may meet, the bytes that both span count, each once; of
// pairs whose places cannot be compared, those of the narrower. Spans cover what may be touched, so
// it is at most this much of what is known; what spans no known number of bytes, such as memory
// behind a pointer with an unknown bound, counts as nothing. Accesses of a statement that span the
// same bytes are one footprint. Pairs of footprints are compared within a budget, behind which
// pairs of statements count as nothing. Nothing but costs depends on any of it.
#pragma once

#include "analysis/dependence/Dependences.h"
#include "analysis/support/Budget.h"

namespace kasuri {

/// What accesses span, seen from a sequence.
struct Footprint {
  Base base;
  Window window;                 ///< over what the statements of the sequence share
  std::vector<ObjectId> objects; ///< that it may be in, without the special ones; sorted, each once
};

/// Of one statement.
struct Footprints {
  std::vector<Footprint> written, read;
};

Footprints footprintsOf(const Program &program, const PointsTo &pointsTo, const Effects &effects,
                        const Viewpoint &view, const std::vector<AccessGroup> &groups);

/// Those that span the same bytes are one, in the objects of all of them.
std::vector<Footprint> joined(const std::vector<Footprint> &footprints);

/// For all pairs of statements of a sequence.
Budget flowBudget(const std::vector<Footprints> &statements);

/// Bytes; 0: none, or not known. A step is a pair of a write and a read, or an object of one.
uint64_t flowBytes(const Footprints &from, const Footprints &to, Budget &budget);

} // namespace kasuri
