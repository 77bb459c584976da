/* Image processing on bytes in rows: pointwise, neighborhoods, geometry, statistics, propagation. */
#include <math.h>
#include <string.h>

#include "suite.h"

enum { MAX_SIDE = 64 };

struct image {
  int width, height, stride, channels;
  unsigned char *pixels;
};

static unsigned char lookup[256];
static int labels[MAX_SIDE][MAX_SIDE];
static unsigned integral[MAX_SIDE + 1][MAX_SIDE + 1];
static float kernel[5][5];

static struct image new_image(int width, int height, int channels) {
  struct image m = {width, height, width * channels, channels, calloc((size_t)height, (size_t)(width * channels))};
  if (!m.pixels)
    exit(1);
  return m;
}

static inline unsigned char clip(int v) { return (unsigned char)(v < 0 ? 0 : v > 255 ? 255 : v); }

static inline int at(const struct image *m, int x, int y) {
  x = x < 0 ? 0 : x >= m->width ? m->width - 1 : x;
  y = y < 0 ? 0 : y >= m->height ? m->height - 1 : y;
  return m->pixels[y * m->stride + x];
}

static void make_lookup(double gamma) {
  /* parallel */
  for (int i = 0; i < 256; i++)
    lookup[i] = clip((int)(pow(i / 255.0, gamma) * 255.0 + 0.5));
}

static void apply_lookup(struct image *m) {
  /* parallel */
  for (int i = 0; i < m->stride * m->height; i++)
    m->pixels[i] = lookup[m->pixels[i]];
}

static void brighten(struct image *m, int by) {
  /* parallel */
  for (int y = 0; y < m->height; y++) {
    unsigned char *row = m->pixels + (size_t)y * (size_t)m->stride;
    /* parallel */
    for (int x = 0; x < m->width * m->channels; x++)
      row[x] = clip(row[x] + by);
  }
}

static void to_gray(struct image *to, const struct image *from) {
  /* parallel */
  for (int y = 0; y < from->height; y++)
    /* parallel */
    for (int x = 0; x < from->width; x++) {
      const unsigned char *p = from->pixels + y * from->stride + x * 3;
      to->pixels[y * to->stride + x] = (unsigned char)((77 * p[0] + 150 * p[1] + 29 * p[2]) >> 8);
    }
}

static void blur(struct image *to, const struct image *from) {
  /* parallel */
  for (int y = 0; y < from->height; y++)
    /* parallel */
    for (int x = 0; x < from->width; x++) {
      float sum = 0;
      /* parallel: reduction(sum) */
      for (int j = -2; j <= 2; j++)
        /* parallel: reduction(sum) */
        for (int i = -2; i <= 2; i++)
          sum += kernel[j + 2][i + 2] * (float)at(from, x + i, y + j);
      to->pixels[y * to->stride + x] = clip((int)sum);
    }
}

static void edges(struct image *to, const struct image *from) {
  /* parallel */
  for (int y = 1; y < from->height - 1; y++) {
    const unsigned char *above = from->pixels + (y - 1) * from->stride, *row = above + from->stride, *below = row + from->stride;
    unsigned char *out = to->pixels + y * to->stride;
    /* parallel */
    for (int x = 1; x < from->width - 1; x++) {
      int gx = above[x + 1] + 2 * row[x + 1] + below[x + 1] - above[x - 1] - 2 * row[x - 1] - below[x - 1];
      int gy = below[x - 1] + 2 * below[x] + below[x + 1] - above[x - 1] - 2 * above[x] - above[x + 1];
      out[x] = clip(abs(gx) + abs(gy));
    }
  }
}

static void median(struct image *to, const struct image *from) {
  unsigned char around[9];
  /* parallel: private(around) */
  for (int y = 0; y < from->height; y++)
    /* parallel: private(around) */
    for (int x = 0; x < from->width; x++) {
      int count = 0;
      /* parallel: induction(count) */
      for (int j = -1; j <= 1; j++)
        /* parallel: induction(count) */
        for (int i = -1; i <= 1; i++)
          around[count++] = (unsigned char)at(from, x + i, y + j);
      /* sequential: insertion sort */
      for (int k = 1; k < 9; k++)
        /* sequential: elements move one by one */
        for (int l = k; l > 0 && around[l - 1] > around[l]; l--) {
          unsigned char kept = around[l];
          around[l] = around[l - 1];
          around[l - 1] = kept;
        }
      to->pixels[y * to->stride + x] = around[4];
    }
}

