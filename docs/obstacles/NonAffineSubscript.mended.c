// Puts records where a table says; that no two have the same place is promised.
#include <kasuri/annotations.h>
#include <stdio.h>

enum { RECORDS = 200003 };
static int place[RECORDS];
static double sorted[RECORDS];

int main(void) {
  for (int i = 0; i < RECORDS; i++)
    place[i] = (int)(i * 5L % RECORDS);
  KASURI_DISTINCT(place)
  for (int i = 0; i < RECORDS; i++) // this loop
    sorted[place[i]] = i * 0.5 + 1 / (i + 1.0);
  printf("%f\n", sorted[12345]);
}
