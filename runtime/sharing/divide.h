/* Division of the cores among programs. */
#ifndef KSI_DIVIDE_H
#define KSI_DIVIDE_H

#include "../os/coreset.h"

typedef struct ksi_entrant {
  ksi_coreset usable; /* cores that it may run on */
  int wanted;         /* workers, at least 1 */
  int nice;           /* its priority; lower numbers go first */
} ksi_entrant;

/* The cores of one of the entrants, which no other entrant gets. None if there are more programs
 * than cores; it then has one worker, wherever the system puts it. */
ksi_coreset ksi_divide_cores(const ksi_entrant *entrants, int count, int whose);

#endif
