// How much a statement reads of what an earlier one wrote.
//
//     for (i = 0; i < 512; i++) spec[i] = ...;       writes spec + [0, 2048)
//     quantise(spec + 256, &scale);                  reads spec + [1024, 2048), scale + [0, 4)
//                                                    1024 bytes flow
//
// Of each pair of a write and a read that may meet, the bytes that both span count, each once; of
// pairs whose places cannot be compared, those of the narrower. Spans cover what may be touched, so
// it is at most this much of what is known; what spans no known number of bytes, such as memory
// behind a pointer with an unknown bound, counts as nothing. Nothing but costs depends on it.
#pragma once

#include "analysis/dependence/Dependences.h"

namespace kasuri {

/// What one group of accesses spans, seen from a sequence.
struct Footprint {
  Base base;
  bool isWrite = false;
  Window window; ///< over what the statements of the sequence share
  LocationSet targets;
};

std::vector<Footprint> footprintsOf(const Program &program, const PointsTo &pointsTo,
                                    const Effects &effects, const Viewpoint &view,
                                    const std::vector<AccessGroup> &groups);

/// Bytes; 0: none, or not known.
uint64_t flowBytes(const PointsTo &pointsTo, const std::vector<Footprint> &from,
                   const std::vector<Footprint> &to);

} // namespace kasuri
