/* Two programs of the shapes that the Gedae document characterises, against the same in sequence:
 * e_comm, four stages with three queues between them, and noise_removal, a distributor whose
 * segments go to one of three exclusive branches which share one state, and a stage that takes them
 * back in order. And what split and merge answer. */
#include <kasuri/queue.h>

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "check.h"

static void start(pthread_t *thread, void *(*run)(void *), void *argument) {
  CHECK(pthread_create(thread, NULL, run, argument) == 0);
}

static void join(pthread_t thread) { CHECK(pthread_join(thread, NULL) == 0); }

/* --- e_comm: symbols -> four samples each, shaped -> channel -> matched filter and decision --- */

enum {
  SYMBOLS = 6000,
  PER_SYMBOL = 4,
  SAMPLES = SYMBOLS * PER_SYMBOL,
  TAPS = 8,
  DECIDED = SYMBOLS - 2
};

static int symbol(int i) { return (int)((uint32_t)i * 2654435761u >> 29) % 4 - 2; }
static double shape(int symbol, int phase) { return symbol * (1.0 + 0.25 * phase); }
static double channel(double sample, double *memory, uint32_t *noise) {
  *noise = *noise * 1664525u + 1013904223u;
  *memory = sample + 0.2 * *memory + (double)(*noise >> 16) / 1e6;
  return *memory;
}
static double match(const double *window) {
  double sum = 0;
  for (int k = 0; k < TAPS; k++)
    sum += window[k] * (1.0 + 0.125 * k);
  return sum;
}

static void comm_in_order(double *decided) {
  static double samples[SAMPLES];
  double memory = 0;
  uint32_t noise = 1;
  for (int i = 0; i < SAMPLES; i++)
    samples[i] = channel(shape(symbol(i / PER_SYMBOL), i % PER_SYMBOL), &memory, &noise);
  for (int i = 0; i < DECIDED; i++)
    decided[i] = match(samples + i * PER_SYMBOL);
}

static ks_queue *comm[3];

static void *comm_source(void *unused) {
  (void)unused;
  for (int i = 0; i < SYMBOLS; i += 10) {
    int *room;
    CHECK(ks_await_room(comm[0], 10, (void **)&room) == KS_READY);
    for (int k = 0; k < 10; k++)
      room[k] = symbol(i + k);
    CHECK(ks_publish_tokens(comm[0], 10) == KS_READY);
  }
  CHECK(ks_end_stream(comm[0]) == KS_READY);
  return NULL;
}

static void *comm_shape(void *unused) {
  (void)unused;
  ks_view view;
  while (ks_await_tokens(comm[0], 7, &view) == KS_READY) { /* does not divide the source's ten */
    const int *from = view.ks_tokens;
    double *room;
    CHECK(ks_await_room(comm[1], PER_SYMBOL * view.ks_count, (void **)&room) == KS_READY);
    for (size_t i = 0; i < PER_SYMBOL * view.ks_count; i++)
      room[i] = shape(from[i / PER_SYMBOL], (int)(i % PER_SYMBOL));
    CHECK(ks_publish_tokens(comm[1], PER_SYMBOL * view.ks_count) == KS_READY);
    CHECK(ks_release_tokens(comm[0], view.ks_count) == KS_READY);
  }
  CHECK(ks_end_stream(comm[1]) == KS_READY);
  return NULL;
}

static void *comm_channel(void *unused) {
  (void)unused;
  ks_view view;
  double memory = 0;
  uint32_t noise = 1;
  while (ks_await_tokens(comm[1], 5, &view) == KS_READY) {
    double *room;
    CHECK(ks_await_room(comm[2], view.ks_count, (void **)&room) == KS_READY);
    for (size_t i = 0; i < view.ks_count; i++)
      room[i] = channel(((double *)view.ks_tokens)[i], &memory, &noise);
    CHECK(ks_publish_tokens(comm[2], view.ks_count) == KS_READY);
    CHECK(ks_release_tokens(comm[1], view.ks_count) == KS_READY);
  }
  CHECK(ks_end_stream(comm[2]) == KS_READY);
  return NULL;
}

