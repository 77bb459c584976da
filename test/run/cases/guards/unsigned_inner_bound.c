/* An inner loop without iterations, because its bound is 0 and not the number below it: nothing that it would read is there. */
#include <stdio.h>
#include <stdlib.h>

struct table {
  int kind;
  unsigned *values;
};

static void sum_up(struct table *const *from, unsigned *to, int rows, unsigned ends) {
  for (int y = 0; y < rows; y++)
    for (unsigned x = 0; x < ends - 1; x++)
      to[y] += (*from)->values[x & 7];
}

int main(int argc, char **argv) {
  unsigned *values = malloc(100 * sizeof *values), *sums = malloc(100 * sizeof *sums), sum = 0;
  (void)argv;
  if (!values || !sums)
    return 1;
  for (int i = 0; i < 100; i++)
    values[i] = sums[i] = (unsigned)(i * argc);
  struct table one = {argc, values}, *there = &one, *missing = NULL;
  sum_up(&there, sums, 100, 200);
  sum_up(&missing, sums, 100, 1);
  for (int i = 0; i < 100; i++)
    sum = sum * 31u + sums[i];
  printf("%u\n", sum);
  return 0;
}
