/* Everything in the record is checked before it is used, because it may come from a file that was
 * truncated or invented. Items that were not finished when the program ended are skipped. */
#include "read_record.h"

#include "segments.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 64, MOST_LAYERS = 1 << 20 };

typedef const char *visitor(ksi_reading *reading, ksi_item *item);

const char *ksi_function_name(uint32_t function) {
  static const char *const names[KSI_FUNCTIONS] = {"wake",  "dispatch",     "wait",   "join",
                                                   "queue", "switch-level", "scratch"};
  return function < KSI_FUNCTIONS ? names[function] : "unknown";
}

int64_t ksi_last_units(const ksi_cell_item *cell) {
  return cell->samples > 0 ? cell->pending[(cell->samples - 1) % KSI_PENDING] : 0;
}

const char *ksi_outcome_name(uint32_t outcome) {
  static const char *const names[KSI_OUTCOMES] = {"set",    "same",      "merged", "short",
                                                  "failed", "unmanaged", "foreign"};
  return outcome < KSI_OUTCOMES ? names[outcome] : "unknown";
}

static const char *check_head(const ksi_record_head *head, size_t bytes) {
  uint32_t swapped = __builtin_bswap32((uint32_t)KSI_RECORD_VERSION);
  if (bytes < sizeof head->magic || memcmp(head->magic, KSI_RECORD_MAGIC, sizeof head->magic) != 0)
    return "not a record of Kasuri's runtime";
  if (bytes < sizeof *head)
    return "truncated in its header";
  if (head->version == swapped)
    return "a record of a machine with a different byte order";
  if (head->version != KSI_RECORD_VERSION || head->head_bytes != sizeof *head)
    return "a record of a different runtime version";
  if (memchr(head->program, '\0', sizeof head->program) == NULL ||
      memchr(head->hardware, '\0', sizeof head->hardware) == NULL)
    return "a string in its header is not terminated";
  if (head->used < sizeof *head || head->used > bytes)
    return "truncated";
  return NULL;
}