static void rotate(struct image *to, const struct image *from) {
  /* parallel */
  for (int y = 0; y < from->height; y++)
    /* parallel */
    for (int x = 0; x < from->width; x++)
      to->pixels[x * to->stride + (from->height - 1 - y)] = from->pixels[y * from->stride + x];
}

static void flip(struct image *m) {
  /* parallel */
  for (int y = 0; y < m->height / 2; y++) {
    unsigned char *top = m->pixels + y * m->stride, *bottom = m->pixels + (m->height - 1 - y) * m->stride;
    /* parallel */
    for (int x = 0; x < m->stride; x++) {
      unsigned char kept = top[x];
      top[x] = bottom[x];
      bottom[x] = kept;
    }
  }
}

static void resize(struct image *to, const struct image *from) {
  /* parallel */
  for (int y = 0; y < to->height; y++)
    /* parallel */
    for (int x = 0; x < to->width; x++) {
      int sx = x * from->width / to->width, sy = y * from->height / to->height;
      to->pixels[y * to->stride + x] = (unsigned char)((at(from, sx, sy) + at(from, sx + 1, sy) + at(from, sx, sy + 1)) / 3);
    }
}

static void blend(struct image *to, const struct image *over, int alpha) {
  /* parallel: induction(y) */
  for (int y = 0; y < to->height && y < over->height; y++)
    /* parallel: induction(x) */
    for (int x = 0; x < to->width && x < over->width; x++) {
      unsigned char *p = &to->pixels[y * to->stride + x];
      *p = (unsigned char)((*p * (256 - alpha) + over->pixels[y * over->stride + x] * alpha) >> 8);
    }
}

static void threshold(struct image *m, int level, int *above) {
  int count = 0;
  /* parallel: reduction(count) */
  for (int y = 0; y < m->height; y++)
    /* parallel: reduction(count) */
    for (int x = 0; x < m->width; x++) {
      unsigned char *p = m->pixels + y * m->stride + x;
      *p = *p > level ? 255 : 0;
      count += *p != 0;
    }
  *above = count;
}

static double sharpness(const struct image *m) {
  double sum = 0;
  /* parallel: reduction(sum) */
  for (int y = 0; y < m->height; y++) {
    long row = 0;
    /* parallel: reduction(row) */
    for (int x = 1; x < m->width; x++) {
      int d = at(m, x, y) - at(m, x - 1, y);
      row += (long)d * d;
    }
    sum += sqrt((double)row);
  }
  return sum;
}

/* Near misses. */

static void integrate(const struct image *m) {
  /* sequential: sums of the row above */
  for (int y = 0; y < m->height; y++) {
    unsigned row = 0;
    /* sequential: sums of the row so far */
    for (int x = 0; x < m->width; x++) {
      row += m->pixels[y * m->stride + x];
      integral[y + 1][x + 1] = integral[y][x + 1] + row;
    }
  }
}

static void box_from_integral(struct image *to, int radius) {
  /* parallel */
  for (int y = radius; y < to->height - radius; y++)
    /* parallel */
    for (int x = radius; x < to->width - radius; x++) {
      unsigned sum = integral[y + radius + 1][x + radius + 1] - integral[y - radius][x + radius + 1] -
                     integral[y + radius + 1][x - radius] + integral[y - radius][x - radius];
      to->pixels[y * to->stride + x] = (unsigned char)(sum / (unsigned)((2 * radius + 1) * (2 * radius + 1)));
    }
}

static void label(const struct image *m) {
  int next = 1;
  /* sequential: labels of the row above */
  for (int y = 0; y < m->height; y++)
    /* sequential: labels on the left */
    for (int x = 0; x < m->width; x++) {
      if (!m->pixels[y * m->stride + x]) {
        labels[y][x] = 0;
        continue;
      }
      int above = y ? labels[y - 1][x] : 0, left = x ? labels[y][x - 1] : 0;
      labels[y][x] = above ? above : left ? left : next++;
    }
}

