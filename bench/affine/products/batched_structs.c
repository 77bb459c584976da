/* Many small matrices of a fixed size, each with its state in memory of its own. */
#include "../affine.h"

#ifndef N
#define N 3000
#endif
#define S 16
#define STEPS 400

typedef struct {
  double m[S][S];
} small;

struct chain {
  small state, transition;
};

static small product(const small *x, const small *y) {
  small made;
  for (int i = 0; i < S; i++)
    for (int j = 0; j < S; j++) {
      made.m[i][j] = 0;
      for (int k = 0; k < S; k++)
        made.m[i][j] += x->m[i][k] * y->m[k][j];
    }
  return made;
}

static void advance(struct chain *c) { c->state = product(&c->state, &c->transition); }

static struct chain *new_chain(int number) {
  struct chain *c = malloc(sizeof *c);
  for (int i = 0; i < S; i++)
    for (int j = 0; j < S; j++) {
      c->state.m[i][j] = affine_value(i, j, number % 89);
      c->transition.m[i][j] = affine_value(i, j, number % 83) * 2 / S;
    }
  return c;
}

int main(int argc, char **argv) {
  int count = affine_size(argc, argv, 1, N), steps = affine_size(argc, argv, 2, STEPS);
  struct chain **chains = malloc(count * sizeof *chains);
  for (int t = 0; t < count; t++)
    chains[t] = new_chain(t);
  double begin = affine_now();
  for (int step = 0; step < steps; step++)
    for (int t = 0; t < count; t++)
      advance(chains[t]);
  affine_kernel(begin);
  small *all = malloc(count * sizeof *all);
  for (int t = 0; t < count; t++) {
    all[t] = chains[t]->state;
    free(chains[t]);
  }
  affine_doubles("state", &all[0].m[0][0], (size_t)count * S * S);
  free(all);
  free(chains);
  return 0;
}
