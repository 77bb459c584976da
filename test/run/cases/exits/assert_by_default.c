/* PARALLEL: 2
 * Without -std=c11 glibc's assert is a statement expression. */
#include <assert.h>
#include <stdio.h>
double a[100000];
int main(void) {
  for (int i = 0; i < 100000; ++i)
    a[i] = i * 3.0;
  assert(a[7] > 1);
  for (int i = 0; i < 100000; ++i)
    a[i] += i * 3.0;
  printf("%g\n", a[5] + a[99999]);
  return 0;
}
