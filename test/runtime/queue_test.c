/* Queues: every call's answer in every state, wrap-around at every place, counters that overflow,
 * marks in order, and both ends at once with random views, segments and leaving. `refused`: on a
 * system that maps no ring twice. */
#include <kasuri/queue.h>

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "check.h"

typedef struct token { /* does not divide a page */
  uint64_t number, twice;
  char rest[8];
} token;

static uint64_t next_random(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static int write_tokens(ks_queue *queue, uint64_t first, size_t count) {
  void *room;
  int news = ks_await_room(queue, count, &room);
  if (news != KS_READY)
    return news;
  for (size_t i = 0; i < count; i++)
    ((token *)room)[i] = (token){.number = first + i, .twice = 2 * (first + i)};
  return ks_publish_tokens(queue, count);
}

static void check_tokens(const ks_view *view, uint64_t first) {
  const token *tokens = view->ks_tokens;
  for (size_t i = 0; i < view->ks_count; i++)
    CHECK(tokens[i].number == first + i && tokens[i].twice == 2 * (first + i));
}

static void making(void) {
  static const size_t bad[][3] = {{0, 1, 1}, {1, 0, 0}, {1, 0, 1},
                                  {1, 1, 0}, {8, 4, 5}, {1, 1 << 28, 1}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    errno = 0;
    CHECK(ks_make_queue(bad[i][0], bad[i][1], bad[i][2]) == NULL && errno == EINVAL);
  }
  errno = 0;
  CHECK(ks_make_queue(SIZE_MAX / 4, 16, 1) == NULL && errno == ENOMEM);
  ks_queue *queue = ks_make_queue(sizeof(token), 1, 1);
  CHECK(ks_queue_capacity(queue) == 1);
  ks_free_queue(queue);
  queue = ks_make_queue(4097, 5, 4); /* pages do not fit: plain memory */
  CHECK(ks_queue_capacity(queue) == 7);
  ks_free_queue(queue);
  ks_free_queue(NULL);
}

static void each_answer(void) {
  void *room;
  ks_view view;
  ks_queue *queue = ks_make_queue(sizeof(token), 8, 4);
  CHECK(ks_await_room(queue, 0, &room) == KS_REFUSED && room == NULL);
  CHECK(ks_await_room(queue, 5, &room) == KS_REFUSED && room == NULL);
  CHECK(ks_await_tokens(queue, 0, &view) == KS_REFUSED);
  CHECK(ks_await_tokens(queue, 5, &view) == KS_REFUSED);
  CHECK(ks_publish_tokens(queue, 1) == KS_REFUSED && ks_release_tokens(queue, 1) == KS_REFUSED);
  CHECK(ks_end_segment(queue) == KS_REFUSED);
  CHECK(ks_has_room(queue, 4) && !ks_has_tokens(queue, 1));
  CHECK(write_tokens(queue, 0, 4) == KS_READY && write_tokens(queue, 4, 3) == KS_READY);
  CHECK(ks_has_room(queue, 1) && !ks_has_room(queue, 2));
  CHECK(ks_await_room(queue, 1, &room) == KS_READY && ks_publish_tokens(queue, 2) == KS_REFUSED);
  CHECK(ks_publish_tokens(queue, 0) == KS_READY && ks_publish_tokens(queue, 1) == KS_REFUSED);
  CHECK(ks_await_tokens(queue, 4, &view) == KS_READY && view.ks_count == 4);
  check_tokens(&view, 0);
  CHECK(ks_release_tokens(queue, 5) == KS_REFUSED && ks_release_tokens(queue, 1) == KS_READY);
  CHECK(ks_await_tokens(queue, 4, &view) == KS_READY && view.ks_count == 4); /* overlaps */
  check_tokens(&view, 1);
  CHECK(ks_release_tokens(queue, 3) == KS_READY && ks_release_tokens(queue, 2) == KS_REFUSED);
  CHECK(ks_end_stream(queue) == KS_READY && ks_end_stream(queue) == KS_REFUSED);
  CHECK(ks_begin_segment(queue, 1) == KS_REFUSED && ks_await_room(queue, 1, &room) == KS_REFUSED);
  ks_leave_as_producer(queue);
  CHECK(ks_await_tokens(queue, 4, &view) == KS_READY && view.ks_count == 3);
  check_tokens(&view, 4);
  CHECK(ks_release_tokens(queue, 3) == KS_READY);
  for (int i = 0; i < 2; i++)
    CHECK(ks_await_tokens(queue, 1, &view) == KS_STREAM_END && view.ks_count == 0);
  ks_free_queue(queue);
}

static void leaving(void) {
  void *room;
  ks_view view;
  ks_queue *queue = ks_make_queue(sizeof(token), 8, 4);
  CHECK(ks_begin_segment(queue, 7) == KS_READY && write_tokens(queue, 0, 2) == KS_READY);
  ks_leave_as_producer(queue);
  ks_leave_as_producer(queue);
  CHECK(ks_end_stream(queue) == KS_REFUSED);
  CHECK(ks_await_tokens(queue, 4, &view) == KS_SEGMENT_BEGIN);
  CHECK(ks_await_tokens(queue, 4, &view) == KS_READY && view.ks_count == 2 && view.ks_segment == 7);
  CHECK(ks_release_tokens(queue, 2) == KS_READY);
  CHECK(ks_await_tokens(queue, 4, &view) == KS_STREAM_BROKEN);
  ks_leave_as_consumer(queue);
  CHECK(ks_await_tokens(queue, 4, &view) == KS_REFUSED &&
        ks_release_tokens(queue, 0) == KS_REFUSED);
  ks_free_queue(queue);

  queue = ks_make_queue(sizeof(token), 8, 4);
  CHECK(ks_await_room(queue, 4, &room) == KS_READY);
  ks_leave_as_consumer(queue);
  ks_leave_as_consumer(queue);
  CHECK(ks_publish_tokens(queue, 4) == KS_CONSUMER_LEFT);
  CHECK(ks_await_room(queue, 4, &room) == KS_CONSUMER_LEFT && room == NULL);
  CHECK(ks_begin_segment(queue, 1) == KS_CONSUMER_LEFT);
  CHECK(ks_end_stream(queue) == KS_CONSUMER_LEFT && ks_end_stream(queue) == KS_REFUSED);
  ks_free_queue(queue);
}

static uint64_t reset_to;
static void note_reset(void *state, ks_uint64 segment) {
  *(int *)state += 1;
  reset_to = segment;
}

static void segments(void) {
  ks_view view;
  int resets = 0;
  ks_queue *queue = ks_make_queue(sizeof(token), 16, 4);
  ks_reset_on_segment(queue, note_reset, &resets);
  CHECK(write_tokens(queue, 0, 1) == KS_READY); /* outside of segments */
  CHECK(ks_begin_segment(queue, 5) == KS_READY && ks_begin_segment(queue, 6) == KS_REFUSED);
  CHECK(write_tokens(queue, 1, 3) == KS_READY && ks_end_segment(queue) == KS_READY);
  CHECK(ks_begin_segment(queue, 0) == KS_READY &&
        ks_end_stream(queue) == KS_READY); /* ends it too */
  CHECK(ks_await_tokens(queue, 4, &view) == KS_READY && view.ks_count == 1 && view.ks_segment == 0);
  CHECK(ks_release_tokens(queue, 1) == KS_READY && resets == 0);
  CHECK(ks_await_tokens(queue, 4, &view) == KS_SEGMENT_BEGIN && view.ks_segment == 5);
  CHECK(resets == 1 && reset_to == 5);
  CHECK(ks_await_tokens(queue, 4, &view) == KS_READY && view.ks_count == 3 && view.ks_segment == 5);
  check_tokens(&view, 1);
  CHECK(ks_release_tokens(queue, 3) == KS_READY);
  CHECK(ks_await_tokens(queue, 4, &view) == KS_SEGMENT_END && view.ks_segment == 5 && resets == 1);
  CHECK(ks_await_tokens(queue, 4, &view) == KS_SEGMENT_BEGIN && resets == 2 && reset_to == 0);
  CHECK(ks_await_tokens(queue, 4, &view) == KS_SEGMENT_END);
  CHECK(ks_await_tokens(queue, 4, &view) == KS_STREAM_END);
  ks_free_queue(queue);
}

/* Views of each length at each place of the ring, so across its end too. */
static void wrapping(size_t bytes) {
  enum { LONGEST = 5 };
  ks_queue *queue = ks_make_queue(bytes, 9, LONGEST);
  uint64_t written = 0, read = 0, state = 88172645463325252u;
  for (int step = 0; step < (bytes < 100 ? 60000 : 300); step++) {
    size_t count = 1 + next_random(&state) % LONGEST;
    if (ks_has_room(queue, count)) {
      void *room;
      CHECK(ks_await_room(queue, count, &room) == KS_READY);
      for (size_t i = 0; i < count * bytes; i++)
        ((unsigned char *)room)[i] = (unsigned char)((written + i) * 37 >> 3);
      CHECK(ks_publish_tokens(queue, count) == KS_READY);
      written += count * bytes;
    }
    count = 1 + next_random(&state) % LONGEST;
    if (ks_has_tokens(queue, count)) {
      ks_view view;
      CHECK(ks_await_tokens(queue, count, &view) == KS_READY && view.ks_count == count);
      for (size_t i = 0; i < count * bytes; i++)
        CHECK(((unsigned char *)view.ks_tokens)[i] == (unsigned char)((read + i) * 37 >> 3));
      CHECK(ks_release_tokens(queue, count) == KS_READY);
      read += count * bytes;
    }
  }
  CHECK(read > 100 * bytes);
  ks_free_queue(queue);
}

/* More than 2^33 events, and marks long after the last ones. */
static void overflowing(void) {
  enum { VIEW = 1 << 21 };
  void *room;
  ks_view view;
  ks_queue *queue = ks_make_queue(1, 2 * VIEW, VIEW);
  for (uint64_t i = 0; i < (UINT64_C(1) << 33) / VIEW + 3; i++) {
    if (i % 1000 == 999) {
      for (int mark = 0; mark < 31; mark++)
        CHECK((mark % 2 == 0 ? ks_begin_segment(queue, i) : ks_end_segment(queue)) == KS_READY);
      CHECK(ks_end_segment(queue) == KS_READY);
      for (int mark = 0; mark < 32; mark++)
        CHECK(ks_await_tokens(queue, 1, &view) ==
              (mark % 2 == 0 ? KS_SEGMENT_BEGIN : KS_SEGMENT_END));
    }
    CHECK(ks_await_room(queue, VIEW, &room) == KS_READY);
    *(char *)room = (char)i;
    CHECK(ks_publish_tokens(queue, VIEW) == KS_READY);
    CHECK(ks_await_tokens(queue, VIEW, &view) == KS_READY && *(char *)view.ks_tokens == (char)i);
    CHECK(ks_release_tokens(queue, VIEW) == KS_READY);
  }
  ks_free_queue(queue);
}

typedef struct traffic {
  ks_queue *queue;
  uint64_t seed, leave_after; /* tokens; UINT64_MAX: nobody leaves */
  int who_leaves;             /* 0: producer, 1: consumer */
  size_t longest;
} traffic;

enum { MOST_TOKENS = 20000 };

/* Segment s has tag s; every third is empty. */
static void *produce(void *argument) {
  traffic *t = argument;
  uint64_t state = t->seed, sent = 0;
  for (uint64_t segment = 0; sent < MOST_TOKENS; segment++) {
    size_t left = segment % 3 == 0 ? 0 : next_random(&state) % 200;
    int news = ks_begin_segment(t->queue, segment);
    while (news == KS_READY && left > 0) {
      size_t count = 1 + next_random(&state) % t->longest;
      count = count < left ? count : left;
      if (t->who_leaves == 0 && sent >= t->leave_after) {
        ks_leave_as_producer(t->queue);
        return NULL;
      }
      news = write_tokens(t->queue, sent, count);
      sent += count;
      left -= count;
    }
    if (news == KS_READY)
      news = ks_end_segment(t->queue);
    if (news != KS_READY) {
      CHECK(news == KS_CONSUMER_LEFT && t->who_leaves == 1);
      return NULL;
    }
  }
  CHECK(ks_end_stream(t->queue) != KS_REFUSED);
  return NULL;
}

static void consume(traffic *t) {
  uint64_t state = t->seed ^ 0x5555, read = 0, segment = 0;
  int is_within = 0, resets = 0;
  ks_view view;
  ks_reset_on_segment(t->queue, note_reset, &resets);
  for (;;) {
    if (t->who_leaves == 1 && read >= t->leave_after) {
      ks_leave_as_consumer(t->queue);
      return;
    }
    int news = ks_await_tokens(t->queue, 1 + next_random(&state) % t->longest, &view);
    if (news == KS_STREAM_END || news == KS_STREAM_BROKEN) {
      CHECK((news == KS_STREAM_BROKEN) == (t->who_leaves == 0 && t->leave_after != UINT64_MAX));
      CHECK(read >= (news == KS_STREAM_END ? MOST_TOKENS : t->leave_after));
      return;
    }
    CHECK(view.ks_segment == segment && is_within == (news != KS_SEGMENT_BEGIN));
    if (news == KS_READY) {
      check_tokens(&view, read);
      size_t used = 1 + next_random(&state) % view.ks_count;
      CHECK(ks_release_tokens(t->queue, used) == KS_READY);
      read += used;
    } else {
      is_within = news == KS_SEGMENT_BEGIN;
      segment += news == KS_SEGMENT_END;
      CHECK(resets == (int)segment + is_within);
    }
  }
}

static void both_at_once(uint64_t seed) {
  static const size_t capacities[] = {1, 2, 3, 7, 64, 1000};
  uint64_t state = seed * 0x9E3779B97F4A7C15u + 1;
  size_t capacity = capacities[next_random(&state) % 6];
  traffic t = {.seed = next_random(&state) | 1, .longest = 1 + next_random(&state) % capacity};
  t.leave_after = seed % 2 == 0 ? UINT64_MAX : next_random(&state) % (MOST_TOKENS / 2);
  t.who_leaves = t.leave_after == UINT64_MAX ? 0 : seed % 4 == 1;
  t.queue = ks_make_queue(sizeof(token), capacity, t.longest);
  CHECK(t.queue != NULL);
  pthread_t producer;
  CHECK(pthread_create(&producer, NULL, produce, &t) == 0);
  consume(&t);
  CHECK(pthread_join(producer, NULL) == 0);
  ks_free_queue(t.queue);
}

/* With a limit on the size of files no ring is mapped twice. */
static void limit_files(int is_limited) {
  struct rlimit limit;
  CHECK(getrlimit(RLIMIT_FSIZE, &limit) == 0);
  limit.rlim_cur = is_limited ? 16 : limit.rlim_max;
  CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

static int is_mapped_twice(int is_limited) {
  limit_files(is_limited);
  ks_queue *queue = ks_make_queue(8, 8, 1);
  limit_files(0); /* an emulator makes a file for what follows */
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512];
  int count = 0;
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL)
    count += strstr(line, "kasuri-queue") != NULL;
  if (maps != NULL)
    fclose(maps);
  ks_free_queue(queue);
  return count == 2;
}

int main(int argc, char **argv) {
  int is_refused = argc > 1 && strcmp(argv[1], "refused") == 0;
  if (is_refused) {
    CHECK(!is_mapped_twice(1));
    limit_files(1);
  } else if (!is_mapped_twice(0)) {
    printf("skipped: this system maps no ring twice; only the other form is tested\n");
  }
  making();
  each_answer();
  leaving();
  segments();
  static const size_t sizes[] = {1, 3, 16, 24, 4096, 4097};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    wrapping(sizes[i]);
  overflowing();
  for (uint64_t seed = 1; seed <= 60; seed++)
    both_at_once(seed);
  return 0;
}
