#include <stdlib.h>
void f(int *restrict a, int n) {
  for (int i = 0; i < n; i++) {
#ifdef UNLOCKED
    unsigned state = (unsigned)i;
    a[i] = (int)(state * 1103515245u >> 16);
#else
    a[i] = rand();
#endif
  }
}
