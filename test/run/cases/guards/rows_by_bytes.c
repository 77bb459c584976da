/* PARALLEL: 3 */
/* Rows that library functions set and copy, with widths in numbers with a sign; rows that are wider than the distance to the next. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { H = 60, W = 50 };
struct image {
  int width, height, stride;
  unsigned char *data;
};

static void cleared(struct image *m, int value) {
  for (int y = 0; y < m->height; y++)
    memset(m->data + y * m->stride, value + y, m->width);
}

static void copied(double *to, const double *from, int h, int w, int stride) {
  for (int y = 0; y < h; y++)
    memcpy(to + y * stride, from + y * w, w * sizeof *to);
}

static void flipped(struct image *m, const struct image *from) {
  for (int y = 0; y < from->height; y++)
    memmove(m->data + (from->height - 1 - y) * m->stride, from->data + y * from->stride, (size_t)from->width);
}

static unsigned sum_of(const unsigned char *p, size_t n) {
  unsigned sum = 0;
  for (size_t i = 0; i < n; i++)
    sum = sum * 31u + p[i];
  return sum;
}

int main(void) {
  unsigned char *bytes = calloc(H * W * 2, 2), *others = calloc(H * W * 2, 2);
  double *to = calloc(H * W * 2, sizeof *to), *from = calloc(H * W * 2, sizeof *from), sum = 0;
  if (!bytes || !others || !to || !from)
    return 1;
  for (int i = 0; i < H * W * 2; i++)
    from[i] = i % 101;
  struct image m = {W, H, W + 10, bytes}, n = {W, H, W + 3, others};
  cleared(&m, 1);
  cleared(&n, 100);
  flipped(&m, &n);
  unsigned check = sum_of(bytes, H * W * 4);
  m.stride = W / 2;
  cleared(&m, 3);
  check += sum_of(bytes, H * W * 4);
  m.stride = 0;
  cleared(&m, 7);
  m.stride = W;
  m.width = 0;
  cleared(&m, 9);
  check += sum_of(bytes, H * W * 4);
  struct image half = {W, H / 2, W, bytes + W};
  m.width = W;
  flipped(&half, &m);
  check += sum_of(bytes, H * W * 4);
  copied(to, from, H, W, W + 5);
  copied(to, from, H, W, W - 5);
  copied(to, from, H, 0, 3);
  for (int i = 0; i < H * W * 2; i++)
    sum = sum * 0.75 + to[i];
  printf("%u %.17g\n", check, sum);
  return 0;
}
