/* Two pairs of related sequences. usage: generate LETTERS > FILE */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t state = 2463534242u;

static uint32_t next(uint32_t below) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return (state >> 8) % below;
}

static void put(int *column, int letter) {
  putchar("ACGT"[letter & 3]);
  if (++*column % 70 == 0)
    putchar('\n');
}

int main(int argc, char **argv) {
  int length = argc > 1 ? atoi(argv[1]) : 100;
  for (int pair = 0; pair < 2; pair++) {
    uint32_t seed = state;
    for (int copy = 0; copy < 2; copy++) {
      int column = 0;
      uint32_t letters = seed;
      printf(">pair%d%c\n", pair, 'a' + copy);
      for (int i = 0; i < length; i++) {
        letters = letters * 1664525u + 1013904223u;
        uint32_t fate = copy == 0 ? 99 : next(100);
        if (fate < 3)
          continue;
        put(&column, fate < 9 ? (int)next(4) : (int)(letters >> 16));
        for (uint32_t more = fate == 10 ? next(8) : 0; more > 0; more--)
          put(&column, (int)next(4));
      }
      putchar('\n');
    }
    next(2);
  }
  return 0;
}
