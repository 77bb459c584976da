/* PARALLEL: 6 */
/* Loops that end the program only when an allocation of the same iteration fails. */
#include <stdio.h>
#include <stdlib.h>

struct pair {
  double *low, *high;
};

static double out[7][200], *kept[200];

static void die(const char *what) {
  fprintf(stderr, "no memory for %s\n", what);
  exit(3);
}

static void *xmalloc(size_t bytes) {
  void *memory = malloc(bytes);
  if (!memory) {
    fprintf(stderr, "no memory for %zu bytes\n", bytes);
    exit(1);
  }
  return memory;
}

static void *xcalloc(size_t count, size_t bytes) {
  void *memory;
  if ((memory = calloc(count, bytes)) == NULL)
    die("zeros");
  return memory;
}

static double work(double *memory, int n, int seed) {
  double sum = 0;
  memory[0] = seed;
  for (int i = 1; i < n; i++)
    memory[i] = memory[i - 1] * 0.5 + i;
  for (int i = n - 1; i > 0; i--)
    sum = sum * 0.5 + memory[i];
  return sum;
}

int main(void) {
  for (int i = 0; i < 200; i++) {
    double *p = malloc((100 + i) * sizeof *p);
    if (!p)
      exit(2);
    out[0][i] = work(p, 100 + i, i);
    free(p);
  }
  for (int i = 0; i < 200; i++) {
    double *p = xmalloc((100 + i) * sizeof *p);
    out[1][i] = work(p, 100 + i, i + 1);
    free(p);
  }
  for (int i = 0; i < 200; i++) {
    double *p = xcalloc(100 + i, sizeof *p);
    out[2][i] = work(p, 100 + i, i + 2) + p[99];
    free(p);
  }
  for (int i = 0; i < 200; i++) {
    void *p = malloc(1000 * sizeof(double)), *q = malloc(500 * sizeof(double));
    if (p && q) {
      out[3][i] = work(p, 1000, i);
      out[4][i] = work(q, 500, i);
    } else {
      fputs("no memory\n", stderr);
      abort();
    }
    free(p);
    free(q);
  }
  for (int i = 0; i < 200; i++) {
    struct pair both;
    both.low = malloc(50 * sizeof(double));
    both.high = calloc(50, sizeof(double));
    if (__builtin_expect(both.low == NULL || !both.high, 0)) {
      fprintf(stderr, "no memory in iteration %d\n", i);
      _Exit(4);
    }
    out[5][i] = work(both.low, 50, i) + work(both.high, 50, 2 * i);
    free(both.high);
    free(both.low);
  }
  for (int i = 0; i < 200; i++) {
    kept[i] = malloc(20 * sizeof(double));
    if (kept[i] == NULL) {
      perror("what is kept");
      die("it");
    }
    out[6][i] = work(kept[i], 20, i);
  }
  for (int i = 0; i < 200; i++)
    printf("%g %g %g %g %g %g %g %g\n", out[0][i], out[1][i], out[2][i], out[3][i], out[4][i],
           out[5][i], out[6][i], kept[i][19]);
  return 0;
}
