/* PARALLEL: 12
   Images with channels and strides, in int, unsigned and size_t, and pointers that go from row to row. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int w, h, channels, stride;
  uint8_t *data;
} Image;
typedef struct {
  size_t w, h, channels;
  uint8_t *data;
} LargeImage;
typedef struct {
  unsigned w, h, channels;
  uint8_t *data;
} UnsignedImage;

static void narrow(uint8_t *p, unsigned w, unsigned h, unsigned channels) {
  for (unsigned y = 0; y < h; y++)
    for (unsigned x = 0; x < w; x++)
      for (unsigned c = 0; c < channels; c++)
        p[(y * w + x) * channels + c] = (uint8_t)(p[(y * w + x) * channels + c] * 3 + x + y + c);
}

static void wide(uint8_t *p, size_t w, size_t h, size_t channels) {
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++)
      for (size_t c = 0; c < channels; c++)
        p[(y * w + x) * channels + c] = (uint8_t)(p[(y * w + x) * channels + c] * 5 + x + y + c);
}

static void cast(uint8_t *p, int w, int h, int channels) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      for (int c = 0; c < channels; c++)
        p[((size_t)y * w + x) * channels + c] ^= (uint8_t)(x + y + c);
}

static void members(LargeImage *a, UnsignedImage *b) {
  for (size_t y = 0; y < a->h; y++)
    for (size_t x = 0; x < a->w; x++)
      for (size_t c = 0; c < a->channels; c++)
        a->data[(y * a->w + x) * a->channels + c] ^= (uint8_t)(x + y + c);
  for (unsigned y = 0; y < b->h; y++)
    for (unsigned x = 0; x < b->w; x++)
      for (unsigned c = 0; c < b->channels; c++)
        b->data[(y * b->w + x) * b->channels + c] += (uint8_t)(x * y + c);
}

static void rows(Image *a) {
  for (int y = 0; y < a->h; y++) {
    uint8_t *row = a->data + (size_t)y * a->stride;
    for (int x = 0; x < a->w; x++)
      for (int c = 0; c < 3; c++)
        row[x * 3 + c] ^= 5;
  }
}

/* The stride may be negative, and the last row's address is used after the loop. */
static long walk(uint8_t *dst, const uint8_t *src, int w, int h, int step, int from) {
  uint8_t *const first = dst;
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      dst[x] = (uint8_t)(src[x] + y);
    dst += step;
    src += from;
  }
  return dst - first;
}

static long copy(uint8_t *dst, const uint8_t *src, int w, int h, int step, int from) {
  const uint8_t *const first = src;
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      *dst++ = (uint8_t)(*src++ + y);
    dst += step - w;
    src += from - w;
  }
  return src - first;
}

static int offset(uint8_t *d, const uint8_t *s, int w, int h, int step) {
  int at = 0;
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      d[at + x] ^= s[y * w + x];
    at += step;
  }
  return at;
}

static void flip(uint8_t *p, int w, int h) {
  for (int y = 0; y < h / 2; y++)
    for (int x = 0; x < w; x++) {
      uint8_t t = p[y * w + x];
      p[y * w + x] = p[(h - 1 - y) * w + x];
      p[(h - 1 - y) * w + x] = t;
    }
}

int main(int argc, char **argv) {
  (void)argv;
  const int w = 21 + argc, h = 14 + argc, c = 1 + argc, size = w * h * c;
  uint8_t *p = malloc((size_t)size), *q = calloc((size_t)size * 2, 1);
  for (int i = 0; i < size; i++)
    p[i] = (uint8_t)(i * 7);
  narrow(p, (unsigned)w, (unsigned)h, (unsigned)c);
  wide(p, (size_t)w, (size_t)h, (size_t)c);
  cast(p, w, h, c);
  members(&(LargeImage){(size_t)w, (size_t)h, (size_t)c, p},
          &(UnsignedImage){(unsigned)w, (unsigned)h, (unsigned)c, p});
  rows(&(Image){w / 2, h, c, w * c, p});
  long ends = walk(q, p, w, h, w + 3, w * c) + walk(q + w * (h - 1), p, w, h, -w, w);
  ends += copy(q, p, w, h, w + 1, w * c) * 3 + copy(q, p, -5, h, w, 0);
  ends += offset(q, p, w, h, w + 2);
  flip(q, w, h);
  unsigned sum = 0;
  for (int i = 0; i < size; i++)
    sum = sum * 31 + p[i] + q[i];
  printf("%u %ld\n", sum, ends);
  free(p);
  free(q);
}
