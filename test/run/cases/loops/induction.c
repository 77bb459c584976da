/* PARALLEL: 1 */
#include <stdio.h>
static int out[200];
int main(void) {
  int *p = out, j = 5;
  for (int i = 0; i < 200; i++) {
    *p++ = j * 2 + i;
    j += 3;
  }
  long s = 0;
  for (int i = 0; i < 200; i++)
    s = (s * 7 + out[i]) % 99991;
  printf("%ld %d %d\n", s, j, (int)(p - out));
  return 0;
}
