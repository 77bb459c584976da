/* PARALLEL: 1 */
/* Almost reductions: an order-dependent companion, a maximum that is looked at, one of another
 * value than was compared, and an outcome that decides something else. */
#include <stdio.h>
static int x[300], seen[300];
int main(void) {
  int seed = 7;
  for (int i = 0; i < 300; i++) {
    seed = seed * 75 % 65537;
    x[i] = seed % 100;
  }
  int last = -1, at = -1, run = 0, other = 0, low = 1000, high = -1000, cut = -1;
  for (int i = 0; i < 300; i++)
    if (x[i] >= last) {
      last = x[i];
      at += i; /* for each new maximum */
    }
  for (int i = 0; i < 300; i++) {
    if (x[i] > run)
      run = x[i];
    seen[i] = run;
  }
  for (int i = 0; i < 300; i++)
    if (x[i] > other)
      other = x[i] / 2;
  for (int i = 0; i < 300; i++) {
    if (x[i] > high)
      high = x[i];
    else if (x[i] < low)
      low = x[i];
  }
  for (int i = 0; i < 300; i++) {
    signed char part = (signed char)cut;
    cut = part + x[i];
  }
  printf("%d %d %d %d %d %d %d %d\n", last, at, run, seen[150], other, low, high, cut);
  return 0;
}
