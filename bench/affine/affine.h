/* What the programs of bench/affine share: input, the time of the kernel on standard error, and on standard output a
   checksum of all bits of a result and three of its values. */
#ifndef AFFINE_H
#define AFFINE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Between 0 and 1, without a short binary fraction. */
static inline double affine_value(int i, int j, int salt) {
  return (double)((i * 31 + j * 17 + i % 7 * (j % 5) + salt * 11) % 97 + 1) / 99;
}

static inline double affine_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static inline void affine_kernel(double begin) { fprintf(stderr, "kernel %.6f\n", affine_now() - begin); }

/* FNV-1a over words of eight bytes; `hash` is that of what comes before, 0: of nothing. */
static inline uint64_t affine_hash(uint64_t hash, const void *data, size_t bytes) {
  if (hash == 0)
    hash = 0xcbf29ce484222325;
  for (size_t at = 0; at < bytes; at += 8) {
    uint64_t word = 0;
    memcpy(&word, (const char *)data + at, bytes - at < 8 ? bytes - at : 8);
    hash = (hash ^ word) * 0x100000001b3;
    hash ^= hash >> 32;
  }
  return hash;
}

static inline void affine_print(const char *name, uint64_t hash, double first, double middle, double last) {
  printf("%s %016llx %.10g %.10g %.10g\n", name, (unsigned long long)hash, first, middle, last);
}

static inline void affine_doubles(const char *name, const double *data, size_t count) {
  affine_print(name, affine_hash(0, data, count * sizeof *data), data[0], data[count / 2], data[count - 1]);
}

static inline void affine_floats(const char *name, const float *data, size_t count) {
  affine_print(name, affine_hash(0, data, count * sizeof *data), data[0], data[count / 2], data[count - 1]);
}

static inline void affine_ints(const char *name, const int *data, size_t count) {
  affine_print(name, affine_hash(0, data, count * sizeof *data), data[0], data[count / 2], data[count - 1]);
}

static inline void affine_pixels(const char *name, const unsigned char *data, size_t count) {
  affine_print(name, affine_hash(0, data, count), data[0], data[count / 2], data[count - 1]);
}

/* A size from the command line, if there is one. */
static inline int affine_size(int argc, char **argv, int at, int otherwise) {
  return argc > at ? atoi(argv[at]) : otherwise;
}

#endif
