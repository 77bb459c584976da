/* PARALLEL: 1 */
/* What a variable's cleanup function touches is done where the variable's block ends. */
#include <stdio.h>

enum { N = 20000 };
static long gone, seen, a[N], b[N], c[N];

static void drop(const long *p) { gone += *p; }

static void set(long *const *p) { **p = 7; }

static void count(long n) {
  for (long i = 0; i < n; i++) {
    long k __attribute__((cleanup(drop))) = i + 1;
    a[i] = k;
  }
}

static void through(void) {
  for (int i = 0; i < N; i++) {
    long *p __attribute__((cleanup(set))) = &seen;
    c[i] = *p + i;
  }
}

int main(void) {
  count(N);
  for (long i = 0; i < N; i++)
    b[i] = gone * i;
  through();
  for (long i = 0; i < N; i++)
    b[i] += seen * i;
  long s = 0;
  for (int i = 0; i < N; i++)
    s = s * 3 + b[i] + a[i] + c[i];
  printf("%ld %ld %ld\n", s, gone, seen);
  return 0;
}
