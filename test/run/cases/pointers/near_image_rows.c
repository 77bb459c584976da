/* PARALLEL: 5
   Rows that overlap, products that wrap around, and pointers that do not always go on alike: guards
   see the first two at run time. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint8_t bytes[4096];

/* Places of different rows may be the same modulo 2^32. */
static void narrow(uint8_t *p, unsigned w, unsigned h, unsigned channels) {
  for (unsigned y = 0; y < h; y++)
    if (y % 4 == 0)
      for (unsigned c = 0; c < 2; c++)
        p[(y * w + 1) * channels + c] = (uint8_t)(p[(y * w + 1) * channels + c] * 3 + y);
}

static void wide(uint8_t *p, size_t w, size_t h, size_t channels) {
  for (size_t y = 0; y < h; y++)
    if (y % 4 == 0)
      for (size_t c = 0; c < 2; c++)
        p[(y * w + 1) * channels + c] = (uint8_t)(p[(y * w + 1) * channels + c] * 3 + y);
}

static void walk(uint8_t *dst, int w, int h, int step) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      dst[x] = (uint8_t)(dst[x] * 3 + y);
    dst += step;
  }
}

static void copy(uint8_t *dst, int w, int h, int step) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++, dst++)
      *dst = (uint8_t)(*dst * 3 + y);
    dst += step - w;
  }
}

static void growing(uint8_t *dst, int w, int h, int step) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      dst[x] = (uint8_t)(dst[x] * 3 + y);
    dst += step--;
  }
}

static void sometimes(uint8_t *dst, int w, int h, int step) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      dst[x] = (uint8_t)(dst[x] * 3 + y);
    if (y & 2)
      continue;
    dst += step;
  }
}

static void until(uint8_t *dst, int w, int h, int step) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++) {
      if (dst[0] > 200)
        break;
      *dst = (uint8_t)(*dst * 3 + y);
      dst++;
    }
    dst += step - w;
  }
}

/* An int that is negative where it is compared as an unsigned number: no iteration. */
static void none(uint8_t *dst, int h, unsigned n) {
  for (int y = 0; y < h; y++) {
    for (int x = -3; (unsigned)x < n; x++)
      dst++;
    *dst = (uint8_t)(*dst * 3 + y);
    dst += 2;
  }
}

static void turning(uint8_t *p, unsigned step, int h) {
  unsigned at = 0;
  for (int y = 0; y < h; y++) {
    if (y % 4 == 0)
      p[at] = (uint8_t)(p[at] * 3 + y);
    at += step;
  }
}

static void turning_wide(uint8_t *p, size_t step, int h) {
  size_t at = 0;
  for (int y = 0; y < h; y++) {
    if (y % 4 == 0)
      p[at] = (uint8_t)(p[at] * 3 + y);
    at += step;
  }
}

static void leaping(uint8_t *p, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (i % 1024 == 0)
      p[(i << 30) << 24] = (uint8_t)(p[(i << 30) << 24] * 3 + i + 1);
}

static void show(void) {
  unsigned sum = 0;
  for (size_t i = 0; i < sizeof bytes; i++)
    sum = sum * 31 + bytes[i];
  printf("%u ", sum);
  memset(bytes, 1, sizeof bytes);
}

int main(int argc, char **argv) {
  (void)argv;
  show();
  for (int shift = 0; shift < 5; shift++) {
    narrow(bytes, 1u << shift, 16, 2);
    show();
    narrow(bytes, 1u << (29 + shift % 3), 16, 2);
    wide(bytes, (size_t)1 << (61 + shift % 3), 16, 2);
    show();
    wide(bytes, 1, 16, (size_t)argc << shift);
    show();
    turning(bytes, shift > 2 ? 1u << 30 : 3u << shift, 16);
    show();
  }
  for (int step = -2; step < 12; step++) {
    walk(bytes + 100, 8, 16, step);
    show();
    copy(bytes + 100, 8, 16, step);
    copy(bytes + 400, -8, 16, step);
    show();
    growing(bytes + 200, 8, 16, step);
    sometimes(bytes + 200, 8, 16, step);
    show();
    until(bytes + 1000, 8, 16, step);
    show();
  }
  none(bytes, 16, 5);
  turning_wide(bytes, (size_t)1 << 62, 16);
  show();
  turning_wide(bytes, 7, 16);
  leaping(bytes, 4096);
  show();
  puts("");
}
