/* kasuri.h - the interface of the Kasuri runtime for emitted programs.
 *
 * A parallel layer is a constant description (ks_layer): its macro-tasks, and one static schedule
 * (ks_table) for each number of cores. Each worker walks its own rows in order. A row waits until
 * other workers have published the rows it depends on, calls its task, and is published in turn.
 * Publishing is a store to one counter per worker. The counters only grow, so nothing is ever reset
 * (version-counted flags, as in the OSCAR compiler's output).
 *
 * The emitted code calls ks_workers() first and runs the original statements if it returns 1:
 *
 *     if (ks_has_others() && ks_workers(&layer) > 1) {
 *       struct frame f = {.n = n, .a = a};
 *       ks_run(&layer, &f);
 *     } else {
 *       ...original statements...
 *     }
 *
 * The header is the first that a program includes, before the macros that the program's system
 * headers check. So it includes none of these, and each name in it begins with `ks_` or `KS_`,
 * members and parameters too.
 */
#ifndef KASURI_KASURI_H
#define KASURI_KASURI_H

#include <kasuri/words.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The layout below is independent of a `#pragma pack` in the program that includes this header. */
#pragma pack(push, 8)

typedef __INT64_TYPE__ ks_int64;
typedef __UINT64_TYPE__ ks_uint64;
typedef __UINT32_TYPE__ ks_uint32;
typedef __UINT16_TYPE__ ks_uint16;
typedef __UINT8_TYPE__ ks_uint8;
typedef __SIZE_TYPE__ ks_size;
typedef __UINTPTR_TYPE__ ks_address;

/* Increased when the meaning of anything below changes; ks_layer has the version that it was
 * emitted for. */
#define KS_ABI_VERSION 4

/* Idle modes of a row: how its worker waits during the planned gap before the row. */
enum ks_idle {
  KS_IDLE_SPIN = 0, /* spin for the calibrated wake-up time, then sleep */
  KS_IDLE_GATE = 1, /* gate at once: the gap outweighs the wake-up (clock gating) */
  KS_IDLE_OFF = 2   /* like GATE; the gap outweighs power gating too */
};

/* A row whose level is KS_LEVEL_KEEP does not change the core's frequency. Level 0 is the fastest
 * OPP. */
#define KS_LEVEL_KEEP 255

/* Runs chunk `ks_part` of `ks_parts` of a macro-task; (0, 1) is all of it. `ks_frame` has the
 * variables that the layer captured. */
typedef void (*ks_task_fn)(void *ks_frame, ks_uint32 ks_part, ks_uint32 ks_parts);

typedef struct ks_task {
  ks_task_fn ks_function;
  const char *ks_name; /* for profiles and traces: "psy_analyse@encoder.c:120" */
  ks_uint32 ks_line;   /* source line of its first statement */
  /* Of a split loop: the offset in the frame of its number of iterations, a ks_int64, plus 1; 0:
   * it has none. For profiles. */
  ks_uint32 ks_trips_at;
  /* Of a condition, or a statement that may leave the layer: the offset in the frame of its
   * outcome, an int that ks_decide sets, plus 1; 0: it is none. */
  ks_uint32 ks_outcome_at;
  /* The task with an outcome that decides whether the task runs: index into ks_layer.ks_tasks, plus
   * 1; 0: it always runs. Its waits come in an order in which the condition's is first, and end for
   * the task as soon as it is known not to run. */
  ks_uint16 ks_control;
  ks_uint16 ks_outcome; /* with which it runs */
} ks_task;

/* By a task with an outcome, once: the frame has a negative one before. */
static __inline__ void ks_decide(int *ks_outcome, int ks_value) {
  __atomic_store_n(ks_outcome, ks_value, __ATOMIC_RELEASE);
}

/* By the tasks in front of one that reads errno: what a part leaves there, for the frame. */
static __inline__ void ks_keep_errno(int *ks_kept, int ks_value) {
  __atomic_store_n(ks_kept, ks_value, __ATOMIC_RELAXED);
}

/* By the task that reads errno: what the last part of a task in front has left, if any has set it.
 */
static __inline__ void ks_take_errno(const int *ks_kept, ks_uint32 ks_parts, int *ks_errno) {
  ks_uint32 ks_part;
  for (ks_part = 0; ks_part < ks_parts; ks_part++) {
    const int ks_value = __atomic_load_n(&ks_kept[ks_part], __ATOMIC_RELAXED);
    if (ks_value != 0)
      *ks_errno = ks_value;
  }
}

