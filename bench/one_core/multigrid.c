/* Multigrid V-cycles for a diffusion equation on sparse matrices in compressed rows. Most levels are tiny: 4096 rows on the
 * finest, 1 on the coarsest, and a sweep over a level is a few loops. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Matrix {
  int rows, *begin, *column;
  double *value;
} Matrix;

typedef struct Level {
  Matrix matrix;
  double *x, *b, *r, *next;
} Level;

static void *block(size_t count, size_t size) {
  void *made = calloc(count, size);
  if (!made)
    exit(1);
  return made;
}

static Matrix diffusion(int side) {
  Matrix made = {side * side, block((size_t)(side * side) + 1, sizeof(int)),
                 block((size_t)(side * side) * 5, sizeof(int)), block((size_t)(side * side) * 5, sizeof(double))};
  int at = 0;
  for (int row = 0; row < side; row++)
    for (int column = 0; column < side; column++) {
      const int index = row * side + column;
      const int neighbours[4] = {row > 0 ? index - side : -1, column > 0 ? index - 1 : -1,
                                 column + 1 < side ? index + 1 : -1, row + 1 < side ? index + side : -1};
      made.begin[index] = at;
      made.column[at] = index;
      made.value[at++] = 4;
      for (int k = 0; k < 4; k++)
        if (neighbours[k] >= 0) {
          made.column[at] = neighbours[k];
          made.value[at++] = -1;
        }
    }
  made.begin[side * side] = at;
  return made;
}

static void residual(const Matrix *a, const double *x, const double *b, double *r) {
  for (int row = 0; row < a->rows; row++) {
    double sum = b[row];
    for (int k = a->begin[row]; k < a->begin[row + 1]; k++)
      sum -= a->value[k] * x[a->column[k]];
    r[row] = sum;
  }
}

static void relax(const Matrix *a, double *x, const double *b, double *next, int sweeps) {
  for (int sweep = 0; sweep < sweeps; sweep++) {
    residual(a, x, b, next);
    for (int row = 0; row < a->rows; row++)
      x[row] += 0.8 * next[row] / a->value[a->begin[row]];
  }
}

static void restrict_to(const double *fine, double *coarse, int side) {
  for (int row = 0; row < side; row++)
    for (int column = 0; column < side; column++) {
      const double *at = fine + 4 * row * side + 2 * column;
      coarse[row * side + column] = at[0] + at[1] + at[2 * side] + at[2 * side + 1];
    }
}

static void add_from(double *fine, const double *coarse, int side) {
  for (int row = 0; row < side; row++)
    for (int column = 0; column < side; column++)
      fine[row * side + column] += 0.5 * coarse[row / 2 * (side / 2) + column / 2];
}

static void cycle(Level *levels, int level, int count, int side) {
  Level *its = &levels[level];
  relax(&its->matrix, its->x, its->b, its->next, 2);
  if (level + 1 < count) {
    Level *coarser = its + 1;
    residual(&its->matrix, its->x, its->b, its->r);
    restrict_to(its->r, coarser->b, side / 2);
    for (int row = 0; row < coarser->matrix.rows; row++)
      coarser->x[row] = 0;
    cycle(levels, level + 1, count, side / 2);
    add_from(its->x, coarser->x, side);
  }
  relax(&its->matrix, its->x, its->b, its->next, 2);
}

static double norm(const double *x, int count) {
  double sum = 0;
  for (int k = 0; k < count; k++)
    sum += x[k] * x[k];
  return sqrt(sum);
}

int main(int argc, char **argv) {
  const int side = argc > 1 ? atoi(argv[1]) : 64, cycles = 1200;
  Level levels[16];
  int count = 0;
  for (int each = side; each >= 1 && count < 16; each /= 2) {
    const size_t rows = (size_t)(each * each);
    levels[count++] = (Level){diffusion(each), block(rows, sizeof(double)), block(rows, sizeof(double)),
                              block(rows, sizeof(double)), block(rows, sizeof(double))};
  }
  for (int k = 0; k < side * side; k++)
    levels[0].b[k] = (k * 37 % 101) / 101.0;
  for (int k = 0; k < cycles; k++)
    cycle(levels, 0, count, side);
  residual(&levels[0].matrix, levels[0].x, levels[0].b, levels[0].r);
  printf("%.12g %.12g\n", norm(levels[0].x, side * side), norm(levels[0].r, side * side));
  return 0;
}
