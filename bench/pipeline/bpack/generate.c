/* Text with repetitions, and some noise. usage: generate BYTES > FILE */
#include "../random.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state = 88172645463325252u;

static uint32_t next(void) { return (uint32_t)(next_state(&state) >> 16); }

int main(int argc, char **argv) {
  static char words[2000][12];
  long left = argc > 1 ? atol(argv[1]) : 1000;
  for (int i = 0; i < 2000; i++)
    for (int j = 0, length = 2 + (int)(next() % 9); j < length; j++)
      words[i][j] = (char)('a' + (next() % 26 + next() % 26) / 2);
  while (left > 0) {
    if (next() % 400 == 0)
      for (int i = 0; i < 200; i++, left--)
        putchar((int)(next() & 255));
    uint32_t which = next() % 2000 * (next() % 2000) / 2000;
    left -= printf("%s%s", words[which], next() % 12 ? " " : ",\n");
  }
  return 0;
}