/* The row may start once `ks_worker` has published at least `ks_rows` of its rows in this run of
 * the layer. */
typedef struct ks_wait {
  ks_uint16 ks_worker;
  ks_uint16 ks_rows; /* 1 = its first row is complete */
} ks_wait;

typedef struct ks_row {
  ks_uint16 ks_task_index; /* into ks_layer.ks_tasks */
  ks_uint16 ks_part;       /* which chunk, 0 .. ks_parts-1 */
  ks_uint16 ks_parts;      /* 1 for a task that is not split */
  ks_uint16 ks_first_wait; /* index into ks_table.ks_waits */
  ks_uint16 ks_wait_count; /* without the rows of the same worker, which are in order */
  ks_uint8 ks_level;       /* frequency level, or KS_LEVEL_KEEP */
  ks_uint8 ks_idle_mode;   /* enum ks_idle */
  ks_uint32 ks_cost_ns;    /* planned cost on the core where it is placed */
} ks_row;

/* One static schedule: worker w owns rows ks_first_row[w] .. ks_first_row[w+1]-1, in that order. */
typedef struct ks_table {
  ks_uint16 ks_worker_count;
  ks_uint16 ks_most_rows;        /* the longest worker's row count */
  const ks_uint16 *ks_first_row; /* ks_worker_count + 1 entries */
  const ks_row *ks_rows;
  const ks_wait *ks_waits;
} ks_table;

/* What the runtime has measured for a layer in this process: all zero at first, and for the runtime
 * only. */
typedef struct ks_measured {
  ks_uint32 ks_skip;      /* remaining calls of ks_workers that return 1 */
  ks_uint32 ks_rest;      /* runs until the next measured one */
  ks_uint32 ks_every;     /* the last initial value of ks_rest */
  ks_uint32 ks_good;      /* measurements that found a gain */
  ks_uint32 ks_bad;       /* those without a gain since the last with one */
  ks_uint32 ks_failed;    /* how often the layer was disabled, minus its later successes */
  ks_uint32 ks_is_second; /* the next measured run is in order */
  ks_uint64 ks_run_ns;    /* the last run measured in parallel, from start to end */
  ks_uint64 ks_loss_ns;   /* the minimum loss compared with running in order, of those ks_bad */
} ks_measured;

typedef struct ks_layer {
  ks_uint32 ks_abi;    /* KS_ABI_VERSION */
  const char *ks_name; /* "encode_frame@encoder.c:120" */
  const ks_task *ks_tasks;
  const ks_table *ks_tables; /* by ascending worker count; see ks_run for one worker */
  ks_uint16 ks_task_count;
  ks_uint16 ks_table_count;
  ks_measured *ks_record; /* null: the layer always runs in parallel */
} ks_layer;

/* Not 0 once ks_workers will always return 1. ks_has_others reads it. */
extern int ks_is_alone;

/* Whether ks_workers may return more than 1. Emitted code calls this first, so that a layer costs
 * next to nothing in a program with one worker. */
static __inline__ int ks_has_others(void) {
  return __builtin_expect(__atomic_load_n(&ks_is_alone, __ATOMIC_RELAXED) == 0, 1);
}

/* 0 once it is known that no profile or trace is recorded. ks_refuse reads it. */
extern int ks_may_count;
void ks_note_refused(const ks_layer *ks_described);

/* A test in front of the layer has failed, so its original code runs. Profiles count this. Always
 * 0, to stand in a condition. */
static __inline__ int ks_refuse(const ks_layer *ks_described) {
  if (__builtin_expect(__atomic_load_n(&ks_may_count, __ATOMIC_RELAXED) != 0, 0))
    ks_note_refused(ks_described);
  return 0;
}

/* The number of workers that ks_run would use for the layer if it were called now. It is 1 inside a
 * running layer (unless that has groups, see ks_groups), with one usable core, with KASURI_CORES=1,
 * if the team cannot be created, if the layer was emitted for another ABI, while measurements show
 * that the layer is faster sequentially, and while other programs need the cores. Creates the team
 * on first use. Never fails. */
int ks_workers(const ks_layer *ks_described);

/* Runs the layer to its end on at most as many workers as ks_workers returns. The caller is worker
 * 0 and takes over the rows of workers that do not come. Afterwards all effects of all tasks are
 * visible to the caller; errno is the value of the last task in source order (task index, then
 * part) that set it, if any. With one worker it runs all tasks in source order on the caller, each
 * as a whole. If the first table is for one worker, it runs the rows of that table instead, which
 * are in source order. The layer's results then depend on the parts, so all tables have the same,
 * and the emitted code does not call ks_workers. */