static int fill(struct image *m, int x, int y, unsigned char color) {
  static int stack[4 * MAX_SIDE * MAX_SIDE + 8][2];
  int depth = 0, filled = 0;
  unsigned char old = m->pixels[y * m->stride + x];
  if (old == color)
    return 0;
  stack[depth][0] = x;
  stack[depth++][1] = y;
  /* sequential: a stack of places */
  while (depth > 0) {
    int px = stack[--depth][0], py = stack[depth][1];
    if (px < 0 || py < 0 || px >= m->width || py >= m->height || m->pixels[py * m->stride + px] != old)
      continue;
    m->pixels[py * m->stride + px] = color;
    filled++;
    /* parallel: induction(depth) */
    for (int d = 0; d < 4; d++) {
      stack[depth][0] = px + (d == 0) - (d == 1);
      stack[depth++][1] = py + (d == 2) - (d == 3);
    }
  }
  return filled;
}

static void smear(struct image *m) {
  /* parallel */
  for (int y = 0; y < m->height; y++) {
    unsigned char *row = m->pixels + y * m->stride;
    /* sequential: the pixel on the left is new */
    for (int x = 1; x < m->width; x++)
      row[x] = (unsigned char)((row[x] + 3 * row[x - 1]) / 4);
  }
}

static void blur_in_place(struct image *m) {
  /* sequential: the row above is new */
  for (int y = 1; y < m->height - 1; y++)
    /* parallel */
    for (int x = 0; x < m->width; x++)
      m->pixels[y * m->stride + x] = (unsigned char)((m->pixels[(y - 1) * m->stride + x] + m->pixels[y * m->stride + x] * 2 +
                                                      m->pixels[(y + 1) * m->stride + x]) / 4);
}

static void seam_costs(const struct image *m) {
  /* sequential: costs of the row above */
  for (int y = 1; y < m->height; y++)
    /* parallel */
    for (int x = 0; x < m->width; x++) {
      int least = labels[y - 1][x];
      if (x > 0 && labels[y - 1][x - 1] < least)
        least = labels[y - 1][x - 1];
      if (x + 1 < m->width && labels[y - 1][x + 1] < least)
        least = labels[y - 1][x + 1];
      labels[y][x] = least + m->pixels[y * m->stride + x];
    }
}

static void write_text(const struct image *m) {
  /* sequential: output in order, unseen */
  for (int x = 0; x < m->width && x < 16; x++)
    printf("%02x", m->pixels[x]);
  printf("\n");
}

int main(int argc, char **argv) {
  int n = suite_size(argc, argv, 40, MAX_SIDE), above;
  n = n < 8 ? 8 : n;
  struct image color = new_image(n, n - 3, 3), gray = new_image(n, n - 3, 1), other = new_image(n, n - 3, 1);
  struct image turned = new_image(n - 3, n, 1), small = new_image(n / 2, n / 3, 1);
  suite_bytes(color.pixels, color.stride * color.height);
  /* parallel */
  for (int j = 0; j < 5; j++)
    /* parallel */
    for (int i = 0; i < 5; i++)
      kernel[j][i] = 1.0f / (float)(4 + abs(j - 2) * 10 + abs(i - 2) * 10);
  make_lookup(0.8);
  apply_lookup(&color);
  brighten(&color, n);
  to_gray(&gray, &color);
  blur(&other, &gray);
  edges(&gray, &other);
  median(&other, &gray);
  rotate(&turned, &other);
  flip(&turned);
  resize(&small, &other);
  blend(&other, &small, 100);
  write_text(&other);
  printf("%g\n", sharpness(&other));
  integrate(&other);
  box_from_integral(&gray, 2);
  write_text(&gray);
  smear(&gray);
  blur_in_place(&gray);
  write_text(&gray);
  seam_costs(&gray);
  suite_show("labels", labels, sizeof labels);
  threshold(&gray, 90, &above);
  label(&gray);
  int filled = fill(&gray, n / 2, n / 2, 128);
  printf("%d %d\n", above, filled);
  suite_show("gray", gray.pixels, (size_t)(gray.stride * gray.height));
  suite_show("turned", turned.pixels, (size_t)(turned.stride * turned.height));
  suite_show("small", small.pixels, (size_t)(small.stride * small.height));
  suite_show("labels", labels, sizeof labels);
  free(color.pixels);
  free(gray.pixels);
  free(other.pixels);
  free(turned.pixels);
  free(small.pixels);
  return 0;
}
