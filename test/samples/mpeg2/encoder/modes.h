#ifndef MPEG2_MODES_H
#define MPEG2_MODES_H

#include "picture.h"
#include "writer.h"

/* What a row is encoded from and to. */
typedef struct Job {
    const Sequence *sequence;
    const PictureHeader *header;
    const Frame *source;
    const Frame *past, *future;
    int quantiser;     /* code of the scale, 1..31 */
    int is_exercising; /* some macroblocks are coded in any way that the standard allows */
    int may_dual_prime;
    int number;        /* of the picture in the order of coding */
} Job;

/* Chooses types, vectors and scales of all macroblocks of row `r`. */
void choose_row(const Job *job, int r, MacroblockRow *row, Choice *choice);

#endif
