/* c/d with d = 0xFFFFFFFFu+10 == 9 is bounded by c/4294967305 == 0. */
#include <stdio.h>
static unsigned y[5000];
int main(int argc, char **argv) {
  unsigned d = 0xFFFFFFFFu;
  d += (unsigned)10;
  unsigned char c = argc * 100;
  unsigned k = c / d;
  for (int i = 1; i < 4000; i++)
    y[i + k] = y[i] * 3 + i;
  unsigned s = 0;
  for (int i = 0; i < 5000; i++)
    s = s * 31 + y[i];
  printf("%u %u\n", s, k);
  return 0;
}
