/* An image pyramid of each frame, with an image for each level. */
#include "../affine.h"

#ifndef N
#define N 2048
#endif
#define LEVELS 5
#define FRAMES 12

struct image {
  int width, height;
  float **rows;
};

struct pyramid {
  int levels;
  struct image *level, *half;
};

static struct image make_image(int width, int height) {
  struct image made = {width, height, malloc(height * sizeof(float *))};
  for (int y = 0; y < height; y++)
    made.rows[y] = calloc(width, sizeof(float));
  return made;
}

static void free_image(struct image *old) {
  for (int y = 0; y < old->height; y++)
    free(old->rows[y]);
  free(old->rows);
}

static void halve_width(struct image *to, const struct image *from) {
  for (int y = 0; y < to->height; y++) {
    const float *in = from->rows[y];
    to->rows[y][0] = in[0];
    to->rows[y][to->width - 1] = in[2 * to->width - 2];
    for (int x = 1; x < to->width - 1; x++)
      to->rows[y][x] = (in[2 * x - 2] + 4 * in[2 * x - 1] + 6 * in[2 * x] + 4 * in[2 * x + 1] + in[2 * x + 2]) / 16;
  }
}

static void halve_height(struct image *to, const struct image *from) {
  int last = to->height - 1;
  for (int x = 0; x < to->width; x++) {
    to->rows[0][x] = from->rows[0][x];
    to->rows[last][x] = from->rows[2 * last][x];
    for (int y = 1; y < last; y++)
      to->rows[y][x] = (from->rows[2 * y - 2][x] + 4 * from->rows[2 * y - 1][x] + 6 * from->rows[2 * y][x] +
                        4 * from->rows[2 * y + 1][x] + from->rows[2 * y + 2][x]) /
                       16;
  }
}

static void build(struct pyramid *p) {
  for (int l = 1; l < p->levels; l++) {
    halve_width(&p->half[l], &p->level[l - 1]);
    halve_height(&p->level[l], &p->half[l]);
  }
}

static struct pyramid new_pyramid(int size, int levels) {
  struct pyramid p = {levels, malloc(levels * sizeof *p.level), malloc(levels * sizeof *p.half)};
  for (int l = 0; l < levels; l++) {
    p.level[l] = make_image(size >> l, size >> l);
    p.half[l] = make_image(size >> l, l == 0 ? size : size >> (l - 1));
  }
  return p;
}

static void free_pyramid(struct pyramid *p) {
  for (int l = 0; l < p->levels; l++) {
    free_image(&p->level[l]);
    free_image(&p->half[l]);
  }
  free(p->level);
  free(p->half);
}

int main(int argc, char **argv) {
  int n = affine_size(argc, argv, 1, N), frames = affine_size(argc, argv, 2, FRAMES);
  struct pyramid p = new_pyramid(n, LEVELS);
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++)
      p.level[0].rows[y][x] = (float)affine_value(y, x, 1);
  double begin = affine_now();
  for (int frame = 0; frame < frames; frame++) {
    build(&p);
    p.level[0].rows[frame][frame] += p.level[p.levels - 1].rows[1][1];
  }
  affine_kernel(begin);
  uint64_t hash = 0;
  for (int l = 0; l < p.levels; l++)
    for (int y = 0; y < p.level[l].height; y++)
      hash = affine_hash(hash, p.level[l].rows[y], p.level[l].width * sizeof(float));
  affine_print("levels", hash, p.level[1].rows[0][0], p.level[1].rows[9][9], p.level[p.levels - 1].rows[1][1]);
  free_pyramid(&p);
  return 0;
}
