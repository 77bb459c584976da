/* The team of this process: its creation, its current owner, and the number of free workers. */
#ifndef KSI_PROCESS_TEAM_H
#define KSI_PROCESS_TEAM_H

#include "team.h"

/* The team if the calling thread may use it now; inside a layer, the group that the thread leads.
 * NULL if it leads none there, or if another thread has the team. */
ksi_team *ksi_take_team(void);
void ksi_give_back_team(ksi_team *taken);
/* Workers that the thread with the team may use for a run: fewer while the machine is busy. */
int ksi_allowed_workers(ksi_team *team);
/* The same for a thread without the team; 1 while another one has it, and inside a layer unless the
 * thread leads a group. */
int ksi_free_workers(void);

/* Both for a pipeline. If the machine is so busy that only one worker is allowed, it has all of
 * them, begins with one alone, and finds out when others are of use (pipe/alone.c). */
int ksi_workers_of_pipe(ksi_team *team);
int ksi_free_workers_of_pipe(void);

/* The same, but for a thread in an iteration of a pipeline also those that wait for their turn. Not
 * for layers that have groups themselves, or kinds of cores. */
ksi_team *ksi_take_team_or_helpers(void);
int ksi_free_workers_and_helpers(void);

#endif
