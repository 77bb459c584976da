/* The frequency of the program's own code between layers (ks_begin_pace). */
#ifndef KSI_PACE_H
#define KSI_PACE_H

/* Around each layer that the calling thread runs on the team, outside of others. */
void ksi_pause_pace(void);
void ksi_resume_pace(void);

#endif
