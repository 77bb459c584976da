/* The intervals of an iteration follow each other: in no segment, waiting for one, in it. They are
 * no zones: the time in segments is the task's own, and is counted there too. Only the time that
 * noting takes is excluded from the task. Waits are zones besides (KSI_IN_WAIT), as all waits are.
 */
#define _GNU_SOURCE
#include "segments.h"

#if KS_COUNTERS
#include "clock.h"
#include "process_record.h"
#include "thread_counters.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t describing = PTHREAD_MUTEX_INITIALIZER;

/* Of a thread and a layer with a schedule. */
struct ksi_segment_counters {
  uint32_t count;
  ksi_cell_item *cell[]; /* works in each, in none; waits for each, for all */
};

uint64_t ksi_segment_ticks(void) { return ksi_ticks(); }

static size_t text_bytes(const ks_layer *layer, const ks_segment *segments, uint32_t count) {
  size_t bytes = strlen(layer->ks_name) + 1;
  for (uint32_t i = 0; i < count; i++)
    bytes += strlen(segments[i].ks_name) + 1;
  return bytes;
}

/* In the form of a layer and its tasks. Readers take the first description of a layer. */
static void describe(const ksi_layer_counters *of, const ks_segment *segments, uint32_t count) {
  const size_t bytes = text_bytes(of->layer, segments, count);
  ksi_layer_item *item =
      ksi_new_item(KSI_ITEM_SEGMENTS, sizeof *item + count * sizeof *item->line + bytes);
  if (item == NULL)
    return;
  item->layer = of->layer_number;
  item->task_count = count;
  item->text_bytes = (uint32_t)bytes;
  char *to = (char *)&item->line[count];
  to = stpcpy(to, of->layer->ks_name) + 1;
  for (uint32_t i = 0; i < count; i++) {
    item->line[i] = segments[i].ks_line;
    to = stpcpy(to, segments[i].ks_name) + 1;
  }
  ksi_publish_item(item);
}

static struct ksi_segment_counters *make_counters(ksi_layer_counters *of,
                                                  const ks_segment *segments, uint32_t count) {
  const size_t cells = 2 * ((size_t)count + 1);
  struct ksi_segment_counters *made = calloc(1, sizeof *made + cells * sizeof *made->cell);
  if (made == NULL)
    return NULL;
  made->count = count;
  pthread_mutex_lock(&describing);
  describe(of, segments, count);
  pthread_mutex_unlock(&describing);
  return of->segments = made;
}

/* Null if there is no room. */
static ksi_cell_item *find_cell(ksi_layer_counters *of, const ks_segment *segments, uint32_t count,
                                ksi_activity activity, uint32_t segment) {
  struct ksi_segment_counters *its =
      of->segments != NULL ? of->segments : make_counters(of, segments, count);
  const uint32_t index = segment < count ? segment : count;
  if (its == NULL || its->count != count)
    return NULL;
  ksi_cell_item **place = &its->cell[(activity == KSI_WAITS ? count + 1 : 0) + index];
  if (*place == NULL)
    *place = ksi_new_segment_cell(of, activity, index);
  return *place;
}

uint64_t ksi_note_segment(const ks_segment *segments, uint32_t count, ksi_activity activity,
                          uint32_t segment, int64_t iteration, uint64_t begin_ticks) {
  const uint64_t end = ksi_ticks();
  const int saved = errno;
  ksi_thread_counters *thread = ksi_own_counters();
  if (thread == NULL || thread->layer_counters == NULL)
    return end;
  ksi_cell_item *cell = find_cell(thread->layer_counters, segments, count, activity, segment);
  const uint16_t kind = activity == KSI_WAITS ? KSI_EVENT_TURN : KSI_EVENT_SEGMENT;
  const ksi_event event = {.begin_ticks = begin_ticks,
                           .end_ticks = end,
                           .kind = kind,
                           .index = (uint16_t)(segment < count ? segment : count),
                           .part = (uint16_t)iteration,
                           .parts = (uint16_t)(iteration >> 16),
                           .further = (uint16_t)(iteration >> 32)};
  if (cell != NULL)
    ksi_note_interval(thread, cell, &event);
  errno = saved;
  return ksi_ticks();
}
#endif
