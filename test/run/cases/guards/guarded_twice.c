/* PARALLEL: 3 */
/* The second loop reads what the first has read: a guard reads it again, unless it was written
 * between the two. */
#include <stdio.h>
#include <stdlib.h>

struct picture {
  int width, height;
  float *pixels;
};

static void twice(const struct picture *in, const struct picture *out) {
  for (int y = 0; y < in->height; y++)
    for (int x = 0; x < in->width; x++)
      out->pixels[y * in->width + x] = in->pixels[y * in->width + x] * 2;
  for (int y = 0; y < in->height; y++)
    for (int x = 1; x < in->width; x++)
      out->pixels[y * in->width + x - 1] += in->pixels[y * in->width + x];
}

static void moved(const struct picture *in, struct picture *out, float *other) {
  for (int y = 0; y < in->height; y++)
    for (int x = 0; x < in->width; x++)
      out->pixels[y * in->width + x] = in->pixels[y * in->width + x] * 3;
  out->pixels = other;
  for (int y = 0; y < in->height; y++)
    for (int x = 1; x < in->width; x++)
      out->pixels[y * in->width + x - 1] += in->pixels[y * in->width + x];
}

int main(void) {
  float *memory = malloc(3 * 90 * 70 * sizeof *memory);
  for (int i = 0; i < 3 * 90 * 70; i++)
    memory[i] = (float)(i % 101);
  struct picture a = {90, 70, memory}, b = {90, 70, memory + 90 * 70};
  twice(&a, &b);
  twice(&a, &a);
  moved(&a, &b, memory + 90 * 70 * 2);
  moved(&a, &b, memory + 91);
  double sum = 0;
  for (int i = 0; i < 3 * 90 * 70; i++)
    sum = sum * 0.75 + memory[i];
  printf("%.17g\n", sum);
  return 0;
}
