/* Attaches to each detour what had the core in its time.
 *
 *     detour                 |---------------------|  9 us
 *     trace, same core     ..|-softirq-|-timer-|.....    6.5 us explained, 2.5 us around the events
 *
 * Events lie inside what they cost: the entry and exit of an interrupt, and cold caches, come on
 * top. So a small rest belongs to the events that were seen. A larger rest was seen by no event:
 *
 *   1. events of this time were lost: nothing can be said;
 *   2. the kernel's own detector saw a gap in the hardware at the same time: firmware;
 *   3. timerlat saw the timer come late: something held it back;
 *   4. the processor counted N firmware interrupts (SMI): the N longest rests of this core;
 *   5. another core has such a rest at the same time: what stops all cores;
 *   6. this is a virtual machine: the hypervisor; otherwise the hardware, as `rtla osnoise` has it.
 *
 * Without a trace, what the system counted on the core in the window around the detour is a list
 * of suspects, each without a time: of a long detour the threads first.
 */
#include "causes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EACH = 32 };

/* Of the times of a trace (the text has microseconds), and of the entry and exit of an event. */
static const double slack_ns = 1500, around_event_ns = 3000;
static const double share_around_events = 0.25;
static const double max_interrupt_ns = 300000; /* whatever takes longer is usually a thread */

typedef struct rest { /* of a detour that events do not explain */
  const observed_thread *thread;
  detour_causes *of;
  double begin, end, length_ns;
  int is_decided;
} rest;

typedef struct rests {
  rest *list;
  size_t count;
} rests;

typedef struct tally {
  cause_share share[MOST_EACH];
  int count;
  int is_blind; /* events were lost in this time */
  double explained_ns;
} tally;

static void add_share(tally *to, int cause, double ns) {
  to->explained_ns += ns;
  for (int i = 0; i < to->count; i++)
    if (to->share[i].cause == cause) {
      to->share[i].ns += ns;
      return;
    }
  if (to->count < MOST_EACH)
    to->share[to->count++] = (cause_share){cause, ns};
}

static double overlap(double begin, double end, double other_begin, double other_end) {
  double from = begin > other_begin ? begin : other_begin;
  double to = end < other_end ? end : other_end;
  return to > from ? to - from : 0;
}

static int by_share(const void *a, const void *b) {
  double x = ((const cause_share *)a)->ns, y = ((const cause_share *)b)->ns;
  return (x < y) - (x > y);
}

static void keep_largest(tally *from, detour_causes *to) {
  qsort(from->share, (size_t)from->count, sizeof *from->share, by_share);
  to->count = from->count < MOST_SHARES ? from->count : MOST_SHARES;
  memcpy(to->share, from->share, (size_t)to->count * sizeof *to->share);
}

/* The cause of a rest is listed even if there are many others. */
static void blame(rest *of, int cause) {
  detour_causes *to = of->of;
  of->is_decided = 1;
  if (cause < 0)
    return;
  int at = to->count < MOST_SHARES ? to->count++ : MOST_SHARES - 1;
  to->share[at] = (cause_share){cause, to->unexplained_ns};
  qsort(to->share, (size_t)to->count, sizeof *to->share, by_share);
}

/* The part of the detour that events explain is scaled to what was lost: with FTQ and FWQ the
 * window is a whole sample, and what the text rounds may add up to more than there was. */
static void settle(tally *all, double length_ns, detour_causes *to) {
  double left = length_ns - all->explained_ns, around = around_event_ns * all->count;
  if (left < length_ns * share_around_events)
    around = left;
  if (all->explained_ns > 0 && left <= around) {
    for (int i = 0; i < all->count; i++)
      all->share[i].ns *= length_ns / all->explained_ns;
    left = 0;
  }
  keep_largest(all, to);
  to->unexplained_ns = left > 0 ? left : 0;
}

/* Segments of the core from `*next` on, which later detours continue. */
static void tally_segments(const trace *in, int core, size_t *next, double begin, double end,
                           tally *all) {
  size_t i = *next;
  while (i < in->count && (in->list[i].core < core ||
                           (in->list[i].core == core && in->list[i].end < begin - slack_ns)))
    i++;
  *next = i;
  for (; i < in->count && in->list[i].core == core && in->list[i].begin <= end + slack_ns; i++) {
    const segment *each = &in->list[i];
    double ns = overlap(each->begin, each->end, begin - slack_ns, end + slack_ns);
    if (each->cause < 0)
      all->is_blind |= ns > 0;
    else if (in->causes[each->cause].kind != CAUSE_LATE_TIMER && ns > 0)
      add_share(all, each->cause, ns);
  }
}

