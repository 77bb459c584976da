// A clamped number lies between its ends, whatever it was before: what is read there can be told
// apart from what is written.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

#include <stdio.h>
#include <stdlib.h>

struct image {
  int width, height, stride;
  unsigned char *pixels;
};

static inline int at(const struct image *m, int x, int y) {
  x = x < 0 ? 0 : x >= m->width ? m->width - 1 : x;
  y = y < 0 ? 0 : y >= m->height ? m->height - 1 : y;
  return m->pixels[y * m->stride + x];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('m->pixels[y * m->stride + x]' and 'to->pixels[y * to->stride + x]' do not overlap)
static void by_choice(struct image *to, const struct image *from) {
  for (int y = 0; y < to->height; y++)
    for (int x = 0; x < to->width; x++) {
      int sx = x * from->width / to->width, sy = y * from->height / to->height;
      to->pixels[y * to->stride + x] = (unsigned char)at(from, sx, sy);
    }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard('from->pixels[sy * from->stride + sx]' and 'to->pixels[y * to->stride + x]' do not overlap)
static void by_branches(struct image *to, const struct image *from, int step) {
  for (int y = 0; y < to->height; y++)
    for (int x = 0; x < to->width; x++) {
      int sx = x * step / 3, sy = y * step / 3;
      if (sx < 0)
        sx = 0;
      if (sx >= from->width)
        sx = from->width - 1;
      if (sy < 0)
        sy = 0;
      else if (sy >= from->height)
        sy = from->height - 1;
      to->pixels[y * to->stride + x] = (unsigned char)(from->pixels[sy * from->stride + sx]);
    }
}

// What a row above is read through is known by its variable.
static void by_pointers(struct image *to, const struct image *from) {
  for (int y = 1; y < from->height - 1; y++) {
    const unsigned char *above = from->pixels + (y - 1) * from->stride, *row = above + from->stride;
    unsigned char *out = to->pixels + y * to->stride;
    // CHECK: loop {{.*}}:[[#@LINE+1]]:5 parallel guard('above[x]' and 'out[x]' do not overlap)
    for (int x = 1; x < from->width - 1; x++)
      out[x] = (unsigned char)((above[x] + row[x]) / 2);
  }
}

// Only one end is given.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
static void near_below(struct image *to, const struct image *from, int step) {
  for (int y = 0; y < to->height; y++)
    for (int x = 0; x < to->width; x++) {
      int sx = x * step / 3;
      if (sx < 0)
        sx = 0;
      to->pixels[y * to->stride + x] = (unsigned char)(from->pixels[sx]);
    }
}

// The second test is about another number.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
static void near_other(struct image *to, const struct image *from, int step) {
  for (int y = 0; y < to->height; y++)
    for (int x = 0; x < to->width; x++) {
      int sx = x * step / 3, sy = y * step / 3;
      if (sx < 0)
        sx = 0;
      if (sy >= from->width)
        sx = from->width - 1;
      to->pixels[y * to->stride + x] = (unsigned char)(from->pixels[sx]);
    }
}

// The pointer goes on.
static void near_by_pointers(struct image *to, const struct image *from, int step) {
  for (int y = 1; y < from->height - 1; y++) {
    const unsigned char *above = from->pixels + (y - 1) * from->stride;
    unsigned char *out = to->pixels + y * to->stride;
    // CHECK: loop {{.*}}:[[#@LINE+1]]:5 sequential
    for (int x = 1; x < from->width - 1; x++) {
      out[x] = above[x];
      above += from->pixels[x] & step;
    }
  }
}

static struct image make(int width, int height) {
  struct image m = {width, height, width + 2, calloc((size_t)height, (size_t)(width + 2))};
  if (!m.pixels)
    exit(1);
  return m;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  struct image a = make(n, n + 3), b = make(2 * n, n);
  by_choice(&b, &a);
  by_branches(&a, &b, argc);
  by_pointers(&b, &a);
  near_below(&a, &b, argc);
  near_other(&a, &b, argc);
  near_by_pointers(&a, &b, argc);
  printf("%d %d\n", a.pixels[n], b.pixels[n]);
}
