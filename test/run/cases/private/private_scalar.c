/* PARALLEL: 1 */
#include <stdio.h>
int main(void) {
  int t, last = 0, i;
  int a[100];
  for (i = 0; i < 100; i++) {
    t = i * i % 17;
    last = t + 1;
    a[i] = t * 3 + last;
  }
  long s = 0;
  for (int k = 0; k < 100; k++)
    s = s * 31 % 1000003 + a[k];
  printf("%ld %d %d\n", s, last, i);
  return 0;
}
