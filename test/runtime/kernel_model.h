/* A recorded system as files, with the part of the kernel's behaviour that exclusive cores need;
 * and a death at any step. The runtime's functions that change something are replaced by the linker
 * (--wrap). */
#ifndef KERNEL_MODEL_H
#define KERNEL_MODEL_H

#include <sys/types.h>

/* Makes the recorded system `name` (test/runtime/systems/NAME.txt) in a new folder, which is the
 * root from then on. */
void model_load(const char *name);
void model_remove(void);
/* Nothing outside of /run may be written. */
void model_forbid(int is_forbidden);
const char *model_root(void);
/* All files with their values, without Kasuri's journal and without tasks of this machine. To be
 * freed. */
char *model_snapshot(void);
/* Whether a snapshot made now is the one made before; prints both if not, and frees the one of now.
 */
int model_is_same(const char *before, char *now);
/* A value, as the test's own; and one that somebody else writes. */
const char *model_value(const char *path);
void model_set(const char *path, const char *value);

/* The process is killed at this step, counted from 1: before it is done or after. 0: not at all.
 * Half steps: 2k-1 is before step k, 2k is after it. */
extern int model_die_at;
extern int model_steps; /* done so far by this process */
/* The write with this number in the process `model_process` is refused; 0: none. */
extern int model_fail_at;
extern pid_t model_process;
/* What /dev/cpu_dma_latency holds; -1: nothing was written. */
extern int model_wake_latency;
/* The same steps of a keeper that is started from now on, counted from its own start. */
extern int model_keeper_dies_at;
/* No keeper is started, as if it had been killed, too. */
extern int model_has_no_keeper;

#endif
