/* When other work had the core, and for how long. */
#ifndef KS_NOISE_DETOURS_H
#define KS_NOISE_DETOURS_H

#include "series.h"

typedef struct detour {
  double begin_ns;  /* since the start of the series; of a sample: its start */
  double length_ns; /* the time or loss of the sample beyond the median */
  double window_ns; /* of a sample: its length, in which the detour is somewhere; otherwise 0 */
} detour;

typedef struct detours {
  detour *list; /* in order of time */
  size_t count;
  double threshold_ns; /* shorter ones cannot be distinguished from the spread of the samples */
  double total_ns;
  double watched_ns; /* the time in which these were found */
} detours;

/* min_ns: do not list shorter ones; 0: chosen from the spread of the samples. Whether there was
 * memory. */
int find_detours(const series *of, double min_ns, detours *found);
void free_detours(detours *found);

/* The loss in each interval of a grid, as a share of it: the shape of the noise over time. */
typedef struct lost_shares {
  double *share;
  size_t count;
  double interval_ns;
} lost_shares;
int find_lost_shares(const series *of, lost_shares *found);

#endif
