/* Reads the sensors around layers, and in between.
 *
 * A reading costs from a microsecond (a counter of the processor) to a millisecond (a sensor behind
 * a slow bus), and no sensor shows changes that are shorter than its period. So the sensors are
 * read where a layer begins or ends only if the last reading is at least PERIODS periods ago, and
 * so long ago that reading costs 1 % of the time. Otherwise the interval goes on, and is divided by
 * time (ledger.c). A thread reads them at other times: often enough that no counter begins again
 * unnoticed, and that the power of sensors that show power is known. It sleeps otherwise.
 *
 * The numbers are those of the whole machine, or of what the sensors are on. Nested layers belong
 * to the outer one. Layers that run their original code are outside.
 *
 * The arithmetic is in a floating-point environment of its own, because flags and traps are the
 * program's. A thread that is canceled must not keep the lock, so it cannot be canceled here.
 *
 * With KASURI_PROFILE the numbers are in its record, and survive any end of the program.
 */
#define _GNU_SOURCE
#include "energy.h"

#include "../os/knobs.h"
#include "../os/os.h"
#include "../record/counters.h"
#include "../record/print_energy.h"
#include "../record/process_record.h"
#include "ledger.h"
#include "model.h"
#include "sensors.h"

#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PERIODS = 4, COST_SHARE = 100, FIRST_READINGS = 4, LAST_WAIT_MS = 100 };

static const uint64_t least_interval_ns = 1000000, counter_sampling_ns = 100000000,
                      least_sampling_ns = 10000000, most_sampling_ns = 500000000;

_Atomic int ksi_is_sensing;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ksi_sensors sensors;
static ksi_ledger ledger;
static ksi_energy_model *model;
static ksi_power *levels;
static uint64_t busy_ns, first_interval_ns;
static ksi_energy_total no_total; /* without memory */
static char program[256];

/* --- Readings. With the lock. */

static void cut(uint64_t now_ns) {
  ksi_reading_energy read = {0};
  fenv_t programs;
  fegetenv(&programs);
  fesetenv(FE_DFL_ENV);
  if (sensors.count > 0)
    read.is_measured = ksi_sense(&sensors, now_ns, &read.joules);
  const uint64_t busy = ksi_busy_ns(), before = busy_ns;
  busy_ns = busy;
  if (model != NULL && now_ns > ledger.begin_ns)
    read.modeled_nj =
        ksi_model_energy(model, levels, now_ns - ledger.begin_ns, busy - before, now_ns);
  ksi_cut(&ledger, &read, now_ns);
  fesetenv(&programs);
}

/* Whether the interval may end where a layer begins or ends. */
static int is_due(uint64_t now_ns) {
  const uint64_t paid_ns = COST_SHARE * sensors.cost_ns;
  const uint64_t least_ns = paid_ns > first_interval_ns ? paid_ns : first_interval_ns;
  return now_ns - ledger.begin_ns >= least_ns;
}

static ksi_energy_account *new_account(const char *name) {
#if KS_COUNTERS
  const size_t bytes = strlen(name) + 1;
  ksi_layer_energy_item *item =
      ksi_counts() ? ksi_new_item(KSI_ITEM_LAYER_ENERGY, sizeof *item + bytes) : NULL;
  if (item != NULL) {
    memcpy(item->name, name, bytes);
    ksi_publish_item(item);
    return &item->account;
  }
#endif
  return calloc(1, sizeof(ksi_energy_account));
}

/* NULL: there is no memory, and the layer counts as outside of layers. */
static ksi_ledger_entry *entry_of(const ks_layer *layer) {
  ksi_ledger_entry *found = ksi_find_entry(&ledger, layer, layer->ks_name);
  if (found != NULL)
    return found;
  ksi_energy_account *account = new_account(layer->ks_name);
  return account != NULL ? ksi_add_entry(&ledger, layer, layer->ks_name, account) : NULL;
}

/* --- Runs. */

typedef struct state {
  int cancel, saved;
} state;

static state enter(void) {
  state made = {.saved = errno};
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &made.cancel);
  pthread_mutex_lock(&lock);
  return made;
}

static void leave(state before) {
  pthread_mutex_unlock(&lock);
  pthread_setcancelstate(before.cancel, NULL);
  errno = before.saved;
}

void ksi_note_run_begin(const ks_layer *layer) {
  const state before = enter();
  const uint64_t now = ksi_now_ns();
  if (is_due(now))
    cut(now);
  ksi_ledger_entry *entry = entry_of(layer);
  if (entry != NULL)
    ksi_begin_entry(&ledger, entry, now);
  leave(before);
}

void ksi_note_run_end(const ks_layer *layer) {
  const state before = enter();
  const uint64_t now = ksi_now_ns();
  if (is_due(now))
    cut(now);
  ksi_ledger_entry *entry = ksi_find_entry(&ledger, layer, layer->ks_name);
  if (entry != NULL)
    ksi_end_entry(&ledger, entry, now);
  leave(before);
}

static void *sample(void *unused) {
  const uint64_t pause = ledger.total->sampling_ns;
  for (;;) {
    ksi_sleep_ns(pause);
    pthread_mutex_lock(&lock);
    const int is_over = !atomic_load(&ksi_is_sensing);
    const uint64_t now = ksi_now_ns();
    if (!is_over && now - ledger.begin_ns >= pause / 2) /* a layer may just have begun or ended */
      cut(now);
    pthread_mutex_unlock(&lock);
    if (is_over)
      return unused;
  }
}

