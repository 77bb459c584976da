/* How much processor time the control groups of the process allow. */
#ifndef KSI_QUOTA_H
#define KSI_QUOTA_H

/* The number of workers that the limits of the process's group and of all groups above it feed, at
 * most `most`, at least 1. */
int ksi_workers_of_quota(int most);

#endif
