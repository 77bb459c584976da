/* a 64-bit unsigned symbol has range [0,inf) and n+1 'does not wrap', but addresses are modulo
 * 2^64. */
#include <stddef.h>
#include <stdio.h>
static unsigned x[4000];
static size_t find(int argc) { return argc > 100 ? (size_t)argc : (size_t)-1; }
static void go(size_t n) {
  for (int r = 0; r < 2000; r++)
    for (int i = 0; i < 100; i++)
      x[n + 1 + i] += i * x[n + 1];
  for (int r = 0; r < 2000; r++)
    for (int i = 0; i < 100; i++)
      x[0] = x[0] * 5 + i + 1;
}
int main(int argc, char **argv) {
  go(find(argc));
  unsigned s = 0;
  for (int i = 0; i < 4000; i++)
    s = s * 31 + x[i];
  printf("%u\n", s);
  return 0;
}
