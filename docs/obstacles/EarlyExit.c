// Looks for the first entry that fits badly.
#include <math.h>
#include <stdio.h>

enum { ENTRIES = 200000 };
static double entry[ENTRIES];

int main(void) {
  for (int i = 0; i < ENTRIES; i++)
    entry[i] = i == 150000 ? -1 : i;
  int found = -1;
  for (int i = 0; i < ENTRIES; i++) { // this loop
    double error = fabs(sqrt(fabs(entry[i])) - entry[i] * 0.001);
    if (error > 300 || entry[i] < 0) {
      found = i;
      break;
    }
  }
  printf("%d\n", found);
}
