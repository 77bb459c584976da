/* PARALLEL: 0 */
/* Blocks that the loop comes to in two ways, which a version of the block would tear apart. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 64, FRAMES = 40 };

typedef struct state {
  double *work, *same;
  double total;
} state;

static double table[N];
static state *current;

static void fill(double *work, int k) {
  for (int i = 0; i < N; i++)
    work[i] = sin(table[i] * k) + i;
}

static double fold(const double *work) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 8; j++)
      sum = sum / 3 + work[(i + j) % N];
  return sum;
}

static void add(state *s, double sum) {
  s->total = s->total / 2 + sum;
  printf("%.6g ", s->total);
}

/* Filled by a variable that was set in front of the loop, read by the member. */
static void other_variable(state *s) {
  double *work = s->work;
  for (int k = 0; k < FRAMES; k++) {
    fill(work, k);
    double sum = fold(s->work);
    add(s, sum);
  }
}

/* The same with two variables for the handle. */
static void other_handle(state *s) {
  state *same = s;
  for (int k = 0; k < FRAMES; k++) {
    fill(same->work, k);
    double sum = fold(s->work);
    add(s, sum);
  }
}

/* The function that reads finds the handle by itself. */
static double fold_current(void) { return fold(current->work); }

static void by_global(state *s) {
  for (int k = 0; k < FRAMES; k++) {
    fill(s->work, k);
    double sum = fold_current();
    add(s, sum);
  }
}

/* The function has put the pointer into another member. */
static void other_member(state *s) {
  s->same = s->work;
  for (int k = 0; k < FRAMES; k++) {
    fill(s->same, k);
    double sum = fold(s->work);
    add(s, sum);
  }
}

int main(void) {
  state *s = calloc(1, sizeof *s);
  if (s == NULL || (s->work = malloc(N * sizeof *s->work)) == NULL)
    return 1;
  for (int i = 0; i < N; i++)
    table[i] = i % 7;
  current = s;
  other_variable(s);
  other_handle(s);
  by_global(s);
  other_member(s);
  putchar('\n');
  return 0;
}
