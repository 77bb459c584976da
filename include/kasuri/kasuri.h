/* kasuri.h - what emitted programs see of the Kasuri runtime.
 *
 * A parallel layer is a constant description (ks_layer): its macro-tasks, and for each core count one
 * static schedule (ks_table). Each worker walks its own rows in order; a row waits until the rows it
 * depends on have been published by the workers that own them, calls its task, and is published in
 * turn. Publishing is a store to one counter per worker; the counters only grow, so nothing is ever
 * reset (version-counted flags, as in the OSCAR compiler's output).
 *
 * The emitted code asks ks_workers() first and keeps the original statements for the answer 1:
 *
 *     if (ks_workers(&layer) > 1) {
 *       struct frame f = {.n = n, .a = a};
 *       ks_run(&layer, &f);
 *     } else {
 *       ...original statements...
 *     }
 */
#ifndef KASURI_KASURI_H
#define KASURI_KASURI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The layout below does not follow a `#pragma pack` of the program that it is emitted into. */
#pragma pack(push, 8)

/* Raised when the meaning of anything below changes; ks_layer carries the one it was emitted for. */
#define KS_ABI_VERSION 1

/* Idle modes of a row: how its worker passes the planned gap before the row may start. */
enum ks_idle {
  KS_IDLE_SPIN = 0, /* spin for the calibrated wake-up time, then sleep */
  KS_IDLE_GATE = 1, /* sleep at once: the gap outweighs the wake-up (clock gating) */
  KS_IDLE_OFF = 2   /* as GATE; the gap outweighs power gating too */
};

/* A row whose level is KS_LEVEL_KEEP leaves the core's frequency as it is. Level 0 is the fastest OPP. */
#define KS_LEVEL_KEEP 255

/* Runs chunk `part` of `parts` of a macro-task; (0, 1) is all of it. `frame` holds the variables that
 * the layer captured. */
typedef void (*ks_task_fn)(void *frame, uint32_t part, uint32_t parts);

typedef struct ks_task {
  ks_task_fn run;
  const char *name; /* for profiles and traces: "psy_analyse@encoder.c:120" */
  uint32_t line;    /* source line of its first statement */
} ks_task;

/* The row may start once `worker` has published at least `rows` of its rows in this run of the layer. */
typedef struct ks_wait {
  uint16_t worker;
  uint16_t rows; /* 1 = its first row is done */
} ks_wait;

typedef struct ks_row {
  uint16_t task;       /* index into ks_layer.tasks */
  uint16_t part;       /* which chunk, 0 .. parts-1 */
  uint16_t parts;      /* 1 for a task that is not split */
  uint16_t first_wait; /* index into ks_table.waits */
  uint16_t waits;      /* how many of them; none for the rows of the same worker, which are in order */
  uint8_t level;       /* frequency level, or KS_LEVEL_KEEP */
  uint8_t idle;        /* enum ks_idle */
  uint32_t cost_ns;    /* planned cost on the core it is placed on */
} ks_row;

/* One static schedule: worker w owns rows first_row[w] .. first_row[w+1]-1, in that order. */
typedef struct ks_table {
  uint16_t workers;
  uint16_t most_rows;        /* the longest worker's row count */
  const uint16_t *first_row; /* workers + 1 entries */
  const ks_row *rows;
  const ks_wait *waits;
} ks_table;

typedef struct ks_layer {
  uint32_t abi;     /* KS_ABI_VERSION */
  const char *name; /* "encode_frame@encoder.c:120" */
  const ks_task *tasks;
  const ks_table *tables; /* by ascending worker count, none for one worker */
  uint16_t task_count;
  uint16_t table_count;
} ks_layer;

/* Workers that ks_run would use for the layer if it were called now: 1 inside a running layer, with one
 * usable core, with KASURI_CORES=1, when the team cannot be created, or when the layer was emitted for
 * another ABI. Creates the team on first use. Never fails. */
int ks_workers(const ks_layer *layer);

/* Runs the layer to its end on ks_workers(layer) workers, the caller being worker 0. All effects of all
 * tasks are visible to the caller afterwards; errno is what the last task in source order (task index,
 * then part) left in it, if any set it. With one worker it runs all tasks in source order on the caller. */
void ks_run(const ks_layer *layer, void *frame);

/* First iteration of chunk `part` of `parts` when `trip` iterations are dealt out in contiguous chunks
 * whose sizes differ by at most one; chunk_begin(trip, parts, parts) == trip. trip >= 0. */
static __inline__ int64_t ks_chunk_begin(int64_t trip, uint32_t part, uint32_t parts) {
  int64_t size = trip / (int64_t)parts;
  int64_t larger = trip % (int64_t)parts;
  int64_t p = (int64_t)part;
  return size * p + (p < larger ? p : larger);
}

/* Uninitialised scratch memory for a layer's private arrays and reduction terms; aborts with one line on
 * stderr when there is none, as the sequential program would have had to. */
void *ks_scratch(size_t bytes);
void ks_scratch_free(void *memory);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif
#endif