static const char *visit_items(ksi_reading *reading, char *record, visitor *visit) {
  const uint64_t used = reading->head->used;
  uint64_t at = (sizeof *reading->head + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
  while (at + sizeof(ksi_item) <= used) {
    ksi_item *item = (ksi_item *)(void *)(record + at);
    if (item->bytes < sizeof *item || item->bytes % 8 != 0 || item->bytes > used - at)
      return "an item has an invalid length";
    const char *problem = visit(reading, item);
    if (problem != NULL)
      return problem;
    at += item->bytes;
  }
  return NULL;
}

static const char *count_item(ksi_reading *reading, ksi_item *item) {
  const ksi_layer_item *layer = (const ksi_layer_item *)item;
  const int is_layer = item->kind == KSI_ITEM_LAYER || item->kind == KSI_ITEM_SEGMENTS;
  if (is_layer && item->bytes >= sizeof *layer) {
    if (layer->layer >= MOST_LAYERS)
      return "a layer has an invalid number";
    if (layer->layer >= reading->layer_count)
      reading->layer_count = layer->layer + 1;
  }
  reading->plan_count += item->kind == KSI_ITEM_PLAN;
  reading->cell_count += item->kind == KSI_ITEM_CELL;
  reading->segment_cell_count += item->kind == KSI_ITEM_SEGMENT_CELL;
  reading->lane_count += item->kind == KSI_ITEM_LANE;
  reading->ring_count += item->kind == KSI_ITEM_RING;
  reading->power_count += item->kind == KSI_ITEM_POWER;
  reading->energy_count += item->kind == KSI_ITEM_LAYER_ENERGY;
  return NULL;
}

/* Names of the layer and of its tasks; null if they do not fit in the item. */
static const char **split_names(const ksi_layer_item *item) {
  uint64_t room = item->item.bytes - sizeof *item;
  uint64_t needed = (uint64_t)item->task_count * sizeof *item->line + item->text_bytes;
  if (needed > room)
    return NULL;
  const char *text = (const char *)&item->line[item->task_count], *end = text + item->text_bytes;
  const char **names = calloc((size_t)item->task_count + 1, sizeof *names);
  for (uint32_t i = 0; names != NULL && i <= item->task_count; i++) {
    const char *zero = text < end ? memchr(text, '\0', (size_t)(end - text)) : NULL;
    if (zero == NULL) {
      free(names);
      return NULL;
    }
    names[i] = text;
    text = zero + 1;
  }
  return names;
}

static const char *take_layer(ksi_reading *reading, const ksi_layer_item *item) {
  if (item->item.bytes < sizeof *item || reading->layer[item->layer] != NULL)
    return "a layer is invalid";
  const char **names = split_names(item);
  if (names == NULL)
    return "the names of a layer are invalid";
  reading->layer[item->layer] = item;
  reading->name[item->layer] = names;
  return NULL;
}

/* Each thread that meets a pipeline describes it. */
static const char *take_segments(ksi_reading *reading, const ksi_layer_item *item) {
  const char **names = item->item.bytes >= sizeof *item ? split_names(item) : NULL;
  if (names == NULL)
    return "the names of segments are invalid";
  if (reading->segments[item->layer] != NULL) {
    free(names);
    return NULL;
  }
  reading->segments[item->layer] = item;
  reading->segment_name[item->layer] = names;
  return NULL;
}

static const char *take_plan(ksi_reading *reading, const ksi_plan_item *item) {
  if (item->item.bytes < sizeof *item ||
      (uint64_t)item->row_count * sizeof *item->row > item->item.bytes - sizeof *item)
    return "a plan is invalid";
  reading->plan[reading->plan_count++] = item;
  return NULL;
}

static void process_pending(ksi_cell_item *item) {
  uint64_t pending = item->samples - item->self.count;
  for (uint64_t i = pending <= KSI_PENDING ? pending : 0; i > 0; i--)
    ksi_add_sample(&item->self, item->pending[(item->samples - i) % KSI_PENDING]);
}

static const char *take_cell(ksi_reading *reading, ksi_cell_item *item) {
  if (item->item.bytes < sizeof *item || item->kind > KSI_CELL_WHOLE)
    return "a cell is invalid";
  process_pending(item);
  reading->cell[reading->cell_count++] = item;
  return NULL;
}

static const char *take_segment_cell(ksi_reading *reading, ksi_cell_item *item) {
  if (item->item.bytes < sizeof *item || item->kind > KSI_WAITS)
    return "a cell of a segment is invalid";
  process_pending(item);
  reading->segment_cell[reading->segment_cell_count++] = item;
  return NULL;
}

static const char *take_lane(ksi_reading *reading, const ksi_lane_item *item) {
  if (item->item.bytes < sizeof *item)
    return "a lane is invalid";
  reading->lane[reading->lane_count++] = item;
  return NULL;
}

static const char *take_ring(ksi_reading *reading, const ksi_ring_item *item) {
  if (item->item.bytes < sizeof *item || item->capacity == 0 ||
      (uint64_t)item->capacity * sizeof *item->event > item->item.bytes - sizeof *item)
    return "a ring of events is invalid";
  reading->ring[reading->ring_count++] = item;
  return NULL;
}

static int has_end(const char *text, size_t size) { return memchr(text, '\0', size) != NULL; }

static const char *take_power(ksi_reading *reading, const ksi_power_item *item) {
  const ksi_power_account *account = &item->account;
  if (item->item.bytes < sizeof *item || account->levels > KSI_MOST_LEVELS ||
      !has_end(account->cores, sizeof account->cores) ||
      !has_end(account->way, sizeof account->way) ||
      !has_end(account->seen_by, sizeof account->seen_by))
    return "a clock account is invalid";
  reading->power[reading->power_count++] = item;
  return NULL;
}

static const char *take_energy(ksi_reading *reading, const ksi_energy_item *item) {
  const ksi_energy_total *total = &item->total;
  if (item->item.bytes < sizeof *item || !has_end(total->source, sizeof total->source) ||
      !has_end(total->sensors, sizeof total->sensors) ||
      !has_end(total->problem, sizeof total->problem) ||
      !has_end(total->model, sizeof total->model) ||
      !has_end(total->model_problem, sizeof total->model_problem))
    return "an account of energy is invalid";
  reading->energy = total;
  return NULL;
}

static const char *take_layer_energy(ksi_reading *reading, const ksi_layer_energy_item *item) {
  if (item->item.bytes <= sizeof *item || !has_end(item->name, item->item.bytes - sizeof *item))
    return "the energy of a layer is invalid";
  reading->layer_energy[reading->energy_count++] = item;
  return NULL;
}

static const char *take_item(ksi_reading *reading, ksi_item *item) {
  switch (item->kind) {
  case KSI_ITEM_LAYER:
    return take_layer(reading, (const ksi_layer_item *)item);
  case KSI_ITEM_PLAN:
    return take_plan(reading, (const ksi_plan_item *)item);
  case KSI_ITEM_CELL:
    return take_cell(reading, (ksi_cell_item *)item);
  case KSI_ITEM_SEGMENTS:
    return take_segments(reading, (const ksi_layer_item *)item);
  case KSI_ITEM_SEGMENT_CELL:
    return take_segment_cell(reading, (ksi_cell_item *)item);
  case KSI_ITEM_LANE:
    return take_lane(reading, (const ksi_lane_item *)item);
  case KSI_ITEM_RING:
    return take_ring(reading, (const ksi_ring_item *)item);
  case KSI_ITEM_POWER:
    return take_power(reading, (const ksi_power_item *)item);
  case KSI_ITEM_ENERGY:
    return take_energy(reading, (const ksi_energy_item *)item);
  case KSI_ITEM_LAYER_ENERGY:
    return take_layer_energy(reading, (const ksi_layer_energy_item *)item);
  default:
    return NULL;
  }
}

static int by_key(const void *a, const void *b) {
  const ksi_cell_item *x = *(ksi_cell_item *const *)a, *y = *(ksi_cell_item *const *)b;
  const uint32_t first[] = {x->layer, x->workers, x->kind, x->index, x->lane};
  const uint32_t second[] = {y->layer, y->workers, y->kind, y->index, y->lane};
  for (size_t i = 0; i < sizeof first / sizeof *first; i++)
    if (first[i] != second[i])
      return first[i] < second[i] ? -1 : 1;
  return 0;
}

static int by_lane(const void *a, const void *b) {
  const ksi_lane_item *x = *(const ksi_lane_item *const *)a, *y = *(const ksi_lane_item *const *)b;
  return x->lane < y->lane ? -1 : x->lane > y->lane;
}

static int has_lists(ksi_reading *reading) {
  reading->layer = calloc(reading->layer_count + 1u, sizeof *reading->layer);
  reading->name = calloc(reading->layer_count + 1u, sizeof *reading->name);
  reading->segments = calloc(reading->layer_count + 1u, sizeof *reading->segments);
  reading->segment_name = calloc(reading->layer_count + 1u, sizeof *reading->segment_name);
  reading->segment_cell = calloc(reading->segment_cell_count + 1u, sizeof *reading->segment_cell);
  reading->segment_cell_count = 0;
  reading->plan = calloc(reading->plan_count + 1u, sizeof *reading->plan);
  reading->cell = calloc(reading->cell_count + 1u, sizeof *reading->cell);
  reading->lane = calloc(reading->lane_count + 1u, sizeof *reading->lane);
  reading->ring = calloc(reading->ring_count + 1u, sizeof *reading->ring);
  reading->power = calloc(reading->power_count + 1u, sizeof *reading->power);
  reading->layer_energy = calloc(reading->energy_count + 1u, sizeof *reading->layer_energy);
  reading->plan_count = reading->cell_count = reading->lane_count = 0;
  reading->ring_count = reading->power_count = reading->energy_count = 0;
  return reading->layer != NULL && reading->name != NULL && reading->segments != NULL &&
         reading->segment_name != NULL && reading->segment_cell != NULL && reading->plan != NULL &&
         reading->cell != NULL && reading->lane != NULL && reading->ring != NULL &&
         reading->power != NULL && reading->layer_energy != NULL;
}

static void scale_ticks(ksi_reading *reading) {
  const ksi_record_head *head = reading->head;
  reading->ns_per_tick = 1;
  reading->span_ns = head->last_ns > head->begin_ns ? head->last_ns - head->begin_ns : 0;
  if (reading->span_ns > 0 && head->last_ticks > head->begin_ticks)
    reading->ns_per_tick =
        (double)reading->span_ns / (double)(head->last_ticks - head->begin_ticks);
}

const char *ksi_read_record(ksi_reading *reading, void *record, size_t bytes) {
  memset(reading, 0, sizeof *reading);
  const char *problem = check_head(record, bytes);
  if (problem != NULL)
    return problem;
  reading->head = record;
  problem = visit_items(reading, record, count_item);
  if (problem == NULL && !has_lists(reading))
    problem = "out of memory";
  if (problem == NULL)
    problem = visit_items(reading, record, take_item);
  if (problem != NULL)
    return problem;
  qsort(reading->cell, reading->cell_count, sizeof(void *), by_key);
  qsort(reading->segment_cell, reading->segment_cell_count, sizeof(void *), by_key);
  qsort(reading->lane, reading->lane_count, sizeof(void *), by_lane);
  scale_ticks(reading);
  reading->ns_per_unit = reading->ns_per_tick / KSI_UNITS;
  return NULL;
}

void ksi_free_reading(ksi_reading *reading) {
  for (uint32_t i = 0; reading->name != NULL && i < reading->layer_count; i++)
    free(reading->name[i]);
  for (uint32_t i = 0; reading->segment_name != NULL && i < reading->layer_count; i++)
    free(reading->segment_name[i]);
  free(reading->segments);
  free(reading->segment_name);
  free(reading->segment_cell);
  free(reading->layer);
  free(reading->name);
  free(reading->plan);
  free(reading->cell);
  free(reading->lane);
  free(reading->ring);
  free(reading->power);
  free(reading->layer_energy);
  memset(reading, 0, sizeof *reading);
}

static const ksi_layer_item *layer_of(const ksi_reading *reading, uint32_t layer) {
  return layer < reading->layer_count ? reading->layer[layer] : NULL;
}

const char *ksi_layer_name(const ksi_reading *reading, uint32_t layer) {
  return layer_of(reading, layer) != NULL ? reading->name[layer][0] : "unknown";
}

const char *ksi_task_name(const ksi_reading *reading, uint32_t layer, uint32_t task) {
  const ksi_layer_item *item = layer_of(reading, layer);
  return item != NULL && task < item->task_count ? reading->name[layer][1 + task] : "unknown";
}

uint32_t ksi_task_line(const ksi_reading *reading, uint32_t layer, uint32_t task) {
  const ksi_layer_item *item = layer_of(reading, layer);
  return item != NULL && task < item->task_count ? item->line[task] : 0;
}

static const ksi_layer_item *segments_of(const ksi_reading *reading, uint32_t layer) {
  return layer < reading->layer_count ? reading->segments[layer] : NULL;
}

uint32_t ksi_segment_count(const ksi_reading *reading, uint32_t layer) {
  return segments_of(reading, layer) != NULL ? segments_of(reading, layer)->task_count : 0;
}

const char *ksi_segment_name(const ksi_reading *reading, uint32_t layer, uint32_t segment) {
  const uint32_t count = ksi_segment_count(reading, layer);
  return segment < count ? reading->segment_name[layer][1 + segment] : "parallel";
}

uint32_t ksi_segment_line(const ksi_reading *reading, uint32_t layer, uint32_t segment) {
  const uint32_t count = ksi_segment_count(reading, layer);
  return segment < count ? segments_of(reading, layer)->line[segment] : 0;
}

const ksi_plan_item *ksi_find_plan(const ksi_reading *reading, uint32_t layer, uint32_t workers) {
  for (uint32_t i = 0; i < reading->plan_count; i++)
    if (reading->plan[i]->layer == layer && reading->plan[i]->workers == workers)
      return reading->plan[i];
  return NULL;
}

uint32_t ksi_worker_of(const ksi_reading *reading, uint32_t lane) {
  for (uint32_t i = 0; i < reading->lane_count; i++)
    if (reading->lane[i]->lane == lane)
      return reading->lane[i]->worker;
  return 0;
}
