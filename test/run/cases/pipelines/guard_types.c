/* PARALLEL: 0 */
/* The number in front of the loop is the one that the loop reads, not another one with the same
 * bytes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
enum { SIDE = 32, FRAMES = 30 };
typedef struct image {
  int width, height;
  double *smooth, *out;
  double total;
  long frames;
} image;
static image *image_new(int width, int height) {
  image *f = calloc(1, sizeof *f);
  if (!f)
    exit(1);
  f->smooth = calloc(SIDE * SIDE, sizeof *f->smooth);
  f->out = calloc(SIDE * SIDE, sizeof *f->out);
  if (!f->smooth || !f->out)
    exit(1);
  f->width = width;
  f->height = height;
  for (int i = 0; i < SIDE * SIDE; i++)
    f->smooth[i] = i % 5;
  return f;
}
static void smooth(const image *f, long k, double *to) {
  for (int y = 0; y < f->height; y++)
    for (int x = 0; x < f->width; x++) {
      double sum = 0;
      for (int d = 0; d < 12; d++)
        sum = sum / 2 + sin((double)(x + d + y + k));
      to[y * f->width + x] = sum;
    }
}
static int size_of(const image *f) { return f->width * f->height; }
static void run(image *f) {
  int size = size_of(f);
  printf("%u\n", *(unsigned *)&f->height);
  while (f->frames < FRAMES) {
    smooth(f, f->frames, f->smooth);
    double sum = 0;
    for (int i = 0; i < size; i++) {
      f->out[i] = f->smooth[i] / 2;
      sum = sum / 2 + f->out[i];
    }
    f->total = f->total / 2 + sum;
    printf("%ld %.9g\n", f->frames, f->total);
    f->frames++;
  }
}
int main(void) {
  run(image_new(SIDE, SIDE));
  run(image_new(-4, -4));
  return 0;
}
