/* PARALLEL: 2 */
/* Pictures of which both must have the row and the column: what the second test reads may not be there before the first holds. */
#include <stdio.h>
#include <stdlib.h>

struct image {
  int width, height, stride;
  unsigned char *pixels;
};

static struct image make(int width, int height, int stride) {
  struct image m = {width, height, stride, calloc((size_t)stride * (size_t)height, 1)};
  if (!m.pixels)
    exit(1);
  for (int i = 0; i < stride * height; i++)
    m.pixels[i] = (unsigned char)(i * 31 % 251);
  return m;
}

static void blend(struct image *to, const struct image *over, int alpha) {
  for (int y = 0; y < to->height && y < over->height; y++)
    for (int x = 0; x < to->width && x < over->width; x++) {
      unsigned char *p = &to->pixels[y * to->stride + x];
      *p = (unsigned char)((*p * (256 - alpha) + over->pixels[y * over->stride + x] * alpha) >> 8);
    }
}

/* Without columns there may be no second picture. */
static void add(struct image *to, struct image *const *others, int height, int width) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width && x < (*others)->width; x++)
      to->pixels[y * to->stride + x] += (*others)->pixels[y * (*others)->stride + x];
}

static unsigned sum_of(const struct image *m) {
  unsigned sum = 0;
  for (int i = 0; i < m->stride * m->height; i++)
    sum = sum * 31u + m->pixels[i];
  return sum;
}

int main(void) {
  struct image large = make(200, 150, 208), small = make(90, 60, 96), *none = NULL, *one = &small;
  blend(&large, &small, 100);
  unsigned sum = sum_of(&large);
  struct image overlapping = {100, 100, 100, large.pixels}, shifted = {100, 99, 100, large.pixels + 100};
  blend(&shifted, &overlapping, 50);
  sum += sum_of(&large);
  large.stride = 50;
  blend(&large, &small, 100);
  add(&large, &one, 60, 50);
  add(&large, &none, 60, 0);
  large.stride = 208;
  sum += sum_of(&large);
  printf("%u\n", sum);
  return 0;
}
