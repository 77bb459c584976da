/* PARALLEL: 2 */
/* Not to be computed where the source does not: what is not there, what traps, what calls. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 4000 };
static int a[N];

static int checked;

static int check(int i) {
  checked++;
  return a[i] > 0;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i < 40 ? 40 - i : 0; /* parallel */
  int *few = malloc(41 * sizeof *few);
  if (!few)
    return 1;
  for (int i = 0; i < 41; i++)
    few[i] = 40 - i; /* parallel */
  int all = 1;
  for (long i = 0; i < 20000000; i++)
    all = all && few[i] > 0;
  int divides = 1;
  for (int i = 0; i < N; i++)
    divides = divides && a[i] > 0 - i % 2 && 1000 / (a[i] + i % 2) > 0;
  int called = 1;
  for (int i = 0; i < N; i++)
    called = called && check(i);
  printf("%d %d %d %d\n", all, divides, called, checked);
  free(few);
  return 0;
}
