/* unsigned counter with step > 1 wraps past the bound (5 iterations, emitted 3). */
#include <stdio.h>
static int x[100];
int main(int argc, char **argv) {
  unsigned n = 0xD0000000u;
  int k = 0;
  for (unsigned i = 0; i < n; i += 0x60000000u) {
    x[k] = i >> 20;
    k++;
  }
  unsigned s = 0;
  for (int i = 0; i < 100; i++)
    s = s * 31 + x[i];
  printf("%u %d\n", s, k);
  return 0;
}
