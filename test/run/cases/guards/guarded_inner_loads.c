/* PARALLEL: 2 */
/* What only inner loops read is read in front of the loop if they run: a picture of no columns has
 * no picture to write to, and one of no rows no size. */
#include <stdio.h>
#include <stdlib.h>

struct picture {
  int width, height;
  unsigned char *pixels;
};

struct cell {
  struct picture *picture;
};

static void shade(const struct picture *in, const struct picture *out) {
  for (int y = 0; y < in->height; y++)
    for (int x = 0; x < in->width; x++)
      out->pixels[y * out->width + x] = (unsigned char)(in->pixels[y * in->width + x] / 2 + x);
}

static void shade_cell(int height, const struct cell *from, const struct cell *to) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < from->picture->width; x++)
      to->picture->pixels[y * to->picture->width + x] =
          (unsigned char)(from->picture->pixels[y * from->picture->width + x] + 1);
}

static struct picture *make(int width, int height) {
  struct picture *made = malloc(sizeof *made);
  made->width = width;
  made->height = height;
  made->pixels = malloc((size_t)(width * height + 1));
  for (int i = 0; i < width * height; i++)
    made->pixels[i] = (unsigned char)(i * 37 % 251);
  return made;
}

int main(void) {
  struct picture *a = make(300, 200), *b = make(310, 200), *empty = make(0, 500);
  struct cell first = {a}, second = {b}, nothing = {empty};
  shade(a, b);
  shade(empty, NULL);
  shade(a, a);
  shade_cell(200, &first, &second);
  shade_cell(400, &nothing, NULL);
  shade_cell(0, NULL, NULL);
  unsigned long sum = 0;
  for (int i = 0; i < 310 * 200; i++)
    sum = sum * 31 + b->pixels[i];
  for (int i = 0; i < 300 * 200; i++)
    sum = sum * 31 + a->pixels[i];
  printf("%lu\n", sum);
  return 0;
}
