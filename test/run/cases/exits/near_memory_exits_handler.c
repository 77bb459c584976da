/* SEQUENTIAL */
/* A function that runs at the end sees how far iterations came. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static double out[100];

const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "allocator_may_return_null=1"; }

static void show(void) {
  for (int i = 0; i < 100; i++)
    printf("%g\n", out[i]);
}

int main(int argc, char **argv) {
  (void)argv;
  atexit(show);
  for (int i = 0; i < 100; i++) {
    double *p = malloc(argc > 100 || i < 50 ? 100 : SIZE_MAX / 4);
    if (!p)
      exit(1);
    out[i] = *p = i;
    free(p);
  }
  return 0;
}
