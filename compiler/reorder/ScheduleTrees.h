// Pieces of isl's schedule trees that its C++ interface lacks, or has in more words.
#pragma once

#include "reorder/BandMark.h"
#include "reorder/Isl.h"

#include <cstdint>
#include <vector>

namespace kasuri {

/// To multiples of `unit`.
isl::union_pw_aff roundedDown(const isl::union_pw_aff &value, int64_t unit);
isl::union_pw_aff difference(const isl::union_pw_aff &a, const isl::union_pw_aff &b);
/// Of the loop with this number around them.
isl::union_pw_aff counterOf(const isl::set &iterations, unsigned loop);

/// The loops of `parts` in this order.
isl::multi_union_pw_aff together(const std::vector<isl::union_pw_aff> &parts);
isl::union_map asMap(const isl::multi_union_pw_aff &schedule);

isl::union_set domainOf(const isl::schedule_node &node);

/// Of the band at `node`.
std::vector<isl::union_pw_aff> schedulesOf(const isl::schedule_node &node);

/// The node without its band, which may be put in again in another way.
isl::schedule_node withoutBand(const isl::schedule_node &node);
/// The node with these loops around it.
isl::schedule_node withBand(const isl::schedule_node &node,
                            const std::vector<isl::union_pw_aff> &schedules);
/// The band without copies of its loops for parts of their iterations.
isl::schedule_node atomic(isl::schedule_node band, size_t loops);
isl::schedule_node marked(const isl::schedule_node &node, const BandMark &mark);

/// The subtree with the loop as the last one of each innermost band.
isl::schedule_node withLoop(isl::schedule_node node, const isl::union_pw_aff &loop);

} // namespace kasuri
