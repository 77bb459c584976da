/* SEQUENTIAL OPTIONS: --no-reorder */
/* Almost scratch: a pointer that was moved in front of the loop, and sizes that do something when
 * they are computed. */
#include <stdio.h>
#include <stdlib.h>
enum { ROWS = 24, N = 40 };
static int y[ROWS], calls;

/* Each iteration fills the buffer by a recurrence and keeps the last value. */
static void moved(int n) {
  int *t = malloc((size_t)(2 * n) * sizeof(int));
  t += n;
  for (int r = 0; r < ROWS; r++) {
    t[-n] = r;
    for (int i = 1 - n; i < n; i++)
      t[i] = t[i - 1] * 3 % 1000 + r;
    for (int i = -n; i < n; i++)
      y[r] = y[r] * 7 % 1000 + t[i];
  }
  free(t - n);
}
static void counting(int n) {
  int *t = malloc((calls++, (size_t)n * sizeof(int)));
  for (int r = 0; r < ROWS; r++) {
    t[0] = r;
    for (int i = 1; i < n; i++)
      t[i] = t[i - 1] * 3 % 1000 + r;
    for (int i = 0; i < n; i++)
      y[r] = y[r] * 7 % 1000 + t[i];
  }
  free(t);
}
static int assigning(int n) {
  int m;
  int *t = malloc(sizeof(int) * (size_t)(m = n + 1));
  calls += m;
  for (int r = 0; r < ROWS; r++) {
    t[0] = r;
    for (int i = 1; i < n; i++)
      t[i] = t[i - 1] * 3 % 1000 + r;
    for (int i = 0; i < n; i++)
      y[r] = y[r] * 7 % 1000 + t[i] + m;
  }
  free(t);
  return m;
}

int main(void) {
  moved(N);
  counting(N);
  int sum = assigning(N);
  for (int r = 0; r < ROWS; r++)
    sum = sum * 7 % 10007 + y[r];
  printf("%d %d\n", sum, calls);
  return 0;
}