void ks_run(const ks_layer *ks_described, void *ks_frame);

/* A layer whose tasks are not placed in advance: each runs when its predecessors are complete, on
 * any free worker. For tasks whose time depends on the data; otherwise a table is cheaper. */
typedef struct ks_node {
  ks_uint16 ks_task_index; /* into ks_layer.ks_tasks */
  ks_uint16 ks_part;       /* which chunk, 0 .. ks_parts-1 */
  ks_uint16 ks_parts;      /* 1 for a task that is not split */
  ks_uint16 ks_before; /* number of nodes it waits for; each of them lists it in its ks_afters */
  ks_uint32 ks_first_after; /* index into ks_graph.ks_afters */
  ks_uint32 ks_after_count;
} ks_node;

typedef struct ks_graph {
  ks_layer ks_described;   /* without tables */
  ks_uint32 ks_node_count; /* at most KS_MOST_NODES */
  const ks_node
      *ks_nodes; /* in source order (task index, then part), so each precedes its afters */
  const ks_uint32 *ks_afters; /* indices of waiting nodes, none twice for the same node */
} ks_graph;

#define KS_MOST_NODES (1u << 24)

/* Like ks_workers and ks_run, with all their rules. */
int ks_workers_of_graph(const ks_graph *ks_described);
void ks_run_graph(const ks_graph *ks_described, void *ks_frame);

/* A layer whose workers lead groups. Its tables place rows on the leaders only. Each leader has a
 * group of further workers. While it is in one of its rows, layers that the task runs (ks_run,
 * ks_run_graph, ks_run_groups) run on this group, with the leader as worker 0. In a task,
 * ks_workers returns the size of the group. For coarse tasks that are fewer than the cores, or that
 * each have their own parallel loops. */
typedef struct ks_groups {
  /* Its tables by ascending number of workers, including those of the groups. */
  ks_layer ks_described;
  /* For each table and each of its workers: the size of its group, including itself; with 1 or 0 it
   * is alone. */
  const ks_uint16 *const *ks_sizes;
} ks_groups;

/* Like ks_workers and ks_run, with all their rules. The table is the last whose groups are
 * available in full size. If there is none, it is the last whose leaders are available, and the
 * groups are reduced in proportion. The number of workers, returned and counted, is that of the
 * leaders. */
int ks_workers_of_groups(const ks_groups *ks_described);
void ks_run_groups(const ks_groups *ks_described, void *ks_frame);

/* Like ks_workers, ks_run and those of graphs, with all their rules. But in an iteration of a
 * pipeline (ks_pipe), where these are 1 and in order, the other workers of the pipeline run rows of
 * the layer while they wait for their turn. No task of the layer ends the program. */
int ks_workers_helped(const ks_layer *ks_described);
void ks_run_helped(const ks_layer *ks_described, void *ks_frame);
int ks_workers_of_graph_helped(const ks_graph *ks_described);
void ks_run_graph_helped(const ks_graph *ks_described, void *ks_frame);

/* Like ks_workers and ks_run, with all their rules, for a pipeline (ks_pipe) in tables. But while
 * other programs need the cores, one lane runs instead of the original code, until all are faster.
 */
int ks_workers_piped(const ks_layer *ks_described);
void ks_run_piped(const ks_layer *ks_described, void *ks_frame);

/* A kind of core of the machine that a layer was planned for. The runtime finds the cores of the
 * kind on the machine where the program runs: those whose capacity and highest frequency are about
 * these. */
typedef struct ks_kind {
  ks_uint32 ks_capacity; /* as Linux reports it: 1024 is the fastest core of the machine */
  ks_uint32 ks_khz;      /* highest frequency; 0: unknown */
} ks_kind;

#define KS_MOST_KINDS 8

/* A layer for a machine with several kinds of cores. Its tables may have any order; the last one
 * whose cores the team has is the one that runs. Its workers then run on cores of the planned
 * kinds, the caller too, which returns to its own cores when the run is over. A level is only
 * requested on a core of the kind that it was planned for. */
typedef struct ks_placed {
  ks_groups ks_grouped; /* ks_sizes is null if it has no groups */
  const ks_kind *ks_kinds;
  ks_uint16 ks_kind_count; /* at most KS_MOST_KINDS */
  /* For each table and each of its workers: the kind of its core, an index into ks_kinds. */
  const ks_uint8 *const *ks_on;
} ks_placed;

