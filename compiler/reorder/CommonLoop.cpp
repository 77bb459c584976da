#include "reorder/CommonLoop.h"

#include "reorder/ScheduleTrees.h"

#include <isl/schedule_node.h>

#include <algorithm>

namespace kasuri {
namespace {

constexpr size_t fewLoops = 2; ///< of each nest: tiles of more loops have reuse of their own

struct SequenceNest {
  std::vector<BandLoop> members; ///< of its only band

  std::vector<BandLoop>::const_iterator find(size_t loop) const {
    return std::find_if(members.begin(), members.end(), [&](const BandLoop &member) {
      return std::all_of(member.loopOf.begin(), member.loopOf.end(),
                         [&](const auto &entry) { return entry.second == loop; });
    });
  }
  bool accessesPlane(const AffineNest &nest, size_t array) const {
    return std::any_of(
        members.front().loopOf.begin(), members.front().loopOf.end(), [&](const auto &entry) {
          const auto &accesses = nest.statements[entry.first].accesses;
          return std::any_of(accesses.begin(), accesses.end(), [&](const AffineAccess &access) {
            return access.array == array && !access.isWhole && access.subscripts.size() >= 2;
          });
        });
  }
};

isl_schedule_node_type typeOf(const isl::schedule_node &node) {
  return isl_schedule_node_get_type(node.get());
}

/// In the order of the sequence; none if one of them is anything else than a single band.
std::vector<SequenceNest> nestsOf(const AffineNest &nest, const std::vector<std::string> &names,
                                  const isl::schedule_node &sequence) {
  std::vector<SequenceNest> nests;
  const int children = static_cast<int>(isl_schedule_node_n_children(sequence.get()));
  for (int i = 0; i < children; ++i) {
    const isl::schedule_node band = sequence.child(i).child(0);
    if (typeOf(band) != isl_schedule_node_band || typeOf(band.child(0)) != isl_schedule_node_leaf)
      return {};
    nests.push_back({loopsOfBand(nest, names, band)});
    if (nests.back().members.empty() || nests.back().members.size() > fewLoops)
      return {};
  }
  return nests;
}

bool sharesPlane(const AffineNest &nest, const std::vector<SequenceNest> &nests) {
  for (size_t array = 0; array < nest.arrays.size(); ++array)
    if (std::count_if(nests.begin(), nests.end(), [&](const SequenceNest &each) {
          return each.members.size() == fewLoops && each.accessesPlane(nest, array);
        }) > 1)
      return true;
  return false;
}

std::optional<size_t> commonLoop(const std::vector<SequenceNest> &nests) {
  for (const BandLoop &member : nests.front().members) {
    const size_t loop = member.loopOf.begin()->second;
    if (std::all_of(nests.begin(), nests.end(), [&](const SequenceNest &each) {
          return each.find(loop) != each.members.end();
        }))
      return loop;
  }
  return std::nullopt;
}

/// The loop in all of the nests.
isl::union_pw_aff scheduleOf(const std::vector<SequenceNest> &nests, size_t loop,
                             const isl::schedule_node &sequence) {
  isl_union_pw_aff *all = nullptr;
  for (size_t i = 0; i < nests.size(); ++i) {
    const isl::union_set here = domainOf(sequence.child(static_cast<int>(i)).child(0));
    isl_union_pw_aff *its = isl_union_pw_aff_intersect_domain_union_set(
        nests[i].find(loop)->schedule.copy(), isl_union_set_universe(here.copy()));
    all = all ? isl_union_pw_aff_union_add(all, its) : its;
  }
  return isl::manage(all);
}

} // namespace

std::optional<isl::schedule_node> withCommonLoop(const AffineNest &nest,
                                                 const std::vector<std::string> &names,
                                                 const isl::schedule_node &node) {
  const std::vector<SequenceNest> nests = nestsOf(nest, names, node);
  const std::optional<size_t> loop =
      nests.size() > 1 && sharesPlane(nest, nests) ? commonLoop(nests) : std::nullopt;
  if (!loop)
    return std::nullopt;
  const isl::union_pw_aff all = scheduleOf(nests, *loop, node);
  isl::schedule_node place = node;
  for (size_t i = 0; i < nests.size(); ++i) {
    place = withoutBand(place.child(static_cast<int>(i)).child(0));
    std::vector<isl::union_pw_aff> others;
    for (auto member = nests[i].members.begin(); member != nests[i].members.end(); ++member)
      if (member != nests[i].find(*loop))
        others.push_back(member->schedule);
    if (!others.empty())
      place = withBand(place, others);
    place = place.parent().parent();
  }
  return withBand(place, {all});
}

} // namespace kasuri
