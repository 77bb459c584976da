/* PARALLEL: 4 */
/* Codecs whose state is behind a handle: what an iteration only works with has a version on each core. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME = 64, LOOK_BACK = 32 };

typedef struct analysis {
  const double *window;
  double samples[LOOK_BACK + FRAME];
  double windowed[LOOK_BACK + FRAME];
  double sums[16];
} analysis;

typedef struct codec {
  int width, gain;
  analysis *lpc;
  double *residual;
  double energy;
  double last;
  int *bytes;
} codec;

static double table[LOOK_BACK + FRAME];

static codec *codec_new(void) {
  codec *c = calloc(1, sizeof *c);
  if (c == NULL)
    return NULL;
  c->lpc = calloc(1, sizeof *c->lpc);
  c->residual = calloc(FRAME, sizeof *c->residual);
  c->bytes = calloc(FRAME, sizeof *c->bytes);
  if (c->lpc == NULL || c->residual == NULL || c->bytes == NULL)
    return NULL;
  c->lpc->window = table;
  c->width = FRAME;
  c->gain = 3;
  return c;
}

static void fill(codec *c, analysis *lpc, int k) {
  for (int i = 0; i < LOOK_BACK; i++)
    lpc->samples[i] = lpc->samples[i + FRAME];
  for (int i = 0; i < FRAME; i++) {
    c->last = c->last * 0.5 + (k * 31 + i * 7) % 101 * c->gain;
    lpc->samples[LOOK_BACK + i] = c->last;
  }
}

static void analyse(const codec *c, analysis *lpc, double *residual) {
  for (int i = 0; i < LOOK_BACK + FRAME; i++)
    lpc->windowed[i] = lpc->samples[i] * lpc->window[i];
  for (int lag = 0; lag < 16; lag++) {
    double sum = 0;
    for (int i = lag; i < LOOK_BACK + FRAME; i++)
      sum += lpc->windowed[i] * sin(lpc->windowed[i - lag]);
    lpc->sums[lag] = sum;
  }
  for (int i = 0; i < FRAME; i++)
    residual[i] = lpc->samples[LOOK_BACK + i] - lpc->sums[i % 16] / c->width;
}

static void pack(codec *c, const double *residual, int *bytes) {
  for (int i = 0; i < FRAME; i++) {
    c->energy = c->energy * 0.9 + residual[i] * residual[i];
    bytes[i] = (int)(residual[i] / (1 + c->energy) * 1000);
  }
}

/* The state is read behind the loop, also where it ends because nothing can be written. */
static void encode(codec *c, int frames, const char *name) {
  FILE *out = fopen(name, "wb");
  unsigned sum = 0;
  int k;
  if (out == NULL)
    exit(1);
  for (k = 0; k < frames; k++) {
    fill(c, c->lpc, k);
    analyse(c, c->lpc, c->residual);
    pack(c, c->residual, c->bytes);
    for (int i = 0; i < FRAME; i++)
      sum = sum * 31 + (unsigned)c->bytes[i];
    if (fwrite(c->bytes, sizeof *c->bytes, FRAME, out) != FRAME)
      break;
  }
  printf("%d %u %.12g %.12g %.12g\n", k, sum, c->energy, c->last, c->lpc->samples[5]);
  fclose(out);
}

/* A table that may be missing, and a variable as the block. */
typedef struct shaper {
  const double *table;
  double *work;
  double carried;
  int calls;
} shaper;

static double work_of_all[FRAME];

static double shape(const shaper *s, double *work, int k) {
  double sum = 0;
  for (int i = 0; i < FRAME; i++)
    work[i] = sin(k + i) * (s->table ? s->table[i] : 1);
  for (int i = 0; i < FRAME; i++)
    for (int j = 0; j < 8; j++)
      sum = sum / 3 + work[(i + j) % FRAME];
  return sum;
}

static void shape_all(shaper *s, int frames) {
  for (int k = 0; k < frames; k++) {
    double sum = shape(s, s->work, k);
    s->carried = s->carried / 2 + sum;
    s->calls++;
    printf("%.6g ", s->carried);
  }
  printf("%d\n", s->calls);
}

/* Images of a size that only the program knows, three pointers away. */
typedef struct image {
  int number;
  unsigned char *pixels;
} image;

typedef struct filter {
  int width, height;
  image *now, *smooth;
  long changed, frames;
} filter;

static void smooth_image(const filter *f, const unsigned char *from, unsigned char *to) {
  for (int y = 0; y < f->height; y++)
    for (int x = 0; x < f->width; x++) {
      int sum = 0;
      for (int d = -3; d <= 3; d++)
        sum += from[y * f->width + (x + d < 0 || x + d >= f->width ? x : x + d)];
      to[y * f->width + x] = (unsigned char)(sum / 7);
    }
}

static long blend_image(const filter *f, const unsigned char *now, unsigned char *before) {
  long changed = 0;
  for (int y = 0; y < f->height; y++)
    for (int x = 0; x < f->width; x++) {
      const int i = y * f->width + x;
      changed += abs(now[i] - before[i]);
      before[i] = (unsigned char)((3 * now[i] + before[i]) / 4);
    }
  return changed;
}

static void filter_all(filter *f, FILE *in, unsigned char *before) {
  const size_t size = (size_t)f->width * (size_t)f->height;
  while (fread(f->now->pixels, 1, size, in) == size) {
    f->now->number++;
    smooth_image(f, f->now->pixels, f->smooth->pixels);
    f->changed += blend_image(f, f->smooth->pixels, before);
    f->frames++;
    printf("%ld ", f->changed);
  }
  printf("%ld %d\n", f->frames, f->now->number);
}

static image *image_new(int width, int height) {
  image *made = malloc(sizeof *made);
  if (made == NULL)
    exit(1);
  made->number = 0;
  made->pixels = calloc((size_t)width, (size_t)height);
  if (made->pixels == NULL)
    exit(1);
  return made;
}

static void images(int width, int height, int count) {
  filter *f = calloc(1, sizeof *f);
  FILE *file = tmpfile();
  unsigned char *before = calloc((size_t)width, (size_t)height);
  if (f == NULL || file == NULL || before == NULL)
    exit(1);
  f->width = width;
  f->height = height;
  f->now = image_new(width, height);
  f->smooth = image_new(width, height);
  for (int i = 0; i < width * height * count; i++)
    putc(i * 37 % 251, file);
  rewind(file);
  filter_all(f, file, before);
  fclose(file);
  free(f->now->pixels);
  free(f->now);
  free(f->smooth->pixels);
  free(f->smooth);
  free(f);
  free(before);
}

int main(void) {
  static shaper plain, with_table;
  for (int i = 0; i < LOOK_BACK + FRAME; i++)
    table[i] = 0.5 + i % 7 * 0.1;
  codec *c = codec_new();
  if (c == NULL)
    return 1;
  encode(c, 60, "/dev/null");
  encode(c, 0, "/dev/null");
  encode(c, 200, "/dev/full");
  plain.work = with_table.work = work_of_all;
  with_table.table = table;
  shape_all(&plain, 30);
  shape_all(&with_table, 30);
  images(20, 13, 15);
  images(16, 1, 3);
  free(c->lpc);
  free(c->residual);
  free(c->bytes);
  free(c);
  return 0;
}
