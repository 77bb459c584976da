/* Queues between the stages of a pipeline: one producer, one consumer, bounded, in place.
 *
 *     producer:  room -> write there -> publish         consumer:  view -> read there -> release
 *
 * Events. Tokens and marks (a segment starts, a segment ends) are events, numbered in one order.
 * Two counters that only grow count the published and the released events. Each has one writer and
 * its own cache line (only a sleeper announces itself in the other's). The consumer's events are
 * those between the two counters; the producer has room while there are fewer of them than the
 * bound. Marks are in a small ring beside the tokens. Each has its event's number, and its own
 * number so that the consumer sees whether it is there. A mark is written before it is published.
 * So a consumer that sees an event sees all marks before it, and a view ends at the next mark.
 *
 * Waiting works as in parking.c. The time that a side spins depends on its past success. On a busy
 * machine where the two sides share a core, spinning keeps the other from running, and soon neither
 * side spins. No wake-up is lost, because each side only waits for the other's counter to reach a
 * number. A side that leaves, or ends the stream, raises its own counter by GONE, which is larger
 * than the bound. So the counter reaches any number that the other waits for, and the distance of
 * the counters shows it. Ending and leaving never wait. The consumer waits for one event more than
 * there is, and checks again, because a mark may end its view early. test/runtime/queue.pml is the
 * model.
 *
 * No deadlock because of the size. A consumer that waits for a view of at most V tokens has at most
 * V-1 tokens and no mark before it (with a mark it would not wait). So with a bound of 2V-1 there
 * is room for any V. If the ring of marks is full, the consumer has a mark before it and does not
 * wait.
 *
 * Wrap-around. Views are arrays, also across the end of the ring, at any position (segments have
 * any length). The ring is mapped twice in a row, so its start follows its end. The size of the
 * ring is a multiple of pages and of tokens; the bound remains as requested. If the system refuses
 * that, or the two sizes do not fit (tokens of 4097 bytes), the ring is a multiple of the longest
 * view. So fixed views that divide it never cross the end. Behind the ring there is as much room as
 * a crossing view needs. Tokens that a producer writes there are copied to the start when they are
 * published, and tokens that a consumer wants to see there are copied from the start. The two never
 * use this room at the same time. A producer's room across an end is all free, so a consumer has
 * released everything before that end. A consumer's view across an end is all published, so the
 * producer is past it, and the next end is a whole ring away.
 */
#include "../os/knobs.h"
#include "../os/os.h"
#include "../record/counters.h"
#include "../wait/parking.h"
#include "../wait/spin.h"

#include <kasuri/queue.h>

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
  MARKS = 32, /* on the way at once */
  MOST_CAPACITY = 1 << 28,
  GONE = 1 << 30,  /* more than any bound */
  WASTE = 1 << 16, /* bytes by which a small ring may be too large */
  SPIN_NS = 50000,
  LEAST_SPIN_NS = 1000
};

typedef struct mark {
  _Atomic uint32_t number; /* 1 + number of earlier marks, as soon as the rest is valid */
  int is_begin;
  uint64_t event, segment;
} mark;

struct ks_queue {
  /* Constant. */
  _Alignas(64) size_t token_bytes;
  size_t ring; /* tokens */
  uint32_t bound, longest_view;
  char *tokens;
  int is_twice; /* mapped */

  /* Written by the producer; only the producer reads the second. */
  _Alignas(64) ksi_counter published;
  _Alignas(64) uint64_t written; /* events */
  uint64_t marks_written;
  size_t write_place; /* of the next token */
  uint32_t room;      /* tokens asked for */
  int is_in_segment, is_ended;
  uint64_t segment;
  ksi_patience write_patience;
  _Atomic int last_news; /* how the stream ended; read after `published` is GONE */
  mark marks[MARKS];

  /* Written by the consumer; only the consumer reads the second. */
  _Alignas(64) ksi_counter released;
  _Alignas(64) uint32_t read; /* events */
  uint32_t marks_read;
  size_t read_place;
  uint32_t view; /* tokens of it that are not released */
  int has_left;
  uint64_t read_segment;
  ks_reset_fn reset;
  void *state;
  ksi_patience read_patience;
};

#define PUBLIC __attribute__((visibility("default")))

static pthread_once_t once = PTHREAD_ONCE_INIT;
static uint64_t max_spin_ns;
static int is_users_choice;