static void test_comm(void) {
  static double expected[DECIDED], decided[DECIDED];
  comm_in_order(expected);
  comm[0] = ks_make_queue(sizeof(int), 20, 10);
  comm[1] = ks_make_queue(sizeof(double), 60, 7 * PER_SYMBOL);
  comm[2] = ks_make_queue(sizeof(double), 33, TAPS);
  pthread_t threads[3];
  start(&threads[0], comm_source, NULL);
  start(&threads[1], comm_shape, NULL);
  start(&threads[2], comm_channel, NULL);
  ks_view view;
  int count = 0;
  while (ks_await_tokens(comm[2], TAPS, &view) == KS_READY) { /* windows overlap */
    if (view.ks_count == TAPS && count < DECIDED)
      decided[count++] = match(view.ks_tokens);
    size_t used = view.ks_count < PER_SYMBOL ? view.ks_count : PER_SYMBOL;
    CHECK(ks_release_tokens(comm[2], used) == KS_READY);
  }
  for (int i = 0; i < 3; i++) {
    join(threads[i]);
    ks_free_queue(comm[i]);
  }
  CHECK(count == DECIDED && memcmp(decided, expected, sizeof expected) == 0);
}

/* --- noise_removal --- */

enum { SEGMENTS = 500, LONGEST = 40, BRANCHES = 3, STEP = 6 };

static size_t length_of(uint64_t segment) {
  return segment % 11 == 0 ? 0 : segment * 7919 % LONGEST;
}
static double sound(uint64_t segment, size_t i) {
  return (double)((segment * 31 + i * 17) % 101) - 50;
}
static ks_uint32 kind_of(void *unused, ks_uint64 segment) {
  (void)unused;
  return (ks_uint32)(segment * 2654435761u >> 7) % BRANCHES;
}

/* A branch's own state is reset at each segment; the noise floor is one for all. */
typedef struct filter {
  double last;
} filter;
static double clean(ks_uint32 branch, filter *own, double *floor, double value) {
  own->last = own->last * (0.25 * branch) + value;
  if (floor == NULL)
    return own->last;
  *floor = *floor * 0.875 + (own->last < 0 ? -own->last : own->last) * 0.125;
  return own->last - *floor;
}

static size_t noise_in_order(double *cleaned, double *floor) {
  size_t count = 0;
  for (uint64_t segment = 0; segment < SEGMENTS; segment++) {
    filter own = {0};
    for (size_t i = 0; i < length_of(segment); i++)
      cleaned[count++] = clean(kind_of(NULL, segment), &own, floor, sound(segment, i));
  }
  return count;
}

static struct noise {
  ks_queue *in[BRANCHES], *out[BRANCHES], *order;
  ks_queue
      *turn; /* from the merge: the state may be used by the next segment; NULL: there is none */
  double floor;
} noise;

static void take_turn(void) {
  ks_view view;
  if (noise.turn == NULL)
    return;
  CHECK(ks_await_tokens(noise.turn, 1, &view) == KS_READY);
  CHECK(ks_release_tokens(noise.turn, 1) == KS_READY);
}

static void give_turn(void) {
  void *room;
  if (noise.turn == NULL)
    return;
  CHECK(ks_await_room(noise.turn, 1, &room) == KS_READY);
  *(char *)room = 1;
  CHECK(ks_publish_tokens(noise.turn, 1) == KS_READY);
}

