// Tests in front of pipelines: of numbers that the program has surely read there, so that they cannot trap.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- -O2 | FileCheck %s --implicit-check-not="height >="

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 48 };

#define IMAGE(name)                                                                                                    \
  typedef struct name {                                                                                                \
    int width, height;                                                                                                 \
    double *smooth;                                                                                                    \
  } name;                                                                                                              \
  static name *name##_new(int width, int height) {                                                                     \
    name *f = calloc(1, sizeof *f);                                                                                    \
    if (f == NULL || (f->smooth = calloc(SIDE * SIDE, sizeof *f->smooth)) == NULL)                                     \
      exit(1);                                                                                                         \
    f->width = width;                                                                                                  \
    f->height = height;                                                                                                \
    return f;                                                                                                          \
  }                                                                                                                    \
  static void name##_fill(const name *f, int k, double *to) {                                                          \
    for (int y = 0; y < f->height; y++)                                                                                \
      for (int x = 0; x < f->width; x++)                                                                               \
        to[y * f->width + x] = sin((double)(x + y + k));                                                               \
  }                                                                                                                    \
  static double name##_use(const double *from, int size) {                                                             \
    double sum = 0;                                                                                                    \
    for (int i = 0; i < size; i++)                                                                                     \
      sum = sum / 2 + from[i];                                                                                         \
    return sum;                                                                                                        \
  }

IMAGE(plain)
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
// CHECK: pipeline version(f) version(f->smooth) guard('f->height >= 0')
static void run_plain(plain *f, int n) {
  int size = f->width * f->height;
  for (int k = 0; k < n; k++) {
    plain_fill(f, k, f->smooth);
    double sum = plain_use(f->smooth, size);
    printf("%g\n", sum);
  }
}

// The height is not read in front of the loop, where the handle may not be there yet.
IMAGE(not_read)
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
static void run_not_read(not_read *f, int n) {
  for (int k = 0; k < n; k++) {
    not_read_fill(f, k, f->smooth);
    double sum = not_read_use(f->smooth, f->width * f->height);
    printf("%g\n", sum);
  }
}

// It is read under a condition.
IMAGE(sometimes)
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
static void run_sometimes(sometimes *f, int n) {
  if (n > 3)
    printf("%d\n", f->height);
  for (int k = 0; k < n; k++) {
    sometimes_fill(f, k, f->smooth);
    double sum = sometimes_use(f->smooth, f->width * f->height);
    printf("%g\n", sum);
  }
}

// The handle may be freed between the read and the loop.
IMAGE(freed)
// CHECK: loop {{.*}}:[[#@LINE+5]]:3 sequential
static void run_freed(freed *f, int n) {
  int size = f->width * f->height;
  if (n == 0)
    free(f);
  for (int k = 0; k < n; k++) {
    freed_fill(f, k, f->smooth);
    double sum = freed_use(f->smooth, size);
    printf("%g\n", sum);
  }
}

static int drop(void *memory) {
  free(memory);
  return 1;
}

// A function that is called there may free it.
IMAGE(by_callee)
// CHECK: loop {{.*}}:[[#@LINE+4]]:3 sequential
static void run_by_callee(by_callee *f, int n) {
  int size = f->width * f->height;
  drop(n == 0 ? f : NULL);
  for (int k = 0; k < n; k++) {
    by_callee_fill(f, k, f->smooth);
    double sum = by_callee_use(f->smooth, size);
    printf("%g\n", sum);
  }
}

// The same in the statement that reads the height.
IMAGE(in_statement)
// CHECK: loop {{.*}}:[[#@LINE+3]]:3 sequential
static void run_in_statement(in_statement *f, int n) {
  printf("%d %d\n", f->height, drop(n == 0 ? f : NULL));
  for (int k = 0; k < n; k++) {
    in_statement_fill(f, k, f->smooth);
    double sum = in_statement_use(f->smooth, f->width * f->height);
    printf("%g\n", sum);
  }
}

// It was read in front of a loop around it, which may free the handle.
IMAGE(again)
// CHECK: loop {{.*}}:[[#@LINE+4]]:5 sequential
static void run_again(again *f, int n) {
  int size = f->width * f->height;
  for (int r = 0; r < 2; r++) {
    for (int k = 0; k < n; k++) {
      again_fill(f, k, f->smooth);
      double sum = again_use(f->smooth, size);
      printf("%g\n", sum);
    }
    if (r == 1)
      free(f);
  }
}

int main(int argc, char **argv) {
  run_plain(plain_new(SIDE, argc), argc);
  run_not_read(not_read_new(SIDE, argc), argc);
  run_sometimes(sometimes_new(SIDE, argc), argc);
  run_freed(freed_new(SIDE, argc), argc);
  run_by_callee(by_callee_new(SIDE, argc), argc);
  run_in_statement(in_statement_new(SIDE, argc), argc);
  run_again(again_new(SIDE, argc), argc);
  return argv == NULL;
}
