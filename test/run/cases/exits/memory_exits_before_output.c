/* PARALLEL: 1 */
/* What a later statement prints waits for a statement that may run out of memory. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static size_t size = 100;
static double out[400], other[400];

const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "allocator_may_return_null=1"; }

static void fill(double *to, size_t bytes) {
  for (int i = 0; i < 400; i++) {
    double *p = malloc(i == 399 ? bytes : 100);
    if (p == NULL) {
      fputs("no memory\n", stderr);
      exit(7);
    }
    p[0] = i;
    to[i] = p[0] * 2;
    free(p);
  }
}

static void print(const double *from) {
  double sum = 0;
  for (int i = 0; i < 10; i++) {
    sum += from[i];
    printf("%d\n", i);
  }
  printf("%g\n", sum);
}

int main(int argc, char **argv) {
  (void)argv;
  fill(out, size);
  print(out);
  size = argc > 100 ? 100 : SIZE_MAX / 4;
  {
    fill(out, size);
    print(other);
  }
  return 0;
}
