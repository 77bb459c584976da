/* A pipeline whose profile is known: RUNS runs of ITERATIONS iterations, each in segment 0, every
 * second one in segment 1. Prints what it computed. */
#include <kasuri/kasuri.h>

#include <stdio.h>

enum { RUNS = 3, ITERATIONS = 100 };

typedef struct frame {
  ks_pipe *pipe;
  unsigned long read, written;
} frame;

static unsigned long work(unsigned long value, int steps) {
  for (int i = 0; i < steps; i++)
    value ^= value << 13, value ^= value >> 7, value ^= value << 17;
  return value;
}

static void task(void *at, ks_uint32 part, ks_uint32 parts) {
  frame *f = at;
  ks_lane *lane = ks_pipe_join(f->pipe, part, parts);
  ks_int64 k;
  while ((k = ks_pipe_claim(lane)) >= 0) {
    if (!ks_pipe_enter(lane, 0))
      break;
    if (k == ITERATIONS) {
      ks_pipe_end(lane, k - 1, 0);
      break;
    }
    f->read = work(f->read, 2000);
    unsigned long value = f->read;
    ks_pipe_leave(lane, 0);
    value = work(value, 10000);
    if (k % 2 == 0) {
      if (!ks_pipe_enter(lane, 1))
        break;
      f->written = work(f->written ^ value, 1000);
    }
    ks_pipe_finish(lane);
  }
  ks_pipe_quit(lane);
}

static const ks_segment segments[] = {{"read@pipe.c:10", 10}, {"write@pipe.c:30", 30}};
static const ks_task tasks[] = {{task, "loop@pipe.c:5", 5, 0, 0, 0, 0}};
static const ks_row rows[] = {{0, 0, 2, 0, 0, KS_LEVEL_KEEP, 0, 0},
                              {0, 1, 2, 0, 0, KS_LEVEL_KEEP, 0, 0}};
static const ks_uint16 first[] = {0, 1, 2};
static const ks_table table = {2, 1, first, rows, 0};
static const ks_layer layer = {KS_ABI_VERSION, "main@pipe.c:5", tasks, &table, 1, 1, 0};

int main(void) {
  frame f = {0, 1, 2};
  for (int i = 0; i < RUNS; i++) {
    f.pipe = ks_pipe_open(&layer, segments, 2);
    ks_run(&layer, &f);
    ks_pipe_close(f.pipe);
  }
  printf("%lx\n", f.written);
  return 0;
}
