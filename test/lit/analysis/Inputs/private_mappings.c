/* PARALLEL: 1
   Mappings without a file are memory of their own: a test of their addresses tells them apart. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>

enum { COUNT = 700 };

static void fill(int *to, const int *from) {
  for (int i = 1; i < COUNT; i++)
    to[i] = from[i - 1] % 1000 * 3 + i;
}

static int *blank(void) {
  void *p = mmap(0, 4 * COUNT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? 0 : p;
}

int main(void) {
  int *a = blank(), *b = blank();
  if (!a || !b)
    return 1;
  fill(b, a);
  fill(a, b);
  int hash = 0;
  for (int i = 0; i < COUNT; i++)
    hash = (hash * 31 + a[i]) % 1000003;
  printf("%d\n", hash);
  return 0;
}
