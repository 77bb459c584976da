/* PARALLEL: 3 */
/* Products and bits fold in any order; narrow types keep their low bits. */
#include <stdio.h>
static unsigned a[600];
int main(void) {
  for (int i = 0; i < 600; i++)
    a[i] = (unsigned)i * 2654435761u | 1;
  unsigned product = 3, all = ~0u, some = 0, parity = 5;
  signed char narrow = 1;
  long long sum = -4;
  short difference = 9;
  for (int i = 0; i < 600; i++) {
    product *= a[i];
    all &= a[i] | 0xf0f;
    some |= a[i] & 0xf0;
    parity ^= a[i];
    narrow *= (signed char)(a[i] >> 3 | 1);
    sum += a[i];
    if (a[i] & 8)
      difference -= (short)a[i];
  }
  double exact = 1, mostly = 0;
  for (int i = 0; i < 600; i++) {
    exact *= 1 + 1.0 / (i + 1);
    if (a[i] & 4)
      mostly += a[i] * 1e-7;
  }
  printf("%u %x %x %x %d %lld %d %.17g %.17g\n", product, all, some, parity, narrow, sum, difference,
         exact, mostly);
  return 0;
}