/* --- The end. */

static size_t count_entries(void) {
  size_t count = 0;
  for (int i = 0; i < KSI_LEDGER_CHAINS; i++)
    for (ksi_ledger_entry *each = ledger.chain[i]; each != NULL; each = each->next)
      count++;
  return count;
}

static void print(void) {
  ksi_energy_line *lines = calloc(count_entries() + 1, sizeof *lines);
  size_t count = 0;
  for (int i = 0; lines != NULL && i < KSI_LEDGER_CHAINS; i++)
    for (ksi_ledger_entry *each = ledger.chain[i]; each != NULL; each = each->next)
      lines[count++] = (ksi_energy_line){.name = each->name, .account = *each->account};
  fputs("kasuri: ", stderr);
  ksi_print_energy(stderr, program, ledger.total, lines, count);
  free(lines);
}

/* A task that ends the program may do so while another thread reads the sensors. */
static int get_lock(void) {
  for (int i = 0; i < LAST_WAIT_MS; i++) {
    if (pthread_mutex_trylock(&lock) == 0)
      return 1;
    ksi_sleep_ns(1000000);
  }
  return 0;
}

__attribute__((destructor)) static void finish(void) {
  fenv_t programs;
  if (!atomic_exchange(&ksi_is_sensing, 0) || !get_lock())
    return;
  cut(ksi_now_ns());
  fegetenv(&programs);
  fesetenv(FE_DFL_ENV);
  print();
  fesetenv(&programs);
  pthread_mutex_unlock(&lock);
}

static void finish_quickly(void) { finish(); }

/* --- The beginning. */

static ksi_energy_total *new_total(void) {
#if KS_COUNTERS
  ksi_energy_item *item =
      ksi_counts() ? ksi_new_item(KSI_ITEM_ENERGY, sizeof(ksi_energy_item)) : NULL;
  if (item != NULL) {
    ksi_publish_item(item);
    return &item->total;
  }
#endif
  ksi_energy_total *made = calloc(1, sizeof *made);
  return made != NULL ? made : &no_total;
}

static uint64_t sampling_of(const ksi_sensors *of) {
  if (of->count == 0 || of->are_counters)
    return counter_sampling_ns;
  const uint64_t half = of->period_ns / 2;
  return half < least_sampling_ns  ? least_sampling_ns
         : half < most_sampling_ns ? half
                                   : most_sampling_ns;
}

static void describe_sensors(ksi_energy_total *total) {
  if (sensors.count == 0) {
    snprintf(total->problem, sizeof total->problem, "%s", sensors.problem);
    return;
  }
  snprintf(total->source, sizeof total->source, "%s", sensors.source);
  snprintf(total->sensors, sizeof total->sensors, "%s", sensors.names);
  total->period_ns = sensors.period_ns;
  total->is_period_assumed = (uint32_t)sensors.is_period_assumed;
  total->are_counters = (uint32_t)sensors.are_counters;
}

static void read_model(ksi_energy_total *total, const char *path) {
  if (path == NULL) {
    snprintf(total->model_problem, sizeof total->model_problem,
             "KASURI_ENERGY=model:FILE names the machine file");
    return;
  }
  model = ksi_read_energy_model(path, total->model_problem, sizeof total->model_problem);
  if (model != NULL)
    snprintf(total->model, sizeof total->model, "%s", path);
}

static void begin(const ksi_energy_wish *wish) {
  ksi_energy_total *total = new_total();
  double unused;
  ksi_open_sensors(&sensors, wish->sensors);
  describe_sensors(total);
  total->sampling_ns = sampling_of(&sensors);
  read_model(total, wish->model);
  first_interval_ns = PERIODS * sensors.period_ns;
  first_interval_ns = first_interval_ns > least_interval_ns ? first_interval_ns : least_interval_ns;
  uint64_t now = ksi_now_ns();
  for (int i = 0; sensors.count > 0 && i < FIRST_READINGS;
       i++) { /* their cost, without accidents */
    now = ksi_now_ns();
    ksi_sense(&sensors, now, &unused);
  }
  busy_ns = ksi_busy_ns();
  ksi_open_ledger(&ledger, total, now);
}

int ksi_start_energy(void) {
  static int is_registered;
  const int saved = errno;
  const ksi_energy_wish wish = ksi_read_energy_wish();
  fenv_t programs;
  if (!wish.is_wanted)
    return 0;
  fegetenv(&programs);
  fesetenv(FE_DFL_ENV);
  ksi_program_name(program, sizeof program);
  begin(&wish);
  fesetenv(&programs);
  atomic_store(&ksi_is_sensing, 1);
  if (!is_registered)
    at_quick_exit(finish_quickly);
  is_registered = 1;
  const int has_thread = ksi_start_thread(sample, NULL, -1, NULL) == 0;
  errno = saved;
  return has_thread;
}

void ksi_model_levels(ksi_power *power) {
  if (!atomic_load(&ksi_is_sensing))
    return;
  pthread_mutex_lock(&lock);
  levels = power;
  pthread_mutex_unlock(&lock);
}

void ksi_forget_energy(void) {
  if (!atomic_exchange(&ksi_is_sensing, 0))
    return;
  pthread_mutex_init(&lock, NULL);
  ksi_close_sensors(&sensors);
  model = NULL;
  levels = NULL;
}
