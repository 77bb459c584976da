/* Divides the cores among programs that request them.
 *
 * Every program computes the division by itself from the same list. So it must be a function of
 * that list alone: then the sets are disjoint although nobody assigns them. (While the list
 * changes, two programs may see different lists for some milliseconds. Both still work.)
 *
 * The programs are served one after the other: higher priority first, and among equal priorities
 * the program first that requests or may use the fewest cores, because the rest can then be divided
 * among the others. The rivals of a program are those of its own priority that are not served yet
 * and may use any of the remaining cores that it may use. It gets an equal share of the cores that
 * remain for all of them. So on 8 cores
 *
 *   8 and 8 become 4 and 4;   2 and 8 become 2 and 6;   8, 8 and 8 become 2, 3 and 3;
 *
 * and programs of lower priority get the cores that the others do not want. The shares have
 * neighboring numbers, which usually share caches. An equal share of less than one core is none.
 */
#include "divide.h"

static const ksi_coreset no_cores;

static int is_empty(const ksi_coreset *set) { return ksi_are_same_cores(set, &no_cores); }

/* How much of its request it can use. */
static int useful(const ksi_entrant *entrant) {
  int cores = ksi_count_cores(&entrant->usable);
  return entrant->wanted < cores ? entrant->wanted : cores;
}

static int is_served_before(const ksi_entrant *entrants, int a, int b) {
  if (entrants[a].nice != entrants[b].nice)
    return entrants[a].nice < entrants[b].nice;
  int less = useful(&entrants[a]) - useful(&entrants[b]);
  return less != 0 ? less < 0 : a < b;
}

/* The one that is served next after `last` (-1: the first). */
static int next_served(const ksi_entrant *entrants, int count, int last) {
  int next = -1;
  for (int i = 0; i < count; i++)
    if (i != last && (last < 0 || is_served_before(entrants, last, i)) &&
        (next < 0 || is_served_before(entrants, i, next)))
      next = i;
  return next;
}

/* An equal share of the cores that remain for it and its rivals. */
static int equal_part(const ksi_entrant *entrants, int count, int served,
                      const ksi_coreset *taken) {
  const ksi_coreset own = ksi_without_cores(entrants[served].usable, *taken);
  ksi_coreset all = own;
  int sharers = 1;
  for (int i = 0; i < count; i++) {
    const ksi_coreset left = ksi_without_cores(entrants[i].usable, *taken);
    const ksi_coreset common = ksi_common_cores(left, own);
    if (i == served || entrants[i].nice != entrants[served].nice ||
        is_served_before(entrants, i, served) || is_empty(&common))
      continue;
    all = ksi_join_cores(all, left);
    sharers++;
  }
  return ksi_count_cores(&all) / sharers;
}

static ksi_coreset first_cores(const ksi_coreset *set, int count) {
  ksi_coreset first = no_cores;
  for (int core = 0; core < KSI_MOST_CORES && count > 0; core++)
    if (ksi_has_core(set, core)) {
      ksi_add_core(&first, core);
      count--;
    }
  return first;
}

ksi_coreset ksi_divide_cores(const ksi_entrant *entrants, int count, int whose) {
  ksi_coreset taken = no_cores, part = no_cores;
  int served = -1;
  while (served != whose && (served = next_served(entrants, count, served)) >= 0) {
    ksi_coreset left = ksi_without_cores(entrants[served].usable, taken);
    int most = equal_part(entrants, count, served, &taken);
    part = first_cores(&left, most < entrants[served].wanted ? most : entrants[served].wanted);
    taken = ksi_join_cores(taken, part);
  }
  return part;
}
