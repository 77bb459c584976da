// Moves the partner of each particle of a list; that no two have the same partner is promised.
#include <kasuri/annotations.h>
#include <stdio.h>
#include <stdlib.h>

enum { PARTICLES = 100000 };
struct particle {
  double place, speed;
  struct particle *partner;
};

static struct particle *chosen[PARTICLES];

int main(void) {
  struct particle *all = calloc(PARTICLES, sizeof *all);
  if (!all)
    return 1;
  for (int i = 0; i < PARTICLES; i++) {
    all[i].speed = i % 10;
    all[i].partner = &all[i ^ 1];
    chosen[i] = &all[(long)i * 7 % PARTICLES];
  }
  KASURI_INDEPENDENT
  for (int i = 0; i < PARTICLES; i++) // this loop
    chosen[i]->partner->place += chosen[i]->partner->speed * 0.01;
  printf("%f\n", all[77].place);
  free(all);
}
