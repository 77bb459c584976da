/* Ending the program from a task. */
#ifndef KSI_LEAVE_H
#define KSI_LEAVE_H

#include "team.h"

/* For the thread that runs the layer, when all of its rows are complete and one of them ends the
 * program. Does not return. */
void ksi_end_with_who_leaves(ksi_team *team) __attribute__((noreturn));

#endif
