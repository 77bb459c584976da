/* The rounding mode and the exception flags belong to a thread, as errno does.
 *
 * A run's workers compute as the caller would have: the caller's environment is taken when the run
 * begins, and a worker sets it when it is not, byte for byte, the one that it adopted last. Between
 * two runs nothing but the flags changes in a worker's environment, since layers whose tasks set it
 * are not made parallel. Bytes may differ where the environments do not (the last x87 instruction's
 * address is among them); that costs a needless setting and no more.
 *
 * Flags go the other way: the caller ends with its own and all that the workers raised. A worker
 * lowers what it has handed over, or a flag that the caller lowers later would come back with the
 * next run. Flags adopted along with the environment were up in the caller already, so handing them
 * back adds nothing.
 */
#include "floating.h"

#include <string.h>

static _Thread_local fenv_t adopted;
static _Thread_local int has_adopted;

void ksi_get_floating(fenv_t *environment) {
  memset(environment, 0, sizeof *environment);
  fegetenv(environment);
}

void ksi_adopt_floating(const fenv_t *wanted) {
  if (has_adopted && memcmp(&adopted, wanted, sizeof adopted) == 0)
    return;
  memcpy(&adopted, wanted, sizeof adopted);
  has_adopted = 1;
  fesetenv(wanted);
}

int ksi_raised_flags(void) { return fetestexcept(FE_ALL_EXCEPT); }

void ksi_lower_flags(int flags) {
  if (flags != 0)
    feclearexcept(flags);
}

void ksi_merge_flags(int flags) {
  int missing = flags & ~fetestexcept(FE_ALL_EXCEPT);
  if (missing != 0)
    feraiseexcept(missing);
}
