/* queue.h - queues between the stages of a pipeline, for hand-written and emitted callers.
 *
 * A queue has one producer and one consumer, each a separate thread. It is bounded: a side without
 * room or tokens waits. Tokens are written and read in place, any number of them at a time as one
 * array, also across the end of the ring:
 *
 *     double *room;                            const double *from;
 *     ks_await_room(q, 8, (void **)&room);     ks_view v;
 *     ...write room[0 .. 7]...                 while (ks_await_tokens(q, 8, &v) == KS_READY) {
 *     ks_publish_tokens(q, 8);                   ...read ((double *)v.ks_tokens)[0 .. v.ks_count-1]
 *     ks_end_stream(q);                          ks_release_tokens(q, v.ks_count);
 *                                              }
 *
 * The stream may be divided into segments. Their start and end travel in order with the tokens: the
 * consumer is notified at the right token, and its state is reset before it sees the first token of
 * a segment. ks_split sends each segment to one of several branches, and ks_merge receives the
 * segments in the order in which they were sent.
 *
 * The tasks of a layer are not separate threads: ks_run may run all of them on one. There, and
 * wherever one thread serves both ends, ks_has_room and ks_has_tokens report in advance whether a
 * call would wait.
 */
#ifndef KASURI_QUEUE_H
#define KASURI_QUEUE_H

#include <kasuri/kasuri.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma pack(push, 8)

typedef struct ks_queue ks_queue;

/* The result of a call. Only KS_READY is 0. */
enum ks_news {
  KS_READY = 0,     /* room or tokens are available, or the call is complete */
  KS_SEGMENT_BEGIN, /* consumer: a segment starts here; the state has been reset */
  KS_SEGMENT_END,   /* consumer: the segment ends here */
  KS_STREAM_END,    /* consumer: the stream has ended; returned again by each further call */
  KS_STREAM_BROKEN, /* the same, but the producer left early (or a merge got something else) */
  KS_CONSUMER_LEFT, /* producer: the consumer has left; nothing was done */
  KS_REFUSED        /* the call is not allowed here, see below; nothing was done */
};

/* Tokens in place. */
typedef struct ks_view {
  void *ks_tokens;      /* ks_count tokens in a row, until they are released */
  ks_size ks_count;     /* at least 1 with KS_READY, otherwise 0 */
  ks_uint64 ks_segment; /* tag of the segment that starts, ends, or has the tokens; else 0 */
} ks_view;

/* Called on the consumer's thread at the start of a segment. */
typedef void (*ks_reset_fn)(void *ks_state, ks_uint64 ks_segment);

/* A queue for at least `ks_capacity` tokens of `ks_token_bytes` bytes, of which at most
 * `ks_longest_view` are requested at once. The capacity is increased to 2 * ks_longest_view - 1,
 * because with less a reader and a writer of whole views could deadlock. A start or an end of a
 * segment takes the room of one token. Tokens are aligned as by malloc, if their size allows.
 *
 * NULL, with errno, if a number is 0, the view is longer than the capacity or the capacity 2^28 or
 * more (EINVAL), or there is no memory (ENOMEM). A child of fork must not use it: it does not have
 * the tokens. */
ks_queue *ks_make_queue(ks_size ks_token_bytes, ks_size ks_capacity, ks_size ks_longest_view);
/* Call it when neither side uses the queue any more. NULL is allowed. */
void ks_free_queue(ks_queue *ks_freed);
/* Maximum number of tokens and marks in the queue. */
ks_size ks_queue_capacity(const ks_queue *ks_asked);

/* --- The producer's side. KS_REFUSED after ks_end_stream or ks_leave_as_producer. --- */

/* Waits for room for `ks_count` tokens after those published; repeated calls return the same place.
 * KS_REFUSED: 0, or more than the longest view. `*ks_room` is NULL unless KS_READY. */
int ks_await_room(ks_queue *ks_to, ks_size ks_count, void **ks_room);
/* Publishes the first `ks_count` tokens of the room, and returns the rest of it; 0 returns all.
 * KS_REFUSED: more than the room of the last ks_await_room. */
int ks_publish_tokens(ks_queue *ks_to, ks_size ks_count);
/* Whether ks_await_room would return immediately. */
int ks_has_room(const ks_queue *ks_to, ks_size ks_count);

/* The marks may wait for room. They return room that is not published. KS_REFUSED: start within a
 * segment, end outside of one. Tokens outside segments are allowed. */
