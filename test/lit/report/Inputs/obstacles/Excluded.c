#include <kasuri/annotations.h>

void f(double *a, int n) {
#ifndef UNLOCKED
  KASURI_EXCLUDE
#endif
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}