/* Like ks_workers_of_groups and ks_run_groups, with all their rules, but for the choice of the
 * table: with cores that no table is for, it is the last of those for the most workers. */
int ks_workers_of_placed(const ks_placed *ks_described);
void ks_run_placed(const ks_placed *ks_described, void *ks_frame);

/* A pipeline: a loop whose iterations run at the same time, each as a whole on one worker, while
 * its ordered segments run in the order of the iterations.
 *
 *     static void task_0(void *ks_frame, ks_uint32 ks_part, ks_uint32 ks_parts) {
 *       struct frame *f = ks_frame;
 *       ks_lane *ks_l = ks_pipe_join(f->pipe, ks_part, ks_parts);
 *       ks_int64 ks_k;
 *       while ((ks_k = ks_pipe_claim(ks_l)) >= 0) {
 *         if (!ks_pipe_enter(ks_l, 0))
 *           break;
 *         ...if (...the loop ends here, without this iteration...) {
 *           ks_pipe_end(ks_l, ks_k - 1, 0);
 *           break;
 *         }
 *         ks_pipe_leave(ks_l, 0);
 *         ...parallel...
 *         if (!ks_pipe_enter(ks_l, 1))
 *           break;
 *         ...if (...error...) {
 *           ks_pipe_end(ks_l, ks_k, 1);
 *           break;
 *         }
 *         ks_pipe_finish(ks_l);
 *       }
 *       ks_pipe_quit(ks_l);
 *     }
 *
 *     f.pipe = ks_pipe_open(&layer, segments, 2);
 *     ks_run(&layer, &f);
 *     if (ks_pipe_close(f.pipe).ks_outcome == 1) ...
 *
 * The layer has this one task, in as many parts as it has workers. Any number of them that come is
 * enough. The runtime may be called from any depth of calls in an iteration, with its lane. */
typedef struct ks_segment {
  const char *ks_name; /* for profiles and traces: "read@encoder.c:120" */
  ks_uint32 ks_line;   /* source line of its first statement */
} ks_segment;

#define KS_MOST_SEGMENTS 250

typedef struct ks_pipe ks_pipe;
typedef struct ks_lane ks_lane; /* one row of the layer: the iterations that one worker runs */

/* What a pipeline has come to. Of all calls of ks_pipe_end, the one by the lowest iteration counts.
 */
typedef struct ks_ended {
  ks_int64 ks_outcome;    /* as given to ks_pipe_end */
  ks_int64 ks_iterations; /* the loop's; those above have run in part, and are no part of it */
  ks_uint32 ks_part;      /* the part whose iteration called ks_pipe_end */
} ks_ended;

/* Before ks_run, by the same thread. The segments are numbered in the order in which each iteration
 * enters them. Never fails: aborts as ks_scratch does if there is no memory. */
ks_pipe *ks_pipe_open(const ks_layer *ks_described, const ks_segment *ks_segments,
                      ks_uint32 ks_count);

/* After ks_pipe_open, if at all: each worker may run several consecutive iterations at a time, in
 * lockstep from segment to segment. Then the function of the task is called more than once for a
 * part, on stacks of the runtime's in the same thread, and all that it has on its stack or from
 * ks_scratch exists once for each call. Output of an iteration may be held back until later ones
 * have read their input. So nothing is gathered if a file is open that may wait for somebody: a
 * terminal, a pipe, a socket. ks_standard_input: of what was open when the program began, it reads
 * nothing (0), standard input (1), or any descriptor (2); the rest does not count. */
void ks_pipe_gather(ks_pipe *ks_of, int ks_standard_input);

/* Begins and ends the part. ks_pipe_quit also ends an iteration that ks_pipe_finish has not. */
ks_lane *ks_pipe_join(ks_pipe *ks_of, ks_uint32 ks_part, ks_uint32 ks_parts);
void ks_pipe_quit(ks_lane *ks_own);

/* The number of the next iteration, 0, 1, 2, ..., to whichever worker asks; -1 when it is known
 * that the loop ends before it. Finishes the iteration before. errno is 0 then. */
ks_int64 ks_pipe_claim(ks_lane *ks_own);

/* Waits until no earlier iteration can be in the segment any more: each has left it, or entered a
 * later one, or is finished. All that these have done up to there is visible. Returns 0 if the loop
 * ends before this iteration, which must then do nothing more, but for ks_pipe_quit. An
 * iteration may omit segments, and enters the others in ascending order. It is not in a segment
 * that it omits, so it does not wait there. Entering the segment that it is in returns at once. */
