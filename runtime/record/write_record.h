/* A record as JSON: written by the program at its end, or by ks-trace from the record of a program
 * that ended in another way. */
#ifndef KSI_WRITE_RECORD_H
#define KSI_WRITE_RECORD_H

#include <stddef.h>
#include <stdio.h>

/* docs/formats/profile.md. 0 if the record cannot be read; processes its pending samples. */
int ksi_write_profile(FILE *file, void *record, size_t bytes);
/* docs/formats/trace.md. */
int ksi_write_trace(FILE *file, void *record, size_t bytes);

#endif
