/* oracle.h - the soundness oracle: a second implementation of kasuri.h that runs every layer on one
 * thread, in source order, with every split task in as many parts as its tables allow. It compares
 * each memory access with those that the layer's tables do not order.
 *
 * A unit is one part of one task. Two accesses of one run conflict if they are from different
 * units, touch the same byte, one of them writes, and some table does not order their parts. The
 * parallel program then has a data race that its sequential original does not have. One run in
 * order finds it, whether or not threads would have met. So the oracle is stronger than running the
 * threads under a race detector.
 *
 *   access.c   the instrumentation's callbacks
 *   wrap.c     library functions that access memory for the program
 *   run.c      ks_workers, ks_run, ks_scratch
 *   order.c    which tasks and parts of a layer the tables order
 *   shadow.c   the accesses to each byte, and what is reported of them
 *   report.c   the file for it
 */
#ifndef KASURI_TEST_ORACLE_H
#define KASURI_TEST_ORACLE_H

#include <kasuri/kasuri.h>

#include <stddef.h>
#include <stdint.h>

/* Of parts of two tasks that are split alike: part p of the later one begins when parts p - before
 * to p + after of the earlier one are over, as far as there are such. */
typedef struct oracle_reach {
  int32_t before, after; /* ORACLE_ALL both: all of it, however the tasks are split; -1: none */
} oracle_reach;

#define ORACLE_ALL INT32_MAX

static inline int oracle_is_all(oracle_reach reach) {
  return reach.before == ORACLE_ALL && reach.after == ORACLE_ALL;
}

/* What every table of a layer agrees on. */
typedef struct oracle_order {
  const ks_layer *layer;
  struct oracle_order *next;
  uint32_t *parts;        /* per task: the most parts that a table splits it into */
  oracle_reach *reach;    /* reach[a * task_count + b]: of a, when b begins */
  unsigned char *by_part; /* per task: a later one waits for some of its parts alone */
} oracle_order;

/* The order of a layer; worked out at its first run. */
const oracle_order *oracle_order_of(const ks_layer *layer);

/* Begins and ends a run that is checked. Addresses below `frame`, a frame address of the runner,
 * are on the stack of the tasks: each worker has its own, so they are not checked. */
void oracle_begin_run(const oracle_order *order, const void *frame);
void oracle_end_run(void);

/* The unit to which the accesses from here on belong. */
void oracle_begin_unit(uint32_t task, uint32_t part);

/* Whether this thread is inside a checked run. */
int oracle_is_inside(void);

/* An access by the program at the code address `place`. Nothing outside a checked run. */
void oracle_read(const void *address, size_t bytes, const void *place);
void oracle_write(const void *address, size_t bytes, const void *place);

/* Until the next call, functions of the program look into this memory for the library: it is the
 * library's access, made where the library was called. */
void oracle_lend(const void *address, size_t bytes);

/* The memory is a new object from here on: earlier accesses to it do not count. */
void oracle_forget(const void *address, size_t bytes);

/* The file for what this process reports; -1 without ORACLE_REPORT, or if it cannot be written. */
int oracle_open_report(void);

/* Reports a table that cannot be run to its end, or not as a whole. */
void oracle_report_table(const ks_layer *layer, const ks_table *table, const char *problem);

#endif
