/* PARALLEL: 1 */
/* Two guards that look the same in the source: each variable `f` leads to another image. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
enum { SIDE = 32, FRAMES = 30 };
#define KIND(image)                                                                                \
  typedef struct image {                                                                           \
    int width, height;                                                                             \
    double *smooth, *out;                                                                          \
    double total;                                                                                  \
    long frames;                                                                                   \
  } image;                                                                                         \
  static image *image##_new(int width, int height) {                                               \
    image *f = calloc(1, sizeof *f);                                                               \
    if (!f)                                                                                        \
      exit(1);                                                                                     \
    f->smooth = calloc(SIDE * SIDE, sizeof *f->smooth);                                            \
    f->out = calloc(SIDE * SIDE, sizeof *f->out);                                                  \
    if (!f->smooth || !f->out)                                                                     \
      exit(1);                                                                                     \
    f->width = width;                                                                              \
    f->height = height;                                                                            \
    for (int i = 0; i < SIDE * SIDE; i++)                                                          \
      f->smooth[i] = i % 5;                                                                        \
    return f;                                                                                      \
  }                                                                                                \
  static void image##_smooth(const image *f, long k, double *to) {                                 \
    for (int y = 0; y < f->height; y++)                                                            \
      for (int x = 0; x < f->width; x++) {                                                         \
        double sum = 0;                                                                            \
        for (int d = 0; d < 12; d++)                                                               \
          sum = sum / 2 + sin((double)(x + d + y + k));                                            \
        to[y * f->width + x] = sum;                                                                \
      }                                                                                            \
  }                                                                                                \
  static double image##_use(image *f, int size) {                                                  \
    double sum = 0;                                                                                \
    for (int i = 0; i < size; i++)                                                                 \
      sum = sum / 2 + f->smooth[i] / 2;                                                            \
    return sum;                                                                                    \
  }
KIND(one)
KIND(two)
static void run(one *a, two *b) {
  int s1, s2;
  {
    one *f = a;
    s1 = f->width * f->height;
  }
  {
    two *f = b;
    s2 = f->width * f->height;
  }
  for (long k = 0; k < FRAMES; k++) {
    one_smooth(a, k, a->smooth);
    double sum = one_use(a, s1);
    two_smooth(b, k, b->smooth);
    sum += two_use(b, s2);
    a->total = a->total / 2 + sum;
    printf("%ld %.9g\n", k, a->total);
  }
}
int main(void) {
  run(one_new(SIDE, SIDE), two_new(SIDE, SIDE));
  run(one_new(SIDE, SIDE), two_new(-4, -4));
  run(one_new(-4, -4), two_new(4, 4));
  return 0;
}
