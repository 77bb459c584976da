/* PARALLEL: 6 */
/* Scratch images, filled row by row, whose sizes only the program knows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct size {
  int width, height;
};

static double image[40][1200], sums[40];

static void fill(int w, int h, const double *from, double *to) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      to[y * w + x] = from[y * w + x] * 2 + y;
}

static double fold(int w, int h, const double *t) {
  double sum = 0;
  for (int y = h - 1; y >= 0; y--)
    for (int x = 0; x < w; x++)
      sum = sum / 2 + t[y * w + x];
  return sum;
}

static void by_calls(int w, int h) {
  double *t = malloc(sizeof *t * (size_t)w * (size_t)h);
  putchar('.');
  for (int i = 0; i < 40; i++) {
    fill(w, h, image[i], t);
    sums[i] = fold(w, h, t);
  }
  free(t);
}

static void in_place(int w, int h) {
  double *t = malloc(sizeof *t * (size_t)w * (size_t)h);
  putchar('.');
  for (int i = 0; i < 40; i++) {
    double sum = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        t[y * w + x] = image[i][y * w + x] - y;
    for (int y = 1; y < h; y++)
      for (int x = 0; x < w; x++)
        sum = sum / 3 + t[y * w + x] * t[(y - 1) * w + x];
    sums[i] += sum;
  }
  free(t);
}

/* The sizes are members, and three bytes are a pixel. */
static void smooth(const struct size *s, const double *from, unsigned char *to) {
  for (int y = 0; y < s->height; y++)
    for (int x = 0; x < s->width; x++)
      for (int c = 0; c < 3; c++)
        to[(y * s->width + x) * 3 + c] = (unsigned char)((long)from[y * s->width + x] + c);
}

static long mix(const struct size *s, const unsigned char *pixels) {
  long sum = 0;
  for (int y = 0; y < s->height; y++)
    for (int x = 0; x < s->width; x++)
      sum = sum * 3 % 65521 + pixels[(y * s->width + x) * 3 + 1];
  return sum;
}

static void pixels(const struct size *s) {
  const size_t count = (size_t)s->width * (size_t)s->height;
  unsigned char *t = malloc(3 * count);
  putchar('.');
  for (int i = 0; i < 40; i++) {
    smooth(s, image[i], t);
    sums[i] += (double)mix(s, t);
  }
  free(t);
}

/* Each iteration reads earlier rows of its own. */
static void rows_before(int w, int h) {
  double *t = malloc(sizeof *t * (size_t)w * (size_t)h);
  putchar('.');
  for (int i = 0; i < 40; i++) {
    double sum = 0;
    for (int x = 0; x < w; x++)
      t[x] = image[i][x];
    for (int y = 1; y < h; y++)
      for (int x = 0; x < w; x++)
        t[y * w + x] = image[i][y * w + x] + t[(y - 1) * w + x] / 2;
    for (int y = 1; y < h; y++)
      for (int x = 0; x < w; x++)
        sum = sum / 3 + t[y * w + x];
    sums[i] += sum;
  }
  free(t);
}

/* The same row again and again: it runs once at least. */
static void same_row(int w, int h) {
  double *t = malloc(sizeof *t * (size_t)w);
  putchar('.');
  for (int i = 0; i < 40; i++) {
    double sum = 0;
    for (int y = 0; y < 3; y++)
      for (int x = 0; x < w; x++)
        t[x] = image[i][x] * y;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        sum = sum / 2 + t[x];
    sums[i] += sum;
  }
  free(t);
}

int main(void) {
  const struct size size = {30, 35};
  double all = 0;
  for (int i = 0; i < 40; i++)
    for (int k = 0; k < 1200; k++)
      image[i][k] = (i * 37 + k * 11) % 101;
  by_calls(30, 40);
  in_place(24, 50);
  pixels(&size);
  rows_before(40, 30);
  same_row(100, 7);
  for (int i = 0; i < 40; i++)
    all = all / 2 + sums[i];
  printf(" %.15g\n", all);
  return 0;
}
