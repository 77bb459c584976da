/* A loop that runs in parallel, many times. An argument names a core to which the program binds its
 * thread after some runs, as programs may. Kasuri makes the program's layer; placed.py gives each of
 * its rows a level. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 120, RUNS = 40, FREE = 10 };

static double a[N][N], b[N][N], c[N][N];

int bind_caller(int core);
long affinity_of_caller(void);

static void multiply(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
}

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = i + j;
      b[i][j] = i - j;
    }
  /* A program that gets cores of its own gets another affinity with them. */
  const int is_checked = getenv("KASURI_EXCLUSIVE") == NULL;
  long before = affinity_of_caller();
  for (int run = 0; run < RUNS; run++) {
    if (run == FREE && argc > 1) {
      if (bind_caller(atoi(argv[1])) != 0)
        return 2;
      before = affinity_of_caller();
    }
    multiply();
    if (is_checked && affinity_of_caller() != before)
      return 3;
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += c[i][j] * (i + 2 * j);
  printf("%.17g\n", sum);
  return 0;
}
