// Judges all entries, then looks for the first that fits badly.
#include <math.h>
#include <stdio.h>

enum { ENTRIES = 200000 };
static double entry[ENTRIES];
static char is_bad[ENTRIES];

int main(void) {
  for (int i = 0; i < ENTRIES; i++)
    entry[i] = i == 150000 ? -1 : i;
  for (int i = 0; i < ENTRIES; i++) { // this loop
    double error = fabs(sqrt(fabs(entry[i])) - entry[i] * 0.001);
    is_bad[i] = error > 300 || entry[i] < 0;
  }
  int found = -1;
  for (int i = 0; i < ENTRIES && found < 0; i++)
    if (is_bad[i])
      found = i;
  printf("%d\n", found);
}
