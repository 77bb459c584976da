/* CONFLICTS: 5
 * An entry of each array is there twice, which promises deny. Of numbers: flow, anti and output; of
 * pointers: flow and output. */
#include <kasuri/annotations.h>
static int place[100], out[100], all[100][4], *rows[100];

int main(void) {
  for (int i = 0; i < 100; i++) {
    place[i] = i == 50 ? 3 : i;
    rows[i] = all[i == 60 ? 4 : i];
  }
#ifdef CLAIMED
  KASURI_DISTINCT(place)
#endif
  for (int i = 0; i < 100; i++)
    out[place[i]] = out[place[i]] * 3 + i;
#ifdef CLAIMED
  KASURI_DISTINCT(rows)
#endif
  for (int i = 0; i < 100; i++) {
    int *row = rows[i];
    row[0] = i;
    row[1] = row[0] + 1;
  }
  return (out[3] + all[4][1]) & 1;
}
