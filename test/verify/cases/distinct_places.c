/* FOUND BY: orders oracle
 * Results are put to places that an array tells. */
#include <kasuri/annotations.h>
#include <stdio.h>
enum { COUNT = 20000 };
static int place_of[COUNT], result[COUNT];

int main(void) {
  long sum = 0;
  for (int i = 0; i < COUNT; i++)
    place_of[i] = COUNT - 1 - i;
#ifdef BROKEN
  place_of[17000] = place_of[1200];
#endif
  KASURI_DISTINCT(place_of)
  for (int i = 0; i < COUNT; i++)
    result[place_of[i]] = 7 * i + 1;
  for (int i = 0; i < COUNT; i++)
    sum += (long)result[i] * (i + 1);
  printf("%ld\n", sum);
  return 0;
}
