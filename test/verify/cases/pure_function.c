/* FOUND BY: orders oracle
 * A function that may keep the last odd argument for the next call. */
#include <kasuri/annotations.h>
#include <stdio.h>
enum { COUNT = 20000 };
static int kept, keeps, result[COUNT];

KASURI_PURE
__attribute__((noinline)) static int weigh(int x) {
  int before = keeps ? kept : 0;
  if (keeps && x % 2)
    kept = x;
  return 3 * x + before;
}

int main(int argc, char **argv) {
  long sum = 0;
  (void)argv;
#ifdef BROKEN
  keeps = argc > 0;
#else
  keeps = argc > 100;
#endif
  for (int i = 0; i < COUNT; i++)
    result[i] = weigh(i);
  for (int i = 0; i < COUNT; i++)
    sum += (long)result[i] * (i % 7 + 1);
  printf("%ld\n", sum);
  return 0;
}
