/* PARALLEL: 2 */
/* Variables that do wrap around, in loops that something else ends. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static double a[1000];

const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "allocator_may_return_null=1"; }

__attribute__((noinline)) static void *filled(size_t bytes) {
  void *memory = malloc(bytes);
  if (!memory) {
    printf("no memory\n");
    exit(3);
  }
  return memory;
}

/* Never ends by its test. */
static void endless(double *p, size_t n) {
  for (size_t i = 0; i <= n; i++) {
    char *term = filled(i < 500 ? 16 : PTRDIFF_MAX);
    term[0] = (char)i;
    p[i] += term[0];
    free(term);
  }
}

/* Comes to its end after it has passed zero. */
static void past_zero(double *p, unsigned n) {
  for (unsigned i = 4294967290u; i != n; i++)
    p[i & 511] += i;
}

static void beyond(double *p, size_t n) {
  for (unsigned i = 4294967000u; i < n; i++) {
    char *term = filled(i > 4294967000u || i < 100 ? 16 : PTRDIFF_MAX);
    term[0] = (char)i;
    p[i & 511] += term[0];
    free(term);
  }
}

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < 1000; i++)
    a[i] = i % 37;
  past_zero(a, 300);
  double sum = 0;
  for (int i = 0; i < 1000; i++)
    sum = sum * 0.5 + a[i];
  printf("%.17g\n", sum);
  fflush(stdout);
  if (argc > 99)
    beyond(a, (size_t)1 << 32);
  endless(a, SIZE_MAX);
  return 0;
}
