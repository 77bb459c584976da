/* The covariance of each pair of columns, one function for each step. */
#include "../matrix.h"

#ifndef N
#define N 700
#endif
#ifndef M
#define M (N * 5 / 4)
#endif

static double mean_of_column(const struct matrix *data, int j) {
  double sum = 0;
  for (int i = 0; i < data->rows; i++)
    sum += *at(data, i, j);
  return sum / data->rows;
}

static void center(struct matrix *data) {
  for (int j = 0; j < data->cols; j++) {
    double mean = mean_of_column(data, j);
    for (int i = 0; i < data->rows; i++)
      *at(data, i, j) -= mean;
  }
}

static struct matrix *covariance(const struct matrix *data) {
  struct matrix *cov = new_matrix(data->cols, data->cols);
  for (int i = 0; i < data->cols; i++)
    for (int j = i; j < data->cols; j++) {
      double sum = 0;
      for (int k = 0; k < data->rows; k++)
        sum += *at(data, k, i) * *at(data, k, j);
      *at(cov, i, j) = *at(cov, j, i) = sum / (data->rows - 1);
    }
  return cov;
}

int main(int argc, char **argv) {
  struct matrix *data = new_matrix(affine_size(argc, argv, 2, M), affine_size(argc, argv, 1, N));
  fill_matrix(data, 1);
  double begin = affine_now();
  center(data);
  struct matrix *cov = covariance(data);
  affine_kernel(begin);
  print_matrix("cov", cov);
  free_matrix(data);
  free_matrix(cov);
  return 0;
}
