/* Threads, layers, cells: memory for what is counted, so that the counting itself only adds.
 *
 * Each thread has its own counters for each layer and schedule that it took part in, with a cell
 * for each task and function that it ran. Only its thread writes a cell. A cell has its own cache
 * lines, and is merged with those of other threads when the record is read. The first thread that
 * meets a layer or a plan describes it once. Layers and plans are constants of the program, and the
 * record must be readable when the program has ended.
 *
 * The next thread reuses the counters of a thread that has ended. Otherwise a program that starts
 * many threads would have as many lanes in its record.
 */
#define _GNU_SOURCE
#include "thread_counters.h"

#if KS_COUNTERS
#include "plan.h"
#include "process_record.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct known_layer {
  const ks_layer *layer;
  const ks_task *tasks;
  const char *name;
  uint32_t number, task_count;
  struct known_layer *next;
  const ks_table *plan[16]; /* remembered schedules; others are described again */
  int plan_count;
} known_layer;

enum { LAYER_CHAINS = 256, MOST_PLANS = 16 };

static pthread_mutex_t describing = PTHREAD_MUTEX_INITIALIZER;
static known_layer *known[LAYER_CHAINS];
static uint32_t layer_count, lane_count, events_each;
static int wants_hardware;
static ksi_thread_counters *free_counters;
static pthread_key_t at_thread_end;
static int has_key;
static _Thread_local ksi_thread_counters *own;
static _Thread_local int own_worker;

static size_t hash_of(const void *pointer) {
  return (size_t)((uintptr_t)pointer >> 4) * (size_t)2654435761u >> 8;
}

static void describe_layer(const ks_layer *layer, uint32_t number) {
  size_t tasks = layer->ks_task_count, text = strlen(layer->ks_name) + 1;
  for (size_t i = 0; i < tasks; i++)
    text += strlen(layer->ks_tasks[i].ks_name) + 1;
  ksi_layer_item *item =
      ksi_new_item(KSI_ITEM_LAYER, sizeof *item + tasks * sizeof *item->line + text);
  if (item == NULL)
    return;
  item->layer = number;
  item->task_count = (uint32_t)tasks;
  item->text_bytes = (uint32_t)text;
  char *to = (char *)&item->line[tasks];
  to = stpcpy(to, layer->ks_name) + 1;
  for (size_t i = 0; i < tasks; i++) {
    item->line[i] = layer->ks_tasks[i].ks_line;
    to = stpcpy(to, layer->ks_tasks[i].ks_name) + 1;
  }
  ksi_publish_item(item);
}

static void describe_plan(const ks_table *table, uint32_t layer) {
  uint32_t rows = table->ks_first_row[table->ks_worker_count];
  ksi_plan_item *item = ksi_new_item(KSI_ITEM_PLAN, sizeof *item + rows * sizeof *item->row);
  if (item == NULL)
    return;
  item->layer = layer;
  item->workers = table->ks_worker_count;
  item->row_count = rows;
  ksi_replay_plan(table, item->row);
  ksi_publish_item(item);
}

static known_layer *find_known(const ks_layer *layer) {
  known_layer **chain = &known[hash_of(layer) % LAYER_CHAINS], *each = *chain;
  for (; each != NULL; each = each->next)
    if (each->layer == layer && each->tasks == layer->ks_tasks && each->name == layer->ks_name &&
        each->task_count == layer->ks_task_count)
      return each;
  each = calloc(1, sizeof *each);
  if (each == NULL)
    return NULL;
  each->layer = layer;
  each->tasks = layer->ks_tasks;
  each->name = layer->ks_name;
  each->task_count = layer->ks_task_count;
  each->number = layer_count++;
  each->next = *chain;
  *chain = each;
  describe_layer(layer, each->number);
  return each;
}

/* The layer's number; -1 if there is no room. */
static int64_t describe(const ks_layer *layer, const ks_table *table) {
  pthread_mutex_lock(&describing);
  known_layer *found = find_known(layer);
  int is_known = found == NULL || table == NULL;
  for (int i = 0; !is_known && i < found->plan_count; i++)
    is_known = found->plan[i] == table;
  if (!is_known) {
    describe_plan(table, found->number);
    if (found->plan_count < MOST_PLANS)
      found->plan[found->plan_count++] = table;
  }
  pthread_mutex_unlock(&describing);
  return found != NULL ? (int64_t)found->number : -1;
}

static ksi_cell_item *new_cell(const ksi_layer_counters *layer_counters, ksi_item_kind item,
                               uint32_t kind, uint32_t index) {
  ksi_cell_item *cell = ksi_new_item(item, sizeof *cell);
  if (cell == NULL)
    return NULL;
  cell->lane = layer_counters->lane;
  cell->layer = layer_counters->layer_number;
  cell->workers = layer_counters->workers;
  cell->kind = kind;
  cell->index = index;
  ksi_publish_item(cell);
  return cell;
}

ksi_cell_item *ksi_new_cell(const ksi_layer_counters *layer_counters, ksi_cell_kind kind,
                            uint32_t index) {
  return new_cell(layer_counters, KSI_ITEM_CELL, kind, index);
}

