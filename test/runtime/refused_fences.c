/* A system without membarrier, or (FENCES=broken) one that has promised it and refuses the third. */
#include "../../runtime/os/os.h"

#include <stdlib.h>
#include <string.h>

int __wrap_ksi_can_fence_all_threads(void);
int __wrap_ksi_fence_all_threads(void);
int __real_ksi_can_fence_all_threads(void);
int __real_ksi_fence_all_threads(void);

int __wrap_ksi_can_fence_all_threads(void) {
  const char *way = getenv("FENCES");
  return way != NULL && strcmp(way, "broken") == 0 && __real_ksi_can_fence_all_threads();
}

int __wrap_ksi_fence_all_threads(void) {
  static _Atomic int fences;
  return atomic_fetch_add(&fences, 1) < 2 && __real_ksi_fence_all_threads();
}
