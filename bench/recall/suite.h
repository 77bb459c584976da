/* What the programs of the suite share: a size from the command line, data, and a checksum of results. */
#ifndef SUITE_H
#define SUITE_H
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned suite_seed = 12345;

static inline unsigned suite_next(void) {
  suite_seed = suite_seed * 1664525u + 1013904223u;
  return suite_seed >> 8;
}

/* The first argument, between 1 and `most`; `usual` without one. */
static inline int suite_size(int argc, char **argv, int usual, int most) {
  int size = argc > 1 ? atoi(argv[1]) : usual;
  return size < 1 ? 1 : size > most ? most : size;
}

static inline void suite_ints(int *to, int count, int low, int high) {
  for (int i = 0; i < count; i++)
    to[i] = low + (int)(suite_next() % (unsigned)(high - low + 1));
}

static inline void suite_doubles(double *to, int count) {
  for (int i = 0; i < count; i++)
    to[i] = (double)(suite_next() % 2000) / 64.0 - 12.0;
}

static inline void suite_floats(float *to, int count) {
  for (int i = 0; i < count; i++)
    to[i] = (float)(suite_next() % 2000) / 64.0f - 12.0f;
}

static inline void suite_bytes(unsigned char *to, int count) {
  for (int i = 0; i < count; i++)
    to[i] = (unsigned char)suite_next();
}

static inline void suite_show(const char *what, const void *from, size_t bytes) {
  const unsigned char *next = from;
  unsigned sum = 2166136261u;
  for (size_t i = 0; i < bytes; i++)
    sum = (sum ^ next[i]) * 16777619u;
  printf("%s %08x\n", what, sum);
}

#endif
