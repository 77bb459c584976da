/* The frequency of the program's own code between layers (ks_begin_pace). */
#ifndef KSI_PACE_H
#define KSI_PACE_H

/* Before the calling thread runs a layer on the team, outside of others. */
void ksi_pause_pace(void);
/* When it is back on its own core; nothing if there was no such layer. */
void ksi_resume_pace(void);

#endif
