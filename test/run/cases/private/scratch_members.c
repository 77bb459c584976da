/* PARALLEL: 7 */
/* Scratch memory that another function allocated: behind a member that the loop names, behind one
 * that the functions called get at by the structure, and behind two pointers into one block. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { ROWS = 48, N = 300 };
static int x[ROWS][N], y[ROWS][N];
struct coder {
  int n, gain;
  int *work, *line;
  long used;
};
static struct coder *create(int n) {
  struct coder *c = malloc(sizeof *c);
  if (!c)
    abort();
  c->n = n;
  c->gain = 3;
  c->used = 0;
  c->work = malloc((size_t)n * sizeof *c->work);
  c->line = calloc((size_t)n + 5, sizeof *c->line);
  return c;
}
static void named(struct coder *c) {
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < c->n; i++)
      c->work[i] = x[r][i] * c->gain;
    for (int i = 0; i < c->n; i++)
      y[r][i] += c->work[c->n - 1 - i];
  }
}
static void window(const int *in, int *out, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] * (i % 7) + 1;
}
static long counted(struct coder *c) {
  for (int r = 0; r < ROWS; r++) {
    int *const t = c->work;
    window(x[r], t, c->n);
    for (int i = 0; i < c->n; i++)
      y[r][i] ^= t[c->n - 1 - i];
    for (int i = 0; i < c->n; i++)
      c->used += t[i];
  }
  return c->used + c->work[5];
}
static void filter(struct coder *c, int r) {
  for (int i = 0; i < c->n; i++)
    c->line[i] = x[r][i] - 5;
  window(c->line, c->work, c->n);
  for (int i = 0; i < c->n; i++)
    y[r][i] = y[r][i] * 3 + c->work[c->n - 1 - i] - c->line[i];
}
static void handed(struct coder *c) {
  for (int r = 0; r < ROWS; r++)
    filter(c, r);
}
static void halves(struct coder *c) {
  int h = c->n / 2;
  int *re = c->work, *im = c->work + h;
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < h; i++) {
      re[i] = x[r][2 * i];
      im[i] = x[r][2 * i + 1];
    }
    for (int i = 0; i < h; i++)
      y[r][i] += re[h - 1 - i] - im[i] * 2;
  }
}
static void of_caller(int *t, int n) {
  for (int r = 0; r < ROWS; r++) {
    window(x[r], t, n);
    for (int i = 0; i < n; i++)
      y[r][i] -= t[n - 1 - i];
  }
}
static void allocated(int n) {
  int *t = malloc(2 * (size_t)n * sizeof *t);
  int *u = t + n;
  for (int r = 0; r < ROWS; r++) {
    for (int i = 0; i < n; i++)
      t[i] = x[r][i], u[i] = i;
    for (int i = 0; i < n; i++)
      y[r][i] += t[n - 1 - i] * u[i];
  }
  free(t);
}
static long sum(void) {
  long all = 0;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++)
      all = all * 31 % 1000003 + y[r][i] % 1000;
  return all;
}
int main(void) {
  int seed = 7;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < N; i++) {
      seed = seed * 75 % 65537;
      x[r][i] = seed % 1000;
    }
  struct coder *c = create(N);
  named(c);
  printf("%ld %d\n", sum(), c->work[7]);
  printf("%ld\n", counted(c));
  handed(c);
  printf("%ld %d %d\n", sum(), c->work[7], c->line[8]);
  halves(c);
  printf("%ld %d\n", sum(), c->work[N - 1]);
  int memory[N];
  of_caller(memory, N);
  printf("%ld %d\n", sum(), memory[N - 1]);
  allocated(N / 2);
  printf("%ld\n", sum());
  free(c->line);
  free(c->work);
  free(c);
  return 0;
}
