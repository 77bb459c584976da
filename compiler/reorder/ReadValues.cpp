#include "reorder/ReadValues.h"

#include <isl/flow.h>

namespace kasuri {

std::vector<ArrayAccess> accessesTo(const AffineNest &nest, size_t array, bool areWrites) {
  std::vector<ArrayAccess> found;
  for (size_t i = 0; i < nest.statements.size(); ++i)
    for (size_t k = 0; k < nest.statements[i].accesses.size(); ++k)
      if (const AffineAccess &its = nest.statements[i].accesses[k];
          its.array == array && its.isWrite == areWrites)
        found.push_back({i, k});
  return found;
}

static isl::union_map mapOf(const AffineNest &nest, const Polyhedra &polyhedra,
                            const ArrayAccess &its) {
  const isl::union_map map(accessMap(polyhedra.domain.ctx(), nest, its.statement, its.access));
  return map.intersect_domain(polyhedra.domain).intersect_params(polyhedra.parameters);
}

isl::union_map mapOf(const AffineNest &nest, const Polyhedra &polyhedra,
                     const std::vector<ArrayAccess> &all) {
  isl::union_map made = isl::manage(isl_union_map_empty_ctx(polyhedra.domain.ctx().get()));
  for (const ArrayAccess &each : all)
    made = made.unite(mapOf(nest, polyhedra, each));
  return made;
}

ReadValues valuesOf(const AffineNest &nest, const Polyhedra &polyhedra, const ArrayAccess &read,
                    const isl::union_map &order) {
  const size_t array = nest.statements[read.statement].accesses[read.access].array;
  isl_union_access_info *access =
      isl_union_access_info_from_sink(mapOf(nest, polyhedra, read).release());
  access = isl_union_access_info_set_must_source(
      access, mapOf(nest, polyhedra, accessesTo(nest, array, true)).release());
  access = isl_union_access_info_set_schedule_map(access, order.copy());
  isl_union_flow *flow = isl_union_access_info_compute_flow(access);
  ReadValues made{read, isl::manage(isl_union_flow_get_must_dependence(flow)),
                  isl::manage(isl_union_flow_get_must_no_source(flow)).domain()};
  isl_union_flow_free(flow);
  return made;
}

isl::union_set lastWrites(const AffineNest &nest, const Polyhedra &polyhedra,
                          const ArrayAccess &write) {
  const size_t array = nest.statements[write.statement].accesses[write.access].array;
  const isl::union_map all = mapOf(nest, polyhedra, accessesTo(nest, array, true));
  const isl::union_map places = all.reverse().apply_range(polyhedra.schedule);
  const isl::union_map last = isl::manage(isl_union_map_lexmax(places.copy()));
  return mapOf(nest, polyhedra, write)
      .intersect(last.apply_range(polyhedra.schedule.reverse()).reverse())
      .domain();
}

} // namespace kasuri
