/* An image convolved with weights of any size. */
#include "../affine.h"

#ifndef N
#define N 3000
#endif
#define SIZE 15

struct image {
  int width, height;
  float *pixels;
};

static inline float *pixel(const struct image *m, int y, int x) { return m->pixels + (size_t)y * m->width + x; }

static struct image new_image(int width, int height, int salt, float divisor) {
  struct image made = {width, height, malloc((size_t)width * height * sizeof(float))};
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      *pixel(&made, y, x) = (float)affine_value(y, x, salt) / divisor;
  return made;
}

static float weighted(const struct image *from, const struct image *weights, int y, int x) {
  float sum = 0;
  for (int i = 0; i < weights->height; i++)
    for (int j = 0; j < weights->width; j++)
      sum += *pixel(weights, i, j) * *pixel(from, y + i, x + j);
  return sum;
}

static void convolve(struct image *to, const struct image *from, const struct image *weights) {
  for (int y = 0; y < to->height; y++)
    for (int x = 0; x < to->width; x++)
      *pixel(to, y, x) = weighted(from, weights, y, x);
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N), size = affine_size(argc, argv, 2, SIZE), left = n - size + 1;
  struct image from = new_image(n, n, 1, 1), weights = new_image(size, size, 2, size * size);
  struct image to = new_image(left, left, 3, 1);
  double begin = affine_now();
  convolve(&to, &from, &weights);
  affine_kernel(begin);
  affine_floats("result", to.pixels, (size_t)left * left);
  free(from.pixels);
  free(weights.pixels);
  free(to.pixels);
  return 0;
}
