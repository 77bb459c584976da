#include "reorder/BandLoops.h"

#include "reorder/NestCost.h"
#include "reorder/ScheduleTrees.h"

#include <isl/schedule_node.h>

#include <algorithm>

namespace kasuri {
namespace {

/// The least value on the domain, if it is a number.
std::optional<int64_t> leastOf(const isl::union_pw_aff &value, const isl::union_set &domain) {
  const isl::val least = isl::manage(isl_union_pw_aff_min_val(
      isl_union_pw_aff_intersect_domain_union_set(value.copy(), domain.copy())));
  if (isl_val_is_int(least.get()) != isl_bool_true)
    return std::nullopt;
  return isl_val_get_num_si(least.get());
}

bool nameLoop(const AffineNest &nest, const std::vector<std::string> &names,
              const isl::union_set &domain, BandLoop &member) {
  bool isKnown = true;
  domain.foreach_set([&](const isl::set &executions) {
    const size_t statement = numberOf(executions);
    const std::optional<size_t> loop = loopCounted(nest, member.schedule, executions, isKnown);
    isKnown &= loop.has_value();
    if (!isKnown)
      return;
    member.loopOf[statement] = *loop;
    member.name = member.name.empty() ? names[*loop] : member.name;
    member.trips = fixedTrips(nest, nest.statements[statement], *loop);
  });
  return isKnown;
}

/// `entry`: a statement and a loop around it.
bool isOf(const BandLoop &loop, const std::pair<const size_t, size_t> &entry) {
  const auto found = loop.loopOf.find(entry.first);
  return found != loop.loopOf.end() && found->second == entry.second;
}

bool isUsedTwice(const std::vector<BandLoop> &members, const BandLoop &member) {
  return std::any_of(members.begin(), members.end(), [&](const BandLoop &other) {
    return std::any_of(member.loopOf.begin(), member.loopOf.end(),
                       [&](const auto &entry) { return isOf(other, entry); });
  });
}

} // namespace

std::optional<size_t> loopCounted(const AffineNest &nest, const isl::union_pw_aff &value,
                                  const isl::set &executions, bool &isKnown) {
  isl_space *space = isl_space_from_domain(isl_set_get_space(executions.get()));
  const isl::pw_aff piece = isl::manage(
      isl_union_pw_aff_extract_pw_aff(value.get(), isl_space_add_dims(space, isl_dim_out, 1)));
  if (isl_pw_aff_isa_aff(piece.get()) != isl_bool_true) {
    isKnown = false;
    return std::nullopt;
  }
  const isl::aff form = isl::manage(isl_pw_aff_as_aff(piece.copy()));
  isKnown &= isl_aff_dim(form.get(), isl_dim_div) == 0;
  std::optional<size_t> loop;
  const auto &loops = nest.statements[numberOf(executions)].loops;
  for (size_t i = 0; i < loops.size(); ++i) {
    const isl::val factor =
        isl::manage(isl_aff_get_coefficient_val(form.get(), isl_dim_in, static_cast<int>(i)));
    if (isl_val_is_zero(factor.get()) == isl_bool_true)
      continue;
    isKnown &= !loop && isl_val_is_one(factor.get()) == isl_bool_true;
    loop = loops[i];
  }
  return loop;
}

std::vector<BandLoop> loopsOfBand(const AffineNest &nest, const std::vector<std::string> &names,
                                  const isl::schedule_node &node) {
  std::vector<BandLoop> members;
  for (const isl::union_pw_aff &schedule : schedulesOf(node)) {
    BandLoop member;
    member.schedule = schedule;
    if (!nameLoop(nest, names, domainOf(node), member) || isUsedTwice(members, member))
      return {};
    if (member.trips && *member.trips < fewTrips)
      member.least = leastOf(member.schedule, domainOf(node));
    members.push_back(std::move(member));
  }
  return members;
}

bool findDirections(const Polyhedra &polyhedra, const isl::schedule_node &node,
                    std::vector<BandLoop> &members) {
  const isl::union_map around =
      isl::manage(isl_schedule_node_get_prefix_schedule_relation(node.get()));
  const isl::union_map same = sharing(around, around);
  std::vector<isl::union_pw_aff> parts;
  for (const BandLoop &member : members)
    parts.push_back(member.schedule);
  const isl::union_map place = asMap(together(parts));
  const isl::union_set distances =
      polyhedra.dependences.intersect(same).apply_domain(place).apply_range(place).deltas();
  const int size = static_cast<int>(members.size());
  if (distances.is_empty()) {
    for (BandLoop &member : members)
      member.isParallel = true;
    return true;
  }
  const isl::set all = isl::manage(isl_set_from_union_set(distances.copy()));
  bool isForwards = true;
  for (int i = 0; i < size; ++i) {
    const isl::set negative = isl::manage(isl_set_upper_bound_si(all.copy(), isl_dim_set, i, -1));
    const isl::set positive = isl::manage(isl_set_lower_bound_si(all.copy(), isl_dim_set, i, 1));
    isForwards &= negative.is_empty();
    members[i].isParallel = negative.is_empty() && positive.is_empty();
    isl::set alone = positive;
    for (int k = 0; k < size; ++k)
      if (k != i)
        alone = isl::manage(isl_set_fix_si(alone.release(), isl_dim_set, k, 0));
    members[i].isChain = !alone.is_empty();
  }
  return isForwards;
}

bool isWithin(const BandLoop &member, const BandLoop &outer) {
  return std::all_of(member.loopOf.begin(), member.loopOf.end(),
                     [&](const auto &entry) { return isOf(outer, entry); });
}

} // namespace kasuri
