/* FOUND BY: orders oracle
 * A function is handed two pointers, which lead into one array. */
#include <kasuri/annotations.h>
#include <stdio.h>
#include <stdlib.h>
enum { COUNT = 20000 };

__attribute__((noinline)) static void scale(unsigned *to, unsigned **from_of, int count) {
  unsigned *from = from_of[0];
  KASURI_NO_ALIAS(to, from)
  for (int i = 0; i < count; i++)
    to[i] = from[i] * 9 + (unsigned)i;
}

int main(int argc, char **argv) {
  unsigned *all = calloc(3 * COUNT, sizeof *all), sum = 0, *from;
  (void)argv;
  if (all == NULL)
    return 1;
  for (int i = 0; i < 3 * COUNT; i++)
    all[i] = (unsigned)(i % 23 + argc);
#ifdef BROKEN
  from = all + COUNT - 1; /* one in front of where the results go */
#else
  from = all;
#endif
  scale(all + COUNT, &from, COUNT);
  for (int i = 0; i < 3 * COUNT; i++)
    sum = sum * 29 + all[i];
  printf("%u\n", sum);
  return 0;
}
