/* PARALLEL: 1
 * A handler that runs at the end changes what the loop of the program reads. The one in scale has a guard. */
#include <stdio.h>
#include <stdlib.h>

struct row {
  int length;
  double *at;
};
static struct row *rows;

static void check(int i) {
  if (i < 0) {
    printf("bad %d\n", i);
    exit(3);
  }
}

static void scale(int i, int k, int n) {
  check(i);
  if (rows[i].length > 1)
    for (int j = 0; j < n; j++)
      rows[i].at[j] *= rows[k].at[j];
}

static void leave(void) {
  struct row *other = rows + 1;
  rows = other;
  scale(1, 2, 3);
  printf("%.17g\n", rows[1].at[0]);
}

int main(int argc, char **argv) {
  double *memory = malloc(40000 * sizeof(double));
  char text[64];
  (void)argv;
  snprintf(text, sizeof text, "%p", (void *)memory);
  if (!memory || sscanf(text, "%p", (void **)&rows) != 1)
    return 1;
  memory[0] = 1;
  for (int j = 1; j < 40000; j++)
    memory[j] = 1.5 - memory[j - 1] * (j % 7) / 16.0;
  for (int i = 0; i < 10; i++) {
    rows[i].length = argc + 1;
    rows[i].at = memory + 1000 + i * 3000;
  }
  rows[9].at = rows[8].at + 1;
  for (int i = 1; i < 10; i++)
    scale(i, i - 1, 3000);
  for (int i = 0; i < 10; i++)
    printf("%.17g %.17g\n", rows[i].at[0], rows[i].at[2999]);
  atexit(leave);
  scale(argc - 2, 0, 10);
  return 0;
}