static void attach_events(evidence *in, const observed_thread *thread, rests *left) {
  size_t next = 0;
  for (size_t i = 0; i < thread->detours->count; i++) {
    const detour *each = &thread->detours->list[i];
    detour_causes *to = &thread->found->of[i];
    double begin = thread->origin_ns + each->begin_ns;
    double end = begin + (each->window_ns > 0 ? each->window_ns : each->length_ns);
    tally all = {.count = 0};
    tally_segments(&in->trace, thread->core, &next, begin, end, &all);
    settle(&all, each->length_ns, to);
    if (to->unexplained_ns <= 0)
      continue;
    rest *one = &left->list[left->count++];
    *one = (rest){thread, to, begin, end, to->unexplained_ns, 0};
    if (all.is_blind)
      blame(one, find_cause(&in->trace, CAUSE_LOST, -1, ""));
  }
}

/* --- Rests. */

/* Gaps of the hardware, which are first in the list, since they are of no core. */
static void blame_gap(evidence *in, rest *of) {
  const trace *seen = &in->trace;
  for (size_t i = 0; i < seen->count && seen->list[i].core < 0 && !of->is_decided; i++) {
    const segment *each = &seen->list[i];
    if (overlap(each->begin - slack_ns, each->end + slack_ns, of->begin, of->end) > 0 &&
        of->length_ns <= 2 * each->longest_ns + 2 * slack_ns)
      blame(of, each->cause);
  }
}

static void blame_late_timer(evidence *in, rest *of, int cause) {
  const trace *seen = &in->trace;
  for (size_t i = 0; i < seen->count && !of->is_decided; i++) {
    const segment *each = &seen->list[i];
    if (each->cause == cause && each->core == of->thread->core &&
        overlap(each->begin - slack_ns, each->end + slack_ns, of->begin, of->end) > 0)
      blame(of, cause);
  }
}

static void blame_seen(evidence *in, rests *all) {
  int late = -1;
  for (size_t i = 0; i < in->trace.cause_count; i++)
    if (in->trace.causes[i].kind == CAUSE_LATE_TIMER)
      late = (int)i;
  for (size_t i = 0; i < all->count; i++) {
    if (!all->list[i].is_decided)
      blame_gap(in, &all->list[i]);
    if (!all->list[i].is_decided && late >= 0)
      blame_late_timer(in, &all->list[i], late);
  }
}

static int by_length(const void *a, const void *b) {
  double x = ((const rest *)a)->length_ns, y = ((const rest *)b)->length_ns;
  return (x < y) - (x > y);
}

/* As many of the longest rests of the core as there were firmware interrupts. */
static void blame_counted(evidence *in, const core_facts *facts, rests *all) {
  uint64_t left = facts->has_smis ? facts->smis : 0;
  for (size_t i = 0; i < all->count; i++) {
    rest *each = &all->list[i];
    if (each->thread->core != facts->core)
      continue;
    int is_firmware = each->is_decided && each->of->count > 0 &&
                      in->trace.causes[each->of->share[0].cause].kind == CAUSE_FIRMWARE;
    if (left == 0 || (each->is_decided && !is_firmware))
      continue;
    left--;
    if (!each->is_decided)
      blame(each, find_cause(&in->trace, CAUSE_FIRMWARE, -1, "SMI"));
  }
}

static int by_begin(const void *a, const void *b) {
  double x = ((const rest *)a)->begin, y = ((const rest *)b)->begin;
  return (x > y) - (x < y);
}

static int is_together(const rest *a, const rest *b) {
  double shorter = a->length_ns < b->length_ns ? a->length_ns : b->length_ns;
  return a->thread->core != b->thread->core && overlap(a->begin, a->begin + a->length_ns, b->begin,
                                                       b->begin + b->length_ns) > shorter / 2;
}

/* In order of begin: only those that begin before the end of this one can overlap it. */
static void blame_together(evidence *in, rests *all) {
  for (size_t i = 0; i < all->count; i++)
    for (size_t j = i + 1; j < all->count && all->list[j].begin < all->list[i].end; j++) {
      rest *pair[] = {&all->list[i], &all->list[j]};
      if (!is_together(pair[0], pair[1]))
        continue;
      for (int k = 0; k < 2; k++)
        if (!pair[k]->is_decided)
          blame(pair[k], find_cause(&in->trace, CAUSE_ALL_CORES, -1, ""));
    }
}

static void blame_rests(evidence *in, rests *all) {
  blame_seen(in, all);
  if (all->count > 0)
    qsort(all->list, all->count, sizeof *all->list, by_length);
  for (size_t i = 0; i < in->fact_count; i++)
    blame_counted(in, &in->facts[i], all);
  if (all->count > 0)
    qsort(all->list, all->count, sizeof *all->list, by_begin);
  blame_together(in, all);
  for (size_t i = 0; i < all->count; i++)
    if (!all->list[i].is_decided)
      blame(&all->list[i],
            find_cause(&in->trace, in->is_virtual_machine ? CAUSE_HYPERVISOR : CAUSE_HARDWARE, -1,
                       ""));
}

