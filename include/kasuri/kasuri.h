/* kasuri.h - what emitted programs see of the Kasuri runtime.
 *
 * A parallel layer is a constant description (ks_layer): its macro-tasks, and for each core count
 * one static schedule (ks_table). Each worker walks its own rows in order; a row waits until the
 * rows it depends on have been published by the workers that own them, calls its task, and is
 * published in turn. Publishing is a store to one counter per worker; the counters only grow, so
 * nothing is ever reset (version-counted flags, as in the OSCAR compiler's output).
 *
 * The emitted code asks ks_workers() first and keeps the original statements for the answer 1:
 *
 *     if (ks_has_others() && ks_workers(&layer) > 1) {
 *       struct frame f = {.n = n, .a = a};
 *       ks_run(&layer, &f);
 *     } else {
 *       ...original statements...
 *     }
 *
 * The header is the first that a program includes, in front of the macros that the program's
 * system headers look at. So it includes none of these, and each name in it begins with `ks_` or
 * `KS_`, members and parameters too.
 */
#ifndef KASURI_KASURI_H
#define KASURI_KASURI_H

#include <kasuri/words.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The layout below does not follow a `#pragma pack` of the program that it is emitted into. */
#pragma pack(push, 8)

typedef __INT64_TYPE__ ks_int64;
typedef __UINT64_TYPE__ ks_uint64;
typedef __UINT32_TYPE__ ks_uint32;
typedef __UINT16_TYPE__ ks_uint16;
typedef __UINT8_TYPE__ ks_uint8;
typedef __SIZE_TYPE__ ks_size;
typedef __UINTPTR_TYPE__ ks_address;

/* Raised when the meaning of anything below changes; ks_layer carries the one it was emitted for.
 */
#define KS_ABI_VERSION 3

/* Idle modes of a row: how its worker passes the planned gap before the row may start. */
enum ks_idle {
  KS_IDLE_SPIN = 0, /* spin for the calibrated wake-up time, then sleep */
  KS_IDLE_GATE = 1, /* gate at once: the gap outweighs the wake-up (clock gating) */
  KS_IDLE_OFF = 2   /* as GATE; the gap outweighs power gating too */
};

/* A row whose level is KS_LEVEL_KEEP leaves the core's frequency as it is. Level 0 is the fastest
 * OPP. */
#define KS_LEVEL_KEEP 255

/* Runs chunk `ks_part` of `ks_parts` of a macro-task; (0, 1) is all of it. `ks_frame` holds the
 * variables that the layer captured. */
typedef void (*ks_task_fn)(void *ks_frame, ks_uint32 ks_part, ks_uint32 ks_parts);

typedef struct ks_task {
  ks_task_fn ks_function;
  const char *ks_name; /* for profiles and traces: "psy_analyse@encoder.c:120" */
  ks_uint32 ks_line;   /* source line of its first statement */
  /* Of a loop that is split: where in the frame its number of iterations is, a ks_int64, plus 1; 0:
   * nowhere. For profiles. */
  ks_uint32 ks_trips_at;
} ks_task;

/* The row may start once `ks_worker` has published at least `ks_rows` of its rows in this run of
 * the layer. */
typedef struct ks_wait {
  ks_uint16 ks_worker;
  ks_uint16 ks_rows; /* 1 = its first row is done */
} ks_wait;

typedef struct ks_row {
  ks_uint16 ks_task_index; /* into ks_layer.ks_tasks */
  ks_uint16 ks_part;       /* which chunk, 0 .. ks_parts-1 */
  ks_uint16 ks_parts;      /* 1 for a task that is not split */
  ks_uint16 ks_first_wait; /* index into ks_table.ks_waits */
  ks_uint16 ks_wait_count; /* none for the rows of the same worker, which are in order */
  ks_uint8 ks_level;       /* frequency level, or KS_LEVEL_KEEP */
  ks_uint8 ks_idle_mode;   /* enum ks_idle */
  ks_uint32 ks_cost_ns;    /* planned cost on the core it is placed on */
} ks_row;