int ks_begin_segment(ks_queue *ks_to, ks_uint64 ks_segment);
int ks_end_segment(ks_queue *ks_to);
/* Ends the open segment, if any, and the stream. KS_REFUSED: it has already ended.
 * KS_CONSUMER_LEFT: it ends anyway. */
int ks_end_stream(ks_queue *ks_to);
/* Leaves early, without waiting: the consumer gets what was published, then KS_STREAM_BROKEN.
 * No effect after the end. */
void ks_leave_as_producer(ks_queue *ks_to);

/* --- The consumer's side. KS_REFUSED after ks_leave_as_consumer. --- */

/* Sets the function to call at the start of a segment; call this before the first ks_await_tokens.
 * NULL: none. */
void ks_reset_on_segment(ks_queue *ks_from, ks_reset_fn ks_reset, void *ks_state);
/* Waits for the next `ks_count` tokens. KS_READY with fewer if the segment or the stream ends, or a
 * segment starts, before that; never with none. Each mark is returned separately, once. Views may
 * overlap: tokens that are not released are returned again, as the producer wrote them (changes
 * made in place may or may not be kept). KS_REFUSED: 0, or more than the longest view. */
int ks_await_tokens(ks_queue *ks_from, ks_size ks_count, ks_view *ks_seen);
/* Releases the first `ks_count` tokens of the view. KS_REFUSED: more than remain in it. */
int ks_release_tokens(ks_queue *ks_from, ks_size ks_count);
/* Whether ks_await_tokens would return immediately. */
int ks_has_tokens(ks_queue *ks_from, ks_size ks_count);
/* Leaves early, without waiting: the producer's calls, including a waiting one, return
 * KS_CONSUMER_LEFT. */
void ks_leave_as_consumer(ks_queue *ks_from);

/* --- Exclusive branches. --- */

/* The branch, 0 .. ks_branch_count-1, that gets the segment. */
typedef ks_uint32 (*ks_select_fn)(void *ks_state, ks_uint64 ks_segment);

/* One segment sent to a branch: the tokens of ks_order. */
typedef struct ks_sent {
  ks_uint64 ks_segment;
  ks_uint32 ks_branch;
} ks_sent;

/* The producer's side of all branches. The caller sets the members above the line and zeroes the
 * rest. Each branch's stage passes on one segment for each that it gets, with the same tag; the
 * length may differ. */
typedef struct ks_split {
  ks_queue *const *ks_branches;
  ks_uint32 ks_branch_count;
  ks_queue *ks_order; /* of ks_sent, from the split to the merge; its capacity bounds how many
                         segments are in transit. NULL: there is no merge */
  ks_select_fn ks_select;
  void *ks_state; /* for the selector */
  /* ---- */
  ks_queue *ks_open; /* the branch of the open segment: tokens go there; NULL between segments */
} ks_split;

/* KS_REFUSED: a segment is open, or the selector returned no branch. KS_CONSUMER_LEFT: that branch
 * (or the merge) has left; the segment is not sent, others can be. */
int ks_begin_split_segment(ks_split *ks_to, ks_uint64 ks_segment);
/* KS_REFUSED: none is open. */
int ks_end_split_segment(ks_split *ks_to);
/* Ends the open segment, all branches and the order. KS_REFUSED: all have already ended. */
int ks_end_split(ks_split *ks_to);

/* The consumer's side of all branches: reads like one queue with all segments in order. */
typedef struct ks_merge {
  ks_queue *const
      *ks_branches; /* those that the branches' stages write, in the order of the split's */
  ks_uint32 ks_branch_count;
  ks_queue *ks_order;
  /* ---- */
  ks_queue *ks_open; /* the branch of the open segment */
  ks_sent ks_expected;
  ks_uint32 ks_is_within; /* its start has been seen */
  ks_uint32 ks_is_broken;
} ks_merge;

/* Like ks_await_tokens. KS_STREAM_BROKEN: a branch ended, or passed on another segment than was
 * sent to it, or tokens outside segments. KS_STREAM_END: the order has ended. */
int ks_await_merged(ks_merge *ks_from, ks_size ks_count, ks_view *ks_seen);
/* Releases tokens of the last view. */
int ks_release_merged(ks_merge *ks_from, ks_size ks_count);
/* Leaves all branches and the order. */
void ks_leave_merge(ks_merge *ks_from);

#pragma pack(pop)
#ifdef __cplusplus
}
#endif
#endif