/* --- Without a trace. */

static int cause_of_counter(evidence *in, const counter *of) {
  static const cause_kind kinds[] = {CAUSE_INTERRUPT, CAUSE_SOFTIRQ, CAUSE_THREAD};
  char *end;
  long number = strtol(of->key, &end, 10);
  int is_numbered = *of->key != '\0' && *end == '\0';
  char name[TRACE_NAME];
  snprintf(name, sizeof name, "%.63s", of->kind == COUNTS_SOFTIRQ ? of->key : of->name);
  if (of->kind == COUNTS_TASK || !is_numbered)
    number = -1;
  if (of->kind == COUNTS_INTERRUPT && strcmp(of->key, "LOC") == 0)
    snprintf(name, sizeof name, "local_timer");
  return find_cause(&in->trace, kinds[of->kind], number, name);
}

static void suspect(evidence *in, const window *around, int core, int is_task, detour_causes *to) {
  for (size_t i = 0; i < around->counted.count && to->count < MOST_SHARES; i++) {
    const counter *each = &around->counted.list[i];
    int is_meant = each->core == core && (each->kind == COUNTS_TASK) == is_task;
    int cause = is_meant ? cause_of_counter(in, each) : -1;
    if (cause >= 0)
      to->share[to->count++] = (cause_share){cause, 0};
  }
}

static void attach_suspects(evidence *in, const observed_thread *thread) {
  size_t at = 0;
  for (size_t i = 0; i < thread->detours->count; i++) {
    double begin = thread->origin_ns + thread->detours->list[i].begin_ns;
    while (at + 1 < in->window_count && in->windows[at].end < begin)
      at++;
    if (at >= in->window_count)
      continue;
    int is_long = thread->detours->list[i].length_ns > max_interrupt_ns;
    suspect(in, &in->windows[at], thread->core, is_long, &thread->found->of[i]);
    suspect(in, &in->windows[at], thread->core, !is_long, &thread->found->of[i]);
  }
}

/* --- Totals. */

static int by_total(const void *a, const void *b) {
  const cause_total *x = a, *y = b;
  if (x->total_ns != y->total_ns)
    return x->total_ns < y->total_ns ? 1 : -1;
  return (x->detours < y->detours) - (x->detours > y->detours);
}

static int sum_up(const evidence *in, const observed_thread *thread) {
  thread_causes *to = thread->found;
  cause_total *all = calloc(in->trace.cause_count + 1, sizeof *all);
  if (all == NULL)
    return 0;
  for (size_t i = 0; i < thread->detours->count; i++)
    for (int j = 0; j < to->of[i].count; j++) {
      const cause_share *share = &to->of[i].share[j];
      cause_total *total = &all[share->cause];
      total->detours++;
      total->total_ns += share->ns;
      if (share->ns > total->longest_ns)
        total->longest_ns = share->ns;
    }
  for (size_t i = 0; i < in->trace.cause_count; i++)
    if (all[i].detours > 0) {
      all[to->total_count] = all[i];
      all[to->total_count++].cause = (int)i;
    }
  qsort(all, to->total_count, sizeof *all, by_total);
  to->totals = all;
  return 1;
}

static int make_room(observed_thread *threads, size_t count, rests *left) {
  size_t most = 1;
  int is_there = 1;
  for (size_t i = 0; i < count; i++) {
    size_t detours = threads[i].detours->count;
    most += detours;
    threads[i].found->of = calloc(detours + 1, sizeof *threads[i].found->of);
    is_there &= threads[i].found->of != NULL;
  }
  left->list = malloc(most * sizeof *left->list);
  return is_there && left->list != NULL;
}

int find_causes(evidence *in, observed_thread *threads, size_t count) {
  rests left = {NULL, 0};
  int is_there = make_room(threads, count, &left);
  for (size_t i = 0; is_there && i < count; i++)
    if (in->has_trace && threads[i].core >= 0)
      attach_events(in, &threads[i], &left);
    else if (!in->has_trace)
      attach_suspects(in, &threads[i]);
  if (is_there)
    blame_rests(in, &left);
  for (size_t i = 0; is_there && i < count; i++)
    is_there = sum_up(in, &threads[i]);
  free(left.list);
  return is_there;
}

void free_causes(thread_causes *of) {
  free(of->of);
  free(of->totals);
  *of = (thread_causes){0};
}

void free_evidence(evidence *of) {
  free_trace(&of->trace);
  free(of->facts);
  for (size_t i = 0; i < of->window_count; i++)
    free_counters(&of->windows[i].counted);
  free(of->windows);
  *of = (evidence){0};
}
