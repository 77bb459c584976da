// Loops of few iterations: blocks begin at multiples of their size, and short sums overlap without help.
// RUN: kasuri %s -DR=4 --dump=reorder --stop-after=reorder -- -O3 | FileCheck %s --check-prefix=NINE
// RUN: kasuri %s -DR=1 --dump=reorder --stop-after=reorder -- -O3 | FileCheck %s --check-prefix=THREE
// Of 9 iterations from -4 on none is in a whole block of 8, and 8 are in blocks of 4.
// NINE: nest {{.*}}few-trips.c:18:5 tiled 128, 4 iterations unrolled, loop over 'x' innermost
// Chains of 9 sums of neighboring pixels run at the same time.
// THREE-NOT: nest {{.*}}:18:5
// THREE: kept {{.*}}few-trips.c:18:5: no order is allowed and clearly better
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  int width, height;
  unsigned char *pixels;
} image;
static double kernel[2 * R + 1][2 * R + 1];
static void gauss(const image *in, image *out) {
  for (int y = R; y < in->height - R; y++)
    for (int x = R; x < in->width - R; x++) { // the nest
      double s = 0;
      for (int dy = -R; dy <= R; dy++)
        for (int dx = -R; dx <= R; dx++)
          s += kernel[dy + R][dx + R] * in->pixels[(y + dy) * in->width + x + dx];
      out->pixels[y * in->width + x] = (unsigned char)(s + 0.5);
    }
}
int main(int argc, char **argv) {
  image in = {2000, 1000, calloc(2000, 1000)}, out = {2000, 1000, calloc(2000, 1000)};
  if (!in.pixels || !out.pixels)
    return 1;
  for (int i = 0; i < 2000 * 1000; i++)
    in.pixels[i] = (unsigned char)(i * argc);
  for (int i = 0; i <= 2 * R; i++)
    kernel[i][i] = 0.1 * argc;
  gauss(&in, &out);
  printf("%d %s\n", out.pixels[123456], argv[0]);
  return 0;
}
