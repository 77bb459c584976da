/* PARALLEL: 1 */
/* Rows that fill an image if it has a height of 0 or more, which is tested in front of the loop. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 48, FRAMES = 40 };

typedef struct image {
  int width, height;
  double *smooth, *out;
  double total;
  long frames;
} image;

static image *image_new(int width, int height) {
  image *f = calloc(1, sizeof *f);
  if (f == NULL)
    exit(1);
  f->smooth = calloc(SIDE * SIDE, sizeof *f->smooth);
  f->out = calloc(SIDE * SIDE, sizeof *f->out);
  if (f->smooth == NULL || f->out == NULL)
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

static void run(image *f) {
  int size = f->width * f->height;
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

int main(int argc, char **argv) {
  image *each[] = {image_new(SIDE, SIDE), image_new(-SIDE, -SIDE), image_new(SIDE, 0), image_new(0, SIDE)};
  for (int i = 0; i < 4; i++)
    run(each[i]);
  return argv == NULL || argc < 0;
}