/* One static schedule: worker w owns rows ks_first_row[w] .. ks_first_row[w+1]-1, in that order. */
typedef struct ks_table {
  ks_uint16 ks_worker_count;
  ks_uint16 ks_most_rows;        /* the longest worker's row count */
  const ks_uint16 *ks_first_row; /* ks_worker_count + 1 entries */
  const ks_row *ks_rows;
  const ks_wait *ks_waits;
} ks_table;

/* What the runtime has found out about a layer in this process: all zero at first, and for the
 * runtime only. */
typedef struct ks_measured {
  ks_uint32 ks_skip;      /* calls of ks_workers that are still to be answered by 1 */
  ks_uint32 ks_rest;      /* runs until the next that is measured */
  ks_uint32 ks_every;     /* what ks_rest was last set to */
  ks_uint32 ks_good;      /* measurements that found a gain */
  ks_uint32 ks_bad;       /* those that found none since the last that did */
  ks_uint32 ks_failed;    /* how often the layer was given up, less its later successes */
  ks_uint32 ks_is_second; /* the next run to be measured is made in order */
  ks_uint64 ks_run_ns;    /* the last run measured in parallel, from begin to end */
  ks_uint64 ks_loss_ns;   /* the least that a run lost against running in order, of those ks_bad */
} ks_measured;

typedef struct ks_layer {
  ks_uint32 ks_abi;    /* KS_ABI_VERSION */
  const char *ks_name; /* "encode_frame@encoder.c:120" */
  const ks_task *ks_tasks;
  const ks_table *ks_tables; /* by ascending worker count, none for one worker */
  ks_uint16 ks_task_count;
  ks_uint16 ks_table_count;
  ks_measured *ks_record; /* null: the layer is always run in parallel */
} ks_layer;

/* Not 0 once it is certain that ks_workers answers 1 for good. ks_has_others reads it. */
extern int ks_is_alone;

/* What emitted code asks before all else, so that a layer costs next to nothing where a program has
 * one worker: ks_workers may give another answer than 1. */
static __inline__ int ks_has_others(void) {
  return __builtin_expect(__atomic_load_n(&ks_is_alone, __ATOMIC_RELAXED) == 0, 1);
}

/* Workers that ks_run would use for the layer if it were called now: 1 inside a running layer
 * (unless that has groups, see ks_groups), with one usable core, with KASURI_CORES=1, when the team
 * cannot be created, when the layer was emitted for another ABI, while measurements say that the
 * layer is faster sequentially, and while other programs want the cores. Creates the team on first
 * use. Never fails. */
int ks_workers(const ks_layer *ks_described);

/* Runs the layer to its end on at most as many workers as ks_workers says, the caller being worker
 * 0 and taking over the rows of workers that do not come. All
 * effects of all tasks are visible to the caller afterwards; errno is what the last task in source
 * order (task index, then part) left in it, if any set it. With one worker it runs all tasks in
 * source order on the caller. */
void ks_run(const ks_layer *ks_described, void *ks_frame);

/* A layer whose tasks are not placed in advance: each runs when those before it are done, on
 * whichever worker is free. For tasks whose time depends on the data; a table is cheaper where it
 * does not. */
typedef struct ks_node {
  ks_uint16 ks_task_index;  /* into ks_layer.ks_tasks */
  ks_uint16 ks_part;        /* which chunk, 0 .. ks_parts-1 */
  ks_uint16 ks_parts;       /* 1 for a task that is not split */
  ks_uint16 ks_before;      /* how many nodes it waits for: as many have it among their ks_afters */
  ks_uint32 ks_first_after; /* index into ks_graph.ks_afters */
  ks_uint32 ks_after_count;
} ks_node;