static void *distribute(void *unused) {
  (void)unused;
  ks_split split = {.ks_branches = noise.in,
                    .ks_branch_count = BRANCHES,
                    .ks_order = noise.order,
                    .ks_select = kind_of};
  for (uint64_t segment = 0; segment < SEGMENTS; segment++) {
    take_turn();
    CHECK(ks_begin_split_segment(&split, segment) == KS_READY);
    CHECK(ks_begin_split_segment(&split, segment) == KS_REFUSED);
    for (size_t i = 0; i < length_of(segment); i++) {
      double *room;
      CHECK(ks_await_room(split.ks_open, 1, (void **)&room) == KS_READY);
      *room = sound(segment, i);
      CHECK(ks_publish_tokens(split.ks_open, 1) == KS_READY);
    }
    CHECK(ks_end_split_segment(&split) == KS_READY && ks_end_split_segment(&split) == KS_REFUSED);
  }
  CHECK(ks_end_split(&split) == KS_READY && ks_end_split(&split) == KS_REFUSED);
  return NULL;
}

static void reset_filter(void *state, ks_uint64 segment) {
  (void)segment;
  *(filter *)state = (filter){0};
}

static void *filter_branch(void *argument) {
  ks_uint32 branch = (ks_uint32)(uintptr_t)argument;
  ks_queue *in = noise.in[branch], *out = noise.out[branch];
  filter own = {.last = 1e9};
  ks_view view;
  int news;
  ks_reset_on_segment(in, reset_filter, &own);
  while ((news = ks_await_tokens(in, STEP, &view)) != KS_STREAM_END) {
    if (news == KS_SEGMENT_BEGIN) {
      CHECK(ks_begin_segment(out, view.ks_segment) == KS_READY);
    } else if (news == KS_SEGMENT_END) {
      CHECK(ks_end_segment(out) == KS_READY);
    } else {
      double *room;
      CHECK(news == KS_READY && ks_await_room(out, view.ks_count, (void **)&room) == KS_READY);
      for (size_t i = 0; i < view.ks_count; i++)
        room[i] = clean(branch, &own, noise.turn != NULL ? &noise.floor : NULL,
                        ((double *)view.ks_tokens)[i]);
      CHECK(ks_publish_tokens(out, view.ks_count) == KS_READY);
      CHECK(ks_release_tokens(in, view.ks_count) == KS_READY);
    }
  }
  CHECK(ks_end_stream(out) == KS_READY);
  return NULL;
}

static size_t collect(double *cleaned) {
  ks_merge merge = {.ks_branches = noise.out, .ks_branch_count = BRANCHES, .ks_order = noise.order};
  ks_view view;
  int news;
  size_t count = 0;
  uint64_t segment = 0;
  while ((news = ks_await_merged(&merge, 4, &view)) != KS_STREAM_END) {
    CHECK(news != KS_STREAM_BROKEN && news != KS_REFUSED && view.ks_segment == segment);
    if (news == KS_READY) {
      memcpy(cleaned + count, view.ks_tokens, view.ks_count * sizeof *cleaned);
      count += view.ks_count;
      CHECK(ks_release_merged(&merge, view.ks_count) == KS_READY);
    } else if (news == KS_SEGMENT_END) {
      segment++;
      give_turn();
    }
  }
  CHECK(segment == SEGMENTS);
  return count;
}

static void test_noise(int has_state) {
  static double expected[SEGMENTS * LONGEST], cleaned[SEGMENTS * LONGEST];
  double floor = 3;
  size_t wanted = noise_in_order(expected, has_state ? &floor : NULL);
  for (int i = 0; i < BRANCHES; i++) {
    noise.in[i] = ks_make_queue(sizeof(double), 16, STEP);
    noise.out[i] = ks_make_queue(sizeof(double), 12, STEP);
  }
  noise.order = ks_make_queue(sizeof(ks_sent), 4, 1);
  noise.turn = has_state ? ks_make_queue(1, SEGMENTS + 1, 1) : NULL;
  noise.floor = 3;
  give_turn();
  pthread_t threads[1 + BRANCHES];
  start(&threads[BRANCHES], distribute, NULL);
  for (int i = 0; i < BRANCHES; i++)
    start(&threads[i], filter_branch, (void *)(uintptr_t)i);
  size_t count = collect(cleaned);
  for (int i = 0; i <= BRANCHES; i++)
    join(threads[i]);
  for (int i = 0; i < BRANCHES; i++) {
    ks_free_queue(noise.in[i]);
    ks_free_queue(noise.out[i]);
  }
  ks_free_queue(noise.order);
  ks_free_queue(noise.turn);
  CHECK(count == wanted && memcmp(cleaned, expected, count * sizeof *cleaned) == 0);
  CHECK(!has_state || noise.floor == floor);
}

