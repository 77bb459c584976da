/* CONFLICTS: 2
 * Two iterations read and write the same element, which a promise denies: flow and output. */
#include <kasuri/annotations.h>
static int place[100], out[100];

int main(void) {
  for (int i = 0; i < 100; i++)
    place[i] = i == 50 ? 3 : i;
#ifdef CLAIMED
  KASURI_INDEPENDENT
#endif
  for (int i = 0; i < 100; i++)
    out[place[i]] = out[place[i]] * 3 + i;
  return out[3] & 1;
}
