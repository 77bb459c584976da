/* demo_limit.c - a Kasuri runtime that measures a plan instead of running it.
 *
 * It executes the rows of each layer one after another on the calling thread, takes the time of each,
 * and replays the schedule with these times: a row starts when its worker is free and its waits are
 * over, and nothing else costs anything. The sum over all runs of all layers, beside the time of the
 * whole program, is the speedup that this plan can reach at best. Written to the file named by
 * KASURI_LIMIT when the program ends; KASURI_CORES says which tables to replay.
 */
#include <kasuri/kasuri.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { most_layers = 4096 };

static double startNs, layersNs, makespansNs;
static struct {
  const ks_layer *layer;
  double ns;
  unsigned long runs;
} measured[most_layers];
static int measuredCount, isInside;

static double now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void write_result(void) {
  const char *name = getenv("KASURI_LIMIT");
  FILE *file = name ? fopen(name, "w") : NULL;
  double total = now_ns() - startNs;
  if (!file)
    return;
  fprintf(file, "{\"totalNs\": %.0f, \"layersNs\": %.0f, \"makespansNs\": %.0f, \"limit\": %.4f, \"layers\": {", total,
          layersNs, makespansNs, total / (total - layersNs + makespansNs));
  for (int i = 0; i < measuredCount; i++)
    fprintf(file, "%s\"%s\": {\"ns\": %.0f, \"runs\": %lu}", i ? ", " : "", measured[i].layer->ks_name, measured[i].ns,
            measured[i].runs);
  fprintf(file, "}}\n");
  fclose(file);
}

__attribute__((constructor)) static void begin(void) {
  startNs = now_ns();
  atexit(write_result);
}

/* The largest table that the wanted cores can run; NULL for none. */
static const ks_table *table_of(const ks_layer *layer) {
  const char *text = getenv("KASURI_CORES");
  int cores = text ? atoi(text) : 2;
  const ks_table *best = NULL;
  for (int i = 0; i < layer->ks_table_count; i++)
    if (layer->ks_tables[i].ks_worker_count <= cores)
      best = &layer->ks_tables[i];
  return best;
}

int ks_is_alone;

int ks_workers(const ks_layer *layer) {
  const ks_table *table = isInside ? NULL : table_of(layer);
  return table ? table->ks_worker_count : 1;
}

/* Source order: by task, then by part. */
static const ks_row *rows_sorted;
static int by_source(const void *left, const void *right) {
  const ks_row *a = &rows_sorted[*(const uint32_t *)left], *b = &rows_sorted[*(const uint32_t *)right];
  return a->ks_task_index != b->ks_task_index ? (int)a->ks_task_index - (int)b->ks_task_index : (int)a->ks_part - (int)b->ks_part;
}

static void measure_rows(const ks_layer *layer, const ks_table *table, void *frame, double *took) {
  uint32_t count = table->ks_first_row[table->ks_worker_count];
  uint32_t *order = ks_scratch(count * sizeof *order);
  for (uint32_t i = 0; i < count; i++)
    order[i] = i;
  rows_sorted = table->ks_rows;
  qsort(order, count, sizeof *order, by_source);
  for (uint32_t i = 0; i < count; i++) {
    const ks_row *row = &table->ks_rows[order[i]];
    double begin = now_ns();
    layer->ks_tasks[row->ks_task_index].ks_function(frame, row->ks_part, row->ks_parts);
    took[order[i]] = now_ns() - begin;
  }
  ks_scratch_free(order);
}

/* When the row's waits are over; negative while a row it waits for has not been replayed. */
static double ready_ns(const ks_table *table, const ks_row *row, const uint32_t *next, const double *end) {
  double ready = 0;
  for (uint32_t i = 0; i < row->ks_wait_count; i++) {
    const ks_wait *wait = &table->ks_waits[row->ks_first_wait + i];
    uint32_t last = table->ks_first_row[wait->ks_worker] + wait->ks_rows - 1;
    if (next[wait->ks_worker] <= last)
      return -1;
    ready = end[last] > ready ? end[last] : ready;
  }
  return ready;
}

static double replay(const ks_table *table, const double *took) {
  uint32_t count = table->ks_first_row[table->ks_worker_count], done = 0;
  uint32_t *next = ks_scratch(table->ks_worker_count * sizeof *next);
  double *end = ks_scratch((count + 1) * sizeof *end), makespan = 0;
  for (uint32_t worker = 0; worker < table->ks_worker_count; worker++)
    next[worker] = table->ks_first_row[worker];
  while (done < count) {
    for (uint32_t worker = 0; worker < table->ks_worker_count; worker++) {
      uint32_t row = next[worker], first = table->ks_first_row[worker];
      double ready = row < table->ks_first_row[worker + 1] ? ready_ns(table, &table->ks_rows[row], next, end) : -1;
      if (ready < 0)
        continue;
      double free_at = row > first ? end[row - 1] : 0;
      end[row] = (free_at > ready ? free_at : ready) + took[row];
      makespan = end[row] > makespan ? end[row] : makespan;
      next[worker]++;
      done++;
    }
  }
  ks_scratch_free(next);
  ks_scratch_free(end);
  return makespan;
}

static void account(const ks_layer *layer, double ns) {
  int i = 0;
  while (i < measuredCount && measured[i].layer != layer)
    i++;
  if (i == most_layers)
    return;
  measuredCount += i == measuredCount;
  measured[i].layer = layer;
  measured[i].ns += ns;
  measured[i].runs++;
  layersNs += ns;
}

void ks_run(const ks_layer *layer, void *frame) {
  const ks_table *table = table_of(layer);
  uint32_t count = table->ks_first_row[table->ks_worker_count];
  double *took = ks_scratch((count + 1) * sizeof *took), sum = 0;
  isInside = 1;
  measure_rows(layer, table, frame, took);
  isInside = 0;
  for (uint32_t i = 0; i < count; i++)
    sum += took[i];
  account(layer, sum);
  makespansNs += replay(table, took);
  ks_scratch_free(took);
}

/* As if each leader were alone. */
int ks_workers_of_groups(const ks_groups *groups) { return ks_workers(&groups->ks_described); }

void ks_run_groups(const ks_groups *groups, void *frame) { ks_run(&groups->ks_described, frame); }

void ks_leave(void) {}

/* Where a block begins changes no order of rows. */
void *ks_malloc(ks_size bytes) { return malloc(bytes); }

void *ks_calloc(ks_size count, ks_size bytes) { return calloc(count, bytes); }

void *ks_scratch(size_t bytes) {
  void *memory = malloc(bytes ? bytes : 1);
  if (!memory)
    abort();
  return memory;
}

void ks_scratch_free(void *memory) { free(memory); }
