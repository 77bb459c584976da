/* Pipelines on one thread: the part that begins first runs all iterations, in order. */
#include <kasuri/kasuri.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct ks_lane {
  ks_pipe *pipe;
  ks_uint32 part;
};

struct ks_pipe {
  ks_int64 next, iteration;
  ks_ended ended;
  int is_over, is_open;
  int last_errno;
  ks_lane lane;
};

ks_pipe *ks_pipe_open(const ks_layer *layer, const ks_segment *segments, ks_uint32 count) {
  const int saved = errno;
  ks_pipe *pipe = calloc(1, sizeof *pipe);
  (void)segments, (void)count;
  if (pipe == NULL) {
    fprintf(stderr, "kasuri: pipeline '%s': out of memory\n", layer->ks_name);
    abort();
  }
  pipe->last_errno = saved;
  pipe->lane.pipe = pipe;
  return pipe;
}

void ks_pipe_gather(ks_pipe *pipe, int standard_input) { (void)pipe, (void)standard_input; }

ks_lane *ks_pipe_join(ks_pipe *pipe, ks_uint32 part, ks_uint32 parts) {
  (void)parts;
  pipe->lane.part = part;
  return &pipe->lane;
}

void ks_pipe_finish(ks_lane *lane) {
  ks_pipe *pipe = lane->pipe;
  if (pipe->is_open && errno != 0)
    pipe->last_errno = errno;
  pipe->is_open = 0;
}

void ks_pipe_quit(ks_lane *lane) {
  ks_pipe_finish(lane);
  errno = 0;
}

ks_int64 ks_pipe_claim(ks_lane *lane) {
  ks_pipe *pipe = lane->pipe;
  ks_pipe_finish(lane);
  if (pipe->is_over)
    return -1;
  pipe->is_open = 1;
  errno = 0;
  return pipe->iteration = pipe->next++;
}

int ks_pipe_enter(ks_lane *lane, ks_uint32 segment) {
  (void)segment;
  return !lane->pipe->is_over;
}

void ks_pipe_leave(ks_lane *lane, ks_uint32 segment) { (void)lane, (void)segment; }

void ks_pipe_end(ks_lane *lane, ks_int64 last, ks_int64 outcome) {
  ks_pipe *pipe = lane->pipe;
  if (!pipe->is_over)
    pipe->ended = (ks_ended){outcome, last + 1, lane->part};
  pipe->is_over = 1;
}

int ks_pipe_wait_all(ks_lane *lane) { return !lane->pipe->is_over; }

ks_ended ks_pipe_close(ks_pipe *pipe) {
  const ks_ended ended = pipe->ended;
  const int last_errno = pipe->last_errno;
  free(pipe);
  errno = last_errno;
  return ended;
}

/* The order is that of the source. */
int ks_may_read_ahead(void) { return 1; }
int ks_may_read_ahead_of(int standard_input) {
  (void)standard_input;
  return 1;
}