ksi_cell_item *ksi_new_segment_cell(const ksi_layer_counters *layer_counters, uint32_t kind,
                                    uint32_t index) {
  return new_cell(layer_counters, KSI_ITEM_SEGMENT_CELL, kind, index);
}

static uint32_t max_rows(const ks_layer *layer, const ks_table *table) {
  return table != NULL ? table->ks_most_rows : layer->ks_task_count;
}

static ksi_layer_counters *new_layer_counters(ksi_thread_counters *thread, const ks_layer *layer,
                                              const ks_table *table) {
  int64_t number = describe(layer, table);
  ksi_layer_counters *made =
      number < 0 ? NULL : calloc(1, sizeof *made + layer->ks_task_count * sizeof *made->task);
  if (made == NULL)
    return NULL;
  made->layer = layer;
  made->table = table;
  made->layer_number = (uint32_t)number;
  made->workers = table != NULL ? table->ks_worker_count : 1;
  made->task_count = layer->ks_task_count;
  made->rows = max_rows(layer, table);
  made->lane = thread->item->lane;
  made->run = ksi_new_cell(made, KSI_CELL_RUN, 0);
  if (made->run != NULL)
    return made;
  free(made);
  return NULL;
}

ksi_layer_counters *ksi_find_layer_counters(ksi_thread_counters *thread, const ks_layer *layer,
                                            const ks_table *table) {
  ksi_layer_counters *found = thread->last_counters;
  if (found != NULL && found->layer == layer && found->table == table)
    return found;
  ksi_layer_counters **chain = &thread->chain[(hash_of(layer) + hash_of(table)) % KSI_LAYER_CHAINS];
  for (found = *chain; found != NULL; found = found->next)
    if (found->layer == layer && found->table == table)
      return thread->last_counters = found;
  found = new_layer_counters(thread, layer, table);
  if (found == NULL)
    return NULL;
  found->next = *chain;
  *chain = found;
  return thread->last_counters = found;
}

static void open_hardware(ksi_thread_counters *thread) {
  static const uint64_t configs[KSI_HARDWARE_EVENTS] = {0, 1, 3}; /* as in linux/perf_event.h */
  ksi_record_head *head = ksi_head();
  int problem = ksi_open_events(&thread->events, 0, configs, KSI_HARDWARE_EVENTS);
  if (problem != 0)
    snprintf(head->hardware, sizeof head->hardware, "unavailable: %s", strerror(problem));
  else if (head->hardware_on++ == 0)
    snprintf(head->hardware, sizeof head->hardware, "%s",
             ksi_reads_directly(&thread->events) ? "read with a processor instruction"
                                                 : "read with system calls");
}

/* When its thread ends; the next thread reuses it. */
static void release_counters(void *ended) {
  ksi_thread_counters *thread = ended;
  ksi_close_events(&thread->events);
  thread->open = NULL;
  thread->layer_counters = NULL;
  pthread_mutex_lock(&describing);
  thread->next_free = free_counters;
  free_counters = thread;
  pthread_mutex_unlock(&describing);
  own = NULL;
}

static ksi_thread_counters *new_counters(void) {
  ksi_thread_counters *thread = calloc(1, sizeof *thread);
  ksi_lane_item *item = thread != NULL ? ksi_new_item(KSI_ITEM_LANE, sizeof *item) : NULL;
  if (item == NULL) {
    free(thread);
    return NULL;
  }
  thread->item = item;
  thread->random = lane_count + 1;
  item->lane = lane_count++;
  if (events_each > 0)
    thread->ring = ksi_new_item(KSI_ITEM_RING,
                                sizeof *thread->ring + events_each * sizeof *thread->ring->event);
  if (thread->ring == NULL)
    return thread;
  thread->ring->lane = item->lane;
  thread->ring->capacity = events_each;
  ksi_publish_item(thread->ring);
  return thread;
}

static ksi_thread_counters *take_counters(void) {
  pthread_mutex_lock(&describing);
  ksi_thread_counters *thread = own_worker == 0 ? free_counters : NULL;
  if (thread != NULL) {
    free_counters = thread->next_free;
  } else if ((thread = new_counters()) != NULL) {
    thread->item->worker = (uint32_t)own_worker;
    ksi_publish_item(thread->item);
  }
  if (thread != NULL && wants_hardware)
    open_hardware(thread);
  pthread_mutex_unlock(&describing);
  return thread;
}

void ksi_name_worker(int worker) { own_worker = worker; }

ksi_thread_counters *ksi_own_counters(void) {
  if (own != NULL || ksi_head() == NULL)
    return own;
  int saved = errno;
  own = take_counters();
  if (own != NULL && own->outside_units == 0)
    ksi_calibrate_timers();
  if (own != NULL && has_key)
    pthread_setspecific(at_thread_end, own);
  errno = saved;
  return own;
}

void ksi_set_thread_counters(uint32_t events, int has_hardware) {
  events_each = events;
  wants_hardware = has_hardware;
  if (!has_key)
    has_key = pthread_key_create(&at_thread_end, release_counters) == 0;
}

void ksi_forget_thread_counters(void) {
  pthread_mutex_init(&describing, NULL);
  if (own != NULL && has_key)
    pthread_setspecific(at_thread_end, NULL);
  own = NULL;
  free_counters = NULL;
  layer_count = lane_count = 0;
  memset(known, 0, sizeof known);
}
#endif
