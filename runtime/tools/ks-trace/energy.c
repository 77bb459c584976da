/* The member `energy` of a profile or a trace (docs/formats/profile.md), as the runtime had it. */
#include "model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number from 0 on; 0 for null. */
static int read_count(const ksi_json_value *of, const char *name, double scale, uint64_t *count) {
  const ksi_json_value *found = ksi_json_member(of, name);
  *count = 0;
  if (found == NULL || (found->kind != KSI_JSON_NUMBER && found->kind != KSI_JSON_NULL))
    return 0;
  const double value = found->kind == KSI_JSON_NUMBER ? found->number * scale : 0;
  if (!(value >= 0 && value < 9e18))
    return 0;
  *count = (uint64_t)(value + 0.5);
  return 1;
}

static int read_account(const ksi_json_value *of, ksi_energy_account *to) {
  return of != NULL && read_count(of, "runs", 1, &to->runs) && read_count(of, "ns", 1, &to->ns) &&
         read_count(of, "measuredNs", 1, &to->measured_ns) &&
         read_count(of, "measuredMj", 1e6, &to->measured_nj) &&
         read_count(of, "directMj", 1e6, &to->direct_nj) &&
         read_count(of, "modeledMj", 1e6, &to->modeled_nj);
}

static void copy_text(const ksi_json_value *of, const char *name, char *to, size_t size) {
  snprintf(to, size, "%s", ksi_json_text(of, name));
}

static int read_total(const ksi_json_value *of, ksi_energy_total *to) {
  copy_text(of, "source", to->source, sizeof to->source);
  copy_text(of, "notMeasured", to->problem, sizeof to->problem);
  copy_text(of, "model", to->model, sizeof to->model);
  copy_text(of, "notModeled", to->model_problem, sizeof to->model_problem);
  for (const ksi_json_value *each = ksi_json_members(of, "sensors")->first; each != NULL;
       each = each->next) {
    const size_t used = strlen(to->sensors);
    snprintf(to->sensors + used, sizeof to->sensors - used, "%s%s", used > 0 ? ", " : "",
             each->kind == KSI_JSON_TEXT ? each->text : "");
  }
  to->are_counters = strcmp(ksi_json_text(of, "senses"), "energy") == 0;
  to->is_period_assumed = strcmp(ksi_json_text(of, "updateNsIs"), "assumed") == 0;
  return read_count(of, "updateNs", 1, &to->period_ns) &&
         read_count(of, "samplingNs", 1, &to->sampling_ns) &&
         read_count(of, "readings", 1, &to->readings) &&
         read_count(of, "readingsLost", 1, &to->lost) &&
         read_account(ksi_json_member(of, "all"), &to->all) &&
         read_account(ksi_json_member(of, "outside"), &to->outside);
}

int model_add_energy(model *made, const ksi_json_value *energy, char *problem, size_t bytes) {
  if (energy == NULL || energy->kind == KSI_JSON_NULL)
    return 1;
  const ksi_json_value *layers = ksi_json_members(energy, "layers");
  int is_right;
  made->energy = calloc(1, sizeof *made->energy);
  made->energy_lines = calloc(layers->count + 1, sizeof *made->energy_lines);
  is_right = made->energy != NULL && made->energy_lines != NULL && read_total(energy, made->energy);
  for (const ksi_json_value *each = layers->first; is_right && each != NULL; each = each->next) {
    ksi_energy_line *line = &made->energy_lines[made->energy_count++];
    line->name = ksi_json_text(each, "name");
    is_right = read_account(each, &line->account);
  }
  if (!is_right)
    snprintf(problem, bytes, "'energy' is incomplete or has the wrong type");
  return is_right;
}
