/* SEQUENTIAL: each iteration prints before memory may run out in it, which nobody may see if the one before fails. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 400, ROWS = 300 };

const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "allocator_may_return_null=1"; }

static double rows[ROWS][N];

static double smooth(const double *row, int number, size_t bytes) {
  double *copy = malloc(bytes);
  if (copy == NULL) {
    printf("no memory for row %d\n", number);
    exit(3);
  }
  copy[0] = row[0];
  for (int i = 1; i < N; i++)
    copy[i] = copy[i - 1] * 0.5 + row[i];
  double last = copy[N - 1];
  free(copy);
  return last;
}

static double carried;

int main(int argc, char **argv) {
  (void)argv;
  carried = argc;
  for (int r = 0; r < ROWS; r++) {
    carried = carried / 2 + r;
    for (int i = 0; i < N; i++) {
      carried = carried * 0.5 + i;
      rows[r][i] = carried;
    }
  }
  for (int r = 0; r < ROWS; r++) {
    printf("row %d\n", r);
    double last = smooth(rows[r], r, argc < 99 && r % 150 > 147 ? SIZE_MAX / 4 : N * sizeof(double));
    carried = carried / 2 + last;
  }
  printf("%.17g\n", carried);
  return 0;
}
