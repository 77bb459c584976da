/* PARALLEL: 2 */
/* Tests in front of a loop read members of a structure that the loop reads only further inside. */
#include <stdio.h>
#include <stdlib.h>

typedef struct { int width, height; int *pixels; } image;

static void blur(const image *in, int *out) {
  for (int y = 1; y < in->height - 1; y++)
    for (int x = 1; x < in->width - 1; x++)
      out[y * in->width + x] =
          in->pixels[(y - 1) * in->width + x] + in->pixels[(y + 1) * in->width + x - 1] * 3 + x;
}

/* Nothing here reads *in before the branch says so: it may be no structure at all. */
static int maybe(const image *in, image *out, int n) {
  int sum = 0;
  for (int y = 0; y < n; y++) {
    if (in)
      out->pixels[y] = in->pixels[y + 1] * 3 + y;
    sum ^= y;
  }
  return sum;
}

int main(void) {
  image a = {90, 60, NULL}, b = {90, 60, NULL};
  a.pixels = calloc(90 * 60, sizeof(int));
  b.pixels = calloc(90 * 60, sizeof(int));
  if (!a.pixels || !b.pixels)
    return 1;
  for (int i = 0; i < 90 * 60; i++)
    a.pixels[i] = i * 37 % 101;
  for (int k = 0; k < 3; k++) {
    blur(&a, b.pixels);
    blur(&b, a.pixels);
    blur(&a, a.pixels);
  }
  unsigned h = (unsigned)(maybe(&a, &b, 80) + maybe(NULL, &b, 80) + maybe(&b, &b, 70));
  for (int i = 0; i < 90 * 60; i++)
    h = h * 31u + (unsigned)(a.pixels[i] ^ b.pixels[i]);
  printf("%u\n", h);
  return 0;
}
