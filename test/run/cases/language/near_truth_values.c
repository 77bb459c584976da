/* PARALLEL: 1 */
/* && and || yield 0 or 1, so each iteration reads what the one before it has written. */
#include <stdio.h>

static int a[8400], b[8400];

static void both(int c, int by, int n) {
  for (int i = 1; i < n; i++) {
    int k = c && by;
    a[4 * i + 3 * k] = a[4 * i - 1] + i % 7;
  }
}

static void either(int c, const char *name, int n) {
  for (int i = 1; i < n; i++) {
    int k = c || name;
    b[4 * i + 3 * k] = b[4 * i - 1] + i % 5;
  }
}

int main(void) {
  unsigned sum = 0;
  both(1, -1, 2000);
  either(0, "name", 2000);
  for (int i = 0; i < 8400; i++)
    sum += (unsigned)a[i] * 3 + (unsigned)b[i];
  printf("%u %d %d\n", sum, a[7999], b[7999]);
  return 0;
}
