/* PARALLEL: 4 */
/* Loops whose accesses leave no declared array: what one half holds is read, the other half is written. */
#include <stdio.h>

enum { N = 3000 };
static int flat[2 * N], table[4][2 * N];

static void far_apart(int n) {
  for (int i = 0; i < n; i++)
    flat[i + N] = flat[i] * 3 + 1;
}

static void downward(int n) {
  for (int i = n; i >= 0; i--)
    flat[i] = flat[i + N] - i;
}

static void in_a_row(int r, int n) {
  for (int i = 0; i < n; i++)
    table[r][i + N] += table[r][i] + r;
}

static unsigned sum_of(const int *p, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 31u + (unsigned)p[i];
  return sum;
}

int main(void) {
  for (int i = 0; i < 2 * N; i++)
    flat[i] = i * 7 % 1013;
  for (int r = 0; r < 4; r++)
    for (int i = 0; i < 2 * N; i++)
      table[r][i] = (i + r) % 101;
  far_apart(N);
  far_apart(0);
  unsigned sum = sum_of(flat, 2 * N);
  downward(N - 1);
  sum += sum_of(flat, 2 * N);
  for (int r = 0; r < 4; r++) {
    in_a_row(r, N - r);
    sum += sum_of(table[r], 2 * N);
  }
  printf("%u\n", sum);
  return 0;
}