typedef struct ks_graph {
  ks_layer ks_described;   /* without tables */
  ks_uint32 ks_node_count; /* at most KS_MOST_NODES */
  const ks_node *ks_nodes; /* in source order (task index, then part), so each before its afters */
  const ks_uint32 *ks_afters; /* indices of nodes that wait, no node twice for the same one */
} ks_graph;

#define KS_MOST_NODES (1u << 24)

/* As ks_workers and ks_run, all that is said there included. */
int ks_workers_of_graph(const ks_graph *ks_described);
void ks_run_graph(const ks_graph *ks_described, void *ks_frame);

/* A layer whose workers lead groups. Its tables place rows on the leaders alone; each leader has
 * further workers behind it, and while it is in one of its rows, layers that the task runs (ks_run,
 * ks_run_graph, ks_run_groups) run on these, the leader being their worker 0. ks_workers answers a
 * task how many there are. For coarse tasks that are fewer than the cores, or that each have
 * parallel loops of their own. */
typedef struct ks_groups {
  /* Its tables by ascending number of workers, those of the groups counted. */
  ks_layer ks_described;
  /* For each table and each of its workers: how many workers its group is to have, itself included;
   * with 1, or 0, it is alone. */
  const ks_uint16 *const *ks_sizes;
} ks_groups;

/* As ks_workers and ks_run, all that is said there included. The table is the last whose groups can
 * be had whole, and if there is none, the last whose leaders can: then the groups are smaller, in
 * proportion. Answers and counts as workers of the layer are the leaders. */
int ks_workers_of_groups(const ks_groups *ks_described);
void ks_run_groups(const ks_groups *ks_described, void *ks_frame);

/* What a task calls before it ends the program because memory has run out: waits until all that
 * comes before it in source order is done, lets nothing behind it begin, and returns in the first
 * of those that call it, the others having no more part in the program. Returns at once outside of
 * parallel runs. The program must end then. */
void ks_leave(void);

/* What assertions call in place of __assert_fail where they are assumed to hold: ks_leave, then
 * that. */
void ks_assert_fail(const char *ks_assertion, const char *ks_file, unsigned ks_line,
                    const char *ks_function) __attribute__((__noreturn__));

/* First iteration of chunk `ks_part` of `ks_parts` when `ks_trip` iterations are dealt out in
 * contiguous chunks whose sizes differ by at most one; that of chunk `ks_parts` is ks_trip.
 * ks_trip >= 0. */
static __inline__ ks_int64 ks_chunk_begin(ks_int64 ks_trip, ks_uint32 ks_part, ks_uint32 ks_parts) {
  ks_int64 ks_each = ks_trip / (ks_int64)ks_parts;
  ks_int64 ks_larger = ks_trip % (ks_int64)ks_parts;
  ks_int64 ks_index = (ks_int64)ks_part;
  return ks_each * ks_index + (ks_index < ks_larger ? ks_index : ks_larger);
}

/* The arithmetic of guards: what emitted code tests in front of a loop. KS_LOST stands for a value
 * that does not fit; what is computed with it is lost too, and every test of it fails. */
#define KS_LOST (-__INT64_MAX__ - 1)

static __inline__ ks_int64 ks_exactly(ks_uint64 ks_value) {
  return ks_value > (ks_uint64)__INT64_MAX__ ? KS_LOST : (ks_int64)ks_value;
}

static __inline__ ks_int64 ks_sum(ks_int64 ks_a, ks_int64 ks_b) {
  ks_int64 ks_result;
  if (ks_a == KS_LOST || ks_b == KS_LOST || __builtin_add_overflow(ks_a, ks_b, &ks_result))
    return KS_LOST;
  return ks_result;
}

static __inline__ ks_int64 ks_product(ks_int64 ks_a, ks_int64 ks_b) {
  ks_int64 ks_result;
  if (ks_a == KS_LOST || ks_b == KS_LOST || __builtin_mul_overflow(ks_a, ks_b, &ks_result))
    return KS_LOST;
  return ks_result;
}

