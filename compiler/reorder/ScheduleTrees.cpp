#include "reorder/ScheduleTrees.h"

#include <isl/schedule_node.h>

namespace kasuri {

isl::union_pw_aff roundedDown(const isl::union_pw_aff &value, int64_t unit) {
  const isl::val divisor(value.ctx(), unit);
  isl_union_pw_aff *divided =
      isl_union_pw_aff_scale_down_val(value.copy(), isl::val(divisor).release());
  return isl::manage(
      isl_union_pw_aff_scale_val(isl_union_pw_aff_floor(divided), isl::val(divisor).release()));
}

isl::union_pw_aff difference(const isl::union_pw_aff &a, const isl::union_pw_aff &b) {
  return isl::manage(isl_union_pw_aff_sub(a.copy(), b.copy()));
}

isl::union_pw_aff counterOf(const isl::set &iterations, unsigned loop) {
  isl_space *space = isl_set_get_space(iterations.get());
  isl_aff *counter = isl_aff_var_on_domain(isl_local_space_from_space(space), isl_dim_set, loop);
  return isl::manage(isl_union_pw_aff_from_pw_aff(isl_pw_aff_from_aff(counter)));
}

isl::multi_union_pw_aff together(const std::vector<isl::union_pw_aff> &parts) {
  isl_multi_union_pw_aff *all = nullptr;
  for (const isl::union_pw_aff &part : parts) {
    isl_multi_union_pw_aff *one = isl_multi_union_pw_aff_from_union_pw_aff(part.copy());
    all = all ? isl_multi_union_pw_aff_flat_range_product(all, one) : one;
  }
  return isl::manage(all);
}

isl::union_map asMap(const isl::multi_union_pw_aff &schedule) {
  return isl::manage(isl_union_map_from_multi_union_pw_aff(schedule.copy()));
}

isl::union_set domainOf(const isl::schedule_node &node) {
  return isl::manage(isl_schedule_node_get_domain(node.get()));
}

std::vector<isl::union_pw_aff> schedulesOf(const isl::schedule_node &node) {
  const isl::schedule_node_band band = node.as<isl::schedule_node_band>();
  const isl::multi_union_pw_aff all = band.partial_schedule();
  std::vector<isl::union_pw_aff> schedules;
  for (unsigned i = 0; i < band.n_member(); ++i)
    schedules.push_back(all.at(static_cast<int>(i)));
  return schedules;
}

isl::schedule_node withoutBand(const isl::schedule_node &node) {
  return isl::manage(isl_schedule_node_delete(node.copy()));
}

isl::schedule_node withBand(const isl::schedule_node &node,
                            const std::vector<isl::union_pw_aff> &schedules) {
  return isl::manage(
      isl_schedule_node_insert_partial_schedule(node.copy(), together(schedules).release()));
}

isl::schedule_node atomic(isl::schedule_node band, size_t loops) {
  for (size_t i = 0; i < loops; ++i)
    band = isl::manage(isl_schedule_node_band_member_set_ast_loop_type(
        band.release(), static_cast<int>(i), isl_ast_loop_atomic));
  return band;
}

isl::schedule_node marked(const isl::schedule_node &node, const BandMark &mark) {
  isl_id *id = isl_id_alloc(isl_schedule_node_get_ctx(node.get()), mark.text().c_str(), nullptr);
  return isl::manage(isl_schedule_node_insert_mark(node.copy(), id));
}

isl::schedule_node withLoop(isl::schedule_node node, const isl::union_pw_aff &loop) {
  const isl_schedule_node_type type = isl_schedule_node_get_type(node.get());
  const bool isBand = type == isl_schedule_node_band;
  if (type == isl_schedule_node_leaf ||
      (isBand && isl_schedule_node_get_type(node.child(0).get()) == isl_schedule_node_leaf)) {
    const isl::union_pw_aff here = isl::manage(isl_union_pw_aff_intersect_domain_union_set(
        loop.copy(), isl_union_set_universe(domainOf(node).release())));
    std::vector<isl::union_pw_aff> all;
    if (isBand) {
      all = schedulesOf(node);
      node = withoutBand(node);
    }
    all.push_back(here);
    return withBand(node, all);
  }
  const int children = static_cast<int>(isl_schedule_node_n_children(node.get()));
  for (int i = 0; i < children; ++i)
    node = withLoop(node.child(i), loop).parent();
  return node;
}

} // namespace kasuri
