/* PARALLEL: 1
 * A part without iterations must not store a last value. */
#include <stdio.h>
static int last_of(int n, const int *a) {
  int last = 7;
  for (int i = 0; i < n; i++) {
    if (a[i] & 1)
      last = a[i] * 3;
    else
      last = a[i] - 1;
  }
  return last;
}
int main(void) {
  int a[9];
  for (int i = 0; i < 9; i++)
    a[i] = i * 5 + 2;
  for (int n = 0; n <= 9; n++)
    printf("%d ", last_of(n, a));
  puts("");
  return 0;
}
