/* loops.h - the interface of the runtime for sequential programs whose loops are counted.
 *
 * `kasuri profile`, and kasuri-cc with KASURI_PROFILE_SEQUENTIAL, put each loop of the source
 * between two of these calls:
 *
 *     { ks_loop_run ks_run_7 __attribute__((__cleanup__(ks_leave_inner))) = ks_enter_inner(7);
 *       for (...) { ks_run_7.ks_iterations++; ... } }
 *
 * The compiler calls ks_leave_inner however the loop is left: at its end, or by break, goto or
 * return.
 *
 * A loop that contains neither loops nor calls that may end the program or jump away is an *inner*
 * one. Its iterations are counted in a register, and added up behind it. The iterations of other
 * loops are counted in memory, so that nothing is lost if `exit` or `longjmp` leaves them. Such a
 * loop is found again while it runs (recursion); only the outermost of these executions takes time.
 *
 * Short loops are entered most often, so an execution of one tests one word when it begins, and
 * adds to it and tests it when it ends. The upper part of the word is minus the number of
 * executions before a timed one; from 0 on, the next one is timed. The lower part has the
 * iterations since the timed one before. Its highest bit is set while one is timed, so that all that
 * is seldom is behind these two tests. For iterations to reach it, one execution would have to run
 * for hours.
 *
 * A thread that has run no loop counts in a block of zeros, where the next execution of each loop
 * is a timed one. Nothing is written there: it gets a block of its own first.
 *
 * Each thread counts in memory of its own. Each name in this header begins with `ks_` or `KS_`.
 */
#ifndef KASURI_LOOPS_H
#define KASURI_LOOPS_H

#pragma GCC system_header /* strict flags of the program are not for it */

#include <kasuri/kasuri.h>

#include <kasuri/words.h>

#pragma pack(push, 8)

/* In the word of a loop. */
#define KS_EXECUTION_BITS 48
#define KS_EXECUTION ((ks_int64)1 << KS_EXECUTION_BITS)
#define KS_SPECIAL ((ks_int64)1 << (KS_EXECUTION_BITS - 1)) /* the execution that runs is timed */

/* One loop, in one thread. Times are in ticks, and estimates for all executions: a timed one counts
 * for all since the timed one before. */
typedef struct ks_loop {
  ks_int64 ks_word;        /* -KS_EXECUTION * executions left, plus iterations and KS_SPECIAL */
  ks_uint64 ks_iterations; /* all that are not in the word */
  char *ks_frame;          /* of the outermost execution that runs; NULL: none, or an inner loop */
  struct ks_loop *ks_around; /* the loop in which that was entered */
  ks_int64 ks_period;        /* executions left when the last timed one began, with that */
  ks_uint64 ks_entries;      /* executions before that */
  ks_uint64 ks_nested;       /* further executions, inside one of the same loop */
  ks_uint64 ks_start;        /* of the timed execution that runs; 0: none */
  ks_int64 ks_weight;        /* executions that it counts for */
  ks_uint64 ks_timed;        /* timed executions that have ended, */
  ks_uint64 ks_weights;      /* what they count for, */
  double ks_ticks;           /* and their times */
  double ks_inner_ticks;     /* of these, in loops directly inside */
  double ks_parallel_ticks;  /* of these, in parallel loops, the outermost ones */
  double ks_inside_ticks;    /* of these, while a parallel loop around runs */
  ks_uint64 ks_before;       /* iterations when the timed execution began */
  double ks_usual;           /* recent ticks of a timed execution, */
  double ks_usual_rate;      /* and of these for each iteration */
} ks_loop;

/* What a thread counts; its loops follow. */
typedef struct ks_loop_block {
  struct ks_loop_block *ks_next; /* of all blocks */
  ks_loop *ks_current;           /* the innermost loop that runs, of those that contain others */
  ks_uint64 ks_random;
  ks_uint64 ks_is_used; /* by a thread that has not ended */
} ks_loop_block;

/* One execution. */
typedef struct ks_loop_run {
  ks_loop_block *ks_block;
  struct ks_loop *ks_loop, *ks_around;
  ks_uint64 ks_start; /* 0: it is not timed */
  ks_uint64 ks_iterations;
  int ks_is_nested;
} ks_loop_run;

/* What is known of a loop before it runs. */
typedef struct ks_loop_place {
  const char *ks_name, *ks_function, *ks_file;
  const char *ks_kind, *ks_reason; /* of the obstacle; NULL: the loop can run in parallel */
  ks_uint32 ks_line;
} ks_loop_place;

/* A loop that is not counted. */
typedef struct ks_loop_omission {
  const char *ks_name, *ks_reason;
} ks_loop_omission;

/* The emitted program defines it. */
typedef struct ks_loop_table {
  const ks_loop_place *ks_places;
  const ks_loop_omission *ks_omissions;
  ks_loop_block *ks_first; /* for the first thread, with its loops */
  const char *ks_path;     /* the profile */
  ks_uint32 ks_count, ks_omission_count;
} ks_loop_table;
extern const ks_loop_table ks_counted_loops;

