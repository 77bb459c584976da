// Numbers of bytes that are computed from signed numbers: a function that writes them all is never asked for a negative one.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s
#include <stddef.h>

void *memset(void *to, int value, size_t count);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
size_t strlcpy(char *restrict to, const char *restrict from, size_t count);

struct image {
  int width, height, stride, channels;
  unsigned char *data;
};

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard(iterations access different parts of 'p')
void cleared(unsigned char *p, int h, int w, int stride) {
  for (int y = 0; y < h; y++)
    memset(p + y * stride, 0, w);
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard(iterations access different parts of 'to')
void copied(double *restrict to, const double *restrict from, int h, int w, int stride) {
  for (int y = 0; y < h; y++)
    memcpy(to + y * stride, from + y * w, w * sizeof *to);
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard(iterations access different parts of 'p')
void product(unsigned char *p, int h, int w, int stride, int channels) {
  for (int y = 0; y < h; y++)
    memset(p + (size_t)y * (size_t)stride, 1, (size_t)w * (size_t)channels);
}

// All of the count may be more than is written, or less than the number says: nothing is surely written.
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
void not_surely(int *restrict to, int n, int w) {
  int row[64];
  for (int y = 0; y < n; y++) {
    memset(row, 0, w * sizeof *row);
    to[y] = row[y & 63];
    row[(y + 1) & 63] = y;
  }
}

// A greatest number of bytes may be any number, as -1 is a very large one.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void at_most(char *restrict to, const char *restrict from, int n, int stride, int most) {
  for (int i = 0; i < n; i++)
    strlcpy(to + i * stride, from, most);
}

// The difference of two numbers of 64 bits may be less than any that is added to it.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void difference(unsigned char *p, int h, size_t a, size_t b, size_t c, size_t stride) {
  for (int y = 0; y < h; y++)
    memset(p + (size_t)y * stride, 0, a - b - c);
}
