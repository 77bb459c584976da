/* PARALLEL: 3 */
/* Nine neighbours by three row pointers: all that a group of accesses touches is in one range. In place, where the
   next row is read after this one was written, the ranges overlap and the loop runs in order. */
#include <stdio.h>
#include <stdlib.h>

enum { W = 61, H = 37 };

static void sobel(const unsigned char *src, unsigned char *dst, int w, int h) {
  for (int y = 1; y < h - 1; y++) {
    const unsigned char *up = src + (y - 1) * w, *mid = up + w, *down = mid + w;
    unsigned char *out = dst + y * w;
    for (int x = 1; x < w - 1; x++) {
      int gx = up[x + 1] + 2 * mid[x + 1] + down[x + 1] - up[x - 1] - 2 * mid[x - 1] - down[x - 1];
      int gy = down[x - 1] + 2 * down[x] + down[x + 1] - up[x - 1] - 2 * up[x] - up[x + 1];
      int g = abs(gx) + abs(gy);
      out[x] = g > 255 ? 255 : g;
    }
  }
}

int main(void) {
  static unsigned char image[2 * W * H], edges[W * H];
  unsigned long seen = 0;
  for (int i = 0; i < 2 * W * H; i++)
    image[i] = i * 31 % 97 + (i / 7 & 64);
  sobel(image, edges, W, H);
  for (int i = 0; i < W * H; i++)
    seen = seen * 31 + edges[i];
  for (int shift = -W; shift <= W; shift += W)
    sobel(image + W, image + W + shift, W, H);
  for (int i = 0; i < 2 * W * H; i++)
    seen = seen * 31 + image[i];
  printf("%lx\n", seen);
  return 0;
}
