/* What the plan has for the energy of each layer: report.json has it for one run on each number of
 * workers, the profile how often each number ran. Layers are the same by their names. A layer with
 * a run whose energy the plan does not have (in order, or on another number of workers) has none.
 */
#include "model.h"

#include <stdio.h>
#include <string.h>

static const ksi_json_value *find_layer(const ksi_json_value *report, const char *name) {
  for (const ksi_json_value *each = ksi_json_members(report, "layers")->first; each != NULL;
       each = each->next)
    if (strcmp(ksi_json_text(each, "name"), name) == 0)
      return each;
  return NULL;
}

/* Of one run; 0: unknown. */
static double planned_mj(const ksi_json_value *layer, double workers) {
  for (const ksi_json_value *each = ksi_json_members(layer, "tables")->first; each != NULL;
       each = each->next)
    if (ksi_json_number(each, "workers") == workers)
      return ksi_json_number(each, "energyMj");
  return 0;
}

static double planned_nj(const model *of, const ksi_json_value *layer, const char *name) {
  double sum = 0;
  for (size_t i = 0; i < of->table_count; i++) {
    const table *each = &of->tables[i];
    if (strcmp(each->layer, name) != 0 || each->runs == 0)
      continue;
    const double one = planned_mj(layer, each->workers);
    if (one <= 0)
      return 0;
    sum += each->runs * one * 1e6;
  }
  return sum;
}

int model_add_plan(model *made, const ksi_json_value *report, char *problem, size_t bytes) {
  if (strcmp(ksi_json_text(report, "format"), "kasuri-report") != 0) {
    snprintf(problem, bytes, "not a report of kasuri");
    return 0;
  }
  for (size_t i = 0; i < made->energy_count; i++) {
    ksi_energy_line *line = &made->energy_lines[i];
    const ksi_json_value *layer = find_layer(report, line->name);
    line->planned_nj = layer != NULL ? planned_nj(made, layer, line->name) : 0;
  }
  return 1;
}
