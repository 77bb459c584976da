/* PARALLEL: 2 */
/* Of several iterations whose allocation fails the first one ends the program, and what comes
   before the loop has been printed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static size_t sizes[1000];
static double out[1000];

const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "allocator_may_return_null=1"; }

static void die(int number, size_t bytes) {
  fprintf(stderr, "iteration %d: no memory for %zu bytes\n", number, bytes);
  exit(10 + number % 100);
}

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < 1000; i++)
    sizes[i] = argc > 100 || i % 97 != 96 ? 100 : SIZE_MAX / 4 - (size_t)i;
  printf("begin\n");
  for (int i = 0; i < 1000; i++) {
    unsigned char *p = malloc(sizes[i]);
    if (p == NULL)
      die(i, sizes[i]);
    for (int k = 0; k < 100; k++)
      p[k] = (unsigned char)(k * i);
    out[i] = p[50];
    free(p);
  }
  printf("end %g\n", out[500]);
  return 0;
}
