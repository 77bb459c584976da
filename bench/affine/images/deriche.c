/* A recursive filter that smooths an image: along rows forward and backward, then along columns (Deriche). */
#include "../affine.h"

#ifndef N
#define N 2400
#endif

static float image[N][N], smooth[N][N], ahead[N][N], back[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      image[i][j] = (float)affine_value(i, j, 1);
      smooth[i][j] = ahead[i][j] = back[i][j] = 0;
    }
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  const float a1 = 0.25f, a2 = 0.125f, a3 = 0.15f, a4 = -0.1f, b1 = 0.8f, b2 = -0.2f;
  for (int i = 0; i < N; i++) {
    float x1 = 0, y1 = 0, y2 = 0;
    for (int j = 0; j < N; j++) {
      ahead[i][j] = a1 * image[i][j] + a2 * x1 + b1 * y1 + b2 * y2;
      x1 = image[i][j];
      y2 = y1;
      y1 = ahead[i][j];
    }
  }
  for (int i = 0; i < N; i++) {
    float x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    for (int j = N - 1; j >= 0; j--) {
      back[i][j] = a3 * x1 + a4 * x2 + b1 * y1 + b2 * y2;
      x2 = x1;
      x1 = image[i][j];
      y2 = y1;
      y1 = back[i][j];
    }
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      smooth[i][j] = ahead[i][j] + back[i][j];
  for (int j = 0; j < N; j++) {
    float x1 = 0, y1 = 0, y2 = 0;
    for (int i = 0; i < N; i++) {
      ahead[i][j] = a1 * smooth[i][j] + a2 * x1 + b1 * y1 + b2 * y2;
      x1 = smooth[i][j];
      y2 = y1;
      y1 = ahead[i][j];
    }
  }
  for (int j = 0; j < N; j++) {
    float x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    for (int i = N - 1; i >= 0; i--) {
      back[i][j] = a3 * x1 + a4 * x2 + b1 * y1 + b2 * y2;
      x2 = x1;
      x1 = smooth[i][j];
      y2 = y1;
      y1 = back[i][j];
    }
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      smooth[i][j] = ahead[i][j] + back[i][j];
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_floats("smooth", &smooth[0][0], (size_t)N * N);
  return 0;
}
