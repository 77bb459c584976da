/* Lanes, books, cells: memory for what is counted, so that the counting itself only adds.
 *
 * Each thread has a lane, and in it a book for each layer and schedule that it took part in, with a
 * cell for each task and function that it came by. A cell is written by its thread alone, stands
 * alone in its cache lines, and is merged with those of other threads when the record is read.
 * Layers and plans are described once, by the thread that first meets them: they are constants of
 * the program, and the record must tell its story when the program is gone.
 *
 * The lane of a thread that ends is used again by the next one, or a program that starts many
 * threads would have as many lanes.
 */
#define _GNU_SOURCE
#include "counters.h"

#if KS_COUNTERS
#include "lanes.h"
#include "plan.h"
#include "recorder.h"

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
  const ks_table *plan[16]; /* schedules that are described; more are described again */
  int plan_count;
} known_layer;

enum { LAYER_CHAINS = 256, MOST_PLANS = 16 };

static pthread_mutex_t describing = PTHREAD_MUTEX_INITIALIZER;
static known_layer *known[LAYER_CHAINS];
static uint32_t layer_count, lane_count, events_each;
static int wants_hardware;
static ksi_lane *free_lanes;
static pthread_key_t at_thread_end;
static int has_key;
static _Thread_local ksi_lane *own;
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

ksi_cell_item *ksi_new_cell(const ksi_book *book, ksi_cell_kind kind, uint32_t index) {
  ksi_cell_item *cell = ksi_new_item(KSI_ITEM_CELL, sizeof *cell);
  if (cell == NULL)
    return NULL;
  cell->lane = book->lane;
  cell->layer = book->layer_number;
  cell->workers = book->workers;
  cell->kind = kind;
  cell->index = index;
  ksi_publish_item(cell);
  return cell;
}

static uint32_t most_rows(const ks_layer *layer, const ks_table *table) {
  return table != NULL ? table->ks_most_rows : layer->ks_task_count;
}

static ksi_book *new_book(ksi_lane *lane, const ks_layer *layer, const ks_table *table) {
  int64_t number = describe(layer, table);
  ksi_book *book =
      number < 0 ? NULL : calloc(1, sizeof *book + layer->ks_task_count * sizeof *book->task);
  if (book == NULL)
    return NULL;
  book->layer = layer;
  book->table = table;
  book->layer_number = (uint32_t)number;
  book->workers = table != NULL ? table->ks_worker_count : 1;
  book->task_count = layer->ks_task_count;
  book->rows = most_rows(layer, table);
  book->lane = lane->item->lane;
  book->run = ksi_new_cell(book, KSI_CELL_RUN, 0);
  if (book->run != NULL)
    return book;
  free(book);
  return NULL;
}

ksi_book *ksi_find_book(ksi_lane *lane, const ks_layer *layer, const ks_table *table) {
  ksi_book *found = lane->last_book;
  if (found != NULL && found->layer == layer && found->table == table)
    return found;
  ksi_book **chain = &lane->chain[(hash_of(layer) + hash_of(table)) % KSI_BOOK_CHAINS];
  for (found = *chain; found != NULL; found = found->next)
    if (found->layer == layer && found->table == table)
      return lane->last_book = found;
  found = new_book(lane, layer, table);
  if (found == NULL)
    return NULL;
  found->next = *chain;
  *chain = found;
  return lane->last_book = found;
}

static void open_hardware(ksi_lane *lane) {
  static const uint64_t configs[KSI_HARDWARE_EVENTS] = {0, 1, 3}; /* as in linux/perf_event.h */
  ksi_record_head *head = ksi_head();
  int problem = ksi_open_events(&lane->events, 0, configs, KSI_HARDWARE_EVENTS);
  if (problem != 0)
    snprintf(head->hardware, sizeof head->hardware, "unavailable: %s", strerror(problem));
  else if (head->hardware_on++ == 0)
    snprintf(head->hardware, sizeof head->hardware, "%s",
             ksi_reads_directly(&lane->events) ? "read by the processor's instruction"
                                               : "read by system calls");
}

/* When its thread ends; the next thread goes on with it. */
static void release_lane(void *ended) {
  ksi_lane *lane = ended;
  ksi_close_events(&lane->events);
  lane->open = NULL;
  lane->book = NULL;
  pthread_mutex_lock(&describing);
  lane->next_free = free_lanes;
  free_lanes = lane;
  pthread_mutex_unlock(&describing);
  own = NULL;
}

static ksi_lane *new_lane(void) {
  ksi_lane *lane = calloc(1, sizeof *lane);
  ksi_lane_item *item = lane != NULL ? ksi_new_item(KSI_ITEM_LANE, sizeof *item) : NULL;
  if (item == NULL) {
    free(lane);
    return NULL;
  }
  lane->item = item;
  lane->random = lane_count + 1;
  item->lane = lane_count++;
  if (events_each > 0)
    lane->ring =
        ksi_new_item(KSI_ITEM_RING, sizeof *lane->ring + events_each * sizeof *lane->ring->event);
  if (lane->ring == NULL)
    return lane;
  lane->ring->lane = item->lane;
  lane->ring->capacity = events_each;
  ksi_publish_item(lane->ring);
  return lane;
}

static ksi_lane *take_lane(void) {
  pthread_mutex_lock(&describing);
  ksi_lane *lane = own_worker == 0 ? free_lanes : NULL;
  if (lane != NULL) {
    free_lanes = lane->next_free;
  } else if ((lane = new_lane()) != NULL) {
    lane->item->worker = (uint32_t)own_worker;
    ksi_publish_item(lane->item);
  }
  if (lane != NULL && wants_hardware)
    open_hardware(lane);
  pthread_mutex_unlock(&describing);
  return lane;
}

void ksi_name_worker(int worker) { own_worker = worker; }

ksi_lane *ksi_own_lane(void) {
  if (own != NULL || ksi_head() == NULL)
    return own;
  int saved = errno;
  own = take_lane();
  if (own != NULL && own->outside_units == 0)
    ksi_calibrate_timers();
  if (own != NULL && has_key)
    pthread_setspecific(at_thread_end, own);
  errno = saved;
  return own;
}

void ksi_set_lanes(uint32_t events, int has_hardware) {
  events_each = events;
  wants_hardware = has_hardware;
  if (!has_key)
    has_key = pthread_key_create(&at_thread_end, release_lane) == 0;
}

void ksi_forget_lanes(void) {
  pthread_mutex_init(&describing, NULL);
  if (own != NULL && has_key)
    pthread_setspecific(at_thread_end, NULL);
  own = NULL;
  free_lanes = NULL;
  layer_count = lane_count = 0;
  memset(known, 0, sizeof known);
}
#endif
