/* Two independent calls in a loop, each of some nanoseconds. The branch in `store` runs once in 4096 calls but is
 * estimated for one in two, so the calls are planned as a parallel layer. */
#include <stdio.h>
#define BLOCK 4096
#define MOST (1000 * BLOCK)

#define LIST(n)                                                        \
  unsigned counts##n[MOST], symbols##n[MOST], size##n;                 \
  static void store##n(unsigned symbol) {                              \
    if (size##n % BLOCK == 0)                                          \
      for (int i = 0; i < BLOCK; i++)                                  \
        counts##n[size##n + i] = i;                                    \
    symbols##n[size##n] = symbol;                                      \
    counts##n[size##n - size##n % BLOCK + symbol]++;                   \
    size##n++;                                                         \
  }
LIST(1)
LIST(2)

int main(void) {
  unsigned seed = 1;
  for (int i = 0; i < MOST; i++) {
    seed = seed * 1103515245 + 12345;
    store1(seed >> 24);
    store2((seed >> 16) & 255);
  }
  printf("%u %u\n", counts1[MOST - 20], counts2[MOST - 4090]);
  return 0;
}
