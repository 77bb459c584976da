/* PARALLEL: 1
 * Iterations that all end by `continue` have written the last value, and none of them does if there are none. */
#include <stdio.h>
static int last_of(int n, const int *a, int *odd, int *even) {
  int last = 7;
  for (int i = 0; i < n; i++) {
    if (a[i] & 1) {
      last = a[i] * 3;
      odd[i] = last;
      continue;
    } else {
      last = a[i] - 1;
      even[i] = last;
      continue;
    }
  }
  return last;
}
int main(void) {
  static int a[9], odd[9], even[9];
  for (int i = 0; i < 9; i++)
    a[i] = i * 5 + 2;
  for (int n = 0; n <= 9; n++)
    printf("%d ", last_of(n, a, odd, even));
  for (int i = 0; i < 9; i++)
    printf("%d ", odd[i] + even[i]);
  puts("");
  return 0;
}
