/* A table has the cost and the waits of each row, but not its start; this file computes it. Each
 * worker's rows are walked in order, repeatedly, each as soon as the rows that it waits for are
 * complete, as the workers do it. Rows of a table that can never start (no compiler emits one) keep
 * start 0. */
#include "plan.h"

#include "../os/os.h"

static int is_ready(const ks_table *table, const ks_row *row, const uint16_t *done) {
  const ks_wait *wait = table->ks_waits + row->ks_first_wait;
  for (int i = 0; i < row->ks_wait_count; i++)
    if (wait[i].ks_worker >= table->ks_worker_count || done[wait[i].ks_worker] < wait[i].ks_rows)
      return 0;
  return 1;
}

static uint64_t end_of(const ksi_planned_row *row) { return row->start_ns + row->cost_ns; }

static uint64_t start_of(const ks_table *table, uint32_t index, uint32_t first,
                         const ksi_planned_row *rows) {
  const ks_row *row = &table->ks_rows[index];
  const ks_wait *wait = table->ks_waits + row->ks_first_wait;
  uint64_t start = index > first ? end_of(&rows[index - 1]) : 0;
  for (int i = 0; i < row->ks_wait_count; i++) {
    if (wait[i].ks_rows == 0)
      continue;
    uint32_t other = table->ks_first_row[wait[i].ks_worker] + wait[i].ks_rows - 1u;
    start = end_of(&rows[other]) > start ? end_of(&rows[other]) : start;
  }
  return start;
}

static int replay_worker(const ks_table *table, uint32_t worker, uint16_t *done,
                         ksi_planned_row *rows) {
  uint32_t first = table->ks_first_row[worker], end = table->ks_first_row[worker + 1];
  int has_moved = 0;
  for (uint32_t i = first + done[worker]; i < end; i++) {
    if (!is_ready(table, &table->ks_rows[i], done))
      break;
    rows[i].start_ns = start_of(table, i, first, rows);
    done[worker]++;
    has_moved = 1;
  }
  return has_moved;
}

void ksi_replay_plan(const ks_table *table, ksi_planned_row *rows) {
  uint16_t done[KSI_MOST_CORES] = {0};
  int has_moved = table->ks_worker_count <= KSI_MOST_CORES;
  for (uint32_t worker = 0; worker < table->ks_worker_count; worker++)
    for (uint32_t i = table->ks_first_row[worker]; i < table->ks_first_row[worker + 1]; i++) {
      const ks_row *row = &table->ks_rows[i];
      rows[i] = (ksi_planned_row){.cost_ns = row->ks_cost_ns,
                                  .worker = (uint16_t)worker,
                                  .task = row->ks_task_index,
                                  .part = row->ks_part,
                                  .parts = row->ks_parts};
    }
  while (has_moved) {
    has_moved = 0;
    for (uint32_t worker = 0; worker < table->ks_worker_count; worker++)
      has_moved |= replay_worker(table, worker, done, rows);
  }
}
