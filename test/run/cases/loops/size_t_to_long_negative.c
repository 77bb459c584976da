/* long k=(long)n with n=(size_t)-1 is taken to be >= 0. */
#include <stddef.h>
#include <stdio.h>
static unsigned x[4000];
static size_t find(int argc) { return argc > 100 ? (size_t)argc : (size_t)-1; }
static void go(size_t n) {
  long k = (long)n;
  for (int r = 0; r < 2000; r++)
    for (int i = 0; i < 100; i++)
      x[k + 6] = x[k + 6] * 3 + i;
  for (int r = 0; r < 2000; r++)
    for (int i = 0; i < 100; i++)
      x[5] = x[5] * 5 + i + 1;
}
int main(int argc, char **argv) {
  go(find(argc));
  unsigned s = 0;
  for (int i = 0; i < 4000; i++)
    s = s * 31 + x[i];
  printf("%u\n", s);
  return 0;
}
