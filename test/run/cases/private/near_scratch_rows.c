/* PARALLEL: 0 */
/* Scratch images of which an iteration reads what an earlier one has left. */
#include <stdio.h>
#include <stdlib.h>

static double image[40][1200], sums[40];

static void fill(int w, int h, const double *from, double *to) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      to[y * w + x] = from[y * w + x] * 2 + y;
}

/* With a negative width and height nothing is filled, and w * h pixels are read. */
static void flat(int w, int h, int pixels) {
  double *t = calloc((size_t)pixels, sizeof *t);
  putchar('.');
  for (int i = 0; i < 40; i++) {
    double sum = 0;
    fill(w, h, image[i], t);
    for (int k = 0; k < w * h; k++) {
      sum = sum / 2 + t[k];
      t[k] = image[i][k];
    }
    sums[i] += sum;
  }
  free(t);
}

/* The last pixel of each row is not filled. */
static void gaps(int w, int h) {
  double *t = calloc((size_t)w * (size_t)h, sizeof *t);
  putchar('.');
  for (int i = 0; i < 40; i++) {
    double sum = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w - 1; x++)
        t[y * w + x] = image[i][y * w + x];
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        sum = sum / 2 + t[y * w + x];
    t[i % h * w + w - 1] = sum;
    sums[i] += sum;
  }
  free(t);
}

/* One row too many is read. */
static void a_row_more(int w, int h) {
  double *t = calloc((size_t)w * (size_t)(h + 1), sizeof *t);
  putchar('.');
  for (int i = 0; i < 40; i++) {
    double sum = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        t[y * w + x] = image[i][y * w + x];
    for (int y = 0; y <= h; y++)
      for (int x = 0; x < w; x++)
        sum = sum / 2 + t[y * w + x];
    t[h * w + i % w] = sum;
    sums[i] += sum;
  }
  free(t);
}

/* Other rows are longer than those that were filled. */
static void other_width(int w, int v, int h) {
  double *t = calloc((size_t)v * (size_t)h, sizeof *t);
  putchar('.');
  for (int i = 0; i < 40; i++) {
    double sum = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        t[y * w + x] = image[i][y * w + x];
    for (int y = 0; y < h; y++)
      for (int x = 0; x < v; x++)
        sum = sum / 2 + t[y * v + x];
    t[h * v - 1] = sum;
    sums[i] += sum;
  }
  free(t);
}

/* The rows run only if there are any: without, an older one is read. */
static void no_rows(int w, int h) {
  double *t = calloc((size_t)w, sizeof *t);
  putchar('.');
  for (int i = 0; i < 40; i++) {
    double sum = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        t[x] = image[i][x] * y;
    for (int x = 0; x < w; x++) {
      sum = sum / 2 + t[x];
      t[x] = sum;
    }
    sums[i] += sum;
  }
  free(t);
}

/* Each row is filled up to where it begins: y * y is no distance of rows. */
static void squares(int h) {
  double *t = calloc((size_t)h * (size_t)h + 1, sizeof *t);
  putchar('.');
  for (int i = 0; i < 40; i++) {
    double sum = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < y; x++)
        t[y * y + x] = image[i][y + x];
    for (int k = 0; k < h * h; k++) {
      sum = sum / 2 + t[k];
      if (k % 7 == i % 7)
        t[k] = sum;
    }
    sums[i] += sum;
  }
  free(t);
}

int main(void) {
  double all = 0;
  for (int i = 0; i < 40; i++)
    for (int k = 0; k < 1200; k++)
      image[i][k] = (i * 37 + k * 11) % 101;
  flat(-20, -30, 600);
  gaps(30, 20);
  a_row_more(30, 20);
  other_width(20, 30, 20);
  no_rows(30, 0);
  squares(20);
  for (int i = 0; i < 40; i++)
    all = all / 2 + sums[i];
  printf(" %.15g\n", all);
  return 0;
}
