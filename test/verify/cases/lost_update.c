/* FOUND BY: oracle threads
 * Counters that iterations share: in any order of whole iterations the counts are the same, so only
 * a look at each access tells. */
#include <kasuri/annotations.h>
#include <stdio.h>
enum { COUNT = 20000 };
static int key_of[COUNT];
static unsigned seen[COUNT];

int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < COUNT; i++)
    key_of[i] = (i * 7) % COUNT;
#ifdef BROKEN
  key_of[18000] = key_of[300];
#endif
  KASURI_INDEPENDENT
  for (int i = 0; i < COUNT; i++)
    seen[key_of[i]]++;
  for (int i = 0; i < COUNT; i++)
    sum = sum * 3 + seen[i];
  printf("%u\n", sum);
  return 0;
}
