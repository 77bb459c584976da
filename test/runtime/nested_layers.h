/* Layers to be run inside layers: rings of parts, each of which needs its neighbour's, with tables
 * for 2 to 8 workers; what they compute and which threads did it. */
#ifndef TEST_RUNTIME_NESTED_LAYERS_H
#define TEST_RUNTIME_NESTED_LAYERS_H

#include <kasuri/kasuri.h>

#include <stdatomic.h>
#include <stdint.h>

enum { PARTS = 8, MOST = 8 };

typedef struct ring {
  uint64_t a[PARTS], b[PARTS];
  _Atomic uint64_t who; /* a bit for each thread that had a part */
} ring;

/* A small number for each thread of the process. */
static inline unsigned this_thread(void) {
  static _Atomic unsigned threads;
  static _Thread_local unsigned own;
  if (own == 0)
    own = atomic_fetch_add(&threads, 1) + 1;
  return own % 64;
}

static inline uint64_t this_bit(void) { return (uint64_t)1 << this_thread(); }

static void make_a(ring *it, uint32_t part) {
  it->a[part] = it->a[part] * 3 + it->b[part] + part + 1;
}

static void make_b(ring *it, uint32_t part) {
  it->b[part] = it->a[part] ^ (it->a[(part + 1) % PARTS] * 7);
}

static void ring_task(ring *it, uint32_t part, uint32_t parts, void (*make)(ring *, uint32_t)) {
  const uint32_t begin = parts == 1 ? 0 : part, end = parts == 1 ? PARTS : part + 1;
  for (uint32_t i = begin; i < end; i++)
    make(it, i);
  atomic_fetch_or(&it->who, this_bit());
}

static void first_task(void *frame, uint32_t part, uint32_t parts) {
  ring_task(frame, part, parts, make_a);
}

static void second_task(void *frame, uint32_t part, uint32_t parts) {
  ring_task(frame, part, parts, make_b);
}

static const ks_task ring_tasks[] = {{first_task, "first", 1, 0, 0, 0, 0},
                                     {second_task, "second", 2, 0, 0, 0, 0}};
static ks_table ring_tables[MOST - 1];
static ks_row ring_rows[MOST - 1][2 * PARTS];
static ks_wait ring_waits[MOST - 1][PARTS];
static uint16_t ring_first[MOST - 1][MOST + 1];
static ks_layer ring_layer = {KS_ABI_VERSION, "ring", ring_tasks, ring_tables, 2, MOST - 1, 0};

static uint16_t first_part(uint32_t worker, uint32_t workers) {
  return (uint16_t)ks_chunk_begin(PARTS, worker, workers);
}

static uint16_t owner_of(uint32_t part, uint32_t workers) {
  uint16_t owner = 0;
  while (first_part(owner + 1u, workers) <= part)
    owner++;
  return owner;
}

/* On each worker the first task's parts, then the second's. */
static void make_ring_table(uint16_t workers) {
  const int index = workers - 2;
  ks_row *row = ring_rows[index];
  ks_wait *wait = ring_waits[index];
  for (uint16_t worker = 0; worker < workers; worker++) {
    ring_first[index][worker] = (uint16_t)(row - ring_rows[index]);
    for (uint16_t i = 0; i < 2 * (first_part(worker + 1u, workers) - first_part(worker, workers));
         i++) {
      const uint16_t size = first_part(worker + 1u, workers) - first_part(worker, workers),
                     part = (uint16_t)(first_part(worker, workers) + i % size);
      *row = (ks_row){i / size, part, PARTS, 0, 0, KS_LEVEL_KEEP, KS_IDLE_SPIN, 100};
      const uint16_t next = (part + 1) % PARTS, other = owner_of(next, workers);
      if (i >= size && other != worker) {
        row->ks_first_wait = (uint16_t)(wait - ring_waits[index]);
        row->ks_wait_count = 1;
        *wait++ = (ks_wait){other, (uint16_t)(next - first_part(other, workers) + 1)};
      }
      row++;
    }
  }
  ring_first[index][workers] = 2 * PARTS;
  ring_tables[index] = (ks_table){workers, (PARTS + workers - 1) / workers * 2, ring_first[index],
                                  ring_rows[index], ring_waits[index]};
}

static void make_ring_tables(void) {
  for (uint16_t workers = 2; workers <= MOST; workers++)
    make_ring_table(workers);
}

/* A step of the ring as the sequential program makes it. */
static void step_in_order(ring *it) {
  for (uint32_t i = 0; i < PARTS; i++)
    make_a(it, i);
  for (uint32_t i = 0; i < PARTS; i++)
    make_b(it, i);
}

/* A graph of the same: each part of the second task is behind two of the first. */
static ks_node ring_nodes[2 * PARTS];
static uint32_t ring_afters[2 * PARTS];
static ks_graph ring_graph = {
    {KS_ABI_VERSION, "graph", ring_tasks, 0, 2, 0, 0}, 2 * PARTS, ring_nodes, ring_afters};

static void make_ring_graph(void) {
  for (uint16_t i = 0; i < PARTS; i++) {
    ring_nodes[i] = (ks_node){0, i, PARTS, 0, 2u * i, 2};
    ring_nodes[PARTS + i] = (ks_node){1, i, PARTS, 2, 0, 0};
    ring_afters[2 * i] = PARTS + i;
    ring_afters[2 * i + 1] = (uint32_t)(PARTS + (i + PARTS - 1) % PARTS);
  }
}

#endif
