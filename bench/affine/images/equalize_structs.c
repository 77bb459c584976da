/* A near miss: frames with equalized histograms, one function for each step. */
#include "../affine.h"

#ifndef N
#define N 2400
#endif
#define FRAMES 30

struct image {
  int width, height;
  unsigned char *pixels;
};

struct histogram {
  int count[256];
};

static void count_pixels(struct histogram *h, const struct image *m) {
  memset(h, 0, sizeof *h);
  for (int i = 0; i < m->width * m->height; i++)
    h->count[m->pixels[i]]++;
}

static void make_map(unsigned char *map, const struct histogram *h, long all) {
  long below = 0;
  for (int v = 0; v < 256; v++) {
    below += h->count[v];
    map[v] = (unsigned char)(below * 255 / all);
  }
}

static void apply_map(struct image *m, const unsigned char *map, int frame) {
  for (int y = 0; y < m->height; y++)
    for (int x = 0; x < m->width; x++) {
      unsigned char *pixel = &m->pixels[(size_t)y * m->width + x];
      *pixel = (unsigned char)((map[*pixel] * 3 + (y + x + frame) % 251) / 4);
    }
}

static void equalize(struct image *m, int frame) {
  struct histogram h;
  unsigned char map[256];
  count_pixels(&h, m);
  make_map(map, &h, (long)m->width * m->height);
  apply_map(m, map, frame);
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N), frames = affine_size(argc, argv, 2, FRAMES);
  struct image m = {n, n, malloc((size_t)n * n)};
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++)
      m.pixels[(size_t)y * n + x] = (unsigned char)(affine_value(y, x, 1) * 150);
  double begin = affine_now();
  for (int frame = 0; frame < frames; frame++)
    equalize(&m, frame);
  affine_kernel(begin);
  affine_pixels("image", m.pixels, (size_t)n * n);
  free(m.pixels);
  return 0;
}