static void read_patience(void) {
  int cores[KSI_MOST_CORES];
  ksi_knobs knobs = ksi_read_knobs();
  ksi_set_spin_way(ksi_choose_spin_way(knobs.spin));
  is_users_choice = knobs.spin_us >= 0;
  max_spin_ns = is_users_choice ? (uint64_t)knobs.spin_us * 1000u : SPIN_NS;
  if (ksi_usable_cores(cores) < 2)
    max_spin_ns = 0;
}

static void set_patience(ksi_patience *patience) {
  patience->is_fixed = 1;
  patience->max_ns = max_spin_ns;
  atomic_init(&patience->wake_ns, max_spin_ns);
}

/* Half after spinning without success, twice after success. */
static void learn(ksi_patience *patience, uint64_t took_ns) {
  uint64_t spin_ns = atomic_load_explicit(&patience->wake_ns, memory_order_relaxed);
  uint64_t next = took_ns > spin_ns ? spin_ns / 2 : 2 * spin_ns;
  next = next > LEAST_SPIN_NS ? next : LEAST_SPIN_NS;
  next = next < patience->max_ns ? next : patience->max_ns;
  atomic_store_explicit(&patience->wake_ns, next, memory_order_relaxed);
}

static void wait_and_learn(ksi_counter *counter, uint32_t value, ksi_patience *patience) {
  uint64_t begin = ksi_now_ns();
  ksi_wait(counter, value, patience, 0);
  if (!is_users_choice)
    learn(patience, ksi_now_ns() - begin);
}

static void wait_counted(ksi_counter *counter, uint32_t value, ksi_patience *patience) {
  ksi_zone zone;
  ksi_open_zone(&zone);
  wait_and_learn(counter, value, patience);
  ksi_close_function(&zone, KSI_IN_QUEUE);
}

static void wait_for(ksi_counter *counter, uint32_t value, ksi_patience *patience) {
  if (ksi_has_reached(counter, value))
    return;
  int saved = errno;
  if (ksi_counts())
    wait_counted(counter, value, patience);
  else
    wait_and_learn(counter, value, patience);
  errno = saved;
}

/* --- Making --- */

static size_t round_up(size_t number, size_t unit) { return (number + unit - 1) / unit * unit; }

