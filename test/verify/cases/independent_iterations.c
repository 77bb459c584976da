/* FOUND BY: orders oracle
 * Elements are made from others, which no iteration writes if the promise is kept. */
#include <kasuri/annotations.h>
#include <stdio.h>
enum { COUNT = 20000 };
static int source_of[COUNT];
static unsigned value[2 * COUNT];

int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < COUNT; i++) {
    source_of[i] = COUNT + (i * 37) % COUNT;
    value[COUNT + i] = 3u * (unsigned)i + 2;
  }
#ifdef BROKEN
  source_of[15000] = 330;
#endif
  KASURI_INDEPENDENT
  for (int i = 0; i < COUNT; i++)
    value[i] = value[source_of[i]] * 11 + (unsigned)i;
  for (int i = 0; i < COUNT; i++)
    sum = sum * 13 + value[i];
  printf("%u\n", sum);
  return 0;
}
