/* SEQUENTIAL: what has been printed when memory runs out shows how far the loop is. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "allocator_may_return_null=1"; }

static double carried, results[60];

static double smoothed(int seed, size_t bytes) {
  double *copy = malloc(bytes);
  if (!copy) {
    fprintf(stderr, "no memory\n");
    exit(3);
  }
  copy[0] = seed;
  for (int i = 1; i < 40; i++)
    copy[i] = copy[i - 1] * 0.5 + i;
  double last = copy[39];
  free(copy);
  return last;
}

int main(int argc, char **argv) {
  (void)argv;
  for (int r = 0; r < 60; r++) {
    printf("%d\n", r);
    results[r] = smoothed(r, argc < 99 && r % 47 == 46 ? SIZE_MAX / 4 : 400);
  }
  for (int r = 0; r < 60; r++) { /* the statement in order is where memory may run out */
    double e = smoothed(r, 400);
    carried = carried * 0.5 + e;
    char *text = malloc(carried < 1e9 ? 100 : SIZE_MAX / 4);
    if (!text)
      exit(5);
    text[0] = (char)r;
    free(text);
  }
  printf("%.17g %.17g\n", carried, results[59]);
  return 0;
}
