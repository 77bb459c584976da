// A nest in a function keeps its order if more of the pipeline that calls it would run in order otherwise.
// RUN: kasuri %s --dump=reorder --stop-after=reorder | FileCheck %s --check-prefix=KEPT
// RUN: kasuri %s --dump=reorder --stop-after=reorder -- -DALONE | FileCheck %s --check-prefix=ALONE
// KEPT-NOT: {{^}}nest
// KEPT: kept {{.*}}: more of the pipeline around it would run in order
// ALONE: nest {{.*}}:{{[0-9]+}}:3 8 iterations unrolled
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct filter {
  int width, height;
  uint8_t *now, *before, *mixed;
  int *difference;
} filter;

static long blend(const filter *f, const uint8_t *now, const uint8_t *before, uint8_t *to, int *difference) {
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

#ifndef ALONE
static double weigh(const filter *f, const uint8_t *pixels) {
  double sum = 0;
  for (int i = 0; i < f->width * f->height; i++)
    sum = sum * 0.99 + pixels[i] / (1 + sum);
  return sum;
}
#endif

static void mix_all(filter *f) {
  const size_t size = (size_t)f->width * (size_t)f->height;
#ifdef ALONE
  fread(f->now, 1, size, stdin);
  printf("%ld\n", blend(f, f->now, f->before, f->mixed, f->difference));
#else
  while (fread(f->now, 1, size, stdin) == size) {
    long changed = blend(f, f->now, f->before, f->mixed, f->difference);
    double weight = weigh(f, f->mixed);
    printf("%ld %g\n", changed, weight);
  }
#endif
}

int main(int argc, char **argv) {
  filter *f = malloc(sizeof *f);
  if (argc < 3 || f == NULL)
    return 1;
  f->width = atoi(argv[1]);
  f->height = atoi(argv[2]);
  f->now = calloc((size_t)f->width, (size_t)f->height);
  f->before = calloc((size_t)f->width, (size_t)f->height);
  f->mixed = calloc((size_t)f->width, (size_t)f->height);
  f->difference = calloc((size_t)f->height, sizeof *f->difference);
  if (f->now == NULL || f->before == NULL || f->mixed == NULL || f->difference == NULL)
    return 1;
  mix_all(f);
  return 0;
}
