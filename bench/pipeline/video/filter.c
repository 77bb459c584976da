#include "filter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static frame *frame_new(int width, int height) {
  frame *made = malloc(sizeof *made);
  if (made == NULL)
    return NULL;
  made->number = 0;
  made->pixels = calloc((size_t)width, (size_t)height);
  if (made->pixels == NULL) {
    free(made);
    return NULL;
  }
  return made;
}

static void frame_free(frame *f) {
  if (f != NULL)
    free(f->pixels);
  free(f);
}

static void make_weights(filter *f) {
  for (int i = 0; i < 256; i++)
    f->range_weight[i] = (int)(256.0 * exp(-i * i / (2.0 * 18 * 18)) + 0.5);
  for (int y = -RADIUS; y <= RADIUS; y++)
    for (int x = -RADIUS; x <= RADIUS; x++)
      f->space_weight[(y + RADIUS) * (2 * RADIUS + 1) + x + RADIUS] =
          (int)(256.0 * exp(-(x * x + y * y) / (2.0 * 1.5 * 1.5)) + 0.5);
}

filter *filter_new(int width, int height) {
  filter *f = calloc(1, sizeof *f);
  if (f == NULL)
    return NULL;
  f->width = width;
  f->height = height;
  f->current = frame_new(width, height);
  f->smooth = frame_new(width, height);
  f->output = frame_new(width, height);
  f->before = frame_new(width, height);
  f->difference = malloc(sizeof *f->difference * (size_t)height);
  if (f->current == NULL || f->smooth == NULL || f->output == NULL || f->before == NULL || f->difference == NULL) {
    filter_free(f);
    return NULL;
  }
  make_weights(f);
  return f;
}

void filter_free(filter *f) {
  if (f == NULL)
    return;
  frame_free(f->current);
  frame_free(f->smooth);
  frame_free(f->output);
  frame_free(f->before);
  free(f->difference);
  free(f);
}

static int clamp(int value, int most) { return value < 0 ? 0 : value > most ? most : value; }

/* Of the pixels around, those that are alike count. */
static uint8_t smooth_pixel(const filter *f, const uint8_t *from, int x, int y) {
  int center = from[y * f->width + x];
  int sum = 0, weights = 0;
  for (int dy = -RADIUS; dy <= RADIUS; dy++) {
    const uint8_t *row = from + clamp(y + dy, f->height - 1) * f->width;
    const int *space = f->space_weight + (dy + RADIUS) * (2 * RADIUS + 1) + RADIUS;
    for (int dx = -RADIUS; dx <= RADIUS; dx++) {
      int pixel = row[clamp(x + dx, f->width - 1)];
      int weight = space[dx] * f->range_weight[abs(pixel - center)] >> 8;
      sum += weight * pixel;
      weights += weight;
    }
  }
  return (uint8_t)((sum + weights / 2) / weights);
}

void smooth_frame(const filter *f, const uint8_t *from, uint8_t *to) {
  for (int y = 0; y < f->height; y++)
    for (int x = 0; x < f->width; x++)
      to[y * f->width + x] = smooth_pixel(f, from, x, y);
}

/* The stronger the change, the less counts what was before. Returns how much has changed. */
long blend_frame(const filter *f, const uint8_t *now, const uint8_t *before, uint8_t *to, int *difference) {
  long changed = 0;
  for (int y = 0; y < f->height; y++) {
    int sum = 0;
    for (int x = 0; x < f->width; x++) {
      int i = y * f->width + x;
      int change = abs(now[i] - before[i]);
      int keep = change > 40 ? 0 : 12 - change * 12 / 41;
      to[i] = (uint8_t)((now[i] * (16 - keep) + before[i] * keep + 8) >> 4);
      sum += change;
    }
    difference[y] = sum;
    changed += sum;
  }
  return changed;
}

void sharpen_frame(const filter *f, const uint8_t *from, uint8_t *to) {
  for (int y = 0; y < f->height; y++)
    for (int x = 0; x < f->width; x++) {
      const uint8_t *row = from + y * f->width;
      const uint8_t *above = from + clamp(y - 1, f->height - 1) * f->width;
      const uint8_t *below = from + clamp(y + 1, f->height - 1) * f->width;
      int left = clamp(x - 1, f->width - 1), right = clamp(x + 1, f->width - 1);
      int around = above[x] + below[x] + row[left] + row[right];
      to[y * f->width + x] = (uint8_t)clamp((row[x] * 12 - around + 4) / 8, 255);
    }
}

unsigned long sum_frame(const filter *f, const uint8_t *pixels) {
  unsigned long a = 1, b = 0;
  for (int i = 0; i < f->width * f->height; i++) {
    a = (a + pixels[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

int read_header(FILE *in, int *width, int *height) {
  char line[64];
  if (fgets(line, sizeof line, in) == NULL || sscanf(line, "GRAY %d %d", width, height) != 2)
    return 0;
  return *width > 0 && *height > 0 && *width <= 4096 && *height <= 4096;
}
