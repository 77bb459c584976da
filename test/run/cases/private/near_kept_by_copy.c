/* PARALLEL: 0 */
/* A pointer into scratch that outlives the loop, though no assignment keeps it. */
#include <stdio.h>
#include <string.h>
enum { ROWS = 24, N = 40 };
static int y[ROWS];
static int *kept;
int main(void) {
  int t[N];
  for (int r = 0; r < ROWS; r++) {
    int *p = t;
    p[0] = r;
    for (int i = 1; i < N; i++)
      p[i] = p[i - 1] * 3 % 1000 + r;
    for (int i = 0; i < N; i++)
      y[r] = y[r] * 7 % 1000 + p[i];
    memcpy(&kept, &p, sizeof p);
  }
  int sum = kept[3];
  for (int r = 0; r < ROWS; r++)
    sum = sum * 7 % 10007 + y[r];
  printf("%d\n", sum);
  return 0;
}
