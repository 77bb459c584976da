/* Converts the times of a trace, whichever clock it has.
 *
 * Marks that ks-noise writes into the trace, some at its start and some at its end, say what its
 * own clock showed then. A straight line through the first and the last group of marks converts the
 * times. Of a group the mark with the least delay counts, since an interruption between reading
 * the clock and writing can only delay the mark. A text that gives seconds must agree with our
 * clock to 1 %: otherwise its times are not what they claim to be, and nothing is concluded.
 */
#include "trace_scale.h"

#include <stddef.h>

static const double max_deviation = 0.01;

void add_mark(trace_marks *to, const trace_line *line) {
  if (to->count < MOST_MARKS)
    to->mark[to->count++] = (trace_mark){line->at, line->ticks, line->unix_ns};
}

static double between_ns(const trace_marks *in, const trace_mark *from, const trace_mark *to) {
  return (double)(int64_t)(to->ticks - from->ticks) * in->tick_ns;
}

/* Marks of one group follow each other within a tenth of the whole. Which of them was least late,
 * in the first (or the last) group, if a step of the trace clock lasts about `slope` ns. */
static const trace_mark *best_mark(const trace_marks *in, int is_last, double slope) {
  const trace_mark *all = in->mark, *edge = &all[is_last ? in->count - 1 : 0], *best = edge;
  double most = between_ns(in, all, &all[in->count - 1]) / 10;
  for (const trace_mark *each = all; each < all + in->count; each++) {
    double away = between_ns(in, edge, each);
    if (away > most || away < -most)
      continue;
    if ((double)(each->at - best->at) * slope < between_ns(in, best, each))
      best = each;
  }
  return best;
}

static double slope_between(const trace_marks *in, const trace_mark *first,
                            const trace_mark *last) {
  if (last->at <= first->at || last->ticks <= first->ticks)
    return 0;
  return between_ns(in, first, last) / (double)(last->at - first->at);
}

int find_trace_scale(const trace_marks *of, trace_scale *found) {
  if (of->count < 2)
    return 0;
  double slope = slope_between(of, of->mark, &of->mark[of->count - 1]);
  if (slope <= 0)
    return 0;
  const trace_mark *first = best_mark(of, 0, slope), *last = best_mark(of, 1, slope);
  slope = slope_between(of, first, last);
  *found = (trace_scale){
      .origin_at = first->at, .origin_ns = (double)first->ticks * of->tick_ns, .slope = slope};
  found->unix_offset_ns = (double)first->unix_ns - found->origin_ns;
  return slope > 0 && (of->is_raw || (slope > 1 - max_deviation && slope < 1 + max_deviation));
}

double trace_ns(const trace_scale *by, int64_t at) {
  if (at == INT64_MIN)
    return -1e300;
  return by->origin_ns + (double)(at - by->origin_at) * by->slope;
}
