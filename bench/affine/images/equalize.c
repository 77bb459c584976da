/* A near miss: frames with equalized histograms; subscripts are the values of pixels. */
#include "../affine.h"

#ifndef N
#define N 2400
#endif
#define FRAMES 30

static unsigned char image[N][N], map[256];
static int count[256];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      image[i][j] = (unsigned char)(affine_value(i, j, 1) * 150);
}

#ifdef BY_HAND
#include BY_HAND
#else
static void kernel(void) {
  for (int frame = 0; frame < FRAMES; frame++) {
    for (int v = 0; v < 256; v++)
      count[v] = 0;
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        count[image[i][j]]++;
    int below = 0;
    for (int v = 0; v < 256; v++) {
      below += count[v];
      map[v] = (unsigned char)((long)below * 255 / ((long)N * N));
    }
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        image[i][j] = (unsigned char)((map[image[i][j]] * 3 + (i + j + frame) % 251) / 4);
  }
}
#endif

int main(void) {
  fill();
  double begin = affine_now();
  kernel();
  affine_kernel(begin);
  affine_pixels("image", &image[0][0], (size_t)N * N);
  return 0;
}
