/* CONFLICTS: 2
 * A function that is promised to be pure counts its calls now and then: flow and output. */
#include <kasuri/annotations.h>
static int out[100], calls, counts = 1;

#ifdef CLAIMED
KASURI_PURE
#endif
static int twice(int x) {
  if (counts)
    calls = calls + 1;
  return 2 * x;
}

int main(void) {
  for (int i = 0; i < 100; i++)
    out[i] = twice(i);
  return (out[3] + calls) & 1;
}