/* --- What goes wrong --- */

static ks_uint32 select_by_tag(void *unused, ks_uint64 segment) {
  (void)unused;
  return (ks_uint32)segment;
}

static void test_answers(void) {
  ks_queue *branches[2], *order = ks_make_queue(sizeof(ks_sent), 8, 1);
  ks_view view;
  for (int i = 0; i < 2; i++)
    branches[i] = ks_make_queue(1, 8, 1);
  ks_split split = {
      .ks_branches = branches, .ks_branch_count = 2, .ks_order = order, .ks_select = select_by_tag};
  ks_merge merge = {.ks_branches = branches, .ks_branch_count = 2, .ks_order = order};
  CHECK(ks_end_split_segment(&split) == KS_REFUSED && ks_release_merged(&merge, 0) == KS_REFUSED);
  CHECK(ks_begin_split_segment(&split, 2) == KS_REFUSED); /* no such branch */
  ks_leave_as_consumer(branches[1]);
  CHECK(ks_begin_split_segment(&split, 1) == KS_CONSUMER_LEFT && split.ks_open == NULL);
  CHECK(ks_begin_split_segment(&split, 0) == KS_READY && ks_end_split_segment(&split) == KS_READY);
  CHECK(ks_await_merged(&merge, 1, &view) == KS_SEGMENT_BEGIN &&
        ks_await_merged(&merge, 1, &view) == KS_SEGMENT_END);
  CHECK(ks_begin_split_segment(&split, 0) == KS_READY); /* left open */
  CHECK(ks_end_split(&split) == KS_READY);
  CHECK(ks_await_merged(&merge, 1, &view) == KS_SEGMENT_BEGIN &&
        ks_await_merged(&merge, 1, &view) == KS_SEGMENT_END);
  CHECK(ks_await_merged(&merge, 1, &view) == KS_STREAM_END);
  for (int i = 0; i < 2; i++)
    ks_free_queue(branches[i]);
  ks_free_queue(order);

  /* A branch that passes on another segment, one that ends, and a merge that leaves. */
  for (int way = 0; way < 3; way++) {
    ks_queue *in = ks_make_queue(1, 8, 1), *out = ks_make_queue(1, 8, 1);
    order = ks_make_queue(sizeof(ks_sent), 8, 1);
    split = (ks_split){
        .ks_branches = &in, .ks_branch_count = 1, .ks_order = order, .ks_select = select_by_tag};
    merge = (ks_merge){.ks_branches = &out, .ks_branch_count = 1, .ks_order = order};
    CHECK(ks_begin_split_segment(&split, 0) == KS_READY &&
          ks_end_split_segment(&split) == KS_READY);
    if (way == 2)
      ks_leave_merge(&merge);
    else
      CHECK((way == 0 ? ks_begin_segment(out, 9) : ks_end_stream(out)) == KS_READY);
    for (int again = 0; again < 2; again++)
      CHECK(ks_await_merged(&merge, 1, &view) == (way == 2 ? KS_REFUSED : KS_STREAM_BROKEN));
    CHECK(way != 2 || ks_begin_split_segment(&split, 0) == KS_CONSUMER_LEFT);
    ks_free_queue(in);
    ks_free_queue(out);
    ks_free_queue(order);
  }
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "refused") == 0) { /* no ring is mapped twice */
    struct rlimit limit;
    CHECK(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    limit.rlim_cur = 16;
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
  }
  test_answers();
  for (int i = 0; i < 5; i++) {
    test_comm();
    test_noise(0);
    test_noise(1);
  }
  return 0;
}
