/* A recorded system as files, with the part of the kernel's behaviour that exclusive cores need; and a death at any
 * step. The runtime's functions that change something are replaced by the linker (--wrap). */
#ifndef KERNEL_MODEL_H
#define KERNEL_MODEL_H

/* Makes the recorded system `name` (test/runtime/systems/NAME.txt) in a new folder, which is the root from then on. */
void model_load(const char *name);
void model_remove(void);
/* All files with their values, without Kasuri's journal and without tasks of this machine. To be freed. */
char *model_snapshot(void);
/* A value, as the test's own; and one that somebody else writes. */
const char *model_value(const char *path);
void model_set(const char *path, const char *value);

/* The process is killed at this step, counted from 1: before it is done or after. 0: not at all. Half steps: 2k-1 is
 * before step k, 2k is after it. */
extern int model_die_at;
extern int model_steps; /* done so far by this process */
/* No keeper is started, as if it had been killed, too. */
extern int model_has_no_keeper;

#endif
