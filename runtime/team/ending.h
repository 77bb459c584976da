/* The end of a program whose first threads have ended. */
#ifndef KSI_ENDING_H
#define KSI_ENDING_H

/* For the thread that has created the team: ends the program when this thread and all others have
 * ended, except for `others`, which the runtime has started. */
void ksi_end_with_last_thread(int others);
/* For a child of fork, which has no such threads. */
void ksi_forget_end(void);

#endif
