/* PARALLEL: 2 */
/* Versions of blocks that are smaller than what the loop might touch of them. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 64, FRAMES = 60, EXTRA = 4000 };

static double table[N];

/* Only handles of one kind have the end of the structure. What lies behind the others is changed meanwhile. */
typedef struct state {
  double *work;
  double *behind;
  double total;
  int kind, frames;
  double extra[EXTRA];
} state;

static double work(double *scratch, long k) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    scratch[i] = sin(table[i] * (double)k) + i;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 8; j++)
      sum = sum / 3 + scratch[(i + j) % N];
  return sum;
}

static void add(state *s, double sum) {
  s->total = s->total / 2 + sum;
  if (s->kind == 1)
    for (int i = 0; i < EXTRA; i++)
      s->extra[i] = s->extra[i] / 2 + sum;
}

__attribute__((noinline)) static void run_state(state *s) {
  for (int k = 0; k < FRAMES; k++) {
    double sum = work(s->work, s->frames);
    add(s, sum);
    for (int i = 0; i < 100; i++)
      s->behind[i] += sum;
    printf("%.9g\n", s->total);
    s->frames++;
  }
}

/* As many elements as the caller says. */
typedef struct part {
  double *samples;
  double total;
} part;

static void fill(double *to, int k) {
  for (int i = 0; i < N; i++)
    to[i] = cos(table[i] * k) * i;
}

static double fold(const double *from, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    for (int j = 0; j < 8; j++)
      sum = sum / 3 + sin(from[i] + j);
  return sum;
}

static void run_part(part *p, int count) {
  for (int k = 0; k < FRAMES; k++) {
    fill(p->samples, k);
    double sum = fold(p->samples, count);
    p->total = p->total / 2 + sum;
    printf("%.9g\n", p->total);
  }
}

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++)
    table[i] = i % 7;
  state *s = malloc(offsetof(state, extra));
  double *behind = calloc(EXTRA, sizeof *behind);
  part *p = calloc(1, sizeof *p);
  if (s == NULL || behind == NULL || p == NULL)
    return 1;
  s->work = calloc(N, sizeof *s->work);
  p->samples = calloc(N, sizeof *p->samples);
  if (s->work == NULL || p->samples == NULL)
    return 1;
  s->behind = behind;
  s->total = s->kind = s->frames = 0;
  run_state(s);
  run_part(p, argc + N - 1);
  for (int i = 0; i < 100; i++)
    printf("%.9g ", behind[i]);
  printf("%.9g %.9g\n", s->total, p->total);
  return argv == NULL;
}