/* ks_divisor > 0. */
static __inline__ ks_int64 ks_quotient(ks_int64 ks_value, ks_int64 ks_divisor) {
  return ks_value == KS_LOST ? KS_LOST : ks_value / ks_divisor;
}

static __inline__ ks_int64 ks_least(ks_int64 ks_a, ks_int64 ks_b) {
  return ks_a < ks_b ? ks_a : ks_b;
}

static __inline__ ks_int64 ks_most(ks_int64 ks_a, ks_int64 ks_b) {
  if (ks_a == KS_LOST || ks_b == KS_LOST)
    return KS_LOST;
  return ks_a > ks_b ? ks_a : ks_b;
}

/* The integer or pointer of ks_bytes bytes at an address that may be read. */
static __inline__ ks_int64 ks_loaded(ks_int64 ks_place, int ks_bytes, int ks_signed) {
  const void *ks_from = (const void *)(ks_address)ks_place;
  ks_uint64 ks_all = 0;
  ks_uint32 ks_word = 0;
  ks_uint16 ks_half = 0;
  ks_uint8 ks_byte = 0;
  if (ks_place == KS_LOST)
    return KS_LOST;
  switch (ks_bytes) {
  case 1:
    __builtin_memcpy(&ks_byte, ks_from, 1);
    return ks_signed ? (signed char)ks_byte : (ks_int64)ks_byte;
  case 2:
    __builtin_memcpy(&ks_half, ks_from, 2);
    return ks_signed ? (__INT16_TYPE__)ks_half : (ks_int64)ks_half;
  case 4:
    __builtin_memcpy(&ks_word, ks_from, 4);
    return ks_signed ? (__INT32_TYPE__)ks_word : (ks_int64)ks_word;
  default:
    __builtin_memcpy(&ks_all, ks_from, 8);
    return ks_signed ? (ks_int64)ks_all : ks_exactly(ks_all);
  }
}

/* From 0 to ks_limit. */
static __inline__ int ks_is_within(ks_int64 ks_value, ks_int64 ks_limit) {
  return ks_value >= 0 && ks_value <= ks_limit;
}

/* Do the bytes [low, end) of two ranges not overlap? A range with low >= end has none. */
static __inline__ int ks_is_apart(ks_int64 ks_low, ks_int64 ks_end, ks_int64 ks_other_low,
                                  ks_int64 ks_other_end) {
  if (ks_low == KS_LOST || ks_end == KS_LOST || ks_other_low == KS_LOST || ks_other_end == KS_LOST)
    return 0;
  return ks_low >= ks_end || ks_other_low >= ks_other_end || ks_end <= ks_other_low ||
         ks_other_end <= ks_low;
}

/* Are bytes [low, end) apart from themselves moved by any multiple of the stride? */
static __inline__ int ks_is_spread(ks_int64 ks_low, ks_int64 ks_end, ks_int64 ks_stride) {
  const ks_int64 ks_span = ks_sum(ks_end, ks_product(ks_low, -1));
  if (ks_span == KS_LOST || ks_stride == KS_LOST)
    return 0;
  return ks_span <= (ks_stride < 0 ? -ks_stride : ks_stride);
}

/* The bytes of so many of so many bytes; more than there is memory if that does not fit. */
static __inline__ ks_size ks_bytes_of(ks_int64 ks_count, ks_size ks_each) {
  ks_size ks_bytes;
  return __builtin_mul_overflow(ks_count, ks_each, &ks_bytes) ? (ks_size)-1 : ks_bytes;
}

/* Uninitialised scratch memory for a layer's private arrays and reduction terms; aborts with one
 * line on stderr when there is none, as the sequential program would have had to. */
void *ks_scratch(ks_size ks_bytes);
void ks_scratch_free(void *ks_memory);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#include <kasuri/words.h>
#endif
