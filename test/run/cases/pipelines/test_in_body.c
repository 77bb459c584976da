/* PARALLEL: 3 */
/* Loops whose test is the first statement of their body. */
#include <math.h>
#include <stdio.h>
enum { N = 64 };

static double work(double *s, int k) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    s[i] = sin(i * k) + i;
  for (int i = 0; i < N; i++)
    sum = sum / 3 + s[N - 1 - i];
  return sum;
}

static void endless(void) {
  double s[N], total = 0;
  unsigned seed = 1;
  int c = 0;
  for (;;) {
    if (c >= 100)
      break;
    double sum = work(s, c);
    total = total / 2 + sum;
    seed = seed * 3 + (total > 5);
    printf("%d %.6g %u\n", c, total, seed);
    c++;
  }
  printf("%d\n", c);
}

static void with_step(void) {
  double s[N], total = 0;
  int c;
  for (c = 0;; c += 2) {
    if (c >= 100) {
      break;
    }
    double sum = work(s, c);
    total = total / 2 + sum;
    printf("%d %.6g\n", c, total);
  }
  printf("%d\n", c);
}

static void while_true(const char *name) {
  double s[N], total = 0;
  FILE *out = fopen(name, "w");
  int c = 0, limit = 3000;
  if (!out)
    return;
  while (1) {
    if (c >= limit)
      break;
    double sum = work(s, c);
    total = total / 2 + sum;
    if (fprintf(out, "%d %.6g\n", c, total) < 0)
      break;
    c++;
  }
  printf("%d %.6g\n", c, total);
  fclose(out);
}

int main(void) {
  endless();
  with_step();
  while_true("/dev/null");
  while_true("/dev/full");
  return 0;
}