int ks_pipe_enter(ks_lane *ks_own, ks_uint32 ks_segment_index);
/* Leaves this segment, or omits it. So do entering a later one and finishing. */
void ks_pipe_leave(ks_lane *ks_own, ks_uint32 ks_segment_index);
/* The iteration is complete. Waits for others only if many iterations that ran ahead set errno. */
void ks_pipe_finish(ks_lane *ks_own);

/* The loop ends with iteration ks_last: the calling one, or the one before it. Called in a segment
 * or after ks_pipe_wait_all. Each later iteration sees this when it enters the same segment, or a
 * later one. Those that are further now do not see it until then. */
void ks_pipe_end(ks_lane *ks_own, ks_int64 ks_last, ks_int64 ks_outcome);

/* For an iteration that is about to end the program: waits until all earlier ones are complete.
 * Returns 0 if the loop ends before this iteration, which must then do nothing more. ks_leave and
 * ks_assert_fail wait themselves. They must not be called in an iteration that the program might
 * not have. */
int ks_pipe_wait_all(ks_lane *ks_own);

/* After ks_run. errno is now what the last iteration that set it has left, up to the one that ended
 * the loop, if any. The same holds for floating-point exceptions. */
ks_ended ks_pipe_close(ks_pipe *ks_of);

/* In front of a pipeline that reads input before earlier iterations have written their output: is
 * no file that is open now both read and written? 0 also if that cannot be found out. */
int ks_may_read_ahead(void);

/* The same, and does reading also write out no part of a line of standard output, as a terminal's
 * stream does with a prompt? ks_standard_input: as for ks_pipe_gather. */
int ks_may_read_ahead_of(int ks_standard_input);

/* How fast a function of the program, which has a deadline, runs between the layers in it. Its
 * layers count on the highest frequency: it is restored before each, and the level requested again
 * when the layer is over. */
typedef struct ks_pace {
  ks_uint32 ks_abi;              /* KS_ABI_VERSION */
  const char *ks_name;           /* "encode_frame@encoder.c:120" */
  const struct ks_kind *ks_kind; /* of the core that the level was planned for; null: any */
  ks_uint32 ks_gap_ns;           /* planned time between two layers, at the level */
  ks_uint16 ks_workers; /* that the layers were planned for: with fewer there is no time for it */
  ks_uint8 ks_level;
} ks_pace;

/* Emitted code calls this when the function starts, and ks_end_pace with the address of the result
 * when it ends. Without KASURI_POWER they do nothing; in a task, and while another thread is in
 * such a function, they request nothing. */
const ks_pace *ks_begin_pace(const ks_pace *ks_described);
void ks_end_pace(const ks_pace **ks_begun);

/* A task calls this before it ends the program because memory has run out. It waits until
 * everything before the call in source order is complete, and prevents everything after it from
 * starting. It returns only in the first task, in source order, that calls it; the others never
 * continue. Outside parallel runs it returns immediately. The caller must then end the program. */
void ks_leave(void);

/* Replaces __assert_fail in assertions that are assumed to hold: calls ks_leave, then
 * __assert_fail. */
void ks_assert_fail(const char *ks_assertion, const char *ks_file, unsigned ks_line,
                    const char *ks_function) __attribute__((__noreturn__));

/* First iteration of chunk `ks_part` of `ks_parts` if `ks_trip` iterations are divided into
 * contiguous chunks whose sizes differ by at most one; that of chunk `ks_parts` is ks_trip.
 * ks_trip >= 0. */
static __inline__ ks_int64 ks_chunk_begin(ks_int64 ks_trip, ks_uint32 ks_part, ks_uint32 ks_parts) {
  ks_int64 ks_each = ks_trip / (ks_int64)ks_parts;
  ks_int64 ks_larger = ks_trip % (ks_int64)ks_parts;
  ks_int64 ks_index = (ks_int64)ks_part;
  return ks_each * ks_index + (ks_index < ks_larger ? ks_index : ks_larger);
}

/* In front of a loop of ks_times iterations: all of them one after the other, without a loop. Other
 * compilers than GCC unroll such loops by themselves. */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 8
#define KS_PRAGMA(ks_text) _Pragma(#ks_text)
#define KS_UNROLL(ks_times) KS_PRAGMA(GCC unroll ks_times)
#else
#define KS_UNROLL(ks_times)
#endif

/* The arithmetic of guards, which emitted code checks before a loop. KS_LOST is a value that does
 * not fit. Results computed with it are lost too, and every check of it fails. */
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

