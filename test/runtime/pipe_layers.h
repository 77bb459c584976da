/* Layers of pipelines: one task in as many parts as workers, for 2 to MOST_WORKERS of these. */
#ifndef TEST_RUNTIME_PIPE_LAYERS_H
#define TEST_RUNTIME_PIPE_LAYERS_H

#include <kasuri/kasuri.h>

#include <stdint.h>

enum { MOST_WORKERS = 8 };

static ks_row rows[MOST_WORKERS + 1][MOST_WORKERS];
static uint16_t first_row[MOST_WORKERS + 1];
static ks_table tables[MOST_WORKERS - 1];

static void make_tables(void) {
  for (unsigned worker = 0; worker <= MOST_WORKERS; worker++)
    first_row[worker] = (uint16_t)worker;
  for (unsigned number = 2; number <= MOST_WORKERS; number++) {
    const uint16_t workers = (uint16_t)number;
    for (uint16_t part = 0; part < workers; part++)
      rows[workers][part] = (ks_row){0, part, workers, 0, 0, KS_LEVEL_KEEP, KS_IDLE_SPIN, 0};
    tables[workers - 2] = (ks_table){workers, 1, first_row, rows[workers], NULL};
  }
}

static inline ks_layer layer_of(const ks_task *task) {
  return (ks_layer){KS_ABI_VERSION, "pipe", task, tables, 1, MOST_WORKERS - 1, NULL};
}

static inline ks_task task_of(ks_task_fn function) {
  return (ks_task){function, "pipe", 1, 0, 0, 0, 0};
}

#endif
