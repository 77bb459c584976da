/* What the program of placed.c asks of the system. */
#define _GNU_SOURCE
#include <sched.h>

int bind_caller(int core);
long affinity_of_caller(void);

int bind_caller(int core) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(core, &only);
  return sched_setaffinity(0, sizeof only, &only);
}

/* Of the first cores, as a mask. */
long affinity_of_caller(void) {
  cpu_set_t set;
  long mask = 0;
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return -1;
  for (int core = 0; core < 16; core++)
    mask |= CPU_ISSET(core, &set) ? 1L << core : 0;
  return mask;
}