/* The integer or pointer of ks_bytes bytes at a readable address. */
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

/* Copies bytes that may not be readable. 0: not all of them are, or the system does not say. */
int ks_peek(const void *ks_from, void *ks_to, ks_size ks_bytes);

/* The same as ks_loaded of a place that may not be readable: then it is lost. */
static __inline__ ks_int64 ks_peeked(ks_int64 ks_place, int ks_bytes, int ks_signed) {
  ks_uint64 ks_copy = 0;
  if (ks_place == KS_LOST ||
      !ks_peek((const void *)(ks_address)ks_place, &ks_copy, (ks_size)ks_bytes))
    return KS_LOST;
  return ks_loaded((ks_int64)(ks_address)&ks_copy, ks_bytes, ks_signed);
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

/* Are bytes [low, end) apart from the same range moved by any multiple of the stride? */
static __inline__ int ks_is_spread(ks_int64 ks_low, ks_int64 ks_end, ks_int64 ks_stride) {
  const ks_int64 ks_span = ks_sum(ks_end, ks_product(ks_low, -1));
  if (ks_span == KS_LOST || ks_stride == KS_LOST)
    return 0;
  return ks_span <= (ks_stride < 0 ? -ks_stride : ks_stride);
}

/* Are the numbers of ks_bytes bytes (1, 2, 4 or 8) in [low, end) all different? Also 0 if they are
 * too far apart for a map of them. */
int ks_are_distinct(ks_int64 ks_low, ks_int64 ks_end, int ks_bytes);

/* Rows: bytes [row_low, row_end) from each pointer on that stands at low, low + pitch, ... below
 * end. Without a pitch there is one row, at these addresses. Does no row overlap another one? */
int ks_rows_are_apart(ks_int64 ks_low, ks_int64 ks_end, ks_int64 ks_pitch, ks_int64 ks_row_low,
                      ks_int64 ks_row_end);

/* Does none of the rows overlap one of the others? */
int ks_rows_are_beside(ks_int64 ks_low, ks_int64 ks_end, ks_int64 ks_pitch, ks_int64 ks_row_low,
                       ks_int64 ks_row_end, ks_int64 ks_other_low, ks_int64 ks_other_end,
                       ks_int64 ks_other_pitch, ks_int64 ks_other_row_low,
                       ks_int64 ks_other_row_end);

/* Numbers of ks_bytes bytes at low, low + pitch, ... below end, or with a negative pitch from end
 * downwards, are read up to the first that lets the answer be no. Do all lie between these two? */
int ks_all_lie_between(ks_int64 ks_low, ks_int64 ks_end, ks_int64 ks_pitch, int ks_bytes,
                       int ks_is_signed, ks_int64 ks_least, ks_int64 ks_most);

enum { KS_LESS, KS_LESS_EQUAL, KS_GREATER, KS_GREATER_EQUAL, KS_EQUAL, KS_NOT_EQUAL };

/* The same for floating-point numbers: is it ks_outcome for none that it is in the relation to
 * ks_limit? */
int ks_no_real_is(ks_int64 ks_low, ks_int64 ks_end, ks_int64 ks_pitch, int ks_bytes,
                  int ks_relation, int ks_outcome, double ks_limit);

/* The size of ks_count items of ks_each bytes; more than any memory if that does not fit. */
static __inline__ ks_size ks_bytes_of(ks_int64 ks_count, ks_size ks_each) {
  ks_size ks_bytes;
  return __builtin_mul_overflow(ks_count, ks_each, &ks_bytes) ? (ks_size)-1 : ks_bytes;
}

/* What functions called in a part of a loop have added up, and where the source has the sum; 0:
 * they have not come to it. */
typedef struct ks_part_sum {
  volatile void *ks_at;
  ks_uint64 ks_value;
} ks_part_sum;

/* The part's number, in place of what is there. */
static __inline__ ks_uint64 *ks_part_sum_at(ks_part_sum *ks_of, volatile void *ks_at) {
  ks_of->ks_at = ks_at;
  return &ks_of->ks_value;
}

enum { KS_SUM, KS_SUM_AND, KS_SUM_OR, KS_SUM_XOR };

/* Combines it with an integer of that type. */
#define KS_FOLD_SUM(ks_type)                                                                       \
  do {                                                                                             \
    ks_type ks_old;                                                                                \
    __builtin_memcpy(&ks_old, ks_to, sizeof ks_old);                                               \
    ks_old = (ks_type)(ks_operation == KS_SUM_AND   ? ks_old & ks_of->ks_value                     \
                       : ks_operation == KS_SUM_OR  ? ks_old | ks_of->ks_value                     \
                       : ks_operation == KS_SUM_XOR ? ks_old ^ ks_of->ks_value                     \
                                                    : ks_old + ks_of->ks_value);                   \
    __builtin_memcpy(ks_to, &ks_old, sizeof ks_old);                                               \
  } while (0)

static __inline__ void ks_fold_part_sum(const ks_part_sum *ks_of, int ks_bytes, int ks_operation) {
  void *const ks_to = (void *)ks_of->ks_at;
  if (!ks_to)
    return;
  if (ks_bytes == 1)
    KS_FOLD_SUM(ks_uint8);
  else if (ks_bytes == 2)
    KS_FOLD_SUM(ks_uint16);
  else if (ks_bytes == 4)
    KS_FOLD_SUM(ks_uint32);
  else
    KS_FOLD_SUM(ks_uint64);
}

/* Integers of these types may be at any place. */
typedef __INT8_TYPE__ __attribute__((__may_alias__)) ks_own_int8;
typedef __INT16_TYPE__ __attribute__((__may_alias__)) ks_own_int16;
typedef __INT32_TYPE__ __attribute__((__may_alias__)) ks_own_int32;
typedef __INT64_TYPE__ __attribute__((__may_alias__)) ks_own_int64;
typedef __UINT8_TYPE__ __attribute__((__may_alias__)) ks_own_uint8;
typedef __UINT16_TYPE__ __attribute__((__may_alias__)) ks_own_uint16;
typedef __UINT32_TYPE__ __attribute__((__may_alias__)) ks_own_uint32;
typedef __UINT64_TYPE__ __attribute__((__may_alias__)) ks_own_uint64;

/* A part's minimum or maximum begins with what is there, as the first bytes of its number. */
static __inline__ void *ks_part_extreme_at(ks_part_sum *ks_of, volatile void *ks_at,
                                           ks_uint64 ks_bytes) {
  if (!ks_of->ks_at)
    __builtin_memcpy(&ks_of->ks_value, (const void *)ks_at, ks_bytes);
  ks_of->ks_at = ks_at;
  return &ks_of->ks_value;
}

#define KS_PART_EXTREME(ks_type, ks_of, ks_at)                                                     \
  (*(ks_type *)ks_part_extreme_at(ks_of, ks_at, sizeof(ks_type)))

/* `ks_beyond`: < of a minimum, > of a maximum. */
#define KS_FOLD_EXTREME(ks_type, ks_of, ks_beyond)                                                 \
  do {                                                                                             \
    if ((ks_of)->ks_at &&                                                                          \
        *(const ks_type *)&(ks_of)->ks_value ks_beyond *(ks_type *)(ks_of)->ks_at)                 \
      *(ks_type *)(ks_of)->ks_at = *(const ks_type *)&(ks_of)->ks_value;                           \
  } while (0)

/* Iterations of a loop ("rows") that run at the same time, each a little behind the one before. A
 * row does the iterations of an inner loop in order. Their places ("columns") are numbers that
 * grow. A column may start when the row before has done the column that is `ks_reach` ahead. The
 * parts of a task share the rows:
 *
 *     ks_wave_place ks_w = ks_wave_at(&frame->wave, frame->slots, ks_part, ks_parts);
 *     while (ks_wave_next(&ks_w)) {
 *       i = ks_w.ks_row;                      the rows come in order
 *       for (j = a; j < b;) {
 *         end = j + ks_wave_chunk(&ks_w, j, 1, b - j);
 *         for (; j < end; j++) ...;
 *       }
 *     }
 *
 * Before the run of the layer, the first four members of ks_wave are set, and the rest of it and
 * of the slots is zero. */
typedef struct ks_wave_slot {
  ks_int64 ks_row;    /* 1 + number of the row that uses it */
  ks_int64 ks_column; /* up to which that row has come */
  ks_uint32 ks_told;  /* how often that has changed */
  ks_uint32 ks_sleepers;
  char ks_apart[104]; /* two lines of the cache for each */
} ks_wave_slot;

typedef struct ks_wave {
  ks_int64 ks_rows;
  ks_int64 ks_reach;   /* columns, 0 or more */
  ks_int64 ks_least;   /* iterations of a chunk, 1 or more */
  ks_uint32 ks_slots;  /* as many as the largest number of parts, at least */
  char ks_apart[100];  /* before a line that changes */
  ks_int64 ks_claimed; /* rows that parts have taken */
  char ks_behind[120];
} ks_wave;

/* Where a part is. */
typedef struct ks_wave_place {
  ks_wave *ks_of;
  ks_wave_slot *ks_all;
  ks_uint32 ks_part, ks_parts;
  ks_int64 ks_row;   /* -1: none yet */
  ks_int64 ks_seen;  /* column that the row before has reached, as far as is known */
  ks_int64 ks_chunk; /* iterations; 0: the row's columns have not begun */
} ks_wave_place;

static __inline__ ks_wave_place ks_wave_at(ks_wave *ks_of, ks_wave_slot *ks_all, ks_uint32 ks_part,
                                           ks_uint32 ks_parts) {
  ks_wave_place ks_place = {ks_of, ks_all, ks_part, ks_parts, -1, 0, 0};
  return ks_place;
}

/* Ends the current row, when the row before is over, and takes the next one. 0: there is none. */
int ks_wave_next(ks_wave_place *ks_place);
/* Waits as the column would. For what stands before the columns. */
void ks_wave_enter(ks_wave_place *ks_place, ks_int64 ks_column);
/* From `ks_column` on, `ks_left` iterations are left, each ks_step columns further; both are
 * positive. All before have been done. How many may be done now: at least one. Waits for that. */
ks_int64 ks_wave_chunk(ks_wave_place *ks_place, ks_int64 ks_column, ks_int64 ks_step,
                       ks_int64 ks_left);
/* Waits until the row before is over. For what stands behind the columns. */
void ks_wave_finish(ks_wave_place *ks_place);

/* Uninitialized scratch memory for a layer's private arrays and reduction terms. Aborts with one
 * line on stderr if there is none: the emitted code could not continue. */
void *ks_scratch(ks_size ks_bytes);
void ks_scratch_free(void *ks_memory);

/* As malloc and calloc; large blocks begin at a line of the cache. */
void *ks_malloc(ks_size ks_bytes);
void *ks_calloc(ks_size ks_count, ks_size ks_bytes);

/* From here on, in this file, these names mean the functions above. */
#define KS_ALIGN_BLOCKS                                                                            \
  void *malloc(ks_size) __asm__("ks_malloc");                                                      \
  void *calloc(ks_size, ks_size) __asm__("ks_calloc");
/* Bytes of a block that malloc or calloc has returned, as many as were asked for, or more. */
ks_size ks_block_bytes(void *ks_block);
/* Copies bytes [ks_low, ks_high) of a block that has ks_bytes, as far as there are any, to the same
 * place in another block. Many that are equal already are left alone: other cores keep them in
 * their caches then. */
static __inline__ void ks_copy_part(void *ks_to, const void *ks_from, ks_size ks_low,
                                    ks_size ks_high, ks_size ks_bytes) {
  const ks_size ks_end = ks_high < ks_bytes ? ks_high : ks_bytes, ks_many = 256;
  char *ks_there = (char *)ks_to + ks_low;
  const char *ks_here = (const char *)ks_from + ks_low;
  /* No block is larger than half of the address space, which GCC cannot know. */
  const ks_size ks_count = ks_end > ks_low ? (ks_end - ks_low) & (ks_size)-1 / 2 : 0;
  if (ks_count != 0 &&
      (ks_count < ks_many || __builtin_memcmp(ks_there, ks_here, ks_count) != 0))
    __builtin_memcpy(ks_there, ks_here, ks_count);
}

/* Terms of a reduction, in the order in which one part of a loop computes them; empty when it is
 * zero-initialized. All terms of a list have one size. */
typedef struct ks_terms {
  char *ks_next, *ks_end; /* what is free of the last block */
  struct ks_term_block *ks_first, *ks_last;
} ks_terms;

/* Space for a term of at most 1024 bytes in a new block. Aborts as ks_scratch does. */
void *ks_terms_grow(ks_terms *ks_list, ks_size ks_bytes);

/* Space for one more term. */
static __inline__ void *ks_terms_add(ks_terms *ks_list, ks_size ks_bytes) {
  char *ks_at = ks_list->ks_next;
  if ((ks_size)(ks_list->ks_end - ks_at) < ks_bytes)
    return ks_terms_grow(ks_list, ks_bytes);
  ks_list->ks_next = ks_at + ks_bytes;
  return ks_at;
}

/* The terms that come first, as an array, and its end; a null pointer after the last. What the call
 * before has given is freed. */
void *ks_terms_take(ks_terms *ks_list, void **ks_end);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#include <kasuri/words.h>
#endif
