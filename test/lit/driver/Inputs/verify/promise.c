/* Places that are promised to be different; with -DBROKEN two of them, in halves of the loop, are not. */
#include <assert.h>
#include <kasuri/annotations.h>
#include <stdio.h>
static int place[20000], out[20000];
int main(int argc, char **argv) {
  long sum = 0;
  for (int i = 0; i < 20000; i++)
    place[i] = 19999 - i;
#ifdef BROKEN
  place[15000] = place[2000];
#endif
#ifndef NOTHING_PROMISED
  KASURI_DISTINCT(place)
#endif
  for (int i = 0; i < 20000; i++)
    out[place[i]] = 3 * i + 1;
  for (int i = 0; i < 20000; i++) {
    assert(out[i] < 100000);
    sum += (long)out[i] * (i + 1);
  }
  printf("%ld %s\n", sum, argv[argc - 1]);
  return 0;
}
