#include <stdio.h>
void f(int *restrict a, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = i;
#ifndef UNLOCKED
    printf("%d\n", i);
#endif
  }
}
