/* PARALLEL: 4
   Subscripts that are clamped, and rows known by their variables: the ranges in the tests hold all
   that is read, also where numbers are far beyond the picture and where it is its own source. */
#include <stdio.h>
#include <stdlib.h>

struct image {
  int width, height, stride;
  unsigned char *pixels;
};

static int at(const struct image *m, int x, int y) {
  x = x < 0 ? 0 : x >= m->width ? m->width - 1 : x;
  y = y < 0 ? 0 : y >= m->height ? m->height - 1 : y;
  return m->pixels[y * m->stride + x];
}

static void resize(struct image *to, const struct image *from, int step) {
  for (int y = 0; y < to->height; y++)
    for (int x = 0; x < to->width; x++)
      to->pixels[y * to->stride + x] = (unsigned char)at(from, x * step / to->width - 5, y * step / to->height - 3);
}

static void warp(struct image *to, const struct image *from, int step) {
  for (int y = 0; y < to->height; y++)
    for (int x = 0; x < to->width; x++) {
      int sx = x * step / 3 - y, sy = y * step / 3 - x;
      if (sx < 0)
        sx = 0;
      if (sx >= from->width)
        sx = from->width - 1;
      if (sy < 0)
        sy = 0;
      else if (sy >= from->height)
        sy = from->height - 1;
      to->pixels[y * to->stride + x] = (unsigned char)(from->pixels[sy * from->stride + sx] + 1);
    }
}

static void between(unsigned char *to, const unsigned char *from, int n, int low, int high) {
  for (int i = 0; i < n; i++) {
    int k = i * 5 - 60;
    if (k < low)
      k = low;
    else if (k > high)
      k = high;
    to[i] = (unsigned char)(from[k] + i);
  }
}

static void smooth(struct image *to, const struct image *from) {
  for (int y = 1; y < from->height - 1; y++) {
    const unsigned char *above = from->pixels + (y - 1) * from->stride, *row = above + from->stride;
    unsigned char *out = to->pixels + y * to->stride;
    printf("%d", out[0] & 1);
    for (int x = 1; x < from->width - 1; x++)
      out[x] = (unsigned char)((above[x] + row[x]) / 2);
  }
  printf("\n");
}

static struct image make(int width, int height) {
  struct image m = {width, height, width + 2, calloc((size_t)height, (size_t)(width + 2))};
  if (!m.pixels)
    exit(1);
  for (int i = 0; i < height * (width + 2); i++)
    m.pixels[i] = (unsigned char)(i * 7 + i / 50);
  return m;
}

static void show(const struct image *m) {
  unsigned sum = 0;
  for (int i = 0; i < m->height * m->stride; i++)
    sum = sum * 31 + m->pixels[i];
  printf("%u\n", sum);
}

int main(void) {
  struct image a = make(90, 70), b = make(160, 120);
  unsigned char bytes[400];
  for (int i = 0; i < 400; i++)
    bytes[i] = (unsigned char)(i * 3);
  for (int step = 0; step < 200; step += 66) {
    resize(&b, &a, step);
    show(&b);
    warp(&a, &b, step);
    show(&a);
    warp(&a, &a, step);
    show(&a);
    resize(&a, &a, step);
    show(&a);
    between(bytes + 200, bytes, 150, step / 5, 190);
    between(bytes + 100, bytes, 150, 190, step / 5);
    between(bytes + 20, bytes, 150, step / 5, 60);
    smooth(&b, &a);
    smooth(&b, &b);
    show(&b);
  }
  unsigned sum = 0;
  for (int i = 0; i < 400; i++)
    sum = sum * 31 + bytes[i];
  printf("%u\n", sum);
  free(a.pixels);
  free(b.pixels);
  return 0;
}
