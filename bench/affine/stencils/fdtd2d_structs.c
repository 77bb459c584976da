/* An electromagnetic wave: a simulation with three fields, one function for each update. */
#include "../matrix.h"

#ifndef N
#define N 1000
#endif
#ifndef STEPS
#define STEPS 120
#endif

struct simulation {
  int time;
  struct matrix *ex, *ey, *hz;
};

static void excite(struct simulation *s) {
  for (int j = 0; j < s->ey->cols; j++)
    *at(s->ey, 0, j) = s->time % 20 * 0.05;
}

static void update_ey(struct simulation *s) {
  for (int i = 1; i < s->ey->rows; i++)
    for (int j = 0; j < s->ey->cols; j++)
      *at(s->ey, i, j) -= 0.5 * (*at(s->hz, i, j) - *at(s->hz, i - 1, j));
}

static void update_ex(struct simulation *s) {
  for (int i = 0; i < s->ex->rows; i++)
    for (int j = 1; j < s->ex->cols; j++)
      *at(s->ex, i, j) -= 0.5 * (*at(s->hz, i, j) - *at(s->hz, i, j - 1));
}

static void update_hz(struct simulation *s) {
  for (int i = 0; i < s->hz->rows - 1; i++)
    for (int j = 0; j < s->hz->cols - 1; j++)
      *at(s->hz, i, j) -= 0.7 * (*at(s->ex, i, j + 1) - *at(s->ex, i, j) + *at(s->ey, i + 1, j) - *at(s->ey, i, j));
}

static void step(struct simulation *s) {
  excite(s);
  update_ey(s);
  update_ex(s);
  update_hz(s);
  s->time++;
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N), steps = affine_size(argc, argv, 2, STEPS);
  struct simulation s = {0, new_matrix(n, n), new_matrix(n, n), new_matrix(n, n)};
  fill_matrix(s.ex, 1);
  fill_matrix(s.ey, 2);
  fill_matrix(s.hz, 3);
  double begin = affine_now();
  while (s.time < steps)
    step(&s);
  affine_kernel(begin);
  print_matrix("ex", s.ex);
  print_matrix("ey", s.ey);
  print_matrix("hz", s.hz);
  free_matrix(s.ex);
  free_matrix(s.ey);
  free_matrix(s.hz);
  return 0;
}
