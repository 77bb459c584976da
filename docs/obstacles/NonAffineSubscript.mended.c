// Puts some records where a table says; that no two have the same place is promised.
#include <kasuri/annotations.h>
#include <stdio.h>
#include <stdlib.h>

enum { RECORDS = 200003 };
static double sorted[RECORDS];

int main(void) {
  int *place = malloc(RECORDS * sizeof *place);
  if (place == NULL)
    return 1;
  for (int i = 0; i < RECORDS; i++)
    place[i] = (int)(i * 5L % RECORDS);
  KASURI_DISTINCT(place)
  for (int i = 0; i < RECORDS; i++) // this loop
    if (i % 7 > 0)
      sorted[place[i]] = i * 0.5 + 1 / (i + 1.0);
  printf("%f\n", sorted[12345]);
}
