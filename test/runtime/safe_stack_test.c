/* Code with a second stack (-fsanitize=safe-stack), of which each thread has one: the strands of a
 * lane would overwrite each other's variables there. So lanes run one iteration at a time, also
 * where KASURI_GATHER=n asks for more. */
#include <kasuri/kasuri.h>

#include <stdlib.h>

#include "check.h"
#include "pipe_layers.h"

enum { ITERATIONS = 2000 };

static const ks_segment segments[] = {{"s0", 1}, {"s1", 2}};
static int64_t complete;

/* Iterations of this thread that have begun and are not finished. */
static _Thread_local int open_here;

/* Programs with such code have a function of this name. */
void __safestack_init(void);
void __safestack_init(void) {}

static void task(void *frame, uint32_t part, uint32_t parts) {
  ks_lane *lane = ks_pipe_join(frame, part, parts);
  int64_t k;
  while ((k = ks_pipe_claim(lane)) >= 0) {
    CHECK(++open_here == 1);
    if (!ks_pipe_enter(lane, 0))
      break;
    ks_pipe_leave(lane, 0);
    if (!ks_pipe_enter(lane, 1))
      break;
    complete = k + 1;
    if (complete == ITERATIONS) {
      ks_pipe_end(lane, k, 0);
      break;
    }
    ks_pipe_leave(lane, 1);
    open_here--;
  }
  open_here = 0;
  ks_pipe_quit(lane);
}

int main(void) {
  make_tables();
  const ks_task only = task_of(task);
  const ks_layer layer = layer_of(&only);
  ks_pipe *pipe = ks_pipe_open(&layer, segments, 2);
  ks_pipe_gather(pipe, 0);
  ks_run(&layer, pipe);
  ks_pipe_close(pipe);
  CHECK(complete == ITERATIONS);
  return 0;
}