/* Of zeros, with room for the loops. The emitted program defines it. */
extern ks_loop_block ks_no_loops[];
#define KS_NO_LOOPS_LENGTH(ks_count)                                                               \
  (1 + ((ks_count) * sizeof(ks_loop) + sizeof(ks_loop_block) - 1) / sizeof(ks_loop_block))

/* Of the calling thread; ks_no_loops: ks_attach_loops gives it one. */
extern __thread ks_loop_block *ks_loops_here __attribute__((__tls_model__("initial-exec")));
ks_loop_block *ks_attach_loops(void);
/* What is seldom at the ends of an execution that is counted in the word. The loop, in the block of
 * the thread. */
ks_loop *ks_begin_special(ks_uint32 ks_id);
void ks_end_special(ks_loop *ks_each, ks_uint64 ks_iterations);
/* Both ends of a timed execution. */
ks_uint64 ks_begin_timed(ks_loop_block *ks_block, ks_loop *ks_each);
void ks_end_timed(ks_loop *ks_each, ks_uint64 ks_start, ks_uint64 ks_iterations,
                  ks_loop *ks_around);

#define KS_LOOP_CALL static __inline__ __attribute__((__always_inline__, __unused__))

KS_LOOP_CALL ks_loop_run ks_enter_inner(ks_uint32 ks_id) {
  ks_loop_run ks_run = {0, 0, 0, 0, 0, 0};
  ks_run.ks_loop = (ks_loop *)(void *)(ks_loops_here + 1) + ks_id;
  if (__builtin_expect(ks_run.ks_loop->ks_word >= 0, 0))
    ks_run.ks_loop = ks_begin_special(ks_id);
  return ks_run;
}

KS_LOOP_CALL void ks_leave_inner(ks_loop_run *ks_run) {
  const ks_int64 ks_word =
      ks_run->ks_loop->ks_word + (ks_int64)ks_run->ks_iterations + KS_EXECUTION;
  ks_run->ks_loop->ks_word = ks_word;
  if (__builtin_expect((ks_word & KS_SPECIAL) != 0, 0))
    ks_end_special(ks_run->ks_loop, ks_run->ks_iterations);
}

/* A loop around others. No call in it leaves it. */
KS_LOOP_CALL ks_loop_run ks_enter_middle(ks_uint32 ks_id) {
  ks_loop_run ks_run = ks_enter_inner(ks_id);
  ks_run.ks_block = ks_loops_here;
  ks_run.ks_around = ks_run.ks_block->ks_current;
  ks_run.ks_block->ks_current = ks_run.ks_loop;
  ks_run.ks_loop->ks_around = ks_run.ks_around;
  return ks_run;
}

KS_LOOP_CALL void ks_leave_middle(ks_loop_run *ks_run) {
  ks_run->ks_block->ks_current = ks_run->ks_around;
  ks_leave_inner(ks_run);
}

/* Any other loop. The stack grows downward, so the frame of a nested execution is below that of the
 * outermost one. A frame that is not above this one was left by longjmp. */
KS_LOOP_CALL ks_loop_run ks_enter_outer(ks_uint32 ks_id) {
  ks_loop_run ks_run = {ks_loops_here, 0, 0, 0, 0, 0};
  char *ks_frame = (char *)__builtin_frame_address(0);
  ks_loop *ks_each;
  if (__builtin_expect(ks_run.ks_block == ks_no_loops, 0))
    ks_run.ks_block = ks_attach_loops();
  ks_each = ks_run.ks_loop = (ks_loop *)(void *)(ks_run.ks_block + 1) + ks_id;
  ks_run.ks_around = ks_run.ks_block->ks_current;
  if (ks_each->ks_frame > ks_frame) {
    ks_each->ks_nested++;
    ks_run.ks_is_nested = 1;
    return ks_run;
  }
  if (ks_run.ks_around == ks_each)
    ks_run.ks_around = ks_each->ks_around;
  ks_each->ks_around = ks_run.ks_around;
  ks_each->ks_frame = ks_frame;
  ks_run.ks_block->ks_current = ks_each;
  if (__builtin_expect(ks_each->ks_word >= 0, 0))
    ks_run.ks_start = ks_begin_timed(ks_run.ks_block, ks_each);
  ks_each->ks_word += KS_EXECUTION;
  return ks_run;
}

KS_LOOP_CALL void ks_leave_outer(ks_loop_run *ks_run) {
  if (ks_run->ks_is_nested)
    return;
  ks_run->ks_loop->ks_frame = 0;
  ks_run->ks_block->ks_current = ks_run->ks_around;
  if (__builtin_expect(ks_run->ks_start != 0, 0))
    ks_end_timed(ks_run->ks_loop, ks_run->ks_start,
                 ks_run->ks_loop->ks_iterations - ks_run->ks_loop->ks_before, ks_run->ks_around);
}

#pragma pack(pop)

#include <kasuri/words.h>

#endif
