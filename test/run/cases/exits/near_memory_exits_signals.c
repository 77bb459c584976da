/* SEQUENTIAL
 * The number of the signal that the handler is for is not known: it may be the one that abort raises. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#define N 64
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "allocator_may_return_null=1"; }

static int a[N];

static void seen(int number) { _exit(number == SIGABRT && a[N - 1] == 0 ? 3 : 4); }

int main(int argc, char **argv) {
  (void)argv;
  signal(argc > 100 ? SIGINT : SIGABRT, seen);
  for (int i = 0; i < N; i++) {
    char *p = malloc(i > 20 ? (size_t)-1 / 2 - (size_t)i : 8);
    if (p == NULL)
      abort();
    a[i] = i + 1;
    free(p);
  }
  return 0;
}
