#include "clock.h"

#if defined(__x86_64__)
int ksi_has_tsc;
#endif
