/* How a spinning thread pauses between two reads of a word. */
#ifndef KSI_SPIN_H
#define KSI_SPIN_H

#include <stdatomic.h>
#include <stdint.h>

typedef enum ksi_spin_way {
  KSI_SPIN_PAUSE,  /* reads in a loop, with a hint to the core: everywhere */
  KSI_SPIN_WFE,    /* the core sleeps until a write to the word: AArch64 */
  KSI_SPIN_TPAUSE, /* the same: x86-64 with WAITPKG */
  KSI_SPIN_MWAITX, /* the same: x86-64 with MWAITX */
  KSI_SPIN_WAYS
} ksi_spin_way;

/* The name of the way in KASURI_SPIN. */
const char *ksi_name_spin_way(ksi_spin_way way);
/* Whether this core reports that it has it. */
int ksi_has_spin_way(ksi_spin_way way);
/* The way with this name. The best way if the name is "auto" or NULL, or, after a line on stderr,
 * if there is no such way here. */
ksi_spin_way ksi_choose_spin_way(const char *name);

/* For all threads, from now on. */
void ksi_set_spin_way(ksi_spin_way way);
ksi_spin_way ksi_get_spin_way(void);
/* Returns immediately if the word is not `seen`, otherwise after a write to it, or after some time,
 * at most about 0.1 ms. Not for KSI_SPIN_PAUSE. */
void ksi_nap_on(const _Atomic uint32_t *word, uint32_t seen, ksi_spin_way way);

#endif
