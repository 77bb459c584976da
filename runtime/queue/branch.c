/* Exclusive branches: each segment goes to one of several branches, and comes back in order.
 *
 *     split --> branch 0 --> merge        order: branch and tag of each segment, in the order sent
 *       | `---> branch 1 ---^ |
 *       `------- order -------'
 *
 * The merge reads from the order which branch has the next segment, and then reads from that branch
 * until the segment ends. It never guesses, so it does not matter which branch is faster.
 *
 * No deadlock: while the merge reads a segment from its branch, that segment is the oldest one in
 * transit. So the stage of that branch can only wait for tokens that the split has yet to send, and
 * the split can only be delayed by a later segment, after it has sent this one.
 *
 * The order gets its token when the branch has accepted the start of the segment. So the merge
 * never waits for a branch whose stage has left; the caller is notified and may send the segment
 * elsewhere.
 */
#include <kasuri/queue.h>

#include <stddef.h>
#include <string.h>

#define PUBLIC __attribute__((visibility("default")))

static int note_order(ks_queue *order, ks_sent sent) {
  void *room;
  if (order == NULL)
    return KS_READY;
  int news = ks_await_room(order, 1, &room);
  if (news != KS_READY)
    return news;
  memcpy(room, &sent, sizeof sent);
  return ks_publish_tokens(order, 1);
}

PUBLIC int ks_begin_split_segment(ks_split *split, ks_uint64 segment) {
  if (split->ks_open != NULL)
    return KS_REFUSED;
  ks_uint32 branch = split->ks_select(split->ks_state, segment);
  if (branch >= split->ks_branch_count)
    return KS_REFUSED;
  ks_queue *chosen = split->ks_branches[branch];
  int news = ks_begin_segment(chosen, segment);
  if (news != KS_READY)
    return news;
  news = note_order(split->ks_order, (ks_sent){.ks_segment = segment, .ks_branch = branch});
  if (news == KS_READY)
    split->ks_open = chosen;
  else
    ks_end_segment(chosen);
  return news;
}

PUBLIC int ks_end_split_segment(ks_split *split) {
  if (split->ks_open == NULL)
    return KS_REFUSED;
  ks_queue *open = split->ks_open;
  split->ks_open = NULL;
  return ks_end_segment(open);
}

PUBLIC int ks_end_split(ks_split *split) {
  int ended = 0;
  split->ks_open = NULL;
  for (ks_uint32 i = 0; i < split->ks_branch_count; i++)
    ended += ks_end_stream(split->ks_branches[i]) != KS_REFUSED;
  if (split->ks_order != NULL)
    ended += ks_end_stream(split->ks_order) != KS_REFUSED;
  return ended > 0 ? KS_READY : KS_REFUSED;
}

/* The next segment's branch and tag. */
static int await_order(ks_merge *merge, ks_view *view) {
  int news = ks_await_tokens(merge->ks_order, 1, view);
  if (news != KS_READY)
    return news;
  memcpy(&merge->ks_expected, view->ks_tokens, sizeof merge->ks_expected);
  ks_release_tokens(merge->ks_order, 1);
  if (merge->ks_expected.ks_branch >= merge->ks_branch_count)
    return KS_STREAM_BROKEN;
  merge->ks_open = merge->ks_branches[merge->ks_expected.ks_branch];
  merge->ks_is_within = 0;
  return KS_READY;
}

static int is_expected(const ks_merge *merge, int news, const ks_view *view) {
  if (!merge->ks_is_within)
    return news == KS_SEGMENT_BEGIN && view->ks_segment == merge->ks_expected.ks_segment;
  return news == KS_READY || news == KS_SEGMENT_END;
}

static int break_merge(ks_merge *merge, ks_view *view) {
  merge->ks_is_broken = 1;
  *view = (ks_view){0};
  return KS_STREAM_BROKEN;
}

PUBLIC int ks_await_merged(ks_merge *merge, ks_size count, ks_view *view) {
  *view = (ks_view){0};
  if (merge->ks_is_broken)
    return KS_STREAM_BROKEN;
  if (merge->ks_open == NULL) {
    int news = await_order(merge, view);
    if (news == KS_STREAM_END || news == KS_REFUSED)
      return news;
    if (news != KS_READY)
      return break_merge(merge, view);
  }
  int news = ks_await_tokens(merge->ks_open, count, view);
  if (news == KS_REFUSED)
    return news;
  if (!is_expected(merge, news, view))
    return break_merge(merge, view);
  merge->ks_is_within = 1;
  if (news == KS_SEGMENT_END)
    merge->ks_open = NULL;
  return news;
}

PUBLIC int ks_release_merged(ks_merge *merge, ks_size count) {
  return merge->ks_open != NULL ? ks_release_tokens(merge->ks_open, count) : KS_REFUSED;
}

PUBLIC void ks_leave_merge(ks_merge *merge) {
  for (ks_uint32 i = 0; i < merge->ks_branch_count; i++)
    ks_leave_as_consumer(merge->ks_branches[i]);
  ks_leave_as_consumer(merge->ks_order);
}
