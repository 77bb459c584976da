/* A recursive filter that smooths an image, with one function for lines of any stride. */
#include "../affine.h"

#ifndef N
#define N 2400
#endif

typedef struct {
  int width, height;
  float *pixels;
} image;

struct filter {
  float a1, a2, a3, a4, b1, b2;
};

static image *new_image(int width, int height) {
  image *made = malloc(sizeof *made);
  made->width = width;
  made->height = height;
  made->pixels = calloc((size_t)width * height, sizeof *made->pixels);
  return made;
}

static void free_image(image *old) {
  free(old->pixels);
  free(old);
}

static void filter_ahead(const struct filter *f, float *to, const float *from, int count, size_t stride) {
  float x1 = 0, y1 = 0, y2 = 0;
  for (int i = 0; i < count; i++) {
    float y = f->a1 * from[i * stride] + f->a2 * x1 + f->b1 * y1 + f->b2 * y2;
    x1 = from[i * stride];
    y2 = y1;
    y1 = to[i * stride] = y;
  }
}

static void filter_back(const struct filter *f, float *to, const float *from, int count, size_t stride) {
  float x1 = 0, x2 = 0, y1 = 0, y2 = 0;
  for (int i = count - 1; i >= 0; i--) {
    float y = f->a3 * x1 + f->a4 * x2 + f->b1 * y1 + f->b2 * y2;
    x2 = x1;
    x1 = from[i * stride];
    y2 = y1;
    y1 = to[i * stride] = y;
  }
}

static void add(image *to, const image *x, const image *y) {
  size_t count = (size_t)to->width * to->height;
  for (size_t i = 0; i < count; i++)
    to->pixels[i] = x->pixels[i] + y->pixels[i];
}

static void smooth(const struct filter *f, image *to, const image *from, image *ahead, image *back) {
  int width = from->width, height = from->height;
  for (int i = 0; i < height; i++)
    filter_ahead(f, ahead->pixels + (size_t)i * width, from->pixels + (size_t)i * width, width, 1);
  for (int i = 0; i < height; i++)
    filter_back(f, back->pixels + (size_t)i * width, from->pixels + (size_t)i * width, width, 1);
  add(to, ahead, back);
  for (int j = 0; j < width; j++)
    filter_ahead(f, ahead->pixels + j, to->pixels + j, height, width);
  for (int j = 0; j < width; j++)
    filter_back(f, back->pixels + j, to->pixels + j, height, width);
  add(to, ahead, back);
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N);
  const struct filter f = {0.25f, 0.125f, 0.15f, -0.1f, 0.8f, -0.2f};
  image *from = new_image(n, n), *to = new_image(n, n), *ahead = new_image(n, n), *back = new_image(n, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      size_t k = (size_t)i * n + j;
      from->pixels[k] = (float)affine_value(i, j, 1);
      to->pixels[k] = ahead->pixels[k] = back->pixels[k] = 0;
    }
  double begin = affine_now();
  smooth(&f, to, from, ahead, back);
  affine_kernel(begin);
  affine_floats("smooth", to->pixels, (size_t)n * n);
  free_image(from);
  free_image(to);
  free_image(ahead);
  free_image(back);
  return 0;
}