static size_t common_divisor(size_t a, size_t b) {
  while (b != 0) {
    size_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static int map_ring(ks_queue *queue) {
  size_t page = ksi_page_bytes(), bytes = queue->token_bytes;
  size_t ring = round_up(queue->bound, page / common_divisor(page, bytes));
  size_t needed = queue->bound * bytes;
  if (ring > PTRDIFF_MAX / 2 / bytes || ring * bytes - needed > needed + WASTE)
    return 0;
  queue->tokens = ksi_map_twice(ring * bytes);
  queue->ring = ring;
  queue->is_twice = queue->tokens != NULL;
  return queue->is_twice;
}

static int allocate_ring(ks_queue *queue) {
  queue->ring = round_up(queue->bound, queue->longest_view);
  size_t tokens = queue->ring + queue->longest_view - 1;
  if (tokens > (PTRDIFF_MAX - 64) / queue->token_bytes)
    return 0;
  queue->tokens = aligned_alloc(64, round_up(tokens * queue->token_bytes, 64));
  return queue->tokens != NULL;
}

static ks_queue *fail(int problem) {
  errno = problem;
  return NULL;
}

PUBLIC ks_queue *ks_make_queue(size_t token_bytes, size_t capacity, size_t longest_view) {
  if (token_bytes == 0 || longest_view == 0 || longest_view > capacity || capacity >= MOST_CAPACITY)
    return fail(EINVAL);
  size_t least = 2 * longest_view - 1, bound = capacity > least ? capacity : least;
  if (bound > PTRDIFF_MAX / 4 / token_bytes)
    return fail(ENOMEM);
  ks_queue *queue = aligned_alloc(_Alignof(ks_queue), sizeof *queue);
  if (queue == NULL)
    return fail(ENOMEM);
  memset(queue, 0, sizeof *queue);
  queue->token_bytes = token_bytes;
  queue->bound = (uint32_t)bound;
  queue->longest_view = (uint32_t)longest_view;
  if (!map_ring(queue) && !allocate_ring(queue)) {
    free(queue);
    return fail(ENOMEM);
  }
  pthread_once(&once, read_patience);
  set_patience(&queue->write_patience);
  set_patience(&queue->read_patience);
  return queue;
}

PUBLIC void ks_free_queue(ks_queue *queue) {
  if (queue == NULL)
    return;
  if (queue->is_twice)
    ksi_unmap_twice(queue->tokens, queue->ring * queue->token_bytes);
  else
    free(queue->tokens);
  free(queue);
}

PUBLIC size_t ks_queue_capacity(const ks_queue *queue) { return queue->bound; }

static char *token_at(const ks_queue *queue, size_t place) {
  return queue->tokens + place * queue->token_bytes;
}

/* Tokens of [place, place + count) beyond the end of the ring. */
static size_t count_behind(const ks_queue *queue, size_t place, size_t count) {
  return place + count > queue->ring ? place + count - queue->ring : 0;
}

static size_t advance(const ks_queue *queue, size_t place, size_t count) {
  return place + count >= queue->ring ? place + count - queue->ring : place + count;
}

/* --- The producer --- */

static int has_consumer_left(const ks_queue *queue) {
  uint32_t released = atomic_load_explicit(&queue->released.value, memory_order_acquire);
  return (int32_t)(released - (uint32_t)queue->written) > 0;
}

/* Waits until all events before number `event` are released. Whether there is a consumer. */
static int await_released(ks_queue *queue, uint64_t event) {
  wait_for(&queue->released, (uint32_t)event, &queue->write_patience);
  return !has_consumer_left(queue);
}

static int await_events(ks_queue *queue, uint32_t count) {
  return await_released(queue, queue->written + count - queue->bound);
}

static void publish(ks_queue *queue, uint32_t events) {
  queue->room = 0;
  queue->written += events;
  if (events > 0)
    ksi_raise(&queue->published, (uint32_t)queue->written);
}

static int is_no_view(const ks_queue *queue, size_t count) {
  return count == 0 || count > queue->longest_view;
}

PUBLIC int ks_await_room(ks_queue *queue, size_t count, void **room) {
  *room = NULL;
  if (queue->is_ended || is_no_view(queue, count))
    return KS_REFUSED;
  if (!await_events(queue, (uint32_t)count))
    return KS_CONSUMER_LEFT;
  queue->room = (uint32_t)count;
  *room = token_at(queue, queue->write_place);
  return KS_READY;
}

PUBLIC int ks_publish_tokens(ks_queue *queue, size_t count) {
  if (queue->is_ended || count > queue->room)
    return KS_REFUSED;
  if (has_consumer_left(queue))
    return KS_CONSUMER_LEFT;
  size_t behind = queue->is_twice ? 0 : count_behind(queue, queue->write_place, count);
  memcpy(queue->tokens, token_at(queue, queue->ring), behind * queue->token_bytes);
  queue->write_place = advance(queue, queue->write_place, count);
  publish(queue, (uint32_t)count);
  return KS_READY;
}

PUBLIC int ks_has_room(const ks_queue *queue, size_t count) {
  return queue->is_ended || is_no_view(queue, count) ||
         ksi_has_reached(&queue->released, (uint32_t)(queue->written + count - queue->bound));
}

/* A place of the ring of marks is free when its mark is released. */
static mark *await_mark(ks_queue *queue) {
  mark *place = &queue->marks[queue->marks_written % MARKS];
  int is_used = queue->marks_written >= MARKS && queue->written - place->event <= queue->bound;
  if (is_used && !await_released(queue, place->event + 1))
    return NULL;
  return place;
}

static int put_mark(ks_queue *queue, int is_begin, uint64_t segment) {
  mark *place = await_events(queue, 1) ? await_mark(queue) : NULL;
  if (place == NULL)
    return KS_CONSUMER_LEFT;
  place->is_begin = is_begin;
  place->event = queue->written;
  place->segment = segment;
  queue->marks_written++;
  atomic_store_explicit(&place->number, (uint32_t)queue->marks_written, memory_order_release);
  publish(queue, 1);
  queue->is_in_segment = is_begin;
  return KS_READY;
}

PUBLIC int ks_begin_segment(ks_queue *queue, uint64_t segment) {
  if (queue->is_ended || queue->is_in_segment)
    return KS_REFUSED;
  queue->segment = segment;
  return put_mark(queue, 1, segment);
}

PUBLIC int ks_end_segment(ks_queue *queue) {
  if (queue->is_ended || !queue->is_in_segment)
    return KS_REFUSED;
  return put_mark(queue, 0, queue->segment);
}

static void end_with(ks_queue *queue, int news) {
  queue->is_ended = 1;
  queue->room = 0;
  atomic_store_explicit(&queue->last_news, news, memory_order_relaxed);
  ksi_raise(&queue->published, (uint32_t)queue->written + GONE);
}

PUBLIC int ks_end_stream(ks_queue *queue) {
  if (queue->is_ended)
    return KS_REFUSED;
  if (queue->is_in_segment)
    ks_end_segment(queue);
  end_with(queue, KS_STREAM_END);
  return has_consumer_left(queue) ? KS_CONSUMER_LEFT : KS_READY;
}

PUBLIC void ks_leave_as_producer(ks_queue *queue) {
  if (!queue->is_ended)
    end_with(queue, KS_STREAM_BROKEN);
}

/* --- The consumer --- */

/* The events before the consumer. */
typedef struct front {
  uint32_t events, tokens; /* published; tokens among them before the next mark */
  const mark *mark;        /* after the tokens, if it is there */
  int is_over;             /* no more will be published */
} front;

static front look(const ks_queue *queue) {
  uint32_t published = atomic_load_explicit(&queue->published.value, memory_order_acquire);
  front seen = {.events = published - queue->read};
  seen.is_over = seen.events > queue->bound;
  if (seen.is_over)
    seen.events -= GONE;
  seen.tokens = seen.events;
  const mark *next = &queue->marks[queue->marks_read % MARKS];
  if (atomic_load_explicit(&next->number, memory_order_acquire) != queue->marks_read + 1)
    return seen;
  uint32_t before = (uint32_t)next->event - queue->read;
  if (before < seen.events) {
    seen.mark = next;
    seen.tokens = before;
  }
  return seen;
}

static int is_enough(const front *seen, size_t count) {
  return seen->tokens >= count || seen->mark != NULL || seen->is_over;
}

static void release(ks_queue *queue, uint32_t events) {
  queue->read += events;
  if (events > 0)
    ksi_raise(&queue->released, queue->read);
}

static int pass_mark(ks_queue *queue, const mark *passed, ks_view *view) {
  int is_begin = passed->is_begin;
  view->ks_segment = passed->segment;
  queue->read_segment = is_begin ? passed->segment : 0;
  queue->marks_read++;
  release(queue, 1);
  if (is_begin && queue->reset != NULL)
    queue->reset(queue->state, view->ks_segment);
  return is_begin ? KS_SEGMENT_BEGIN : KS_SEGMENT_END;
}

static int show_tokens(ks_queue *queue, size_t count, ks_view *view) {
  size_t behind = queue->is_twice ? 0 : count_behind(queue, queue->read_place, count);
  memcpy(token_at(queue, queue->ring), queue->tokens, behind * queue->token_bytes);
  queue->view = (uint32_t)count;
  view->ks_tokens = token_at(queue, queue->read_place);
  view->ks_count = count;
  view->ks_segment = queue->read_segment;
  return KS_READY;
}

PUBLIC void ks_reset_on_segment(ks_queue *queue, ks_reset_fn reset, void *state) {
  queue->reset = reset;
  queue->state = state;
}

PUBLIC int ks_await_tokens(ks_queue *queue, size_t count, ks_view *view) {
  *view = (ks_view){0};
  if (queue->has_left || is_no_view(queue, count))
    return KS_REFUSED;
  queue->view = 0;
  front seen = look(queue);
  while (!is_enough(&seen, count)) {
    wait_for(&queue->published, queue->read + seen.events + 1, &queue->read_patience);
    seen = look(queue);
  }
  if (seen.tokens > 0)
    return show_tokens(queue, seen.tokens < count ? seen.tokens : count, view);
  if (seen.mark != NULL)
    return pass_mark(queue, seen.mark, view);
  return atomic_load_explicit(&queue->last_news, memory_order_relaxed);
}

PUBLIC int ks_release_tokens(ks_queue *queue, size_t count) {
  if (queue->has_left || count > queue->view)
    return KS_REFUSED;
  queue->view -= (uint32_t)count;
  queue->read_place = advance(queue, queue->read_place, count);
  release(queue, (uint32_t)count);
  return KS_READY;
}

PUBLIC int ks_has_tokens(ks_queue *queue, size_t count) {
  front seen = look(queue);
  return queue->has_left || is_no_view(queue, count) || is_enough(&seen, count);
}

PUBLIC void ks_leave_as_consumer(ks_queue *queue) {
  if (queue->has_left)
    return;
  queue->has_left = 1;
  ksi_raise(&queue->released, queue->read + GONE);
}
