/* ks-exclusive --restore for root: what programs of other users have left. */
#ifndef KS_EXCLUSIVE_OTHERS_H
#define KS_EXCLUSIVE_OTHERS_H

#include "../../exclusive/recover.h"

/* Adds to the sum. No effect for others than root. */
void recover_for_others(ksi_recovered *sum);

#endif
