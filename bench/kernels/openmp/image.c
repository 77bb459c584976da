/* A picture behind a struct: blurred by rows and columns, its colours counted. With pragmas of OpenMP, by hand. */
#include <stdio.h>
#include <stdlib.h>

typedef struct { int width, height; unsigned char *pixels; } image;

static image *image_new(int width, int height) {
  image *made = malloc(sizeof *made);
  if (!made)
    abort();
  made->width = width;
  made->height = height;
  made->pixels = calloc((size_t)width * height, 3);
  if (!made->pixels)
    abort();
  return made;
}

static unsigned char clamp(int value) { return (unsigned char)(value < 0 ? 0 : value > 255 ? 255 : value); }

static void blur(const image *in, image *out) {
#pragma omp parallel for schedule(static)
  for (int y = 1; y < in->height - 1; y++)
    for (int x = 1; x < in->width - 1; x++)
      for (int c = 0; c < 3; c++) {
        int sum = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            sum += in->pixels[((y + dy) * in->width + x + dx) * 3 + c];
        out->pixels[(y * in->width + x) * 3 + c] = clamp(sum / 9);
      }
}

static void count(const image *in, unsigned counts[256]) {
#pragma omp parallel for schedule(static) reduction(+ : counts[ : 256])
  for (int i = 0; i < in->width * in->height * 3; i++)
    counts[in->pixels[i]]++;
}

int main(void) {
  image *a = image_new(1600, 1000), *b = image_new(1600, 1000);
  unsigned counts[256] = {0}, hash = 1;
#pragma omp parallel for schedule(static)
  for (int y = 0; y < a->height; y++)
    for (int x = 0; x < a->width; x++) {
      unsigned char *p = a->pixels + (y * a->width + x) * 3;
      p[0] = (unsigned char)(x ^ y);
      p[1] = (unsigned char)(x + y);
      p[2] = (unsigned char)(x * y);
    }
  for (int k = 0; k < 5; k++) {
    blur(a, b);
    blur(b, a);
  }
  count(a, counts);
  for (int i = 0; i < 256; i++)
    hash = hash * 31 + counts[i];
  printf("%u\n", hash);
  return 0;
}
