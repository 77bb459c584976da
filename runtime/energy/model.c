/* The model of plans, applied to what happened: the power of the board for the whole time, that of
 * a core that works for the time that the threads of the process have used, and that of a gated
 * core for the rest.
 *
 *   energy = base * time + active * busy + gated * (cores * time - busy)
 *
 * It is coarser than a plan. It does not know which cores the threads were on: with cores of
 * several kinds it takes the mean of those that the process may use. Frequencies are those that
 * KASURI_POWER has requested, for as long as they were in effect; without it, the highest. Other
 * programs and transitions are not part of it.
 */
#include "model.h"

#include "../os/os.h"
#include "../record/read_json.h"
#include "../record/record_layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CLOCKS = 64 };

typedef struct point {
  double khz, active_mw, gated_mw;
} point;

typedef struct clock_domain {
  double id;
  point points[KSI_MOST_LEVELS]; /* ascending */
  int count;
  int cores, first_core; /* usable ones */
  ksi_level_times last;
} clock_domain;

struct ksi_energy_model {
  double base_mw;
  int cores;
  clock_domain clocks[MOST_CLOCKS];
  int clock_count;
};

/* --- Reading. */

static int read_points(clock_domain *to, const ksi_json_value *from) {
  const ksi_json_value *opps = ksi_json_members(from, "opps");
  for (const ksi_json_value *each = opps->first; each != NULL; each = each->next) {
    const ksi_json_value *active = ksi_json_member(each, "activeMwPerCore");
    if (to->count == KSI_MOST_LEVELS || active == NULL || active->kind != KSI_JSON_NUMBER)
      return 0;
    to->points[to->count++] = (point){ksi_json_number(each, "freqKhz"), active->number,
                                      ksi_json_number(each, "gatedMwPerCore")};
  }
  return to->count > 0;
}

static clock_domain *find_clock(ksi_energy_model *in, double id) {
  for (int i = 0; i < in->clock_count; i++)
    if (in->clocks[i].id == id)
      return &in->clocks[i];
  return NULL;
}

/* The clock that a core names, or that names the core. */
static clock_domain *clock_of(ksi_energy_model *in, const ksi_json_value *core,
                              const ksi_json_value *clocks) {
  const ksi_json_value *named = ksi_json_member(core, "clockDomain");
  const double number = ksi_json_number(core, "id");
  if (named != NULL && named->kind == KSI_JSON_NUMBER)
    return find_clock(in, named->number);
  for (const ksi_json_value *each = clocks->first; each != NULL; each = each->next)
    for (const ksi_json_value *one = ksi_json_members(each, "cores")->first; one != NULL;
         one = one->next)
      if (one->number == number)
        return find_clock(in, ksi_json_number(each, "id"));
  return NULL;
}

static int add_cores(ksi_energy_model *to, const ksi_json_value *machine) {
  const ksi_json_value *clocks = ksi_json_members(machine, "clockDomains");
  const ksi_json_value *cores = ksi_json_members(machine, "cores");
  for (const ksi_json_value *each = cores->first; each != NULL; each = each->next) {
    const char *state = ksi_json_text(each, "state");
    if (*state != '\0' && strcmp(state, "usable") != 0)
      continue;
    clock_domain *its = clock_of(to, each, clocks);
    if (its == NULL)
      return 0;
    if (its->cores++ == 0)
      its->first_core = (int)ksi_json_number(each, "id");
    to->cores++;
  }
  return to->cores > 0;
}

static int read_machine(ksi_energy_model *to, const ksi_json_value *machine) {
  const ksi_json_value *clocks = ksi_json_members(machine, "clockDomains");
  to->base_mw = ksi_json_number(machine, "baseMw");
  for (const ksi_json_value *each = clocks->first; each != NULL; each = each->next) {
    if (to->clock_count == MOST_CLOCKS)
      return 0;
    clock_domain *made = &to->clocks[to->clock_count++];
    made->id = ksi_json_number(each, "id");
    if (!read_points(made, each))
      return 0;
  }
  return add_cores(to, machine);
}

ksi_energy_model *ksi_read_energy_model(const char *path, char *problem, size_t size) {
  size_t length = 0;
  char *text = ksi_read_json_file(path, &length);
  ksi_energy_model *made = calloc(1, sizeof *made);
  int is_read = 0;
  if (text == NULL || made == NULL) {
    snprintf(problem, size, "cannot read '%s'", path);
  } else {
    ksi_json_document document = ksi_read_json(text, length);
    is_read = document.top != NULL &&
              strcmp(ksi_json_text(document.top, "format"), "kasuri-machine") == 0 &&
              read_machine(made, document.top);
    if (!is_read)
      snprintf(problem, size, "'%s' is no machine file with the power of each frequency", path);
    ksi_free_json(&document);
  }
  free(text);
  if (is_read)
    return made;
  free(made);
  return NULL;
}

void ksi_free_energy_model(ksi_energy_model *model) { free(model); }

/* --- Applying. */

/* The power at a frequency, on the line between the two nearest points. */
static point at_khz(const clock_domain *of, double khz) {
  const point *points = of->points;
  int next = 0;
  while (next < of->count && points[next].khz < khz)
    next++;
  if (next == 0)
    return points[0];
  if (next == of->count)
    return points[next - 1];
  const point *a = &points[next - 1], *b = &points[next];
  const double share = (khz - a->khz) / (b->khz - a->khz);
  return (point){khz, a->active_mw + share * (b->active_mw - a->active_mw),
                 a->gated_mw + share * (b->gated_mw - a->gated_mw)};
}

/* The mean power since the last call. */
static point mean_of(clock_domain *of, ksi_power *power, uint64_t now_ns) {
  const point highest = of->points[of->count - 1];
  point sum = {0, 0, 0};
  ksi_level_times now;
  double all = 0;
  if (power == NULL || !ksi_read_level_times(power, of->first_core, now_ns, &now))
    return highest;
  for (int i = 0; i <= KSI_MOST_LEVELS; i++) {
    const double ns = now.ns[i] > of->last.ns[i] ? (double)(now.ns[i] - of->last.ns[i]) : 0;
    const point its = now.khz[i] > 0 ? at_khz(of, (double)now.khz[i]) : highest;
    sum.active_mw += ns * its.active_mw;
    sum.gated_mw += ns * its.gated_mw;
    all += ns;
  }
  of->last = now;
  return all > 0 ? (point){0, sum.active_mw / all, sum.gated_mw / all} : highest;
}

double ksi_model_energy(ksi_energy_model *model, ksi_power *power, uint64_t interval_ns,
                        uint64_t busy_ns, uint64_t now_ns) {
  double active_mw = 0, gated_mw = 0;
  for (int i = 0; i < model->clock_count; i++) {
    clock_domain *each = &model->clocks[i];
    const point mean = mean_of(each, power, now_ns);
    active_mw += mean.active_mw * each->cores / model->cores;
    gated_mw += mean.gated_mw * each->cores / model->cores;
  }
  const double all = (double)interval_ns * model->cores;
  const double busy = (double)busy_ns < all ? (double)busy_ns : all;
  return (model->base_mw * (double)interval_ns + active_mw * busy + gated_mw * (all - busy)) * 1e-3;
}
