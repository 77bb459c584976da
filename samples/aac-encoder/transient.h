#ifndef AAC_TRANSIENT_H
#define AAC_TRANSIENT_H

#include "tables.h"

/* Follows the high-frequency energy of one channel. */
typedef struct TransientState {
    float last_sample;           /* before the next block */
    float last_output;           /* of the high-pass filter */
    float average;               /* running mean of the energies below */
    float energy[SHORT_WINDOWS]; /* of the eight parts of the block seen last */
} TransientState;

/* Looks at the next FRAME_LENGTH samples; returns 1 when an attack falls into them. */
int transient_detect(TransientState *state, const float *samples);

/* Groups eight short windows whose energies are alike; writes the windows of each group
   and returns the number of groups. */
int group_windows(const float *energy, int *group_length);

#endif
