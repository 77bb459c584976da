/* What programs have left that were killed together with their keepers. */
#ifndef KSI_RECOVER_H
#define KSI_RECOVER_H

typedef struct ksi_recovered {
  int undone;    /* programs whose changes are undone */
  int left;      /* programs of which something could not be restored */
  int discarded; /* journals of an earlier start of the system */
  int refused;   /* journals that cannot be read */
} ksi_recovered;

/* Undoes the changes of all dead programs of this user, wherever their journals are. Waits at most
 * max_ms for another program that holds one of them. */
ksi_recovered ksi_recover(int max_ms);
/* The same at the start of a program: does not wait, costs a few system calls if there is nothing
 * to undo, and says on stderr what it has undone. */
void ksi_recover_at_start(void);

#endif
