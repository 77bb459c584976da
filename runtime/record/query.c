/* Counters that the program itself asks for, from the record that is being written.
 *
 * A cell has one writer and may have readers at any time (KSI_PUT). A reader copies its words in
 * the order of their addresses, without the histogram, and again if a sample was added meanwhile.
 * After many attempts it takes what it has: a thread that counts without pause must not stop
 * others. Samples that the writer has put aside for later (`pending`) are added to the copy. So
 * what is read is what the profile would say now, but for a sample that ends at this moment.
 *
 * The program's floating-point environment is its own, as everywhere in the counters.
 */
#include "clock.h"
#include "process_record.h"
#include "read_record.h"
#include "zone.h"

#define KS_DEFINES_COUNTERS
#include <kasuri/counters.h>

#define PUBLIC __attribute__((visibility("default")))

const char ksi_has_queries = 1;

#if KS_COUNTERS
#include <fenv.h>
#include <stddef.h>
#include <string.h>

enum { LINE_BYTES = 64, ATTEMPTS = 100 };

/* --- Items, as far as they are complete. */

static uint64_t first_item(void) {
  return (sizeof(ksi_record_head) + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
}

/* The next published item of a kind from `*at` on, which is advanced; null at the end. */
static ksi_item *next_item(ksi_record_head *head, uint32_t kind, uint64_t *at) {
  uint64_t used = __atomic_load_n(&head->used, __ATOMIC_ACQUIRE);
  while (*at + sizeof(ksi_item) <= used) {
    ksi_item *item = (ksi_item *)(void *)((char *)head + *at);
    uint32_t bytes = __atomic_load_n(&item->bytes, __ATOMIC_RELAXED);
    *at += (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
    if (__atomic_load_n(&item->kind, __ATOMIC_ACQUIRE) == kind)
      return item;
    if (bytes == 0)
      return NULL;
  }
  return NULL;
}

static const ksi_layer_item *find_layer(ksi_record_head *head, uint32_t layer) {
  uint64_t at = first_item();
  for (ksi_item *item; (item = next_item(head, KSI_ITEM_LAYER, &at)) != NULL;)
    if (((const ksi_layer_item *)item)->layer == layer)
      return (const ksi_layer_item *)item;
  return NULL;
}

static uint32_t worker_of(ksi_record_head *head, uint32_t lane) {
  uint64_t at = first_item();
  for (ksi_item *item; (item = next_item(head, KSI_ITEM_LANE, &at)) != NULL;)
    if (((const ksi_lane_item *)item)->lane == lane)
      return ((const ksi_lane_item *)item)->worker;
  return 0;
}

/* --- Names. */

static const char *layer_name(const ksi_layer_item *of) {
  return (const char *)&of->line[of->task_count];
}

static const char *task_name(const ksi_layer_item *of, uint32_t task) {
  const char *name = layer_name(of);
  for (uint32_t i = 0; i <= task; i++)
    name += strlen(name) + 1;
  return name;
}

static const char *part_name(const ksi_layer_item *of, const ksi_cell_item *cell) {
  if (cell->kind == KSI_CELL_WHOLE)
    return KS_WHOLE_RUNS;
  if (cell->kind == KSI_CELL_RUN)
    return "fork-join";
  return cell->kind == KSI_CELL_TASK ? task_name(of, cell->index) : ksi_function_name(cell->index);
}

/* --- Cells. */

typedef uint64_t __attribute__((may_alias)) word; /* of a member of any type */

static void copy_words(void *to, const void *from, size_t bytes) {
  const word *source = from;
  word *target = to;
  for (size_t i = 0; i < bytes / sizeof *source; i++)
    target[i] = __atomic_load_n(&source[i], __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
}

static uint64_t load(const uint64_t *from) { return __atomic_load_n(from, __ATOMIC_RELAXED); }

/* First what has been worked off, which changes once in KSI_PENDING samples, then what is pending.
 * The pending samples are intact if the writer has not come around to the first of them. */
static int try_to_take(ksi_cell_item *to, const ksi_cell_item *from) {
  enum {
    SELF = offsetof(ksi_cell_item, self),
    SELF_END = offsetof(ksi_cell_item, self.bucket),
  };
  _Static_assert(SELF % 8 == 0 && SELF_END % 8 == 0 && offsetof(ksi_cell_item, started) % 8 == 0,
                 "whole words");
  uint64_t count = load(&from->self.count);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  copy_words(&to->self, &from->self, SELF_END - SELF);
  copy_words(to, from, SELF);
  return to->self.count == count && load(&from->self.count) == count &&
         to->samples - count <= KSI_PENDING && load(&from->samples) - count <= KSI_PENDING;
}

/* A writer that is too quick leaves the last copy without its pending samples. */
static void take_cell(ksi_cell_item *to, const ksi_cell_item *from) {
  int is_whole = 0;
  memset(to, 0, sizeof *to);
  for (int i = 0; i < ATTEMPTS && !is_whole; i++)
    is_whole = try_to_take(to, from);
  uint64_t pending = is_whole ? to->samples - to->self.count : 0;
  for (uint64_t i = pending; i > 0; i--)
    ksi_add_sample(&to->self, to->pending[(to->samples - i) % KSI_PENDING]);
}

typedef struct sum {
  ksi_statistics self;
  uint64_t last_ticks;
  int64_t last_units;
} sum;

static void add_cell(sum *to, const ksi_cell_item *from) {
  ksi_cell_item copy;
  take_cell(&copy, from);
  if (copy.self.count == 0)
    return;
  ksi_merge_statistics(&to->self, &copy.self);
  if (copy.last_ticks < to->last_ticks)
    return;
  to->last_ticks = copy.last_ticks;
  to->last_units = ksi_last_units(&copy);
}

static int is_same_part(const ksi_cell_item *a, const ksi_cell_item *b) {
  return a->layer == b->layer && a->kind == b->kind && a->index == b->index;
}

/* Of several readings that which was interrupted least. */
static double ns_per_unit(const ksi_record_head *head) {
  uint64_t least = UINT64_MAX, ticks = 0, ns = 0;
  for (int i = 0; i < 5; i++) {
    uint64_t before = ksi_ticks(), between = ksi_now_ns(), took = ksi_ticks() - before;
    if (took >= least)
      continue;
    least = took;
    ticks = before + took / 2 - head->begin_ticks;
    ns = between - head->begin_ns;
  }
  return ticks > 0 && ns > 0 ? (double)ns / (double)ticks / KSI_UNITS : 0;
}

static ks_counter finish_sum(const ksi_record_head *head, const sum *of) {
  const double scale = ns_per_unit(head);
  ks_counter made = {0};
  made.ks_samples = of->self.count;
  if (made.ks_samples == 0)
    return made;
  made.ks_last_ns = (double)of->last_units * scale;
  made.ks_mean_ns = of->self.mean * scale;
  made.ks_variance_ns2 = ksi_variance(&of->self) * scale * scale;
  made.ks_least_ns = (double)of->self.least * scale;
  made.ks_most_ns = (double)of->self.most * scale;
  return made;
}

/* All cells of the part from one of them on. */
static ks_counter sum_part(ksi_record_head *head, const ksi_cell_item *like, uint64_t at,
                           int worker) {
  sum all;
  memset(&all, 0, sizeof all);
  for (const ksi_cell_item *cell = like; cell != NULL;
       cell = (const ksi_cell_item *)next_item(head, KSI_ITEM_CELL, &at))
    if (is_same_part(cell, like) && (worker < 0 || worker_of(head, cell->lane) == (uint32_t)worker))
      add_cell(&all, cell);
  return finish_sum(head, &all);
}

static int is_first_of_part(ksi_record_head *head, const ksi_cell_item *cell) {
  uint64_t at = first_item();
  for (ksi_item *item; (item = next_item(head, KSI_ITEM_CELL, &at)) != NULL;)
    if (is_same_part((const ksi_cell_item *)item, cell))
      return (const ksi_cell_item *)item == cell;
  return 1;
}

/* --- What programs call. */

static int is_named(const char *name, const char *wanted) {
  return wanted == NULL || name == NULL ? wanted == name : strcmp(name, wanted) == 0;
}

static int find_in_layer(ksi_record_head *head, const ksi_layer_item *layer, const char *part,
                         int worker, ks_counter *found) {
  uint64_t at = first_item();
  for (ksi_item *item; (item = next_item(head, KSI_ITEM_CELL, &at)) != NULL;) {
    const ksi_cell_item *cell = (const ksi_cell_item *)item;
    if (cell->layer != layer->layer || !is_named(part_name(layer, cell), part))
      continue;
    *found = sum_part(head, cell, at, worker);
    if (found->ks_samples > 0)
      return 1;
  }
  return 0;
}

/* Several layers may have the name: those of a static function in a header, in each file. */
static int find_counter(ksi_record_head *head, const char *layer, const char *part, int worker,
                        ks_counter *found) {
  uint64_t at = first_item();
  for (ksi_item *item; (item = next_item(head, KSI_ITEM_LAYER, &at)) != NULL;) {
    const ksi_layer_item *its = (const ksi_layer_item *)item;
    if (strcmp(layer_name(its), layer) == 0 && find_in_layer(head, its, part, worker, found))
      return 1;
  }
  return 0;
}

PUBLIC int ks_find_counter(const char *layer, const char *part, int worker, ks_counter *found) {
  ksi_record_head *head = ksi_head();
  fenv_t programs;
  memset(found, 0, sizeof *found);
  if (head == NULL)
    return 0;
  fegetenv(&programs);
  fesetenv(FE_DFL_ENV);
  int is_found = find_counter(head, layer, part, worker, found);
  fesetenv(&programs);
  return is_found;
}

PUBLIC int ks_walk_counters(int (*each)(void *, const char *, const char *, const ks_counter *),
                            void *argument) {
  ksi_record_head *head = ksi_head();
  uint64_t at = first_item();
  fenv_t programs;
  int result = 0;
  for (ksi_item *item;
       head != NULL && result == 0 && (item = next_item(head, KSI_ITEM_CELL, &at)) != NULL;) {
    const ksi_cell_item *cell = (const ksi_cell_item *)item;
    const ksi_layer_item *its = find_layer(head, cell->layer);
    if (its == NULL || !is_first_of_part(head, cell))
      continue;
    fegetenv(&programs);
    fesetenv(FE_DFL_ENV);
    ks_counter found = sum_part(head, cell, at, KS_ALL_WORKERS);
    fesetenv(&programs);
    if (found.ks_samples > 0)
      result = each(argument, layer_name(its), part_name(its, cell), &found);
  }
  return result;
}

#else

PUBLIC int ks_find_counter(const char *layer, const char *part, int worker, ks_counter *found) {
  (void)layer, (void)part, (void)worker;
  *found = (ks_counter){0};
  return 0;
}

PUBLIC int ks_walk_counters(int (*each)(void *, const char *, const char *, const ks_counter *),
                            void *argument) {
  (void)each, (void)argument;
  return 0;
}

#endif
