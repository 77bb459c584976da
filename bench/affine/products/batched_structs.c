/* Many small matrices of a size known at run time, each with its own memory. */
#include "../matrix.h"

#ifndef N
#define N 3000
#endif
#define S 16
#define STEPS 20

struct chain {
  struct matrix *state, *next, *transition;
};

static void multiply(struct matrix *to, const struct matrix *x, const struct matrix *y) {
  for (int i = 0; i < to->rows; i++)
    for (int j = 0; j < to->cols; j++) {
      double sum = 0;
      for (int k = 0; k < x->cols; k++)
        sum += *at(x, i, k) * *at(y, k, j);
      *at(to, i, j) = sum;
    }
}

static void advance(struct chain *c) {
  multiply(c->next, c->state, c->transition);
  struct matrix *old = c->state;
  c->state = c->next;
  c->next = old;
}

static struct matrix *new_small(int order, int salt, double divisor) {
  struct matrix *m = new_matrix(order, order);
  for (int i = 0; i < order; i++)
    for (int j = 0; j < order; j++)
      *at(m, i, j) = affine_value(i, j, salt) / divisor;
  return m;
}

int main(int argc, char **argv) {
  int count = affine_size(argc, argv, 1, N), order = affine_size(argc, argv, 2, S);
  struct chain *chains = malloc(count * sizeof *chains);
  for (int t = 0; t < count; t++) {
    chains[t].state = new_small(order, t % 89, 1);
    chains[t].next = new_matrix(order, order);
    chains[t].transition = new_small(order, t % 83, order);
  }
  double begin = affine_now();
  for (int step = 0; step < STEPS; step++)
    for (int t = 0; t < count; t++)
      advance(&chains[t]);
  affine_kernel(begin);
  size_t each = (size_t)order * order;
  double *all = malloc(count * each * sizeof *all);
  for (int t = 0; t < count; t++)
    memcpy(all + t * each, chains[t].state->data, each * sizeof *all);
  affine_doubles("state", all, count * each);
  free(all);
  for (int t = 0; t < count; t++) {
    free_matrix(chains[t].state);
    free_matrix(chains[t].next);
    free_matrix(chains[t].transition);
  }
  free(chains);
  return 0;
}
